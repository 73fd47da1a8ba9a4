package files

import (
	"bufio"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
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
// digests.
func WriteAll(list ...File) error {
	var made, targets []string
	defer func() {
		for _, name := range made {
			os.Remove(name) // unless it has another name now
		}
	}()
	for _, f := range list {
		target := f.Path
		if path, err := filepath.EvalSymlinks(target); err == nil {
			target = path
		}
		err := checkRegular(target)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		var t *os.File
		if err == nil {
			t, err = create(target)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", f.Path, Cause(err))
		}
		made, targets = append(made, t.Name()), append(targets, target)
		if err := fill(t, f.Write); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, err)
		}
	}
	for i, target := range targets {
		if i > 0 && i == len(targets)-1 {
			syncFolders(targets) // a power cut must not leave the last one without the others
		}
		if err := os.Rename(made[i], target); err != nil {
			return fmt.Errorf("write %s: %w", list[i].Path, Cause(err))
		}
	}
	syncFolders(targets)
	return nil
}

// temporary follows the final name of a file in the name of its temporary file.
const temporary = ".tmp-"

// create creates a temporary file beside path, with a name that tells [Clean] who made it. Unlike
// os.CreateTemp, it leaves the permissions to the umask, as for any new file.
func create(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	name := fmt.Sprintf("%s.%s%s%s-%d-%s", dir, base, temporary, Machine(), os.Getpid(),
		strconv.FormatUint(rand.Uint64(), 36))
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// fill writes to f, syncs and closes it. It returns the first error of these, without f's name.
func fill(f *os.File, write func(io.Writer) error) error {
	defer f.Close()
	// The buffer keeps the first error of f, so write cannot hide it.
	b := bufio.NewWriterSize(f, 1<<16)
	err := write(b)
	for _, next := range []func() error{b.Flush, f.Sync, f.Close} {
		if err == nil {
			err = next()
		}
	}
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) && pe.Path == f.Name() {
		return pe.Err
	}
	return err
}

// syncFolders syncs the folders of files, so that the names in them survive a power cut, where the
// file system can.
func syncFolders(paths []string) {
	synced := map[string]bool{}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if f, err := os.Open(dir); err == nil && !synced[dir] {
			_ = f.Sync()
			f.Close()
		}
		synced[dir] = true
	}
}

// Machine returns a name of this machine since it was started, or of the container: the numbers of
// processes are unique in it.
var Machine = sync.OnceValue(func() string {
	h := fnv.New64a()
	name, _ := os.Hostname()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	processes, _ := os.Readlink("/proc/self/ns/pid")
	fmt.Fprint(h, name, string(boot), processes)
	return fmt.Sprintf("%016x", h.Sum64())
})

// Alive reports whether a process of this machine still exists.
func Alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

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
	if len(part) == 3 && part[0] == Machine() {
		pid, err := strconv.Atoi(part[1])
		return err == nil && !Alive(pid)
	}
	return time.Since(info.ModTime()) > old
}
