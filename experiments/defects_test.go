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
	"runtime"
	"slices"
	"strings"
	"testing"

	"adl/pkg/table"
)

// defect is something that went wrong once: what is done with a program at profile smoke, in a
// folder of its own, and what must come of it.
type defect struct {
	number int
	name   string
	figure string
	args   []string
	files  map[string]string // that are there before
	// damage changes the archive of a result after a first run; nil where there is none.
	damage func(a table.Archive) table.Archive
	code   int
	want   string // the lines of standard error, a regular expression
}

// defects are the faults that the programs had, numbered. Those that need more than a program and
// its arguments have tests of their own:
//
//	1   stale results                      TestVerify of package simulate
//	2   altered runs, committed files      TestAltered of package experiment
//	3   no checkpoints                     TestKill
//	4   one damaged entry                  TestDamagedEntry
//	5   other arrays under a key           here
//	6   programs on one cache              TestTogether
//	7   a checkout of another user         TestBuildAnywhere
//	8   a fuzz target that tests nothing   TestFuzzing
//	9   temporary files, sets of outputs   TestKillWriting
//	10  a cache that a group shares        TestUmask
//	11  panics on absurd values            here
//	12  the wrong key is blamed            here
//	13  accepted nonsense                  here
//	14  -plan writes                       TestPlan, TestPlanMNIST
//	15  SIGHUP; long lines                 TestSignals; here
var defects = []defect{
	// Whatever is not the result of a task is set aside and computed again.
	{
		number: 5, name: "no numbers", figure: "fig03", args: tiny("fig03"), damage: empty,
		want: aside(`entry "[^"]+": .*|array "[^"]+": .*`),
	},
	{
		number: 5, name: "an array less", figure: "fig03", args: tiny("fig03"), damage: shorter,
		want: aside(`expected [0-9]+ arrays, got .*|there is no entry .*`),
	},
	{
		number: 5, name: "not a number", figure: "fig03", args: tiny("fig03"), damage: notNumber,
		want: aside(`a sum is not finite, and the run is not marked as diverged`),
	},
	{
		number: 5, name: "another shape", figure: "fig03", args: tiny("fig03"), damage: reshaped,
		want: aside(`array "[^"]+": expected the shape .*`),
	},
	{
		number: 5, name: "draws without numbers", figure: "fig01", args: tiny("fig01"), damage: empty,
		want: aside(`entry "[^"]+": .*|array "[^"]+": .*`),
	},
	{
		number: 5, name: "draws of another type", figure: "fig01", args: tiny("fig01"), damage: retyped,
		want: aside(`array "[^"]+": expected elements of type .*`),
	},

	// Absurd values are refused, and the error names their key.
	absurd(11, "fig05", "dt=[1e300]", "dt[0]"),
	absurd(11, "fig12", "dt=[1e300]", "dt[0]"),
	absurd(11, "fig13", "dt=[1e155,0.001]", "dt[0]"),
	absurd(11, "fig10", "dt=1e155", "dt"),
	absurd(11, "fig05", "dt=[1e-200]", "dt[0]"),
	absurd(11, "fig12", "gamma=1e-300", "gamma"),
	absurd(11, "fig13", "gamma=1e-300", "gamma"),
	absurd(12, "fig05", "model.sigma_theta=1e-300", "model.sigma_theta"),
	absurd(12, "fig05", "data.mu=[1e300]", "data.mu[0]"),
	absurd(12, "fig05", "observe_every=1e300", "observe_every"),
	absurd(12, "fig05", "eta=1e300", "eta"),
	absurd(12, "fig05", "gamma=1e300", "gamma"),
	{
		number: 12, name: "data", figure: "fig05", args: []string{"-set", "data.file=x"},
		files: map[string]string{"x": "1\n1e308\n-1e308\n"}, code: 2,
		want: `-set data\.file=x: key "data\.file": data file x:2: expected a number of magnitude up ` +
			`to 1e\+30, got "1e308"`,
	},
	{
		number: 12, name: "too many steps", figure: "fig05", args: []string{"-set", "burn_in=1e20"},
		code: 2, want: `experiments/fig05/spec\.toml: a task would have .* steps, which is too many: .*`,
	},

	// Nonsense is refused.
	nonsense("fig03", `data.file=""`, "data.file", `expected a string \(nonempty\), got ""`),
	nonsense("fig08", `data.file=""`, "data.file", `expected a string \(nonempty\), got ""`),
	{
		number: 13, name: "no name of a folder", figure: "fig03", args: []string{"-out", ""}, code: 2,
		want: `invalid value "" for flag -out: expected a name \(-h lists the flags\)`,
	},
	nonsense("fig07", "histogram.lo=-1e20", "histogram", "expected at most 0.95 of the mass .*"),
	nonsense("fig07", "histogram.bins=1", "histogram",
		"expected at most 0.95 of the mass in two bins of the histogram, got 1"),
	nonsense("fig07", "histogram.lo=1.399", "histogram",
		"expected at most 0.95 of the mass outside the histogram, got 1"),
	nonsense("fig01", "histogram.bins=2", "histogram", "expected at most 0.95 of the mass .*"),
	nonsense("fig08", "observe.width=1000", "observe", "expected at most 0.95 of the mass .*"),
	nonsense("fig12", "histogram.hi=1e20", "histogram", "expected at most 0.95 of the mass .*"),
	{
		number: 13, name: "underscores in data", figure: "fig03",
		args: []string{"-set", "data.file=x"}, files: map[string]string{"x": "1_000\n"}, code: 2,
		want: `.*data file x:1: expected one finite number, got "1_000"`,
	},
	{
		number: 13, name: "hexadecimal data", figure: "fig03",
		args: []string{"-set", "data.file=x"}, files: map[string]string{"x": "1\n0x1p-2\n"}, code: 2,
		want: `.*data file x:2: expected one finite number, got "0x1p-2"`,
	},
	nonsense("fig03", "seed=18446744073709551616", "seed", `.*`),

	// Lines are short, whatever is in the spec.
	{
		number: 15, name: "a word of 100 kB", figure: "fig05",
		args: []string{"-set", "scheme=" + strings.Repeat("OABD", 25_000)}, code: 2,
		want: `-set scheme=[OABD]{53}: key "scheme": scheme "OABDOABD"…: expected at most 64 letters, ` +
			`got 100000`,
	},
	{
		number: 15, name: "60,000 keys", figure: "fig05", args: []string{"-spec", "x"},
		files: map[string]string{"x": numbered(60_000)}, code: 2,
		want: `x: is larger than 262144 bytes, expected a TOML file`,
	},
	{
		number: 15, name: "25,000 keys", figure: "fig05", args: []string{"-spec", "x"},
		files: map[string]string{"x": numbered(25_000) + "[profile.smoke]\n"}, code: 2,
		want: `x:1: key "k0": unknown; .*`,
	},
	{
		number: 15, name: "a list of 25,000", figure: "fig05",
		args: []string{"-set", "dt=[1" + strings.Repeat(",1", 24_999) + "]"}, code: 2,
		want: `-set dt=\[1,1.*: key "dt\[1\]": expected distinct values, got 1 a second time`,
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
		`); set aside as \*\.npz\.damaged; computing again`
}

// set is a defect of a value that is refused.
func set(number int, figure, assignment, key, want string) defect {
	return defect{
		number: number, name: assignment, figure: figure, args: []string{"-set", assignment}, code: 2,
		want: regexp.QuoteMeta(`-set `+assignment+`: key "`+key+`": `) + want,
	}
}

func absurd(number int, figure, assignment, key string) defect {
	return set(number, figure, assignment, key,
		`expected a magnitude from 1e-30 to 1e30, got [-+e0-9]+`)
}

func nonsense(figure, assignment, key, want string) defect {
	return set(13, figure, assignment, key, want)
}

// numbered is a spec of many keys.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d=1\n", i)
	}
	return b.String()
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

