package experiment

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// At profile paper the project keeps the results of tasks, and records the code that gave them.
// Then they replace a cache. If the code differs, the figure has a line and a mark about it, until
// the results are vouched for.
func TestKeep(t *testing.T) {
	dir := project(t)
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := program(nil).Run(append(args, "-profile", "paper"), &stdout, &stderr); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &stderr)
		}
		return stdout.String() + stderr.String()
	}
	run("-q", "-set", "x=[1]")
	run("-q", "-out", "out")
	if exists("results/paper") {
		t.Error("results that are not the figure's own, or go elsewhere, were kept")
	}
	run("-q")
	before := tree(t, dir)
	names := strings.Join(slices.Collect(maps.Keys(before)), " ")
	if n := strings.Count(names, "paper/tasks/"); n != 3 {
		t.Fatalf("%d results were kept", n)
	}
	if err := os.RemoveAll("results/cache"); err != nil {
		t.Fatal(err)
	}
	if said := run("-cached", "-q"); said != "" {
		t.Errorf("said %s", said)
	}
	if now := tree(t, dir); !maps.Equal(before, now) {
		t.Error("files changed")
	}

	const path = "results/paper/code.txt"
	other := "fig00 0123456789abcdef\n"
	if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	const line = "fig00: 3 results in "
	if said := run("-cached", "-q"); !strings.HasPrefix(said, line) {
		t.Errorf("said %q", said)
	}
	if m, err := table.ReadManifest("results/paper/fig00.json"); err != nil || !m.OtherCode {
		t.Errorf("the manifest is not marked: %+v, %v", m, err)
	}
	if now := tree(t, dir)[path]; now != other {
		t.Errorf("%s is %q", path, now)
	}
	want := "fig00: 3 of 3 results computed anew, with the same bytes\n"
	if said := run("-vouch", "9"); said != want {
		t.Errorf("said %q", said)
	}
	if said := run("-cached", "-q"); said != "" {
		t.Errorf("said %s", said)
	}
	if now := tree(t, dir); !maps.Equal(before, now) {
		t.Error("files changed")
	}
	if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	if run("-fresh", "-q"); !maps.Equal(before, tree(t, dir)) {
		t.Error("files changed")
	}
	var out bytes.Buffer
	code := program(nil).Run([]string{"-vouch", "9", "-profile", "quick"}, &out, &out)
	if code != misuse || out.String() !=
		"fig00: -vouch is for the figure's own spec with -profile paper\n" {
		t.Errorf("exit %d: %s", code, &out)
	}
	if err := os.WriteFile(path, []byte("fig00\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := program(nil).Run(nil, &out, &out); code != failed ||
		!strings.Contains(out.String(), "code.txt: expected a figure and a digest in every line") {
		t.Errorf("exit %d: %s", code, &out)
	}
}

// Outputs do not replace outputs of another profile or of an unaltered run, and results do not
// replace committed results.
func TestInTheWay(t *testing.T) {
	project(t)
	run := func(code int, want string, args ...string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if got := program(nil).Run(args, &stdout, &stderr); got != code || stderr.String() != want {
			t.Errorf("%q: exit %d: %s", args, got, &stderr)
		}
	}
	run(done, "", "-q", "-profile", "paper")
	if err := os.Symlink("results/paper", "link"); err != nil {
		t.Fatal(err)
	}
	occupied := func(dir string) string {
		return "fig00: -out " + dir + ": it has the fig00 of another profile, spec or data; expected " +
			"another folder\n"
	}
	for _, dir := range []string{"results/paper", "link"} {
		run(misuse, occupied(dir), "-profile", "smoke", "-out", dir)
		run(misuse, occupied(dir), "-profile", "paper", "-set", "x=[2]", "-out", dir)
		for _, in := range []string{"", "/tasks", "/tasks/new/one"} {
			run(misuse, "fig00: -cache "+dir+in+": that is the folder of committed results; expected "+
				"another\n", "-profile", "paper", "-cache", dir+in)
		}
	}
	run(misuse, occupied("figures"), "-profile", "paper", "-out", "figures")
	run(done, "", "-q", "-out", "new", "-set", "x=[2]")
	run(done, "", "-q", "-out", "new", "-set", "x=[3]")
	run(misuse, occupied("new"), "-out", "new")
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

// tree returns the contents of all files of a project except the cache.
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
		altered string // empty if not altered
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
			[]string{"-spec", "mine.toml", "-profile", "mine"}, `profile = "mine"`,
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
				len(made) != 4 {
				t.Fatalf("made %q", made)
			}
			for _, ext := range []string{".png", ".pdf", ".csv", ".json"} {
				if now[folder+"/fig00"+ext] == "" {
					t.Errorf("there is no %s", ext)
				}
			}
			if !strings.Contains(stderr, "fig00: altered: "+c.altered+"; the picture and the table go to "+
				folder+"\n") {
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
	for _, ext := range []string{".png", ".pdf", ".csv", ".json"} {
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

// A run that finds the same numbers changes no file, however and wherever it computed them.
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
		said := regexp.MustCompile(`\n3 results, [03] computed(; 6 steps.*)?; CPU .*s, \w+\n$`)
		if !said.MatchString(stdout.String()) {
			t.Errorf("%q: %s", args, &stdout)
		}
		if now := tree(t, dir); first == nil {
			first = now
		} else if !maps.Equal(first, now) {
			t.Errorf("%q: files changed", args)
		}
	}
}
