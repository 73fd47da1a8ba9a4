// Package files writes files whole or not at all, reads none that is not a file, completes or
// clears away what killed programs left, and shortens and cleans errors about files.
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
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

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	// What is not a file might never end, or wait for somebody to write to it.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := checkRegular(info); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Read returns the content of a regular file of at most most bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var b []byte
	if info.Size() <= most { // it may grow
		b, err = io.ReadAll(io.LimitReader(f, most+1))
	}
	if max(info.Size(), int64(len(b))) > most {
		return nil, fmt.Errorf("is larger than %d bytes", most)
	}
	return b, err
}

func checkRegular(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errors.New("is a directory")
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	}
	return nil
}

// ServerTime returns the time by the clock of the file system that holds dir, which the times of
// its files are given by.
func ServerTime(dir string) (time.Time, error) {
	f, err := createBeside(filepath.Join(dir, "clock"))
	if err != nil {
		return time.Time{}, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// Writable makes the folder dir if it does not exist, and returns an error if no file can be
// created in it.
func Writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
			if to, err := os.Readlink(pe.Path); err == nil {
				return fmt.Errorf("%s is a link to %s, which is not a folder", pe.Path, to)
			}
		}
		return Cause(err)
	}
	f, err := createBeside(filepath.Join(dir, "try"))
	if err != nil {
		return Cause(err)
	}
	f.Close()
	return Cause(os.Remove(f.Name()))
}

// Cause strips the operation and the file names from an error of package os. The reason is left,
// for messages that name the file themselves.
func Cause(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// Printable replaces what a terminal may take for a command, as the names of files can hold it. It
// leaves the ends of lines.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || r == '\n' {
			return r
		}
		return unicode.ReplacementChar
	}, s)
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

// temporary is what follows the name of the file that a temporary file becomes.
const temporary = ".tmp-"

// createBeside creates a temporary file in the folder of path. Its name tells [Clean] who made it.
// Unlike os.CreateTemp, it leaves the permissions to the umask, as for any new file.
func createBeside(path string) (*os.File, error) { return createFor(os.Getpid(), path) }

// createFor is createBeside for the process pid.
func createFor(pid int, path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	return os.OpenFile(dir+"."+base+temporary+unique(pid), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// unique returns the end of a name that nobody else uses, which tells its process.
func unique(pid int) string {
	return fmt.Sprintf("%s-%d-%s", Machine(), pid, strconv.FormatUint(rand.Uint64(), 36))
}

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
