package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"adl/pkg/table"
)

// A run has nothing to do if the last one left the outputs as they are, from the same entries of
// the cache, with the same flags. Whatever else holds, it works.
func TestUnchanged(t *testing.T) {
	project(t)
	entries := func() []string {
		paths, err := filepath.Glob("results/cache/??/*.npz")
		if err != nil || len(paths) != 3 {
			t.Fatalf("%q, %v", paths, err)
		}
		return paths
	}
	change := func(path string) {
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, append(b[:len(b):len(b)], "x"...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	remove := func(path string) {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		before func()
		args   []string
		rest   bool
	}{
		{"nothing", nil, nil, true},
		{"workers", nil, []string{"-workers", "1", "-cached"}, true},
		{"fresh", nil, []string{"-fresh"}, false},
		{"table", func() { change("results/quick/fig00.csv") }, nil, false},
		{"picture", func() { change("figures/quick/fig00.png") }, nil, false},
		{"no picture", func() { remove("figures/quick/fig00.pdf") }, nil, false},
		{"manifest", func() { change("results/quick/fig00.json") }, nil, false},
		{"entry", func() { change(entries()[1]) }, nil, false},
		{"no entry", func() { remove(entries()[2]) }, nil, false},
		{"stamp", func() {
			paths, err := filepath.Glob("results/cache/stamps/fig00-*")
			if err != nil || len(paths) == 0 {
				t.Fatalf("%q, %v", paths, err)
			}
			for _, p := range paths {
				change(p)
			}
		}, nil, false},
		{"stamp of a plan", func() {
			remove("results/cache/stamps")
			if code := program(nil).Run([]string{"-plan"}, io.Discard, io.Discard); code != 0 {
				t.Fatalf("exit %d", code)
			}
		}, nil, false},
		{"spec", nil, []string{"-spec", "spec.toml"}, false},
		{"set", nil, []string{"-set", "x=[1]"}, false},
		{"profile", nil, []string{"-profile", "smoke"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := program(nil).Run([]string{"-q"}, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, &stderr)
			}
			text := "x = [1, 2, 3] # the same\n[profile.quick]\n"
			if err := os.WriteFile("spec.toml", []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if c.before != nil {
				c.before()
			}
			if code := program(nil).Run(c.args, &stdout, &stderr); code != 0 {
				t.Fatalf("exit %d: %s", code, &stderr)
			}
			if rest := strings.Contains(stdout.String(), "\nunchanged: "); rest != c.rest ||
				!rest && !strings.Contains(stdout.String(), "\nwrote ") {
				t.Errorf("got %s", &stdout)
			}
		})
	}
}

// A plan says at once that there is nothing to do while that is as the last plan or run left it. It
// notices whatever else holds, and leaves the outputs alone.
func TestNothingToDo(t *testing.T) {
	dir := project(t)
	// Equal tasks count once.
	text := bytes.Replace(program(nil).Spec, []byte("3]"), []byte("3, 3]"), 1)
	own := filepath.Join("experiments", "fig00")
	self, err := os.Executable()
	if err = errors.Join(err, os.Mkdir(own, 0o777),
		os.WriteFile(filepath.Join(own, "spec.toml"), text, 0o666)); err != nil {
		t.Fatal(err)
	}
	run := func(compute func(*Context) error, args ...string) string {
		t.Helper()
		p := program(compute)
		p.Spec = text
		var stdout, stderr bytes.Buffer
		if code := p.Run(args, &stdout, &stderr); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &stderr)
		}
		return stdout.String()
	}
	plan := func(args ...string) (line string, computes bool) {
		t.Helper()
		line = run(func(*Context) error { computes = true; return nil }, append(args, "-plan")...)
		return line, computes
	}
	const nothing = "fig00: 3 tasks, 3 cached, 0 to do\n"
	entries := func() []string {
		paths, err := filepath.Glob("results/cache/??/*.npz")
		if err != nil || len(paths) != 3 {
			t.Fatalf("%q, %v", paths, err)
		}
		return paths
	}
	for _, c := range []struct {
		name     string
		before   func() error
		args     []string
		want     string // a prefix
		computes bool
	}{
		{"after a run", nil, nil, nothing, false},
		{"without outputs", func() error {
			return errors.Join(os.RemoveAll("results/quick"), os.RemoveAll("figures"))
		}, nil, nothing, false},
		{"no stamp", func() error { return os.RemoveAll("results/cache/stamps") }, nil, nothing, true},
		{"after a plan", func() error {
			err := os.RemoveAll("results/cache/stamps")
			plan()
			return err
		}, nil, nothing, false},
		{"damaged", func() error {
			return os.WriteFile(entries()[1], []byte("x"), 0o666)
		}, nil, "fig00: 3 tasks, 2 cached, 1 to do (0 stale, 1 damaged: ", true},
		{"missing", func() error { return os.Remove(entries()[2]) }, nil,
			"fig00: 3 tasks, 2 cached, 1 to do: ", true},
		{"code", func() error {
			digest := strings.Repeat("0", 16)
			return Vouch("results/paper", [2]string{digest, digest})
		}, nil, nothing, true},
		{"fresh", nil, []string{"-fresh"}, "fig00: 3 tasks, 0 cached, 3 to do: ", true},
		{"set", nil, []string{"-set", "x=[1]"}, "fig00: 1 task, 1 cached, 0 to do\n", true},
		{"profile", nil, []string{"-profile", "smoke"}, "fig00: 1 task, 0 cached, 1 to do: ", true},
		{"why", nil, []string{"-why"}, "fig00", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.MkdirAll("results/paper", 0o777); err != nil {
				t.Fatal(err)
			}
			run(nil, "-q")
			if c.before != nil {
				if err := c.before(); err != nil {
					t.Fatal(err)
				}
			}
			before := tree(t, dir)
			report, ok := Planned("fig00", self, append(c.args, "-plan"))
			if ok == c.computes || ok && report != c.want {
				t.Errorf("without the program: %t, %s", ok, report)
			}
			if _, ok := Planned("fig00", "go.mod", append(c.args, "-plan")); ok {
				t.Error("the stamp holds for another program")
			}
			line, computes := plan(c.args...)
			if !strings.HasPrefix(line, c.want) || computes != c.computes {
				t.Errorf("computes: %t, %s", computes, line)
			}
			if !maps.Equal(before, tree(t, dir)) {
				t.Error("files changed")
			}
		})
	}
}

