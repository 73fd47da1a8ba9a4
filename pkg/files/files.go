// Package files writes files whole or not at all, reads none that is not a file, clears away what
// killed programs left, and shortens the errors of package os.
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
	"time"
)

// Write writes the file at path whole or not at all. The output of write goes to a temporary file
// in the same folder, which is synced to disk and then renamed to path.
//
// If anything fails, including a write error that write ignores, the old file at path stays as it
// was, the temporary file is removed, and the error names path. The same holds if write panics,
// and the panic continues. Anything at path must be a regular file; a symbolic link is followed.
func Write(path string, write func(io.Writer) error) error {
	if err := replace(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// WriteBytes is Write for a file with the content b.
func WriteBytes(path string, b []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// Read returns the content of a regular file of at most most bytes.
func Read(path string, most int64) ([]byte, error) {
	// What is not a file might never end, or wait for somebody to write to it.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(info); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if int64(len(b)) > most {
		return nil, fmt.Errorf("expected at most %d bytes, there are more", most)
	}
	return b, err
}

func regular(info fs.FileInfo) error {
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

func replace(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		if err := regular(info); err != nil {
			return err
		}
	}
	f, err := createBeside(path)
	if err != nil {
		return Cause(err)
	}
	done := false
	defer func() {
		if !done {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := fill(f, write); err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) && pe.Path == f.Name() {
			return Cause(err)
		}
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return Cause(err)
	}
	done = true
	// The file is complete and in place. Syncing the folder, so that its name survives a power
	// cut as well, is an attempt: not every file system supports it.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

// temporary is what follows the name of the file that a temporary file becomes.
const temporary = ".tmp-"

// createBeside creates a temporary file in the folder of path. Its name tells [Clean] who made it.
// Unlike os.CreateTemp, it leaves the permissions to the umask, as for any new file.
func createBeside(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for try := 0; ; try++ {
		name := filepath.Join(dir, fmt.Sprintf(".%s%s%s-%d-%s", base, temporary, Machine(), os.Getpid(),
			strconv.FormatUint(rand.Uint64(), 36)))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || try >= 100 {
			return f, err
		}
	}
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
