// Package files writes files completely or not at all, reads only regular files, and cleans up
// after killed programs.
package files

import (
	"bytes"
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
	"unicode"
)

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	if err := checkRegular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// checkRegular rejects devices and pipes too, which might never end.
func checkRegular(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a directory")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	}
	return nil
}

// Read returns the content of a regular file of at most most bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("is larger than %d bytes", most)
	}
	return b, err
}

// Cause removes the operation and the file names from an error of package os, for messages that
// name the file themselves.
func Cause(err error) error {
	if cause, ok := errors.AsType[syscall.Errno](err); ok {
		return cause
	}
	return err
}

// Printable replaces runes that a terminal may take for a command, but not tabs and line ends.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || r == '\n' || r == '\t' {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// File is a path and the content to write there.
type File struct {
	Path    string
	Content []byte
}

// Write is [WriteAll] for one file, with the output of write as its content.
func Write(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return WriteBytes(path, b.Bytes())
}

// WriteBytes is [WriteAll] for one file.
func WriteBytes(path string, content []byte) error { return WriteAll(File{path, content}) }

// WriteAll writes files, and makes their folders. All new files are complete and on disk before the
// first one replaces an old file. If anything fails before, the old files stay.
//
// A program killed between two replacements leaves new files and old ones. The last file should
// therefore describe the others, like a manifest with digests.
func WriteAll(list ...File) error {
	made := make([]string, len(list))
	defer func() {
		for _, name := range made {
			os.Remove(name) // fails after it was renamed
		}
	}()
	for i, f := range list {
		var err error
		if made[i], err = beside(f.Path, f.Content); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, Cause(err))
		}
	}
	for i, f := range list {
		if err := os.Rename(made[i], f.Path); err != nil {
			return fmt.Errorf("write %s: %w", f.Path, Cause(err))
		}
	}
	return nil
}

// temporary precedes the name of the program in the name of a temporary file.
const temporary = ".tmp-"

// beside writes the temporary file that will replace path. Unlike os.CreateTemp, it leaves the
// permissions to the umask.
func beside(path string, content []byte) (name string, err error) {
	if err := checkRegular(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	dir, base := filepath.Split(path)
	if err := os.MkdirAll(filepath.Clean(dir), 0o777); err != nil {
		return "", err
	}
	name = fmt.Sprintf("%s.%s-%x%s%s", dir, base, rand.Uint64(), temporary, Program())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	return name, errors.Join(err, f.Sync(), f.Close())
}

// Writable makes the folder of path and returns an error if no file can be written there.
func Writable(path string) error {
	name, err := beside(path, nil)
	os.Remove(name)
	return Cause(err)
}

// Program names this running program uniquely among all programs that share a file system: by the
// machine since its start, or the container, and the process number.
var Program = sync.OnceValue(func() string {
	h := fnv.New64a()
	name, _ := os.Hostname()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	processes, _ := os.Readlink("/proc/self/ns/pid")
	fmt.Fprint(h, name, string(boot), processes)
	return fmt.Sprintf("%016x-%d", h.Sum64(), os.Getpid())
})

// Ended reports whether a program of this machine has ended.
func Ended(program string) bool {
	machine, pid, _ := strings.Cut(program, "-")
	n, err := strconv.Atoi(pid)
	return err == nil && strings.HasPrefix(Program(), machine+"-") &&
		errors.Is(syscall.Kill(n, 0), syscall.ESRCH)
}

// Clean removes temporary files of ended programs from a folder and its subfolders, as far as it
// can. It removes files of other machines after a day.
func Clean(dir string) {
	for _, pattern := range []string{".*", "*/.*"} {
		names, _ := fs.Glob(os.DirFS(dir), pattern+temporary+"*")
		for _, name := range names {
			_, program, _ := strings.Cut(name, temporary)
			path := filepath.Join(dir, name)
			info, err := os.Lstat(path)
			if Ended(program) || err == nil && time.Since(info.ModTime()) > 24*time.Hour {
				os.Remove(path)
			}
		}
	}
}