// At profile paper, and there alone, -keep stores the results in the project. Then they serve
// without a cache.
func TestKeep(t *testing.T) {
	dir := project(t)
	var stdout, stderr bytes.Buffer
	run := func(args ...string) int {
		stdout.Reset()
		stderr.Reset()
		return program(nil).Run(args, &stdout, &stderr)
	}
	for _, args := range [][]string{{"-keep"}, {"-keep", "-profile", "paper", "-set", "x=[1]"}} {
		if code := run(args...); code != misuse || stderr.String() !=
			"fig00: -keep and -vouch are for the figure's own spec at profile paper\n" {
			t.Errorf("%q: exit %d: %s", args, code, &stderr)
		}
	}
	if code := run("-keep", "-profile", "paper"); code != 0 {
		t.Fatalf("exit %d: %s", code, &stderr)
	}
	before := tree(t, dir)
	if err := os.RemoveAll("results/cache"); err != nil {
		t.Fatal(err)
	}
	if code := run("-cached"); code != 0 ||
		!strings.Contains(stdout.String(), "fig00, profile paper") {
		t.Fatalf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if now := tree(t, dir); !maps.Equal(before, now) {
		t.Error("files changed")
	}
}

// project makes the working directory a project's, and returns it.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "experiments"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return dir
}

