package files

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := WriteBytes(path, []byte("12345")); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		most int64
		want string // of the error
	}{
		{path, 5, ""},
		{path, 4, "is larger than 4 bytes"},
		{dir, 5, "is a directory"},
		{pipe, 5, "is not a regular file"},
		{"/dev/zero", 5, "is not a regular file"},
		{filepath.Join(dir, "none"), 5, "no such file or directory"},
	} {
		b, err := Read(c.path, c.most)
		if got := fmt.Sprint(Cause(err)); err == nil && (c.want != "" || string(b) != "12345") ||
			err != nil && got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.path, b, err, c.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{
		"a b\nσ²≤日":       "a b\nσ²≤日",
		"\x1b[31m\r\t\a":  "�[31m���",
		"\x9b31m\xef.npy": "�31m�.npy",
		"\u009b\u202e":    "��",
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestServerTime(t *testing.T) {
	dir := t.TempDir()
	now, err := ServerTime(dir)
	if err != nil || time.Since(now).Abs() > time.Minute {
		t.Errorf("%v, %v", now, err)
	}
	if got := list(t, dir); got != "" {
		t.Errorf("left behind: %s", got)
	}
}
