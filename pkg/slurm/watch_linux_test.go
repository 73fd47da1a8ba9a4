package slurm

import (
	"encoding/binary"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// watch counts operations in a folder and those in it until the function is called that it returns:
// files that are opened, made, renamed or removed.
func watch(t *testing.T, dir string) (stop func() float64) {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			dirs = append(dirs, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		_, err = syscall.InotifyAddWatch(fd, d, syscall.IN_OPEN|syscall.IN_DELETE|syscall.IN_MOVED_TO|
			syscall.IN_CREATE)
		if err != nil {
			t.Fatal(err)
		}
	}
	n := 0.0
	read := func() {
		b := make([]byte, 1<<16)
		for {
			got, err := syscall.Read(fd, b)
			if err != nil || got <= 0 {
				return
			}
			for at := 0; at+syscall.SizeofInotifyEvent <= got; {
				mask := binary.NativeEndian.Uint32(b[at+4:])
				if mask&syscall.IN_Q_OVERFLOW != 0 {
					t.Error("too many operations to count")
				}
				name := int(binary.NativeEndian.Uint32(b[at+12:]))
				if name > 0 { // else it is about a folder, and its parent's watch counts it
					n++
				}
				at += syscall.SizeofInotifyEvent + name
			}
		}
	}
	quit, done := make(chan bool), make(chan bool)
	go func() {
		for more := true; more; {
			select {
			case <-quit:
				more = false
			case <-time.After(5 * time.Millisecond):
			}
			read()
		}
		syscall.Close(fd)
		close(done)
	}()
	return func() float64 {
		close(quit)
		<-done
		return n
	}
}