// tree returns what all files of a project hold, but for the cache.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == "cache" {
				return fs.SkipDir
			}
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Runs with another spec or other data leave the figure's own files alone, and say what they are.
func TestAltered(t *testing.T) {
	dir := project(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	own := string(program(nil).Spec)
	write("same.toml", strings.ReplaceAll(own, "x = [1, 2, 3]", "# as it is\nx = [1.0, 2.0, 3e0]"))
	write("other.toml", strings.ReplaceAll(own, "x = [1, 2, 3]", "x = [5]"))
	write("mine.toml", "x = [6]\n[profile.mine]\n")
	for _, dir := range []string{"results/paper", "figures"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (string, string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := program(nil).Run(args, &stdout, &stderr); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &stderr)
		}
		return stdout.String(), stderr.String()
	}
	run("-q")
	run("-q", "-profile", "smoke")
	committed := tree(t, dir)
	for _, path := range []string{"results/quick/fig00.json", "figures/smoke/fig00.png"} {
		if committed[path] == "" {
			t.Fatalf("there is no %s: %q", path, slices.Collect(maps.Keys(committed)))
		}
	}

	folders := map[string]string{}
	for _, c := range []struct {
		args    []string
		altered string // nothing if it is not
	}{
		{nil, ""},
		{[]string{"-set", "x=[1.0,2,3]"}, ""},
		{[]string{"-set", "x=[9]", "-set", "x=[1,2,3]"}, ""},
		{[]string{"-spec", "same.toml"}, ""},
		{[]string{"-profile", "smoke", "-set", "x=[4]"}, ""},
		{[]string{"-set", "x=[1,2]"}, "x = [1, 2] (was [1, 2, 3])"},
		{[]string{"-set", "x=[4]"}, "x = [4] (was [1, 2, 3])"},
		{[]string{"-profile", "smoke", "-set", "x=[1,2]"}, "x = [1, 2] (was [4])"},
		{[]string{"-spec", "other.toml"}, "x = [5] (was [1, 2, 3])"},
		{
			[]string{"-spec", "other.toml", "-profile", "smoke"}, "",
		},
		{
			[]string{"-spec", "mine.toml", "-profile", "mine"},
			`profile = "mine"; x = [6] (was [1, 2, 3])`,
		},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			if err := os.RemoveAll("results/altered"); err != nil {
				t.Fatal(err)
			}
			stdout, stderr := run(c.args...)
			now := tree(t, dir)
			var made []string
			for name, text := range now {
				if old, ok := committed[name]; !ok {
					made = append(made, name)
				} else if old != text {
					t.Errorf("%s has changed", name)
				}
			}
			if c.altered == "" {
				if len(made) > 0 || strings.Contains(stdout+stderr, "altered") {
					t.Errorf("made %q: %s", made, stderr)
				}
				return
			}
			folder := filepath.Dir(slices.Min(append(made, "z")))
			if !regexp.MustCompile(`^results/altered/fig00-[0-9a-f]{8}$`).MatchString(folder) ||
				len(made) != 5 {
				t.Fatalf("made %q", made)
			}
			for _, ext := range []string{".png", ".pdf", ".svg", ".csv", ".json"} {
				if now[folder+"/fig00"+ext] == "" {
					t.Errorf("there is no %s", ext)
				}
			}
			if !strings.Contains(stdout, "\n  altered: "+c.altered+"\n") || !strings.Contains(stderr,
				"fig00: altered: "+c.altered+"; the picture and the table go to "+folder+"\n") {
				t.Errorf("got %s%s", stdout, stderr)
			}
			m, err := table.ReadManifest(folder + "/fig00.json")
			if err != nil || strings.Join(m.Altered, "; ") != c.altered {
				t.Errorf("the manifest has %q, %v", m.Altered, err)
			}
			if other, ok := folders[folder]; ok {
				t.Errorf("%s is also the folder of %s", folder, other)
			}
			folders[folder] = strings.Join(c.args, " ")
		})
	}

	// -out takes them, marked; the picture has a line more
	run("-q", "-out", "a")
	run("-q", "-out", "b", "-set", "x=[1,2]")
	run("-q", "-out", "c", "-spec", "same.toml")
	now := tree(t, dir)
	for _, ext := range []string{".png", ".pdf", ".svg", ".csv", ".json"} {
		if now["a/fig00"+ext] != now["c/fig00"+ext] || now["a/fig00"+ext] == now["b/fig00"+ext] {
			t.Errorf("%s: the same %t, another one %t", ext, now["a/fig00"+ext] == now["c/fig00"+ext],
				now["a/fig00"+ext] != now["b/fig00"+ext])
		}
	}
	if !strings.Contains(now["b/fig00.json"], `"altered": [`) ||
		strings.Contains(now["a/fig00.json"], "altered") {
		t.Error("the manifests do not say which one is altered")
	}
}

