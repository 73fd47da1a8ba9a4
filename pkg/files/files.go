// Package files writes files whole or not at all, reads regular files only, and cleans up after
// programs that were killed.
package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unicode"
)

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	if err := checkRegular(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// checkRegular refuses also devices and pipes, which might never end.
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

// Cause strips an error of package os of the operation and the file names, for messages that name
// the file themselves.
func Cause(err error) error {
	if cause, ok := errors.AsType[syscall.Errno](err); ok {
		return cause
	}
	return err
}

// Printable replaces runes that a terminal may take for a command, but not tabs and ends of lines.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) || r == '\n' || r == '\t' {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
