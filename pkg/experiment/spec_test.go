package experiment

import (
	"bytes"
	"cmp"
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
	// Other profiles have the numbers of whole results, which kept ones do not quite give.
	var plan bytes.Buffer
	program(nil).Run([]string{"-profile", "quick", "-plan"}, &plan, &plan)
	if !strings.HasPrefix(plan.String(), "fig00: 3 tasks, 0 cached, 3 to do") {
		t.Errorf("profile quick: %s", &plan)
	}

	const path = "results/paper/code.txt"
	other := "fig00 0123456789abcdef 0123456789abcdef\n"
	if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	committed := tree(t, dir)
	// leaves runs the program, and checks its last line and that no committed file has changed.
	leaves := func(last string, args ...string) {
		t.Helper()
		said := run(args...)
		lines := strings.SplitAfter(strings.TrimSuffix(said, "\n"), "\n")
		if !strings.HasSuffix(said, "\n") || !strings.HasPrefix(lines[len(lines)-1], last) {
			t.Errorf("%q: said %q", args, said)
		}
		for name, text := range tree(t, dir) {
			if old, ok := committed[name]; ok && old != text ||
				!ok && !strings.HasPrefix(name, "results/altered/fig00-code-") {
				t.Errorf("%q: %s has changed", args, name)
			}
		}
	}
	const accept = "make vouch FIG=0 compares, make bless FIG=0 accepts yours"
	leaves("fig00: the picture shows 3 of 3 results by other code, as committed; make fig0 " +
		"PROFILE=quick computes yours; " + accept)
	m, err := table.ReadManifest(glob(t, "results/altered/fig00-code-*/fig00.json")[0])
	if err != nil || !m.OtherCode {
		t.Errorf("the manifest is not marked: %+v, %v", m, err)
	}
	leaves("fig00: 3 tasks, 3 cached, 0 to do, 3 of other code", "-plan")
	leaves("fig00: 3 tasks, 0 cached, 3 to do", "-plan", "-fresh")
	leaves("fig00: 3 tasks, 0 cached, 3 to do", "-plan", "-bless")
	leaves("fig00: 2 tasks, 0 cached, 2 to do", "-plan", "-set", "x=[1,2]")
	leaves("fig00: the picture shows your numbers, not the committed ones; "+accept, "-fresh")
	for _, path := range glob(t, "results/altered/fig00-code-*/*") {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	want := "fig00: 3 of 3 results computed anew, with the same numbers, and the same table\n"
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
	if run("-bless", "-q"); !maps.Equal(before, tree(t, dir)) {
		t.Error("files changed")
	}
	var out bytes.Buffer
	code := program(nil).Run([]string{"-vouch", "9", "-profile", "quick"}, &out, &out)
	const own = "fig00: -vouch and -bless are for the figure's own spec with -profile paper, " +
		"without -out\n"
	if code != misuse || out.String() != own {
		t.Errorf("exit %d: %s", code, &out)
	}

	// Vouching fails for other numbers, with the next command, and where a result is missing.
	vouch := func(code int, want string) {
		t.Helper()
		out.Reset()
		got := program(nil).Run([]string{"-vouch", "9", "-profile", "paper"}, &out, &out)
		if got != code || !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("exit %d: %s", got, &out)
		}
	}
	bent = 1
	vouch(failed, `^fig00: task [0-9a-f]{8}: \(x = [123]\): computed anew, it differs from `+
		"results/.*npz; make fig0 PROFILE=quick draws the new numbers, make bless FIG=0 accepts them\n$")
	bent = 0
	// With the same results but another table, the committed files stay until they are replaced.
	was := tree(t, dir)
	more = true
	defer func() { more = false }()
	vouch(failed, "^fig00: 3 of 3 results computed anew, with the same numbers, but they give "+
		"another table than results/paper/fig00.csv; make bless FIG=0 replaces it\n$")
	said := run("-fresh")
	if !strings.HasSuffix(said, "not the committed ones; "+accept+"\n") {
		t.Errorf("said %q", said)
	}
	for name, text := range was {
		if now := tree(t, dir)[name]; now != text && name != path {
			t.Errorf("another table: %s has changed", name)
		}
	}
	run("-q", "-bless")
	if now := tree(t, dir)["results/paper/fig00.csv"]; !strings.Contains(now, "cube") {
		t.Errorf("the table is still %s", now)
	}
	if err := os.Remove(glob(t, "results/paper/tasks/*/*.npz")[0]); err != nil {
		t.Fatal(err)
	}
	vouch(missing, "^fig00: not all results are in the cache: there is no results/.*npz; make paper ")
	if err := os.WriteFile(path, []byte("fig00\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code := program(nil).Run(nil, &out, &out); code != failed ||
		!strings.Contains(out.String(), "code.txt: expected a figure and two digests in every line") {
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

// glob returns the files that match a pattern, at least one.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %q, %v", pattern, paths, err)
	}
	return paths
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

// A run that finds the same numbers changes no file, however and wherever it computed them. A table
// that is current is drawn without computing, and where the pictures are current, too, nothing is
// done. Damage, or another spec, data or code, computes the table again.
func TestCurrent(t *testing.T) {
	dir := project(t)
	const (
		computed = `\n3 results, [03] computed(; 6 steps.*)?; CPU .*s, \w+\n$`
		drawn    = `\nwrote figures/quick/fig00.png, .pdf in .*, drawn from results/quick/fig00.csv\n$`
		current  = `^fig00: figures/quick/fig00.png, .pdf and results/quick/fig00.csv are current\n$`
	)
	edit := func(path, old, new string) func() {
		return func() {
			b, err := os.ReadFile(path)
			if err == nil && !strings.Contains(string(b), old) {
				t.Fatalf("%s lacks %q", path, old)
			}
			if err == nil {
				err = os.WriteFile(path, []byte(strings.Replace(string(b), old, new, 1)), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	const table, manifest = "results/quick/fig00.csv", "results/quick/fig00.json"
	var first map[string]string
	for _, c := range []struct {
		before func()
		args   string
		want   string
	}{
		{nil, "", computed},
		{nil, "-workers 3", current},
		{nil, "-fresh", computed},
		{nil, "-cache elsewhere/cache", drawn},
		{edit(table, "square,4", "square,5"), "", computed},
		{edit(table, "quantity", "quality"), "", computed},
		{edit(manifest, `"code": "`, `"code": "0`), "", computed},
		{edit(manifest, `"x": [`, `"x": [9,`), "", computed},
		{edit(manifest, `{`, ``), "", computed},
		{edit("figures/quick/fig00.png", "PNG", "GIF"), "", drawn},
		{edit("figures/quick/fig00.pdf", "%", "#"), "", drawn},
		{func() { _ = os.Remove("figures/quick/fig00.pdf") }, "", drawn},
		{func() { _ = os.Remove(manifest) }, "", computed},
		{nil, "", current},
	} {
		if c.before != nil {
			c.before()
		}
		var stdout, stderr bytes.Buffer
		if code := program(nil).Run(strings.Fields(c.args), &stdout, &stderr); code != 0 {
			t.Fatalf("exit %d: %s", code, &stderr)
		}
		if !regexp.MustCompile(c.want).MatchString(stdout.String()) {
			t.Errorf("%q: want %s, got %s", c.args, c.want, &stdout)
		}
		if now := tree(t, dir); first == nil {
			first = now
		} else if !maps.Equal(first, now) {
			t.Errorf("%q: files changed", c.args)
		}
	}
}

// The files that a spec names are among what a table is made from.
func TestExternal(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"a.csv", "b/one", "b/two"} {
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(path), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c := &Context{manifest: &table.Manifest{Spec: map[string]any{
		"name": "a.csv", "data": map[string]any{"file": "a.csv", "images": ""},
		"list": []any{map[string]any{"images": "b"}, map[string]any{"file": "none.csv"}},
	}}}
	var names []string
	for _, d := range c.external() {
		names = append(names, d.Name)
	}
	if got := strings.Join(names, " "); got != "a.csv b/one b/two" {
		t.Errorf("got %s", got)
	}
}

// Specs that belong to no figure have outputs of their own, by their path and profile.
func TestOutsiders(t *testing.T) {
	dir, elsewhere := project(t), t.TempDir()
	p := program(nil)
	text := p.Spec
	p.Name, p.Spec = "sweep", nil
	seen := map[string]string{}
	for _, c := range []struct{ spec, profile, want string }{
		{"s.toml", "", "^s$"},
		{"s.toml", "smoke", "^s/smoke$"},
		{"a/s.toml", "", "^a/s$"},
		{dir + "/b/../b/s.toml", "", "^b/s$"},
		{elsewhere + "/a/s.toml", "", "^s-[0-9a-f]{8}$"},
		{elsewhere + "/b/s.toml", "", "^s-[0-9a-f]{8}$"},
	} {
		err := os.MkdirAll(filepath.Dir(c.spec), 0o777)
		if err == nil {
			err = os.WriteFile(c.spec, text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := p.Run([]string{"-spec", c.spec, "-profile", c.profile}, &out, &out); code != done {
			t.Fatalf("%s: exit %d: %s", c.spec, code, &out)
		}
		now := ""
		for _, path := range glob(t, "results/sweep/*") {
			_ = filepath.WalkDir(path, func(path string, _ fs.DirEntry, _ error) error {
				if filepath.Base(path) == "sweep.json" && seen[path] == "" {
					now, seen[path] = filepath.Dir(path), c.spec
				}
				return nil
			})
		}
		now = strings.TrimPrefix(now, "results/sweep/")
		if !regexp.MustCompile(c.want).MatchString(now) {
			t.Errorf("%s %s: new files in %q, want %s", c.spec, c.profile, now, c.want)
		}
	}
}

// A table that agrees with the one that is there leaves its bytes; the manifest has its digest.
func TestAgreeingTableStays(t *testing.T) {
	project(t)
	const path = "results/quick/fig00"
	after := func(old, new string) (edited, now string) {
		b, err := os.ReadFile(path + ".csv")
		edited = strings.Replace(string(b), old, new, 1)
		if old != "" && (err != nil || edited == string(b)) {
			t.Fatalf("%s, %v", b, err)
		}
		if old != "" && os.WriteFile(path+".csv", []byte(edited), 0o666) != nil {
			t.Fatal("cannot edit the table")
		}
		var out bytes.Buffer
		if code := program(nil).Run(nil, &out, &out); code != 0 {
			t.Fatalf("exit %d: %s", code, &out)
		}
		b, _ = os.ReadFile(path + ".csv")
		was, err1 := table.ReadFile(path + ".csv")
		m, err2 := table.ReadManifest(path + ".json")
		if err := cmp.Or(err1, err2); err != nil || m.CSV != was.Digest() {
			t.Errorf("the manifest has the digest of another table, %v", err)
		}
		return edited, string(b)
	}
	_, first := after("", "")
	if edited, now := after("square,4", "square,4.0000000004"); now != edited {
		t.Errorf("the table is written again: %s", now)
	}
	if _, now := after("square,4.0000000004", "square,4.00000004"); now != first {
		t.Errorf("an edited table stays: %s", now)
	}
}
