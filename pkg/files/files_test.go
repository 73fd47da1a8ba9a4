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

// content returns the names in a folder, with what the files hold.
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
	if got := content(t, dir); got != "" {
		t.Errorf("left behind: %s", got)
	}
}

// Files are replaced through links, with the permissions of any new file.
func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	long := strings.Repeat("second\n", 1<<15)
	err := errors.Join(
		WriteAll(File{at("a"), Bytes([]byte("1"))}, File{at("b"), Bytes([]byte("2"))}),
		os.Symlink("b", at("c")),
		WriteAll(File{at("a"), Bytes(nil)}, File{at("c"), Bytes([]byte(long))}),
		os.WriteFile(at("plain"), nil, 0o666),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, dir); got != "a: b:"+long+" c:"+long+" plain:" {
		t.Errorf("got %.100q", got)
	}
	if target, err := os.Readlink(at("c")); err != nil || target != "b" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
	a, _ := os.Stat(at("a"))
	plain, _ := os.Stat(at("plain"))
	if a.Mode() != plain.Mode() {
		t.Errorf("mode %v, of other files %v", a.Mode(), plain.Mode())
	}
}

// Whatever goes wrong, the old files stay, nothing is left beside them, and one line says what and
// where.
func TestWriteAllFails(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	err := errors.Join(os.WriteFile(at("a"), []byte("old"), 0o666), os.WriteFile(at("b"), nil, 0o666),
		syscall.Mkfifo(at("pipe"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	// A limit on the size of files stands for a full disk. It concerns the whole process.
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

	large := make([]byte, 1<<19)
	ignore := func(w io.Writer) error { w.Write(large); return nil }
	flush := func(w io.Writer) error { w.Write(large[:1<<18]); w.Write(large[:9]); return nil }
	failure := errors.New("no more numbers")
	other := at("other")
	for _, c := range []struct {
		path  string
		write func(io.Writer) error
		want  string // after the path
	}{
		{at("b"), func(io.Writer) error { return failure }, "no more numbers"},
		{at("b"), func(w io.Writer) error { w.Write(large[:1<<17]); return failure }, "no more numbers"},
		{at("b"), Bytes(large), "file too large"},
		{at("b"), ignore, "file too large"},
		{at("b"), flush, "file too large"},
		{at("b"), func(io.Writer) error { _, err := os.Open(other); return err },
			"open " + other + ": no such file or directory"},
		{dir, Bytes(nil), "is a directory"},
		{at("pipe"), Bytes(nil), "is not a regular file"},
		{at("none/b"), Bytes(nil), "no such file or directory"},
		{at("a/b"), Bytes(nil), "not a directory"},
		{at(strings.Repeat("x", 255)), Bytes(nil), "file name too long"},
	} {
		err := WriteAll(File{at("a"), Bytes([]byte("new"))}, File{c.path, c.write})
		if want := "write " + c.path + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if got := content(t, dir); got != "a:old b: pipe:" {
			t.Errorf("%v left %s", err, got)
		}
	}
	func() {
		defer func() { recover() }()
		_ = Write(at("a"), func(io.Writer) error { panic("bug") })
		t.Error("the panic is lost")
	}()
	if got := content(t, dir); got != "a:old b: pipe:" {
		t.Errorf("a panic left %s", got)
	}
}

// A program that ends between two files leaves the last one, which tells of the others, as it was.
func TestWriteAllInOrder(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var list []File
	for _, name := range []string{"a", "b", "c"} {
		if err := WriteBytes(at(name), []byte("old")); err != nil {
			t.Fatal(err)
		}
		list = append(list, File{at(name), Bytes([]byte("new"))})
	}
	list[2].Write = func(io.Writer) error {
		if got := content(t, dir); !strings.HasSuffix(got, " a:old b:old c:old") {
			t.Errorf("replaced too early: %s", got)
		}
		return errors.Join(os.Remove(at("b")), os.Mkdir(at("b"), 0o777)) // in the way of a file
	}
	err := WriteAll(list...)
	if err == nil || !strings.HasPrefix(err.Error(), "write "+at("b")+": ") {
		t.Errorf("got %v", err)
	}
	if got := content(t, dir); got != "a:new b: c:old" {
		t.Errorf("got %s", got)
	}
}

// Clean removes what programs that have ended left, and nothing else.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	gone := cmd.Process.Pid
	name := func(machine string, pid int) string {
		return fmt.Sprintf(".a.npz%s%s-%d-x", temporary, machine, pid)
	}
	long := time.Now().Add(-2 * old)
	for _, c := range []struct {
		name string
		time time.Time
		kept bool
	}{
		{name(Machine(), gone), time.Now(), false},
		{name(Machine(), os.Getpid()), time.Now(), true},
		{name("elsewhere", gone), time.Now(), true},
		{name("elsewhere", gone), long, false},
		{"a.npz", long, true},
		{"a" + temporary + "b", long, true},
		{".hidden", long, true},
	} {
		for _, folder := range []string{dir, filepath.Join(dir, "folder")} {
			path := filepath.Join(folder, c.name)
			err := errors.Join(os.MkdirAll(folder, 0o777), WriteBytes(path, nil),
				os.Chtimes(path, c.time, c.time))
			if err != nil {
				t.Fatal(err)
			}
			Clean(dir, folder != dir)
			if _, err := os.Stat(path); (err == nil) != c.kept {
				t.Errorf("%s: kept %t, want %t", path, err == nil, c.kept)
			}
			os.Remove(path)
		}
	}
	Clean(filepath.Join(dir, "none"), true)
}
