package experiments

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// defect is something that went wrong once: what is done with a program at profile smoke, in a
// folder of its own, and what must come of it.
type defect struct {
	name   string
	figure string
	args   []string
	files  map[string]string // that are there before
	// damage changes the archive of a result after a first run; nil where there is none.
	damage func(a table.Archive) table.Archive
	code   int
	want   string // the lines of standard error, a regular expression
}

var defects = []defect{
	// Whatever is not the result of a task is set aside and computed again.
	{
		name: "an array less", figure: "fig03", args: tiny("fig03"), damage: shorter,
		want: aside(`expected [0-9]+ arrays, got .*|there is no entry .*`),
	},
	{
		name: "not a number", figure: "fig03", args: tiny("fig03"), damage: notNumber,
		want: aside(`a sum is not finite, and the run is not marked as diverged`),
	},
	{
		name: "draws of another type", figure: "fig01", args: tiny("fig01"), damage: retyped,
		want: aside(`array "[^"]+": expected elements of type .*`),
	},

	// Absurd values are refused, and the error names their key.
	set("fig05", "dt=[1e300]", "dt[0]",
		`expected a magnitude from 1e-30 to 1e30, got 1e.*`),
	set("fig05", "model.sigma_theta=1e-300", "model.sigma_theta",
		`expected a magnitude from 1e-30 to 1e30, got 1e.*`),
	{
		name: "eta=1e20", figure: "fig05", args: []string{"-set", "eta=1e20"}, code: 2,
		want: `.*spec.toml: a task would have [.e+0-9]+ steps, .*assigned are .*"eta=1e20"\]`,
	},
	set("fig03", `data.file=""`, "data.file", `expected a string \(nonempty\), got ""`),
	set("fig07", "histogram.lo=1.399", "histogram",
		"expected at most 0.95 of the mass outside the histogram, got 1"),
	set("fig03", "seed=18446744073709551616", "seed", `.*`),
	{
		name: "hexadecimal data", figure: "fig03",
		args: []string{"-set", "data.file=x"}, files: map[string]string{"x": "1\n0x1p-2\n"}, code: 2,
		want: `.*data file x:2: expected one finite number, got "0x1p-2"`,
	},

	// Lines are short, whatever is in the spec.
	{
		name: "a word of 100 kB", figure: "fig05",
		args: []string{"-set", "scheme=" + strings.Repeat("OABD", 25_000)}, code: 2,
		want: `-set scheme=[OABD]{53}: key "scheme": scheme "[OABD]{20}": expected 1 to 64 letters ` +
			`A, B, O, D, got 100000`,
	},
}

// tiny returns arguments that make a run of a figure short.
func tiny(figure string) []string {
	if figure == "fig01" {
		return []string{"-set", "draws=640", "-set", "n=[5]", "-set", "n_extra=[]"}
	}
	return fast
}

// aside is the line about a result that is set aside, for a reason.
func aside(reason string) string {
	return `cache/\w\w/\w{32}\.npz is damaged: (` + reason +
		`); its task runs again`
}

// set is a defect of a value that is refused.
func set(figure, assignment, key, want string) defect {
	return defect{
		name: assignment, figure: figure, args: []string{"-set", assignment}, code: 2,
		want: regexp.QuoteMeta(`-set `+assignment+`: key "`+key+`": `) + want,
	}
}

// notNumber puts NaN into the sums of a result.
func notNumber(a table.Archive) table.Archive {
	for i := range a {
		if x, ok := a[i].Data.([]float64); ok && strings.HasSuffix(a[i].Name, ".s1") {
			x[0] = math.NaN()
		}
	}
	return a
}

// shorter leaves out the last array of a result, and retyped gives the arrays another type.
func shorter(a table.Archive) table.Archive { return a[:len(a)-1] }

func retyped(a table.Archive) table.Archive {
	for i := range a {
		if x, ok := a[i].Data.([]float64); ok {
			a[i].Data = make([]int64, len(x))
		}
	}
	return a
}

func TestDefects(t *testing.T) {
	t.Parallel()
	for _, d := range defects {
		t.Run(fmt.Sprintf("%s %.60s", d.figure, d.name), func(t *testing.T) {
			t.Parallel()
			d.test(t)
		})
	}
}

