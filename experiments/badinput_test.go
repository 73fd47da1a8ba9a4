package experiments

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/files"
	"adl/pkg/table"
)

// fast makes a run of fig03 take milliseconds.
var fast = []string{
	"-profile", "smoke", "-out", "out", "-cache", "cache", "-workers", "2",
	"-set", "T=1", "-set", "burn_in=0.1", "-set", "dt=[1e-3]", "-set", "n=[5]",
}

// put writes files in a folder, and makes subfolders. A name that ends in / is a folder.
func put(t *testing.T, dir string, contents map[string]string) {
	t.Helper()
	for name, text := range contents {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name+"x")), 0o777)
		if err == nil && !strings.HasSuffix(name, "/") {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A mistake in the flags, the spec or the data, or an output that cannot be written, is reported in
// one short line, and the files of an earlier run do not change. Exit code 2 means that the user
// must change something, 1 that something failed.
func TestBadInput(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("fig03/spec.toml")
	if err != nil {
		t.Fatal(err)
	}
	edited := func(old, new string) map[string]string {
		if strings.Count(string(text), old) != 1 {
			t.Fatalf("%q occurs not once", old)
		}
		return map[string]string{"spec.toml": strings.Replace(string(text), old, new, 1)}
	}
	spec := []string{"-spec", "spec.toml"}
	set := func(s string) []string { return []string{"-set", s} }
	for _, c := range []struct {
		args  []string
		files map[string]string // made before the run
		code  int
		want  string // the text after the name of the program, a regular expression
	}{
		{[]string{"-foo"}, nil, 2, `flag provided but not defined: -foo \(-h lists the flags\)`},
		{[]string{"-profile", "huge"}, nil, 2,
			`experiments/fig03/spec.toml: there is no table \[profile.huge\], the profiles are: ` +
				`paper, quick, smoke`},

		{set("T=nan"), nil, 2, `-set T=nan: key "T": expected a number \(positive\), got NaN`},
		{set(`T="long"`), nil, 2,
			`-set T="long": key "T": expected a number \(positive\), got "long"`},
		{set("dt=[1e300]"), nil, 2,
			`-set dt=\[1e300\]: key "dt\[0\]": expected a magnitude from 1e-30 to 1e30, got 1e.*`},
		{set("T=1e20"), nil, 2,
			`.*spec.toml: a task would have [.e+0-9]+ steps, .*; assigned are .* "T=1e20"\]`},
		{set("n=[5, 101]"), nil, 2,
			`-set n=\[5, 101\]: key "n\[1\]": sampling without replacement requires n ≤ Nd = 100, got 101`},
		{set("scheme=" + strings.Repeat("OABX", 25_000)), nil, 2,
			`-set scheme=.{50,80}: key "scheme": scheme "[OABX]{20}": unknown ` +
				`letter 'X', expected A, B, O, D, or the word SGLD`},
		{set("foo=1"), nil, 2, `-set foo=1: key "foo": unknown; known here: seed, T, .*`},

		{spec, edited("\n[data]", "\nfoo = 2\n[data]"), 2,
			`spec.toml:[0-9]+: key "foo": unknown; known here: seed, T, .*`},
		{spec, edited("[profile.quick]", "[profile.quick]\nblocks = \"x\" #"), 2,
			`spec.toml:[0-9]+: key "profile.quick.blocks": expected an integer .*, got "x"`},
		{spec, edited("sigma_x ", "# "), 2,
			`spec.toml:[0-9]+: key "model.sigma_x": missing, expected a number \(positive\)`},
		{spec, map[string]string{"spec.toml": "figure 3\n"}, 2, `spec\.toml:1: .*`},

		{set("data.file=x.csv"), map[string]string{"x.csv": "# data\n1.5\n\n2,5\n"}, 2,
			`-set data.file=x.csv: key "data.file": data file x.csv:4: expected columns as in ` +
				`the first line \(1\), got "2,5" \(commas in numbers\? .*\)`},
		{set("data.file=x"), map[string]string{"x/": ""}, 2,
			`-set data.file=x: key "data.file": data file x: is a directory, expected a file of one ` +
				`datum a line`},
		{set(`data.kind="images"`), nil, 2,
			`-set data.kind="images": key "data.kind": expected a string \(gaussian or mixture\), .*`},

		{[]string{"-out", "out2"}, map[string]string{"out2/fig03.csv": ""}, 2,
			`-out out2: it has the fig03 of another profile, spec or data; expected another folder`},
		{[]string{"-cache", "file"}, map[string]string{"file": "x"}, 1,
			`cannot write to the cache file: not a directory`},
	} {
		name := strings.Join(c.args, " ")
		t.Run(name[:min(len(name), 60)], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, c.files)
			put(t, dir, map[string]string{
				"out/fig03.png": "old", "out/fig03.pdf": "old",
				"out/fig03.csv": "old", "out/fig03.json": `{"profile": "smoke", "altered": ["T = 1"]}`,
			})
			before := tree(t, dir)
			args := slices.Concat(fast, []string{"-q"}, c.args)
			stdout, stderr, code := executeIn(t, dir, "fig03", args...)
			if code != c.code || stdout != "" {
				t.Errorf("exit %d, want %d; %s", code, c.code, stdout)
			}
			if !regexp.MustCompile(`^fig03: `+c.want+`\n$`).MatchString(stderr) || len(stderr) > 400 {
				t.Errorf("got  %s\nwant %s", stderr, c.want)
			}
			if diff := differences(before, tree(t, dir)); len(diff) > 0 {
				t.Errorf("files that changed: %q", diff)
			}
		})
	}
}

