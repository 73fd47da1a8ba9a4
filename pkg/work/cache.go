package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Cache keeps raw results on disk: one NPZ archive per task, named by the task's key. The archive
// also holds the task's identity and the time of its computation. Programs on several machines may
// share a cache.
type Cache struct {
	Dir  string // of computed results
	Code string // the digest of the code, a part of every key in Dir
	// Kept is a folder of results that a project keeps, searched after Dir, or empty. Keys in Kept do
	// not include the code: Vouched says that the results are known to come from this code.
	Kept    string
	Vouched bool

	// Post, a word, names a post that one program holds at a time, such as an element of a job array.
	// A program takes over at once the tasks of its predecessor.
	Post string
}

// Endings of the names of files.
const (
	result     = ".npz"
	checkpoint = ".part"
	leased     = ".lease"
	locked     = ".lock"    // after the name of a lease
	damaged    = ".damaged" // after the name of a result
)

var errMissing = errors.New("missing")

// entry is a stored result. Its exported fields are the archive's member about.json.
type entry struct {
	arrays table.Archive
	kept   bool // in Cache.Kept

	Identity json.RawMessage `json:"task"` // hashed to give the name
	Seconds  float64         `json:"seconds"`
	SHA256   string          `json:"sha256"` // of the arrays
}

const aboutName = "about.json"

// maxEntry bounds the size of an archive, packed and unpacked.
const maxEntry = 1 << 28

// place is the path of an entry's files, without extension, and the entry's identity.
type place struct {
	path string
	id   identity
}

func placeIn(dir string, id identity) place {
	key := id.key()
	return place{filepath.Join(dir, key[:2], key), id}
}

// load returns an item's entry, without the arrays: from Dir or, if Dir has none, from Kept.
// Without an entry, the error says why the first one cannot be used, or is errMissing.
func (c Cache) load(x *item) (entry, error) {
	e, err := x.load(x.own)
	if err == nil || c.Kept == "" {
		return e, err
	}
	kept, e2 := x.load(x.kept)
	if e2 != nil && err != errMissing {
		return e, err
	}
	kept.kept = true
	return kept, e2
}

// load returns the item's entry at a place, without the arrays, or errMissing.
func (x *item) load(from place) (entry, error) {
	path := from.path + result
	e, err := load(path, from.id)
	if err == nil {
		err = x.task.Valid(e.arrays)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return entry{}, errMissing
	case err != nil:
		return entry{}, fmt.Errorf("%s is damaged: %w", path, files.Cause(err))
	}
	e.arrays = nil
	return e, nil
}

func load(path string, id identity) (entry, error) {
	b, err := files.Read(path, maxEntry)
	if err != nil {
		return entry{}, err
	}
	return decode(b, id)
}

func decode(b []byte, id identity) (entry, error) {
	arrays, err := table.ReadNPZ(b)
	if err != nil {
		return entry{}, err
	}
	if len(arrays) == 0 || arrays[0].Name != aboutName {
		return entry{}, fmt.Errorf("there is no entry %q", aboutName)
	}
	var e entry
	text, _ := arrays[0].Data.(json.RawMessage)
	if err := json.Unmarshal(text, &e); err != nil {
		return entry{}, fmt.Errorf("%s: %w", aboutName, err)
	}
	// id may have other escapes than the file.
	want, err := json.Marshal(json.RawMessage(id))
	if err != nil || !bytes.Equal(e.Identity, want) {
		return entry{}, errors.New("it is the result of another task")
	}
	e.Identity = nil // the same as the item's
	e.arrays = arrays[1:]
	if e.SHA256 != e.arrays.Digest() {
		return entry{}, errors.New("its arrays differ from the stored arrays")
	}
	return e, nil
}

// store writes an entry.
func store(path string, id identity, e entry) error {
	e.Identity, e.SHA256 = json.RawMessage(id), e.arrays.Digest()
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, e.arrays...)
	return files.Write(path, func(w io.Writer) error { return table.WriteNPZ(w, all) })
}

// finished removes the lease and the checkpoint of a program that was killed just after it stored
// the result.
func (c Cache) finished(path string) {
	if _, err := os.Lstat(path + leased); err != nil {
		return
	}
	if l, _ := c.take(path); l != nil {
		os.Remove(path + checkpoint)
		l.release()
	}
}

// arrays reads the arrays of an item's stored result, reduced if the options say so.
func (x *item) arrays(o Options) (table.Archive, error) {
	from := x.own
	if x.stored.kept {
		from = x.kept
	}
	e, err := load(from.path+result, from.id)
	if err == nil && o.Reduce {
		e.arrays, err = reduce(x.task, e.arrays)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.name(), err)
	}
	return e.arrays, nil
}

// holds reports whether the result in Cache.Kept is the same as a.
func (x *item) holds(a table.Archive) bool {
	e, err := load(x.kept.path+result, x.kept.id)
	if err != nil {
		return false
	}
	t, approximate := x.task.(Approximate)
	return e.SHA256 == a.Digest() || approximate && t.Agree(e.arrays, a)
}

// keep stores the item's result in Cache.Kept. It does not touch a file with the same numbers.
func (x *item) keep(o Options) error {
	if x.stored.kept {
		return nil
	}
	a, err := x.arrays(o)
	if err != nil {
		return err
	}
	if x.holds(a) {
		return nil
	}
	e := entry{arrays: a, Seconds: x.stored.Seconds}
	return store(x.kept.path+result, x.kept.id, e)
}
