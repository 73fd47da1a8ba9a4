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
// task's identity and where and in what time it was computed. Programs on several machines may
// share the folder: each computes what no other one is computing.
type Cache struct {
	Dir   string   // searched first; results are stored here
	Lower []string // searched next, in this order, and never written to
	// Vouched maps digests of code that computed results in Lower to the digest of the code that it
	// counts as computed by.
	Vouched map[string]string

	// Silence is the time without a sign of life after which another program's task is taken over; 0
	// is three minutes. A file server's client may show old times of a file for less than that.
	Silence time.Duration

	// Post, a word, names the part of this program in a computation, such as an element of a job
	// array, if one program at a time has it: it takes over at once what the one before it had
	// taken.
	Post string

	watched *watched // leases of others, in Run
}

// dirs returns the folders in the order in which they are searched.
func (c Cache) dirs() []string { return append([]string{c.Dir}, c.Lower...) }

// Endings of the names of files.
const (
	result     = ".npz"
	checkpoint = ".part"
	leased     = ".lease"
	locked     = ".lock"    // behind a lease
	damaged    = ".damaged" // behind the others
)

var errMissing = errors.New("missing")

// loadError is why an entry cannot be used.
type loadError struct {
	path  string
	lower bool // in a folder that is never written to
	cause error

	code    string // by which it was computed
	refutes bool   // this code
}

func (f *loadError) Error() string { return fmt.Sprintf("%s is %s: %v", f.path, f.word(), f.cause) }

func (f *loadError) Unwrap() error { return f.cause }

func (f *loadError) stale() bool { return errors.Is(f.cause, ErrStale) }

func (f *loadError) word() string {
	if f.stale() {
		return "stale"
	}
	return "damaged"
}

// entry is a stored result. The other fields than arrays are the archive's member about.json.
type entry struct {
	arrays table.Archive
	path   string // from which it was read

	Identity json.RawMessage `json:"task"` // what Key hashes
	Seconds  float64         `json:"seconds"`
	Origin   Origin          `json:"origin,omitzero"`
	Code     string          `json:"code,omitempty"`   // the digest of the code that computed it
	Unlike   []string        `json:"unlike,omitempty"` // digests of code that computes something else
	SHA256   string          `json:"sha256"`           // of the arrays
}

const aboutName = "about.json"

// maxEntry bounds the size of an archive, before and after it is unpacked.
const maxEntry = 1 << 28

func file(dir, key, ending string) string { return filepath.Join(dir, key[:2], key+ending) }

// absent reports whether an error says that there is no file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// load returns the first entry that can be used for an item, of those that its own code computed
// if there is one. If there is none, the error is a *loadError about the first that cannot be
// used, and errMissing if there is no entry at all.
func (c Cache) load(x *item) (entry, error) {
	type candidate struct {
		entry
		path string
		err  error
	}
	var all []candidate
	for _, dir := range c.dirs() {
		path := file(dir, x.key, result)
		e, err := load(path, x.id)
		if absent(err) {
			continue
		}
		if now, ok := c.Vouched[e.Code]; ok && dir != c.Dir {
			e.Code = now
		}
		at := len(all)
		if x.own(e) {
			at = 0
		}
		all = slices.Insert(all, at, candidate{e, path, err})
	}
	found := errMissing
	for _, y := range all {
		err, refutes := y.err, false
		if err == nil {
			if err = guard(func() error { return x.check(y.entry) }); err == nil {
				y.entry.path = y.path
				return y.entry, nil
			}
			refutes = errors.Is(err, ErrStale)
		}
		if found == errMissing {
			lower := y.path != file(c.Dir, x.key, result)
			found = &loadError{y.path, lower, files.Cause(err), y.Code, refutes}
		}
	}
	return entry{}, found
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

func load(path string, id identity) (e entry, err error) {
	b, err := files.Read(path, maxEntry)
	if err != nil {
		return entry{}, err
	}
	err = guard(func() error {
		if e, err = decode(b, id); err == nil && e.SHA256 == "" {
			err = fmt.Errorf("%w, without a digest of its arrays", ErrStale)
		}
		return err
	})
	return e, err
}

// decode reads an archive.
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
	if e.SHA256 != "" && e.SHA256 != e.arrays.Digest() {
		return entry{}, errors.New("its arrays are not those that were stored")
	}
	return e, nil
}

// store writes an entry in the way of table.WriteNPZ or WriteNPZFast, whole or not at all.
func (c Cache) store(
	id identity, ending string, e entry, write func(io.Writer, table.Archive) error,
) error {
	e.Identity, e.SHA256 = json.RawMessage(id), e.arrays.Digest()
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := file(c.Dir, id.key(), ending)
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

// Has reports whether there is a file for the result of a key. Run finds out whether it can be
// used.
func (c Cache) Has(key string) bool {
	return len(key) >= 2 && slices.ContainsFunc(c.dirs(), func(dir string) bool {
		_, err := os.Stat(file(dir, key, result))
		return err == nil
	})
}
