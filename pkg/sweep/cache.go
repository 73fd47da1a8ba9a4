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
	"slices"
	"strings"
	"syscall"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Cache keeps raw results on disk: one NPZ archive per task, named by its key. Beside the arrays,
// an archive holds the task's identity and how long it took.
type Cache struct {
	Dir   string   // searched first; results are stored here
	Lower []string // searched next, in this order, and never written to
}

var errMissing = errors.New("missing")

// entry is a stored result.
type entry struct {
	arrays  table.Archive
	seconds float64
}

// about is the archive's member about.json.
type about struct {
	Identity json.RawMessage `json:"task"` // what Key hashes
	Seconds  float64         `json:"seconds"`
	// Names of the arrays, which zip has no checksum of. They are not checked if there are none.
	Arrays []string `json:"arrays,omitempty"`
}

const aboutName = "about.json"

func file(dir, key string) string { return filepath.Join(dir, key[:2], key+".npz") }

// load returns the result of a key. The error is errMissing if there is none, and names the file if
// it is damaged.
func (c Cache) load(key string, t Task) (entry, error) {
	for _, dir := range append([]string{c.Dir}, c.Lower...) {
		path := file(dir, key)
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			continue
		} else if err != nil {
			return entry{}, fmt.Errorf("cached result %s cannot be read: %w", path, files.Cause(err))
		}
		e, err := decode(b, t)
		if err != nil {
			return entry{}, fmt.Errorf(
				"cached result %s is damaged: %w; delete the file to compute it again", path, err,
			)
		}
		return e, nil
	}
	return entry{}, errMissing
}

func decode(b []byte, t Task) (entry, error) {
	arrays, err := table.ReadNPZ(b)
	if err != nil {
		return entry{}, err
	}
	var a about
	if err := arrays.JSON(aboutName, &a); err != nil {
		return entry{}, err
	}
	want, err := identity(t)
	if err != nil {
		return entry{}, err
	}
	// What store wrote has other escapes.
	if want, err = json.Marshal(json.RawMessage(want)); err != nil || !bytes.Equal(a.Identity, want) {
		return entry{}, errors.New("it is the result of another task")
	}
	arrays = slices.DeleteFunc(arrays, func(e table.Entry) bool { return e.Name == aboutName })
	if len(a.Arrays) > 0 && !slices.Equal(names(arrays), a.Arrays) {
		return entry{}, fmt.Errorf("expected the arrays %s, got %s", strings.Join(a.Arrays, ", "),
			strings.Join(names(arrays), ", "))
	}
	return entry{arrays: arrays, seconds: a.Seconds}, nil
}

func names(a table.Archive) []string {
	var s []string
	for _, e := range a {
		s = append(s, e.Name)
	}
	return s
}

// store writes a result, whole or not at all.
func (c Cache) store(key string, t Task, arrays table.Archive, seconds float64) error {
	id, err := identity(t)
	if err != nil {
		return err
	}
	text, err := json.Marshal(about{Identity: id, Seconds: seconds, Arrays: names(arrays)})
	if err != nil {
		return err
	}
	path := file(c.Dir, key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", path, files.Cause(err))
	}
	all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, arrays...)
	return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, all) })
}

// writable returns an error if nothing can be stored, before anything is computed in vain.
func (c Cache) writable() error {
	if err := files.Writable(c.Dir); err != nil {
		return fmt.Errorf("cannot write to the cache %s: %w", c.Dir, err)
	}
	return nil
}
