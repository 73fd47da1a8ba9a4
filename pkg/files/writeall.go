package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// WriteAll writes all files whole or none at all. The output of each goes to a temporary file in
// the same folder, which is synced to disk. When all are complete, they are renamed to their paths.
//
// If anything fails before the first of them has its name, including a write error that Write
// ignores, the old files stay as they were, the temporary files are removed, and the error names
// the path. The same holds if Write panics, and the panic continues. Anything at a path must be a
// regular file; a symbolic link is followed.
//
// The names of several files do not change in one step. So WriteAll first leaves a journal in every
// folder that is concerned. If it does not come to its end, whoever is the next to call WriteAll,
// [Finish] or [Clean] on one of the folders completes what the journal says.
func WriteAll(list ...File) error { return writeAll(system{os.Getpid()}, list) }

// disk is what WriteAll does to the file system. Tests let it fail.
type disk interface {
	create(path string) (file, string, error) // a temporary file beside path, and its name
	name() string                             // unique, of a journal
	rename(from, to string) error
	remove(path string) error
	sync(dir string)
}

// system is the file system for a process.
type system struct{ pid int }

func (s system) create(path string) (file, string, error) {
	f, err := createFor(s.pid, path)
	if err != nil {
		return nil, "", err
	}
	return f, f.Name(), nil
}

func (s system) name() string               { return journalPrefix + unique(s.pid) }
func (system) rename(from, to string) error { return os.Rename(from, to) }
func (system) remove(path string) error     { return os.Remove(path) }

// sync syncs a folder, so that the names in it survive a power cut. It is an attempt: not every
// file system supports it.
func (system) sync(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync()
		f.Close()
	}
}

func writeAll(d disk, list []File) error {
	var made []string // the temporary files that are not renamed
	defer func() {
		for _, name := range made {
			d.remove(name)
		}
	}()
	var targets, dirs []string
	for _, f := range list {
		target, err := regular(f.Path)
		if err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
		t, name, err := d.create(target)
		if err == nil {
			made, targets = append(made, name), append(targets, target)
			err = fill(t, f.Write)
		}
		var pe *fs.PathError
		if errors.As(err, &pe) && (t == nil || pe.Path == name) {
			err = Cause(err)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
		if dir := filepath.Dir(target); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	var begun *journal
	if len(list) > 1 {
		defer lock(dirs[0])()
		var err error
		if begun, err = begin(d, dirs, made); err != nil {
			return err
		}
	}
	for i, target := range targets {
		err := d.rename(made[0], target)
		if err != nil && !(begun != nil && missing(made[0])) { // else somebody else has done it
			if begun != nil && i == 0 {
				begun.end(d)
			} else if begun != nil {
				made = nil // for whoever completes it
			}
			return fmt.Errorf("write %s: %w", list[i].Path, Cause(err))
		}
		made = made[1:]
	}
	for _, dir := range dirs {
		d.sync(dir)
	}
	if begun != nil {
		begun.end(d)
	}
	return nil
}

func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// modTime returns the time of a file, now if it has none.
func modTime(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}

// A journal says that files are complete and about to be renamed. There is one of the same name in
// each of their folders, with paths relative to it. They count while the one in the first folder is
// there: it comes last and goes first.
type journal struct {
	Folders []string  `json:"folders"` // of journals
	Files   []pending `json:"files"`

	name string
}

// pending is a temporary file, whose name tells what it will be.
type pending struct {
	Path string `json:"path"`
	Size int64  `json:"size"`
}

const journalPrefix = ".journal-"

// maxJournal bounds the size of a journal.
const maxJournal = 1 << 20

// begin leaves the journals of temporary files in the folders dirs, after it has completed what
// others left there.
func begin(d disk, dirs, made []string) (*journal, error) {
	j := &journal{name: d.name()}
	for _, dir := range dirs {
		if err := finish(d, dir); err != nil {
			return nil, err
		}
		real, err := realPath(dir)
		if err != nil {
			return nil, fmt.Errorf("write to %s: %w", dir, Cause(err))
		}
		j.Folders = append(j.Folders, real)
		d.sync(dir)
	}
	for _, name := range made {
		info, err := os.Stat(name)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, Cause(err))
		}
		real, err := realPath(filepath.Dir(name))
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", name, Cause(err))
		}
		path := filepath.Join(real, filepath.Base(name))
		j.Files = append(j.Files, pending{path, info.Size()})
	}
	for _, dir := range slices.Backward(j.Folders) {
		if err := j.place(d, dir); err != nil {
			j.end(d)
			return nil, err
		}
	}
	return j, nil
}