// A result that its task cannot read is reported, set aside and computed again; the other results
// are used.
func TestDamagedResult(t *testing.T) {
	t.Parallel()
	edit := func(f func(a table.Archive) table.Archive) func(path string) error {
		return func(path string) error { return edit(path, f) }
	}
	for _, c := range []struct {
		name   string
		damage func(path string) error
		reason string
	}{
		{"cut off", func(path string) error { return os.Truncate(path, 50) },
			`zip: not a valid zip file`},
		{"an array less", edit(func(a table.Archive) table.Archive { return a[:len(a)-1] }),
			`expected [0-9]+ arrays, got .*|there is no entry .*`},
		{"not a number", edit(func(a table.Archive) table.Archive {
			for i := range a {
				if x, ok := a[i].Data.([]float64); ok && strings.HasSuffix(a[i].Name, ".s1") {
					x[0] = math.NaN()
				}
			}
			return a
		}), `a sum is not finite, and the run is not marked as diverged`},
		{"another type", edit(func(a table.Archive) table.Archive {
			for i := range a {
				if x, ok := a[i].Data.([]float64); ok {
					a[i].Data = make([]int64, len(x))
				}
			}
			return a
		}), `array "[^"]+": expected elements of type .*`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := append(slices.Clone(fast), "-q")
			run := func(want string) {
				t.Helper()
				_, stderr, code := executeIn(t, dir, "fig03", args...)
				if code != 0 || !regexp.MustCompile(want).MatchString(stderr) {
					t.Errorf("exit %d: %s\nwant %s", code, stderr, want)
				}
			}
			run(`^$`)
			want := tree(t, dir)
			entries, err := filepath.Glob(filepath.Join(dir, "cache", "*", "*.npz"))
			if err != nil || len(entries) != 4 {
				t.Fatal(entries, err)
			}
			if err := c.damage(entries[2]); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(dir, "out", "fig03.csv")); err != nil {
				t.Fatal(err)
			}
			rel := strings.TrimPrefix(entries[2], dir+"/")
			run(`^fig03: ` + rel + ` is damaged: (` + c.reason + `); its task runs again\n$`)
			for _, name := range differences(want, tree(t, dir)) {
				if name != rel && name != rel+".damaged" && filepath.Ext(name) != ".json" {
					t.Errorf("%s differs", name)
				}
			}
			run(`^$`)
		})
	}
}

// edit changes a stored result and its digest, as if something else was stored under the same key.
func edit(path string, f func(a table.Archive) table.Archive) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	a, err := table.ReadNPZ(b)
	if err != nil {
		return err
	}
	var about map[string]any
	if err := json.Unmarshal(a[0].Data.(json.RawMessage), &about); err != nil {
		return err
	}
	a = f(a)
	about["sha256"] = a[1:].Digest()
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	a[0].Data = json.RawMessage(text)
	var out bytes.Buffer
	if err := table.WriteNPZ(&out, a); err != nil {
		return err
	}
	return files.WriteBytes(path, out.Bytes())
}

// Other data, and grids of a single point, make a figure too.
func TestOtherData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, data, set string
	}{
		{"three", "# mine\n1\n-2.5e0\n\n  3\n", "n=[1, 2]"},
		{"one", "3", "n=[1]"},
		{"unstable", "1\n2\n3\n4\n5\n6\n", "dt=[0.1, 1, 100, 1e30]"},
		{"another word", "1\n2\n3\n4\n5\n6\n", "scheme=BAOAB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			put(t, dir, map[string]string{"mine.csv": c.data})
			stdout, stderr, code := executeIn(t, dir, "fig03",
				append(slices.Clone(fast), "-set", "data.file=mine.csv", "-set", c.set)...)
			if code != 0 ||
				!strings.Contains(stdout, "wrote out/fig03.png, .pdf, out/fig03.csv, .json in ") {
				t.Fatalf("exit %d: %s%s", code, stdout, stderr)
			}
			simulated := read(t, filepath.Join(dir, "out", "fig03.csv")).Where("source", table.Simulation)
			if simulated.Len() == 0 {
				t.Error("nothing was simulated")
			}
			m, err := os.ReadFile(filepath.Join(dir, "out", "fig03.json"))
			if err != nil || !bytes.Contains(m, []byte(`"name": "data: mine.csv"`)) {
				t.Errorf("the manifest does not name the data, %v", err)
			}
		})
	}
}
