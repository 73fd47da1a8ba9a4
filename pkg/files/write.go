package files

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// File is a path and what to write there.
type File struct {
	Path  string
	Write func(io.Writer) error
}

// Write is WriteAll for one file.
func Write(path string, write func(io.Writer) error) error { return WriteAll(File{path, write}) }

// Bytes returns a function that writes b.
func Bytes(b []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	}
}

// WriteBytes is Write for a file with the content b.
func WriteBytes(path string, b []byte) error { return Write(path, Bytes(b)) }

// WriteAll writes files, all of them complete before the first replaces an old one: the output of
// each goes to a temporary file in the same folder, which is synced to disk, and then all are
// renamed to their paths, in the order of the list. A symbolic link is followed.
//
// If anything fails before the first of them has its name, including a write error that Write
// ignores, or if Write panics, the old files stay as they were, and the error names the path.
//
// A program that is killed between two renames leaves new files and old ones. So the last file of
// the list should tell a reader whether the others belong to it, such as a manifest with their
// digests. Programs of one machine that write to the folder of the first file take turns.
func WriteAll(list ...File) error { return writeAll(thisProcess(), list) }

// disk is the file system for WriteAll. Tests let it fail.
type disk interface {
	create(path string) (file, string, error) // a temporary file beside path, and its name
	rename(from, to string) error
	remove(path string) error
	sync(dir string)
}

// system is the file system for a process.
type system struct{ pid int }

func thisProcess() system { return system{os.Getpid()} }

// create names the file such that [Clean] knows who made it. Unlike os.CreateTemp, it leaves the
// permissions to the umask, as for any new file.
func (s system) create(path string) (file, string, error) {
	dir, base := filepath.Split(path)
	end := fmt.Sprintf("%s-%d-%s", Machine(), s.pid, strconv.FormatUint(rand.Uint64(), 36))
	name := dir + "." + base + temporary + end
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, "", err
	}
	return f, name, nil
}

func (system) rename(from, to string) error { return os.Rename(from, to) }
func (system) remove(path string) error     { return os.Remove(path) }

// sync syncs a folder, so that the names in it survive a power cut, where the file system can.
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
	if len(list) > 1 {
		defer lock(dirs[0])()
	}
	for i, target := range targets {
		if last := len(targets) - 1; i == last && i > 0 {
			syncAll(d, dirs) // a power cut must not leave the last one without the others
		}
		if err := d.rename(made[0], target); err != nil {
			return fmt.Errorf("write %s: %w", list[i].Path, Cause(err))
		}
		made = made[1:]
	}
	syncAll(d, dirs)
	return nil
}

func syncAll(d disk, dirs []string) {
	for _, dir := range dirs {
		d.sync(dir)
	}
}

// regular returns path with links followed, and an error if something else than a file is there.
func regular(path string) (string, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		if err := checkRegular(info); err != nil {
			return "", err
		}
	}
	return path, nil
}

// temporary follows the final name of a file in the name of its temporary file.
const temporary = ".tmp-"

// file is the part of os.File that fill uses.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// fill writes to f, syncs and closes it. It returns the first error of these.
func fill(f file, write func(io.Writer) error) error {
	// The buffer keeps the first error of f, so write cannot hide it.
	b := bufio.NewWriterSize(f, 1<<16)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Machine returns a name of this machine since it was started, or of the container: the numbers of
// processes are unique in it.
var Machine = sync.OnceValue(func() string {
	h := fnv.New64a()
	name, _ := os.Hostname()
	h.Write([]byte(name))
	for _, path := range []string{"/proc/sys/kernel/random/boot_id", "/proc/self/ns/pid"} {
		b, _ := os.ReadFile(path)
		link, _ := os.Readlink(path)
		h.Write(b)
		h.Write([]byte(link))
	}
	return hex.EncodeToString(h.Sum(nil))
})

// Clean removes the temporary files of programs that have ended from a folder and, if deep, from
// the folders in it, as far as it can.
func Clean(dir string, deep bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() && deep:
			Clean(path, true)
		case e.Type().IsRegular() && abandoned(e):
			os.Remove(path)
		}
	}
}

// old is the age at which a temporary file of another machine is nobody's.
const old = 24 * time.Hour

// abandoned reports whether a file is temporary and its program has ended.
func abandoned(e fs.DirEntry) bool {
	i := strings.LastIndex(e.Name(), temporary)
	info, err := e.Info()
	if i < 0 || !strings.HasPrefix(e.Name(), ".") || err != nil {
		return false
	}
	part := strings.Split(e.Name()[i+len(temporary):], "-")
	if n := len(part); n >= 3 && part[n-3] == Machine() {
		pid, err := strconv.Atoi(part[n-2])
		return err == nil && !Alive(pid)
	}
	return time.Since(info.ModTime()) > old
}