// realPath returns the absolute path of a folder without links, so that paths between two folders
// can be told by their names.
func realPath(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// place puts the journal into one of its folders, whole.
func (j *journal) place(d disk, dir string) error {
	r := journal{}
	for _, folder := range j.Folders {
		path, err := filepath.Rel(dir, folder)
		if err != nil {
			return err
		}
		r.Folders = append(r.Folders, filepath.ToSlash(path))
	}
	for _, f := range j.Files {
		path, err := filepath.Rel(dir, f.Path)
		if err != nil {
			return err
		}
		r.Files = append(r.Files, pending{filepath.ToSlash(path), f.Size})
	}
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, j.name)
	t, name, err := d.create(filepath.Join(dir, "journal"))
	if err == nil {
		if err = fill(t, Bytes(b)); err == nil {
			err = d.rename(name, path)
		}
		if err != nil {
			d.remove(name)
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, Cause(err))
	}
	d.sync(dir)
	return nil
}

// end removes the journal from all its folders.
func (j *journal) end(d disk) {
	for _, dir := range j.Folders {
		d.remove(filepath.Join(dir, j.name))
	}
}

// Finish completes what a program that was killed in WriteAll had begun to put in place, if a file
// in dir is concerned. It returns an error that names the file that cannot be put in place.
func Finish(dir string) error {
	if names, err := journals(dir); err != nil || len(names) == 0 {
		return nil // there is nothing to read in the folder either
	}
	defer lock(dir)()
	return finish(system{os.Getpid()}, dir)
}

// journals returns the names of the journals in a folder.
func journals(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), journalPrefix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

func finish(d disk, dir string) error {
	names, err := journals(dir)
	if err != nil || len(names) == 0 {
		return Cause(err)
	}
	if dir, err = realPath(dir); err != nil {
		return err
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		b, err := Read(path, maxJournal)
		if missing(path) {
			continue // somebody else was faster
		}
		j := journal{name: name}
		if err != nil || json.Unmarshal(b, &j) != nil {
			j = journal{} // nothing can be made of it
		}
		for i := range j.Folders {
			j.Folders[i] = filepath.Join(dir, filepath.FromSlash(j.Folders[i]))
		}
		for i := range j.Files {
			j.Files[i].Path = filepath.Join(dir, filepath.FromSlash(j.Files[i].Path))
		}
		if len(j.Folders) > 0 && missing(filepath.Join(j.Folders[0], name)) {
			if !ended(name, modTime(path)) {
				continue // it is not yet there
			}
			j.Files = nil
		}
		if err := j.complete(d); err != nil {
			return err
		}
		j.end(d)
		d.remove(path)
	}
	return nil
}

// complete renames the files of a journal that have not been renamed yet, unless one is not what it
// was when the journal was written: then they are worth nothing.
func (j *journal) complete(d disk) error {
	var left []pending
	for _, f := range j.Files {
		switch info, err := os.Lstat(f.Path); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || !info.Mode().IsRegular() || info.Size() != f.Size || f.target() == "":
			return nil
		default:
			left = append(left, f)
		}
	}
	for _, f := range left {
		if err := d.rename(f.Path, f.target()); err != nil && !missing(f.Path) {
			return fmt.Errorf("write %s: %w", f.target(), Cause(err))
		}
	}
	for _, dir := range j.Folders {
		d.sync(dir)
	}
	return nil
}

// target returns the path that a temporary file gets, or nothing if it has not the name of one.
func (f pending) target() string {
	dir, base := filepath.Split(f.Path)
	i := strings.LastIndex(base, temporary)
	if i < 2 || base[0] != '.' {
		return ""
	}
	return dir + base[1:i]
}
