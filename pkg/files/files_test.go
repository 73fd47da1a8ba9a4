package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// content returns the names in a folder with the contents of the files.
func content(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		b, _ := Read(filepath.Join(dir, e.Name()), 1<<20)
		all = append(all, e.Name()+":"+string(b))
	}
	return strings.Join(all, " ")
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "pipe")
	err := errors.Join(WriteBytes(path, []byte("12345")), syscall.Mkfifo(pipe, 0o666))
	if err != nil {
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
		"a b\n\tσ²≤日":           "a b\n\tσ²≤日",
		"\x1b[31m\r\a":          "�[31m��",
		"\x9b\xef\u009b.\u202e": "���.�",
	} {
		if got := Printable(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

// Folders are made, and files have the permissions of any new file.
func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(
		WriteAll(File{at("x/y/a"), []byte("1")}, File{at("b"), []byte("2")}),
		WriteAll(File{at("x/y/a"), nil}, File{at("b"), []byte("second")}),
		os.WriteFile(at("plain"), nil, 0o666),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, dir) + content(t, at("x/y")); got != "b:second plain: x:a:" {
		t.Errorf("got %q", got)
	}
	b, _ := os.Stat(at("b"))
	plain, _ := os.Stat(at("plain"))
	if b.Mode() != plain.Mode() {
		t.Errorf("mode %v, of other files %v", b.Mode(), plain.Mode())
	}
}

// Whatever goes wrong, the old files stay, no others are left, and one line says what and where.
func TestWriteAllFails(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(os.WriteFile(at("a"), []byte("old"), 0o666), os.WriteFile(at("b"), nil, 0o666),
		syscall.Mkfifo(at("pipe"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	// A limit on the size of files stands for a full disk. It applies to the whole process.
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	low := limit
	low.Cur = 1 << 18
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &low); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	check := func(path string, err error, want string) {
		t.Helper()
		if want = "write " + path + ": " + want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if got := content(t, dir); got != "a:old b: pipe:" {
			t.Errorf("%v left %s", err, got)
		}
	}
	for path, want := range map[string]string{
		at("b"):                      "file too large",
		dir:                          "is a directory",
		at("pipe"):                   "is not a regular file",
		at("a/b"):                    "not a directory",
		at(strings.Repeat("x", 255)): "file name too long",
	} {
		err := WriteAll(File{at("a"), []byte("new")}, File{path, make([]byte, 1<<19)})
		check(path, err, want)
	}
	err = Write(at("a"), func(io.Writer) error { _, err := os.Open("/none"); return err })
	check(at("a"), err, "open /none: no such file or directory")
}

// Files that cannot be written are detected beforehand.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir: "is a directory", dir + "/x/y": "<nil>", "/dev/null/x": "not a directory",
	} {
		if got := fmt.Sprint(Writable(path)); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if got := content(t, dir) + content(t, dir+"/x"); got != "x:" {
		t.Errorf("left behind: %s", got)
	}
}

// Clean removes files left by ended programs, and nothing else.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	machine, _, _ := strings.Cut(Program(), "-")
	gone := fmt.Sprint("-", cmd.Process.Pid)
	long := time.Now().Add(-48 * time.Hour)
	for _, c := range []struct {
		name string
		time time.Time
		kept bool
	}{
		{".a.npz-1" + temporary + machine + gone, time.Now(), false},
		{".a.npz-1" + temporary + Program(), time.Now(), true},
		{".a.npz-1" + temporary + "elsewhere" + gone, time.Now(), true},
		{".a.npz-1" + temporary + "elsewhere" + gone, time.Now().Add(-23 * time.Hour), true},
		{".a.npz-1" + temporary + "elsewhere" + gone, long, false},
		{"a.npz", long, true},
		{"a" + temporary + "b", long, true},
		{".hidden", long, true},
	} {
		for _, folder := range []string{dir, filepath.Join(dir, "folder")} {
			path := filepath.Join(folder, c.name)
			if err := errors.Join(WriteBytes(path, nil), os.Chtimes(path, c.time, c.time)); err != nil {
				t.Fatal(err)
			}
			Clean(dir)
			if _, err := os.Stat(path); (err == nil) != c.kept {
				t.Errorf("%s: kept %t, want %t", path, err == nil, c.kept)
			}
			os.Remove(path)
		}
	}
	Clean(filepath.Join(dir, "none"))
}
