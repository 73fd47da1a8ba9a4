package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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

// A journal says that files are complete and about to be renamed. Each of their folders holds a
// page of it, under the same name, with the files in that folder alone. Pages count while the one
// in the first folder is there: it comes last and goes first.
type journal struct {
	name    string
	folders []string
	files   map[string][]pending // by folder
}

// page is what a journal leaves in one folder.
type page struct {
	Folders []string  `json:"folders"` // those with pages, relative to this one
	Files   []pending `json:"files"`
}

// pending is a temporary file, whose name tells what it will be.
type pending struct {
	Name string `json:"path"`
	Size int64  `json:"size"`
}

const journalPrefix = ".journal-"

// maxJournal bounds the size of a page of a journal.
const maxJournal = 1 << 20

// begin leaves the journal of temporary files in the folders dirs, after it has completed what
// others left there.
func begin(d disk, dirs, made []string) (*journal, error) {
	j := &journal{name: d.name(), files: map[string][]pending{}}
	for _, dir := range dirs {
		if err := finish(d, dir); err != nil {
			return nil, err
		}
		real, err := realPath(dir)
		if err != nil {
			return nil, fmt.Errorf("write to %s: %w", dir, Cause(err))
		}
		j.folders = append(j.folders, real)
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
		j.files[real] = append(j.files[real], pending{filepath.Base(name), info.Size()})
	}
	for _, dir := range slices.Backward(j.folders) {
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

// place puts the page of one of its folders there, whole.
func (j *journal) place(d disk, dir string) error {
	r := page{Files: j.files[dir]}
	for _, folder := range j.folders {
		path, err := filepath.Rel(dir, folder)
		if err != nil {
			return err
		}
		r.Folders = append(r.Folders, filepath.ToSlash(path))
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

// read returns the page in a folder, without folders if there is none or nothing can be made of it.
// It returns an error if the page cannot be read.
func (j *journal) read(dir string) (p page, err error) {
	b, err := Read(filepath.Join(dir, j.name), maxJournal)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) && !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	if err != nil || json.Unmarshal(b, &p) != nil {
		return page{}, nil
	}
	for i, folder := range p.Folders {
		p.Folders[i] = filepath.Join(dir, filepath.FromSlash(folder))
	}
	return p, nil
}

// end removes the journal from all its folders.
func (j *journal) end(d disk) {
	for _, dir := range j.folders {
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
		j := &journal{name: name, files: map[string][]pending{}}
		own, _ := j.read(dir)
		all := own.Folders
		if missing(path) {
			continue // somebody else was faster
		}
		if len(all) > 0 && missing(filepath.Join(all[0], name)) {
			if !ended(name, modTime(path)) {
				continue // it is not yet there
			}
			all = nil
		}
		// Who can write to this folder alone must not have files renamed in another: that is for
		// the page there to say.
		for _, folder := range all {
			p, err := j.read(folder)
			if err != nil {
				return fmt.Errorf("complete %s: %w", path, err)
			}
			if slices.Equal(p.Folders, all) {
				j.folders, j.files[folder] = append(j.folders, folder), p.Files
			}
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
	var left [][2]string // paths from and to
	for _, dir := range j.folders {
		for _, f := range j.files[dir] {
			name := temporaryName.FindStringSubmatch(f.Name)
			if name == nil {
				return nil
			}
			from := filepath.Join(dir, f.Name)
			switch info, err := os.Lstat(from); {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil || !info.Mode().IsRegular() || info.Size() != f.Size:
				return nil
			default:
				left = append(left, [2]string{from, filepath.Join(dir, name[1])})
			}
		}
	}
	for _, path := range left {
		if err := d.rename(path[0], path[1]); err != nil && !missing(path[0]) {
			return fmt.Errorf("write %s: %w", path[1], Cause(err))
		}
	}
	for _, dir := range j.folders {
		d.sync(dir)
	}
	return nil
}

// temporaryName matches the name of a temporary file, and in it that of the file it becomes.
var temporaryName = regexp.MustCompile(
	`^\.([^/\\]+)` + regexp.QuoteMeta(temporary) + `[0-9a-f]+-[0-9]+-[0-9a-z]+$`)
