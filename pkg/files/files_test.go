package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// list returns the names in a folder.
func list(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func writeText(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.csv")
	for _, text := range []string{"first", strings.Repeat("second\n", 1<<15), ""} {
		if err := Write(path, writeText(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("read %d bytes, %v, want %d", len(got), err, len(text))
		}
		if got := list(t, dir); got != "t.csv" {
			t.Errorf("files %s", got)
		}
	}

	// As for any new file, the umask alone decides who may read it.
	plain := filepath.Join(dir, "plain")
	f, err := os.Create(plain)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	a, _ := os.Stat(path)
	b, _ := os.Stat(plain)
	if a.Mode() != b.Mode() {
		t.Errorf("mode %v, of other files %v", a.Mode(), b.Mode())
	}
}

func TestWriteFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "t.csv"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("t.csv", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, writeText("new")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "new" {
		t.Errorf("the target holds %q", got)
	}
	if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}

func TestWriteKeepsOld(t *testing.T) {
	failure := errors.New("no more numbers")
	for _, test := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"at once", func(io.Writer) error { return failure }},
		{"half-way", func(w io.Writer) error {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
			return failure
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "t.csv")
			if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			err := Write(path, test.write)
			if !errors.Is(err, failure) || err.Error() != "write "+path+": no more numbers" {
				t.Errorf("got %v", err)
			}
			if got, _ := os.ReadFile(path); string(got) != "old" {
				t.Errorf("the old file holds %q", got)
			}
			if got := list(t, dir); got != "t.csv" {
				t.Errorf("files %s", got)
			}
		})
	}

	t.Run("panic", func(t *testing.T) {
		dir := t.TempDir()
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
			if got := list(t, dir); got != "" {
				t.Errorf("files %s", got)
			}
		}()
		_ = Write(filepath.Join(dir, "t.csv"), func(io.Writer) error { panic("bug") })
	})
}

// Files are replaced all or none, and nothing else is left in the folder.
func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	content := func() string {
		t.Helper()
		var b strings.Builder
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.IsDir() {
				b.WriteString(f.Name() + "/ ")
				continue
			}
			text, err := os.ReadFile(at(f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(f.Name() + ":" + string(text) + " ")
		}
		return b.String()
	}
	if err := WriteAll(File{at("a"), writeText("1")}, File{at("b"), writeText("2")}); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b", at("c")); err != nil {
		t.Fatal(err)
	}
	if err := WriteAll(File{at("a"), writeText("3")}, File{at("c"), writeText("4")}); err != nil {
		t.Fatal(err)
	}
	if got, want := content(), "a:3 b:4 c:4 "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if target, err := os.Readlink(at("c")); err != nil || target != "b" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	err := WriteAll(File{at("a"), writeText("5")}, File{at("none/d"), writeText("6")})
	if want := "write " + at("none/d") + ": no such file or directory"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := os.Mkdir(at("e"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteAll(File{at("e"), writeText("7")}); err == nil ||
		!strings.HasPrefix(err.Error(), "write "+at("e")+": ") {
		t.Errorf("got %v", err)
	}
	if got, want := content(), "a:3 b:4 c:4 e/ "; got != want {
		t.Errorf("after errors: got %s, want %s", got, want)
	}
}

func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	before := list(t, dir)
	for _, test := range []struct{ path, want string }{
		{dir, "is a directory"},
		{pipe, "is not a regular file"},
		{filepath.Join(dir, "none", "t.csv"), "no such file or directory"},
		{filepath.Join(file, "t.csv"), "not a directory"},
		{filepath.Join(dir, strings.Repeat("x", 255)), "file name too long"},
	} {
		err := Write(test.path, writeText("x"))
		if want := "write " + test.path + ": " + test.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := list(t, dir); got != before {
		t.Errorf("files %s, before %s", got, before)
	}

	// An error about another file keeps that file's name.
	err := Write(filepath.Join(dir, "t.csv"), func(io.Writer) error {
		_, err := os.Open(filepath.Join(dir, "other"))
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "other: no such file") {
		t.Errorf("got %v", err)
	}
}

// badFile fails as its fields say.
type badFile struct {
	limit                int // bytes that it takes
	syncErr, closeErr    error
	written              int
	synced, closed, full bool
}

var errFull = errors.New("disk full")

func (f *badFile) Write(p []byte) (int, error) {
	n := min(len(p), f.limit-f.written)
	f.written += n
	if n < len(p) {
		f.full = true
		return n, errFull
	}
	return n, nil
}
func (f *badFile) Sync() error  { f.synced = true; return f.syncErr }
func (f *badFile) Close() error { f.closed = true; return f.closeErr }

func TestFill(t *testing.T) {
	other := errors.New("other")
	ignore := func(w io.Writer) error {
		for range 100 {
			io.WriteString(w, strings.Repeat("x", 1000))
		}
		return nil
	}
	for _, test := range []struct {
		name  string
		f     badFile
		write func(io.Writer) error
		want  error
	}{
		{"good", badFile{limit: 1e6}, ignore, nil},
		{"full at the flush", badFile{limit: 99999}, ignore, errFull},
		{"full earlier, ignored", badFile{limit: 10}, ignore, errFull},
		{"full, passed on", badFile{limit: 10}, writeText(strings.Repeat("x", 1<<20)), errFull},
		{"sync", badFile{limit: 1e6, syncErr: other}, ignore, other},
		{"close", badFile{limit: 1e6, closeErr: other}, ignore, other},
		{"the first of two", badFile{limit: 10, closeErr: other}, ignore, errFull},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := test.f
			if err := fill(&f, test.write); !errors.Is(err, test.want) ||
				(err == nil) != (test.want == nil) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if !f.closed || test.want == nil && !f.synced {
				t.Errorf("closed %v, synced %v", f.closed, f.synced)
			}
		})
	}
}

func TestFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	if err := fill(f, writeText("a")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v, want %v", err, syscall.ENOSPC)
	}
	if err := f.Close(); !errors.Is(err, os.ErrClosed) {
		t.Error("the file was left open")
	}
}