func (d defect) test(t *testing.T) {
	dir := t.TempDir()
	for name, text := range d.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := append([]string{
		"-profile", "smoke", "-out", "out", "-cache", "cache", "-workers", "2",
	}, d.args...)
	var first map[string]string
	if d.damage != nil {
		if _, stderr, code := executeIn(t, dir, d.figure, args...); code != 0 {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		change(t, dir, d.damage)
		first = tree(t, filepath.Join(dir, "out"))
	}
	before := tree(t, dir)
	stdout, stderr, code := executeIn(t, dir, d.figure, args...)
	line, ok := strings.CutPrefix(lines(stderr, d.figure), d.figure+": ")
	if code != d.code || !ok || !regexp.MustCompile(`^`+d.want+`\n$`).MatchString(line) {
		t.Errorf("exit %d\n%.1000s\nwant %s", code, stderr, d.want)
	}
	if len(line) > 400 {
		t.Errorf("a line of %d bytes", len(line))
	}
	if d.code != 0 {
		if diff := differences(before, tree(t, dir)); len(diff) > 0 || stdout != "" {
			t.Errorf("files that changed: %q\n%s", diff, stdout)
		}
		return
	}
	again := tree(t, filepath.Join(dir, "out"))
	for name, text := range first {
		if filepath.Ext(name) != ".json" && again[name] != text {
			t.Errorf("%s is another one", name)
		}
	}
}

// lines leaves out the lines of standard error that tell of progress.
func lines(stderr, figure string) string {
	var kept strings.Builder
	progress := regexp.MustCompile(`^` + figure + `: (\d+ tasks?|.*\d+ ?%)`)
	for line := range strings.Lines(stderr) {
		if !progress.MatchString(line) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// entriesOf returns the paths of the results in a cache.
func entriesOf(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(dir, "cache", "*", "*.npz"))
	if err != nil || len(entries) == 0 {
		t.Fatalf("no results, %v", err)
	}
	return entries
}

// change changes the first result of a cache, as somebody does who stores something else under the
// same key.
func change(t *testing.T, dir string, damage func(table.Archive) table.Archive) {
	t.Helper()
	path := entriesOf(t, dir)[0]
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := table.ReadNPZ(b)
	if err != nil {
		t.Fatal(err)
	}
	var about map[string]any
	if err := a.JSON("about.json", &about); err != nil {
		t.Fatal(err)
	}
	a = damage(a)
	about["sha256"] = a[1:].Digest()
	text, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	a[0].Data = json.RawMessage(text)
	var out bytes.Buffer
	if err := table.WriteNPZ(&out, a); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A result of which something is missing, or that is too large or no file at all, is told of, set
// aside and computed again; the others are used.
func TestDamagedEntry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func(path string) error
	}{
		{"cut off", func(path string) error { return os.Truncate(path, 50) }},
		{"a device", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Symlink("/dev/zero", path)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := append([]string{"-out", "out", "-cache", "cache"}, fast...)
			if _, stderr, code := executeIn(t, dir, "fig03", args...); code != 0 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			want := tree(t, filepath.Join(dir, "out"))
			entries := entriesOf(t, dir)
			if err := c.damage(entries[2]); err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(dir, entries[2])
			if err != nil {
				t.Fatal(err)
			}
			_, stderr, code := executeIn(t, dir, "fig03", args...)
			if code != 0 || strings.Count(stderr, rel+" is damaged: ") != 1 {
				t.Errorf("exit %d: %s", code, stderr)
			}
			got := tree(t, filepath.Join(dir, "out"))
			for _, name := range []string{"fig03.csv", "fig03.png", "fig03.pdf", "fig03.svg"} {
				if got[name] != want[name] {
					t.Errorf("%s changed", name)
				}
			}
			if _, err := os.Lstat(entries[2] + ".damaged"); err != nil {
				t.Error(err)
			}
			plan, _, _ := executeIn(t, dir, "fig03", append(args, "-plan")...)
			if plan != "fig03: 4 tasks, 4 cached, 0 to do\n" {
				t.Errorf("afterwards: %s", plan)
			}
		})
	}
}

// Files and folders follow the umask, so that a group can share a cache.
func TestUmask(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		umask        string
		file, folder fs.FileMode
	}{{"002", 0o664, 0o775}, {"027", 0o640, 0o750}} {
		dir := t.TempDir()
		args := slices.Concat([]string{
			"-c", `umask $0 && exec "$@"`, c.umask, program(t, "fig03"), "-out", "out", "-cache",
			"cache", "-q",
		}, fast)
		cmd := exec.Command("sh", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || path == dir {
				return err
			}
			info, err := e.Info()
			if err != nil {
				return err
			}
			want := c.file
			if e.IsDir() {
				want = c.folder
			}
			if got := info.Mode().Perm(); got != want {
				t.Errorf("umask %s: %s has the mode %o, want %o", c.umask, path, got, want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