// empty makes the arrays of a result empty, shorter leaves out the last one, reshaped gives them
// another shape, and retyped another type.
func empty(a table.Archive) table.Archive {
	for i := range a {
		if x, ok := a[i].Data.([]uint32); ok {
			a[i].Data, a[i].Shape = x[:0], nil
		}
		if x, ok := a[i].Data.([]float64); ok {
			a[i].Data, a[i].Shape = x[:0], nil
		}
	}
	return a
}

func shorter(a table.Archive) table.Archive { return a[:len(a)-1] }

func reshaped(a table.Archive) table.Archive {
	for i := range a {
		if len(a[i].Shape) == 2 {
			slices.Reverse(a[i].Shape)
			a[i].Shape = append(a[i].Shape, 1)
		} else if len(a[i].Shape) > 2 {
			a[i].Shape[0], a[i].Shape[1] = a[i].Shape[1], a[i].Shape[0]
			a[i].Shape = append(a[i].Shape, 1)
		}
	}
	return a
}

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
		t.Run(fmt.Sprintf("%d %s %.60s", d.number, d.figure, d.name), func(t *testing.T) {
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
		{"huge", func(path string) error { return os.Truncate(path, 1<<40) }},
		{"a folder", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o777)
		}},
		{"a device", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Symlink("/dev/zero", path)
		}},
		{"a pipe", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return exec.Command("mkfifo", path).Run()
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
			why, _, _ := executeIn(t, dir, "fig03", append(args, "-why")...)
			if !strings.Contains(why, "4 tasks: 3 cached, 0 missing, 0 stale, 1 damaged\n") ||
				!strings.Contains(why, rel+" is damaged: ") {
				t.Errorf("-why:\n%s", why)
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
	if runtime.GOOS == "windows" {
		t.Skip("there is no umask on Windows")
	}
	for _, c := range []struct {
		umask        string
		file, folder fs.FileMode
	}{{"002", 0o664, 0o775}, {"027", 0o640, 0o750}} {
		dir := t.TempDir()
		args := slices.Concat([]string{
			"-c", `umask $0 && exec "$@"`, c.umask, filepath.Join(bin, "fig03"), "-out", "out", "-cache",
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

// A short run of a fuzz target tests something.
func TestFuzzing(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("scripts/fuzz.sh")
	cmd.Dir = ".."
	// Packages are compiled for it, in less time where they have no SIMD forms.
	cmd.Env = append(os.Environ(), "FUZZTIME=5000x", "FUZZ=FuzzReadNPZ", "GOEXPERIMENT=")
	out, err := cmd.CombinedOutput()
	m := regexp.MustCompile(`^pkg/table +FuzzReadNPZ +(\d+) executions\n$`).FindSubmatch(out)
	if err != nil || m == nil || len(m[1]) < 4 {
		t.Errorf("%v: %s", err, out)
	}
}
