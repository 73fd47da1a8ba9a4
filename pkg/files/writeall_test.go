package files

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

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

// content returns what all files hold, or what is wrong.
func (o outputs) content(t *testing.T) string {
	t.Helper()
	var all []string
	for _, path := range o.paths() {
		b, err := os.ReadFile(path)
		if err != nil {
			b = []byte("none")
		}
		all = append(all, string(b))
	}
	for _, dir := range []string{o.tables(), o.pictures()} {
		if names := list(t, dir); strings.Contains(names, ".journal") || strings.Contains(names, ".tmp") {
			return "litter: " + names
		}
	}
	if all = slices.Compact(all); len(all) > 1 {
		return "mixed: " + strings.Join(all, ", ")
	}
	return all[0]
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

// A process that is killed at any step leaves the old files or, once somebody comes by, the new
// ones; an operation that fails leaves them at once, and nothing else.
func TestWriteAllBroken(t *testing.T) {
	pid := gone(t)
	comeBy := map[string]func(o outputs) error{
		"tables":   func(o outputs) error { Clean(o.tables(), false); return nil },
		"pictures": func(o outputs) error { Clean(o.pictures(), false); return nil },
		"all":      func(o outputs) error { Clean(o.dir, true); return nil },
		"finish":   func(o outputs) error { return Finish(o.pictures()) },
		"other": func(o outputs) error {
			return writeAll(fast(), []File{{filepath.Join(o.tables(), "g"), writeText("x")},
				{filepath.Join(o.pictures(), "g"), writeText("x")}})
		},
		"same": func(o outputs) error { return writeAll(fast(), o.list("newer")) },
	}
	for name, come := range comeBy {
		for _, old := range []string{"old", "none"} {
			for _, killed := range []bool{true, false} {
				if name != "tables" && (old == "none" || !killed) {
					continue
				}
				t.Run(fmt.Sprintf("%s, %s, killed %t", name, old, killed), func(t *testing.T) {
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
						if err := come(o); err != nil {
							t.Fatalf("step %d: %v", step, err)
						}
						if name == "finish" || name == "other" || name == "same" {
							Clean(o.dir, true) // the temporary files, which are not their matter
						} else if name != "all" {
							Clean(o.tables(), false)
							Clean(o.pictures(), false)
						}
						got := o.content(t)
						seen[got]++
						switch {
						case name == "same":
							if got != "newer" {
								t.Errorf("step %d: %s", step, got)
							}
						case got != old && got != "new":
							t.Errorf("step %d: %s", step, got)
						case err == nil && got != "new":
							t.Errorf("step %d: no error, %s", step, got)
						}
					}
					if name != "same" && (seen[old] < 10 || seen["new"] < 5) {
						t.Errorf("steps: %v", seen)
					}
				})
			}
		}
	}
}

// A journal of which nothing can be made, or that tells of files that are not what they were, is
// removed, and renames nothing.
func TestFinishDamaged(t *testing.T) {
	temp := fmt.Sprintf(".f.csv%s%s-%d-x", temporary, Machine(), gone(t))
	for _, c := range []struct{ name, text string }{
		{"empty", ""},
		{"cut off", `{"folders": ["."], "files": [{"path": "` + temp},
		{"no journal", `[1, 2]`},
		{"another size", `{"folders": ["."], "files": [{"path": "` + temp + `", "size": 4}]}`},
		{"no temporary file", `{"folders": ["."], "files": [{"path": "g", "size": 3}]}`},
		{"a folder", `{"folders": ["."], "files": [{"path": ".f` + temporary + `x", "size": 3}]}`},
		{"too large", strings.Repeat(" ", maxJournal) + "{}"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			journalPrefix + "x": c.text, temp: "new", "f.csv": "old", "g": "new",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(dir, ".f"+temporary+"x"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := Finish(dir); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		Clean(dir, false)
		os.Remove(filepath.Join(dir, ".f"+temporary+"x"))
		b, _ := os.ReadFile(filepath.Join(dir, "f.csv"))
		if got := list(t, dir); got != "f.csv g" || string(b) != "old" {
			t.Errorf("%s: %s, %s", c.name, got, b)
		}
	}
	if err := Finish(filepath.Join(t.TempDir(), "none")); err != nil {
		t.Error(err)
	}
}

// A journal in one folder renames nothing in another, unless the other has a page of it.
func TestFinishElsewhere(t *testing.T) {
	const temp = ".precious" + temporary + "0-1-a"
	name := fmt.Sprintf("%s%s-%d-x", journalPrefix, Machine(), gone(t))
	text := func(folders, path string) string {
		return fmt.Sprintf(`{"folders": [%s], "files": [{"path": %q, "size": 3}]}`, folders, path)
	}
	both := text(`".", "../there"`, temp)
	for _, c := range []struct{ name, here, there, want string }{
		{"by its path", text(`"."`, "../there/"+temp), "", temp},
		{"by its folder", text(`"../there"`, temp), "", temp},
		{"among others", both, "", temp},
		{"with a page of another journal", both, text(`"."`, temp), name + " " + temp},
		{"with a page", both, text(`"../here", "."`, temp), "precious"},
	} {
		dir := t.TempDir()
		here, there := filepath.Join(dir, "here"), filepath.Join(dir, "there")
		for path, text := range map[string]string{
			filepath.Join(here, name): c.here, filepath.Join(there, name): c.there,
			filepath.Join(there, temp): "new",
		} {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if text == "" {
				os.Remove(path)
			}
		}
		if err := Finish(here); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if h, got := list(t, here), list(t, there); h != "" || got != c.want {
			t.Errorf("%s: %q here, %q there", c.name, h, got)
		}
	}
}

// What cannot be put in place now is an error that names it, and is there for later.
func TestFinishLater(t *testing.T) {
	o := newOutputs(t)
	b := &broken{disk: system{gone(t)}, left: 22, killed: true}
	for writeAll(b, o.list("new")) == nil {
		t.Fatal("nothing is left")
	}
	path := o.paths()[3]
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	err := Finish(o.tables())
	if err == nil || !strings.Contains(err.Error(), "f.pdf: file exists") {
		t.Fatalf("got %v", err)
	}
	names, err := journals(o.pictures())
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	page := filepath.Join(o.pictures(), names[0])
	if err := errors.Join(os.Rename(page, page+"x"), os.Symlink(names[0], page)); err != nil {
		t.Fatal(err)
	}
	err = Finish(o.tables())
	if err == nil || !strings.Contains(err.Error(), "too many levels of symbolic links") {
		t.Fatalf("got %v", err)
	}
	if err := os.Rename(page+"x", page); err != nil {
		t.Fatal(err)
	}
	Clean(o.dir, true)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := Finish(o.tables()); err != nil {
		t.Fatal(err)
	}
	if got := o.content(t); got != "new" {
		t.Errorf("got %s", got)
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
				if err := Finish(o.pictures()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := o.content(t); len(got) != 1 {
		t.Error(got)
	}
}
