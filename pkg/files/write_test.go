package files

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
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

// broken is a disk of which an operation fails, or that takes no more operations at all, as for a
// process that is killed there.
type broken struct {
	disk
	left   int // operations before that
	killed bool
	done   int
}

// fast is a disk that works, and does not wait for anything to be on it.
func fast() disk { return &broken{disk: system{os.Getpid()}, left: math.MaxInt} }

var errBroken = errors.New("broken")

func (b *broken) step() error {
	b.done++
	if b.left--; b.left == -1 || b.killed && b.left < 0 {
		return errBroken
	}
	return nil
}

func (b *broken) create(path string) (file, string, error) {
	if err := b.step(); err != nil {
		return nil, "", err
	}
	f, name, err := b.disk.create(path)
	return brokenFile{f, b}, name, err
}

func (b *broken) rename(from, to string) error {
	if err := b.step(); err != nil {
		return err
	}
	return b.disk.rename(from, to)
}

func (b *broken) remove(path string) error {
	if err := b.step(); err != nil {
		return err
	}
	return b.disk.remove(path)
}

type brokenFile struct {
	file
	b *broken
}

func (f brokenFile) Write(p []byte) (int, error) {
	if err := f.b.step(); err != nil {
		n, _ := f.file.Write(p[:len(p)/2])
		return n, err
	}
	return f.file.Write(p)
}

func (f brokenFile) Sync() error { return f.b.step() }

func (b *broken) sync(string) {}

// outputs is a set of four files in two folders, one of them behind a link.
type outputs struct{ dir string }

func newOutputs(t *testing.T) outputs {
	t.Helper()
	o := outputs{t.TempDir()}
	for _, name := range []string{"tables/quick", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(o.dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../elsewhere", filepath.Join(o.dir, "tables", "pictures")); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o outputs) tables() string   { return filepath.Join(o.dir, "tables", "quick") }
func (o outputs) pictures() string { return filepath.Join(o.dir, "tables", "pictures") }

func (o outputs) paths() []string {
	return []string{
		filepath.Join(o.tables(), "f.csv"), filepath.Join(o.tables(), "f.json"),
		filepath.Join(o.pictures(), "f.png"), filepath.Join(o.pictures(), "f.pdf"),
	}
}

func (o outputs) list(text string) []File {
	var list []File
	for _, path := range o.paths() {
		list = append(list, File{path, writeText(text)})
	}
	return list
}

// content returns what the files hold, in their order, or what else there is.
func (o outputs) content(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, path := range o.paths() {
		b, err := os.ReadFile(path)
		if err != nil {
			b = []byte("none")
		}
		all.WriteString(string(b) + " ")
	}
	for _, dir := range []string{o.tables(), o.pictures()} {
		if names := list(t, dir); strings.Contains(names, ".tmp") {
			return "litter: " + names
		}
	}
	return all.String()
}

// gone returns the number of a process that has ended.
func gone(t *testing.T) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// A process that is killed at any step leaves whole files, of which the last is new only if all
// are; an operation that fails leaves nothing else. Whoever writes the files next heals them.
func TestWriteAllBroken(t *testing.T) {
	pid := gone(t)
	for _, old := range []string{"old", "none"} {
		for _, killed := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, killed %t", old, killed), func(t *testing.T) {
				seen := map[string]int{}
				for step, steps := 0, 1; step < steps; step++ {
					o := newOutputs(t)
					for _, path := range o.paths() {
						if old == "none" {
							break
						}
						if err := os.WriteFile(path, []byte(old), 0o666); err != nil {
							t.Fatal(err)
						}
					}
					b := &broken{disk: system{pid}, left: step, killed: killed}
					err := writeAll(b, o.list("new"))
					steps = b.done + 1
					if killed {
						Clean(o.dir, true)
					}
					got := o.content(t)
					seen[got]++
					n := strings.Count(got, "new")
					want := strings.Repeat("new ", n) + strings.Repeat(old+" ", 4-n)
					if got != want || err == nil && n < 4 {
						t.Errorf("step %d: %v, %s", step, err, got)
					}
					if err := writeAll(fast(), o.list("newer")); err != nil {
						t.Fatal(err)
					}
					if got := o.content(t); got != strings.Repeat("newer ", 4) {
						t.Errorf("step %d, then all: %s", step, got)
					}
				}
				if len(seen) != 5 {
					t.Errorf("steps: %v", seen)
				}
			})
		}
	}
}

// Programs that write the same files at a time leave those of one of them.
func TestWriteAllTogether(t *testing.T) {
	o := newOutputs(t)
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for range 20 {
				if err := writeAll(fast(), o.list(fmt.Sprint(k))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := strings.Fields(o.content(t)); len(slices.Compact(got)) != 1 {
		t.Error(got)
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
		for _, deep := range []bool{false, true} {
			path := filepath.Join(dir, c.name)
			if deep {
				path = filepath.Join(dir, "folder", c.name)
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := WriteBytes(path, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, c.time, c.time); err != nil {
				t.Fatal(err)
			}
			Clean(dir, deep)
			if _, err := os.Stat(path); (err == nil) != c.kept {
				t.Errorf("%s: kept %t, want %t", path, err == nil, c.kept)
			}
			os.Remove(path)
		}
	}
	Clean(filepath.Join(dir, "none"), true)
}
