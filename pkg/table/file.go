package table

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
)

// WriteFile writes a file as a whole or not at all: what write writes goes to a
// temporary file in the same folder, which is synced to disk and then takes the name
// path. If anything fails, a write error that write itself ignores included, the
// file that was at path stays as it was, no temporary file is left, and the error
// names path. A panic of write leaves no file either and goes on. What is at path
// must be a regular file or nothing; a symbolic link is followed.
func WriteFile(path string, write func(io.Writer) error) error {
	if err := writeFile(path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return errors.New("is a directory")
		}
		return errors.New("is not a regular file")
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
	// The file is complete and in place; that its name survives a power cut as well
	// is worth an attempt, which not every file system supports.
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
	return nil
}

// Cause strips the operation and the file names from an error of package os: what is
// left is the reason, for messages that name a file better, such as the one that was
// meant instead of a temporary one.
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

// createBeside creates a temporary file in the folder of path. Other than
// os.CreateTemp it leaves the permissions to the umask, as for any new file.
func createBeside(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	for try := 0; ; try++ {
		name := filepath.Join(dir, "."+base+".tmp"+strconv.FormatUint(rand.Uint64(), 36))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || try >= 100 {
			return f, err
		}
	}
}

// file is what fill needs of an os.File.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// fill writes to f, syncs and closes it. It returns the first error of any of these.
func fill(f file, write func(io.Writer) error) error {
	// The buffer keeps the first error of f, so write cannot hide one.
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
