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
	"time"

	"adl/pkg/files"
	"adl/pkg/table"
)

// Cache keeps raw results on disk: one NPZ archive per task, named by its key, which also holds the
// task's identity and in what time it was computed. Programs on several machines may
// share the folder: each computes what no other one is computing.
type Cache struct {
	Dir  string // of what programs compute
	Code string // the digest of the code, a part of every key in Dir
	// Kept is a folder of results that a project keeps, searched next, or empty. Their keys have no
	// code: Vouched says that they are known to be of this one.
	Kept    string
	Vouched bool

	// Silence is the time without a sign of life after which another program's task is taken over; 0
	// is three minutes. A file server's client may show old times of a file for less than that.
	Silence time.Duration

	// Post, a word, names the part of this program in a computation, such as an element of a job
	// array, if one program at a time has it: it takes over at once what the one before it had
	// taken.
	Post string

	watched *watched // leases of others, in Run
}

// Endings of the names of files.
const (
	result     = ".npz"
	checkpoint = ".part"
	leased     = ".lease"
	locked     = ".lock"    // behind a lease
	damaged    = ".damaged" // behind the others
)

var errMissing = errors.New("missing")

// entry is a stored result. The other fields than arrays and kept are the archive's member
// about.json.
type entry struct {
	arrays table.Archive
	kept   bool // in Cache.Kept

	Identity json.RawMessage `json:"task"` // what its name is the hash of
	Seconds  float64         `json:"seconds"`
	SHA256   string          `json:"sha256"` // of the arrays
}

const aboutName = "about.json"

// maxEntry bounds the size of an archive, before and after it is unpacked.
const maxEntry = 1 << 28

func file(dir, key, ending string) string { return filepath.Join(dir, key[:2], key+ending) }

// absent reports whether an error says that there is no file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// load returns an item's entry, which the program's own code computed if there is one. If there is
// none, the error says why the first one cannot be used, or is errMissing.
func (c Cache) load(x *item) (entry, error) {
	e, err := x.load(c.Dir, x.own)
	if err == nil || c.Kept == "" {
		return e, err
	}
	kept, e2 := x.load(c.Kept, x.id)
	if e2 == nil {
		kept.kept = true
		return kept, nil
	}
	if err == errMissing {
		err = e2
	}
	return entry{}, err
}

// load returns the item's entry of an identity in a folder, or errMissing.
func (x *item) load(dir string, id identity) (entry, error) {
	path := file(dir, id.key(), result)
	e, err := load(path, id)
	if v, ok := x.task.(Verifier); ok && err == nil {
		err = guard(func() error { return v.Form(e.arrays) })
	}
	switch {
	case absent(err):
		return entry{}, errMissing
	case err != nil:
		return entry{}, fmt.Errorf("%s is damaged: %w", path, files.Cause(err))
	}
	return e, nil
}

// guard turns a panic of f into an error: no content of a file is a reason to end.
func guard(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("it cannot be read: %v", v)
		}
	}()
	return f()
}

// load reads an archive of an identity.
func load(path string, id identity) (e entry, err error) {
	b, err := files.Read(path, maxEntry)
	if err != nil {
		return entry{}, err
	}
	err = guard(func() error {
		e, err = decode(b, id)
		return err
	})
	return e, err
}

func decode(b []byte, id identity) (entry, error) {
	arrays, err := table.ReadNPZ(b)
	if err != nil {
		return entry{}, err
	}
	var e entry
	if err := arrays.JSON(aboutName, &e); err != nil {
		return entry{}, err
	}
	// store wrote other escapes.
	want, err := json.Marshal(json.RawMessage(id))
	if err != nil || !bytes.Equal(e.Identity, want) {
		return entry{}, errors.New("it is the result of another task")
	}
	e.Identity = nil // it is the item's
	e.arrays = slices.DeleteFunc(arrays, func(a table.Entry) bool { return a.Name == aboutName })
	if e.SHA256 != e.arrays.Digest() {
		return entry{}, errors.New("its arrays are not those that were stored")
	}
	return e, nil
}

// store writes an entry into a folder in the way of table.WriteNPZ or WriteNPZFast, whole or not at
// all.
func store(
	dir string, id identity, ending string, e entry, write func(io.Writer, table.Archive) error,
) error {
	e.Identity, e.SHA256 = json.RawMessage(id), e.arrays.Digest()
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := file(dir, id.key(), ending)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("write %s: %w", path, files.Cause(err))
	}
	all := append(table.Archive{{Name: aboutName, Data: json.RawMessage(text)}}, e.arrays...)
	return files.Write(path, func(w io.Writer) error { return write(w, all) })
}

// finished removes the checkpoint of a program that was killed when it had just stored the result,
// unless the task is computed afresh.
func (c Cache) finished(key string) {
	path := file(c.Dir, key, checkpoint)
	if _, err := os.Lstat(path); err != nil {
		return
	}
	if l, err := c.take(key); err == nil && l != nil {
		os.Remove(path)
		l.release()
	}
}

// clean removes the temporary files, leases and locks of programs of this machine that have ended,
// as far as it can.
func (c Cache) clean() {
	files.Clean(c.Dir, true)
	_ = filepath.WalkDir(c.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.Contains(e.Name(), leased) {
			return nil // a folder that cannot be read is left out
		}
		if b, _, err := inspect(path); err != nil || !ended(b) {
			return nil
		}
		if key, ok := strings.CutSuffix(e.Name(), leased); !ok {
			os.Remove(path) // a lock
		} else if l, err := c.take(key); err == nil && l != nil {
			l.release()
		}
		return nil
	})
}

// arrays reads the arrays of an item's stored result, in the smaller form if the options say so.
func (x *item) arrays(o Options) (table.Archive, error) {
	dir, id := o.Cache.Dir, x.own
	if x.stored.kept {
		dir, id = o.Cache.Kept, x.id
	}
	e, err := load(file(dir, id.key(), result), id)
	if err == nil && o.Reduce {
		e.arrays, err = reduce(x.task, e.arrays)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.name(), err)
	}
	return e.arrays, nil
}

// keep stores the item's result in Cache.Kept. A file there with the same numbers stays as it is.
func (x *item) keep(o Options) error {
	if x.stored.kept {
		return nil
	}
	a, err := x.arrays(o)
	if err != nil {
		return err
	}
	old, err := x.load(o.Cache.Kept, x.id)
	if err == nil && old.arrays.Digest() == a.Digest() {
		return nil
	}
	e := entry{arrays: a, Seconds: x.stored.Seconds}
	return store(o.Cache.Kept, x.id, result, e, table.WriteNPZ)
}
