package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"adl/pkg/table"
)

// Cache keeps raw results on disk, one NPZ archive a task, named by its key. Beside the arrays, an archive holds what the task was and how long it took.
type Cache struct {
	Dir   string   // where results are looked for and stored
	Lower []string // folders that are looked in too, and never written to
}

var errMissing = errors.New("missing")

// entry is a stored result.
type entry struct {
	arrays  table.Archive
	seconds float64
	path    string
}

// about is the archive's member about.json.
type about struct {
	Identity json.RawMessage `json:"task"` // what Key hashes
	Seconds  float64         `json:"seconds"`
}

const aboutName = "about.json"

func file(dir, key string) string { return filepath.Join(dir, key[:2], key+".npz") }

// load returns the result of a key, errMissing if there is none, and an error that names the file if it is damaged.
func (c Cache) load(key string, t Task) (entry, error) {
	for _, dir := range append([]string{c.Dir}, c.Lower...) {
		path := file(dir, key)
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return entry{}, fmt.Errorf("cached result: %w", err)
		}
		e, err := decode(path, b, t)
		if err != nil {
			return entry{}, fmt.Errorf("cached result is damaged: %w; delete it, or run with -fresh to compute it again", err)
		}
		e.path = path
		return e, nil
	}
	return entry{}, errMissing
}

func decode(path string, b []byte, t Task) (entry, error) {
	arrays, err := table.ReadNPZ(path, b)
	if err != nil {
		return entry{}, err
	}
	var a about
	if err := arrays.JSON(aboutName, &a); err != nil {
		return entry{}, fmt.Errorf("%s: %w", path, err)
	}
	id, err := identity(t)
	if err != nil {
		return entry{}, err
	}
	if !bytes.Equal(a.Identity, id) {
		return entry{}, fmt.Errorf("%s: it is the result of another task", path)
	}
	return entry{arrays: arrays, seconds: a.Seconds}, nil
}

// store keeps a result. The file is there whole or not at all.
func (c Cache) store(key string, t Task, arrays table.Archive, seconds float64) error {
	id, err := identity(t)
	if err != nil {
		return err
	}
	text, err := json.Marshal(about{Identity: id, Seconds: seconds})
	if err != nil {
		return err
	}
	path := file(c.Dir, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, arrays...)
	return table.WriteFile(path, func(w io.Writer) error { return table.WriteNPZ(w, all) })
}
