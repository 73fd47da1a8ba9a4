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
	if err := checkRegular(path); err != nil {
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
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil {
		b.Grow(int(min(info.Size(), most)) + bytes.MinRead)
	}
	if _, err := b.ReadFrom(io.LimitReader(f, most+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > most {
		return nil, fmt.Errorf("is larger than %d bytes", most)
	}
	return b.Bytes(), nil
}

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

// ServerTime returns the time by the clock of the file system that holds dir, which gives its files
// their times.
func ServerTime(dir string) (time.Time, error) {
	f, err := create(filepath.Join(dir, "try"))
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
	err := os.MkdirAll(dir, 0o777)
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		if to, err := os.Readlink(pe.Path); err == nil {
			return fmt.Errorf("%s is a link to %s, which is not a folder", pe.Path, to)
		}
	}
	if err == nil {
		_, err = ServerTime(dir)
	}
	return Cause(err)
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