// A run that finds the same numbers changes no file, however and wherever it came to them.
func TestSameManifest(t *testing.T) {
	dir := project(t)
	var first map[string]string
	for _, args := range [][]string{
		nil, {"-workers", "3"}, {"-fresh"}, {"-cache", "elsewhere/cache"},
	} {
		var stdout, stderr bytes.Buffer
		if code := program(nil).Run(args, &stdout, &stderr); code != 0 {
			t.Fatalf("exit %d: %s", code, &stderr)
		}
		if !regexp.MustCompile(`\n3 tasks, [03] cached(; 3 computed in .* s each: 6 steps.*)?; CPU ` +
			`.*s, \w+\n$`).MatchString(stdout.String()) {
			t.Errorf("%q: %s", args, &stdout)
		}
		if now := tree(t, dir); first == nil {
			first = now
		} else if !maps.Equal(first, now) {
			t.Errorf("%q: files changed", args)
		}
	}
}

// The next run clears away the files of killed programs in the folders of the outputs.
func TestLitter(t *testing.T) {
	dir := project(t)
	for _, folder := range []string{
		"figures/quick", "results/quick", "results/altered/fig01-01234567",
	} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".fig00.csv.tmp-0123-1-x", ".fig00.json.tmp-0123-1-x"} {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, long, long); err != nil {
				t.Fatal(err)
			}
		}
	}
	before := tree(t, dir)
	for _, args := range [][]string{{"-plan"}, {"-why"}, {"-q"}, {"-q", "-set", "x=[1]"}} {
		var out bytes.Buffer
		if code := program(nil).Run(args, &out, &out); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &out)
		}
		if args[0] != "-q" && !maps.Equal(before, tree(t, dir)) {
			t.Errorf("%q: files changed", args)
		}
	}
	for name := range tree(t, dir) {
		if strings.HasPrefix(filepath.Base(name), ".") {
			t.Errorf("%s is still there", name)
		}
	}
}

// full is a standard output that takes so many bytes and no more.
type full int

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), int(*f))
	if *f -= full(n); n < len(p) {
		return n, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	}
	return n, nil
}

// Output that nobody gets is a failure, after the files are written.
func TestFullOutput(t *testing.T) {
	const line = "fig00: cannot write to standard output: no space left on device\n"
	project(t)
	for _, c := range []struct {
		args  []string
		room  full
		code  int
		files bool
	}{
		{[]string{"-why"}, 0, 1, false},
		{[]string{"-why"}, 30, 1, false},
		{[]string{"-plan"}, 0, 1, false},
		{[]string{"-h"}, 100, 1, false},
		{[]string{"-why"}, 1e6, 0, false},
		{nil, 0, 1, true},
		{nil, 100, 1, true},
		{[]string{"-q"}, 0, 0, true},
	} {
		if err := os.RemoveAll("results"); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		room := c.room
		code := program(nil).Run(c.args, &room, &stderr)
		if code != c.code || strings.HasSuffix(stderr.String(), line) != (c.code == 1) ||
			strings.Count(stderr.String(), "cannot") > 1 {
			t.Errorf("%q, %d bytes: exit %d: %s", c.args, c.room, code, &stderr)
		}
		if _, err := os.Stat("results/quick/fig00.csv"); (err == nil) != c.files {
			t.Errorf("%q, %d bytes: %v", c.args, c.room, err)
		}
	}
	// another failure is told instead
	room, stderr := full(0), bytes.Buffer{}
	broken := func(c *Context) error {
		fmt.Fprintln(c.stdout, "text")
		return errors.New("broken")
	}
	if code := program(broken).Run([]string{"-fresh"}, &room, &stderr); code != 1 ||
		stderr.String() != "fig00: broken\n" {
		t.Errorf("exit %d: %s", code, &stderr)
	}
}
