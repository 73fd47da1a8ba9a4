// Package files writes files atomically, refuses to read anything but regular files, and cleans up
// after programs that were killed. Its errors are without the names that callers put before them.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	// A device or a pipe might never end, or wait for somebody to write to it.
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
	var b bytes.Buffer
	if info.Size() <= most { // it may grow
		b.Grow(int(info.Size()) + bytes.MinRead)
		_, err = b.ReadFrom(io.LimitReader(f, most+1))
	}
	if max(info.Size(), int64(b.Len())) > most {
		return nil, fmt.Errorf("is larger than %d bytes", most)
	}
	return b.Bytes(), err
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

// ServerTime returns the time by the clock of the file system that holds dir, which gives its files
// their times.
func ServerTime(dir string) (time.Time, error) {
	name, err := try(dir)
	if err != nil {
		return time.Time{}, err
	}
	defer os.Remove(name)
	info, err := os.Stat(name)
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
	name, err := try(dir)
	if err != nil {
		return Cause(err)
	}
	return Cause(os.Remove(name))
}

// try creates an empty temporary file in a folder and returns its name.
func try(dir string) (string, error) {
	f, name, err := thisProcess().create(filepath.Join(dir, "try"))
	if err != nil {
		return "", err
	}
	return name, f.Close()
}

// Cause strips the operation and the file names from an error of package os, for messages that name
// the file themselves.
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

// Printable replaces runes that a terminal may take for a command, but not the ends of lines.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || r == '\n' {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
