package experiments

import (
	"bufio"
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fast makes a run of fig03 a matter of milliseconds.
var fast = []string{
	"-profile", "smoke", "-set", "T=1", "-set", "burn_in=0.1", "-set", "dt=[1e-3]", "-set", "n=[5]",
	"-workers", "2",
}

// old fills a folder with the outputs of an earlier run.
func old(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, ext := range []string{".png", ".pdf", ".svg", ".csv", ".json"} {
		text := "old" + ext
		if ext == ".json" { // of a run that this one may follow
			text = `{"profile": "smoke", "altered": ["T = 1"]}`
		}
		if err := os.WriteFile(filepath.Join(dir, name+ext), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const inSpec = "experiments/fig03/spec.toml"

// spec03 is a small spec of Figure 3, line by line.
const spec03 = `seed = 1
T = 1
replicas = 64
burn_in = 0.1
observe_every = 0.002
blocks = 16
dt = [1e-3]
n = [5]
sampling = ["with"]
[data]
kind = "gaussian"
ndata = 20
mu = [0]
sigma = [1]
seed = 1
[model]
sigma_x = 1
sigma_theta = 1
[[method]]
name = "SGLD"
scheme = "SGLD"
[profile.smoke]
[profile.quick]
`

// A mistake in the flags, the spec or the data, or a failing disk, is reported in one line, and the
// files of an earlier run stay as they were. Exit code 2 means that the user must change something,
// 1 that something failed.
func TestBadInput(t *testing.T) {
	t.Parallel()
	set := func(s ...string) []string {
		var args []string
		for _, s := range s {
			args = append(args, "-set", s)
		}
		return args
	}
	spec := []string{"-spec", "spec.toml"}
	replaced := func(old, new string) map[string]string {
		if strings.Count(spec03, old) != 1 {
			t.Fatalf("%q occurs %d times", old, strings.Count(spec03, old))
		}
		return map[string]string{"spec.toml": strings.Replace(spec03, old, new, 1)}
	}
	for _, c := range []struct {
		name  string
		args  []string
		files map[string]string // made before; a name that ends in / is a folder
		code  int
		want  string // what follows the name of the program, or a regular expression /of it/
	}{
		{
			"T not a number", set("T=nan"), nil, 2,
			`-set T=nan: key "T": expected a number (positive), got NaN`,
		},
		{
			"n too large", set("n=[5, 101]"), nil, 2,
			`-set n=[5, 101]: key "n[1]": sampling without replacement requires n ≤ Nd = 100, got 101`,
		},
		{
			"wrong type", set(`T="long"`), nil, 2,
			`-set T="long": key "T": expected a number (positive), got "long"`,
		},
		{
			"kind", set(`data.kind="uniform"`), nil, 2,
			`-set data.kind="uniform": key "data.kind": expected a string (gaussian or mixture), ` +
				`got "uniform"`,
		},
		{"unknown letter", set(`method=[{name="x", scheme="OAXAO", gamma=1}]`), nil, 2,
			`/.*key "method\[0\]\.scheme": scheme "OAXAO": unknown letter 'X', expected A, B, O, D, or ` +
				`the word SGLD/`},
		{
			"unknown key", set("foo=1"), nil, 2,
			`/-set foo=1: key "foo": unknown; known here: seed, T, .*/`,
		},
		{
			"profile", []string{"-profile", "huge"}, nil, 2,
			inSpec + `: profile "huge" is unknown; there are [paper, quick, smoke]`,
		},
		{
			"unknown key in a file", spec, replaced("T = 1\n", "T = 1\nfoo = 2\n"), 2,
			`/spec.toml:3: key "foo": unknown; known here: seed, T, .*/`,
		},
		{"wrong type in another profile", spec, replaced("[profile.quick]\n",
			"[profile.quick]\nT = \"x\"\n"), 2,
			`spec.toml:24: key "profile.quick.T": expected a number (positive), got "x"`},
		{
			"missing key", spec, replaced("sigma_x = 1\n", ""), 2,
			`spec.toml:16: key "model.sigma_x": missing, expected a number (positive)`,
		},
		{"spec is not TOML", spec, map[string]string{"spec.toml": "figure 3\n"}, 2, `/spec\.toml:1: .*/`},
		{"bad datum", set("data.file=x.csv"), map[string]string{"x.csv": "# data\n1.5\n\n2,5\n"}, 2,
			`-set data.file=x.csv: key "data.file": data file x.csv:4: expected one finite number, got ` +
				`"2,5"`},
		{"data file is a folder", set("data.file=x"), map[string]string{"x/": ""}, 2,
			`-set data.file=x: key "data.file": data file x: is a directory, expected a file of one ` +
				`datum a line`},
		{"unknown flag", []string{"-foo"}, nil, 2, `flag provided but not defined: -foo (-h lists the flags)`},
		{
			"workers", []string{"-workers", "many"}, nil, 2,
			`invalid value "many" for flag -workers: expected an integer from 1 to 4096 ` +
				`(-h lists the flags)`,
		},
		{
			"something else is there", []string{"-out", "out2"}, map[string]string{"out2/fig03.csv": ""}, 2,
			`-out out2: it has the fig03 of another profile, spec or data; expected another folder`,
		},
		{
			"cache is a file", []string{"-cache", "file"}, map[string]string{"file": "x"}, 1,
			`cannot write to the cache file: not a directory`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			old(t, filepath.Join(dir, "out"), "fig03")
			for name, text := range c.files {
				path := filepath.Join(dir, name)
				make := path
				if !strings.HasSuffix(name, "/") {
					make = filepath.Dir(path)
				}
				if err := os.MkdirAll(make, 0o755); err != nil {
					t.Fatal(err)
				}
				if make == path || strings.HasSuffix(name, "/") {
					continue
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			before := tree(t, dir)
			args := append([]string{"-out", "out", "-cache", "cache"}, fast...)
			if slices.Contains(c.args, "-spec") {
				args = []string{"-out", "out", "-cache", "cache", "-profile", "smoke"}
			}
			stdout, stderr, code := executeIn(t, dir, "fig03", append(args, c.args...)...)
			if code != c.code || stdout != "" {
				t.Errorf("exit %d, want %d; %s", code, c.code, stdout)
			}
			line, ok := strings.CutPrefix(stderr, "fig03: ")
			line, end := strings.CutSuffix(line, "\n")
			if !ok || !end || strings.Contains(line, "\n") || strings.Contains(line, "fig03: ") {
				t.Errorf("not one line of fig03:\n%s", stderr)
			}
			if pattern, ok := strings.CutPrefix(c.want, "/"); ok {
				if !regexp.MustCompile(`^(?:` + strings.TrimSuffix(pattern, "/") + `)$`).MatchString(line) {
					t.Errorf("got  %s\nwant %s", line, c.want)
				}
			} else if line != c.want {
				t.Errorf("got  %s\nwant %s", line, c.want)
			}
			if diff := differences(before, tree(t, dir)); len(diff) > 0 {
				t.Errorf("files that changed: %q", diff)
			}
		})
	}
}

// A full disk is reported in one line, and the old files stay. A run that cannot store its results
// waits for room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small := filepath.Join(dir, "small")
	if err := os.Mkdir(small, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no small disk: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	}()
	run := func(args ...string) (stderr string, code int) {
		_, stderr, code = executeIn(
			t,
			dir,
			"fig03",
			slices.Concat([]string{"-q"}, fast, []string{"-workers", "1"}, args)...)
		return stderr, code
	}

	// there is room for the CSV, but not for the picture
	old(t, filepath.Join(small, "out"), "fig03")
	before := tree(t, small)
	stderr, code := run("-out", "small/out", "-cache", "cache")
	if code != 1 || !regexp.MustCompile(
		`^fig03: cannot write small/out/fig03\.(png|pdf|svg|csv|json): no space left on device\n$`,
	).MatchString(stderr) {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if diff := differences(before, tree(t, small)); len(diff) > 0 {
		t.Errorf("files that changed: %q", diff)
	}
	if files := tree(t, filepath.Join(dir, "cache")); len(files) < 5 {
		t.Errorf("the results are not kept: %q", slices.Sorted(maps.Keys(files)))
	}

	// There is no room for all results in the cache: the run waits, and goes on when there is.
	if err := os.RemoveAll(filepath.Join(small, "out")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program(t, "fig03"), slices.Concat(fast, []string{
		"-workers", "1", "-out", "out", "-cache", "small/cache", "-set", "n=[1, 2, 3, 5]",
		"-set", "blocks=32",
	})...)
	cmd.Dir = dir
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer guard.Stop()
	waits := regexp.MustCompile(`^fig03: not all results can be kept in small/cache: ` +
		`.*no space left on device; trying again for 10m0s$`)
	waited := false
	for sc := bufio.NewScanner(pipe); sc.Scan(); {
		if waits.MatchString(sc.Text()) {
			waited = true
			err := syscall.Mount("tmpfs", small, "tmpfs", syscall.MS_REMOUNT, "size=4m")
			if err != nil {
				t.Error(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !waited {
		t.Errorf("%v, waited: %v", err, waited)
	}
	kept := 0
	for name := range tree(t, small) {
		if strings.HasSuffix(name, ".npz") {
			kept++
		} else if strings.Contains(name, ".tmp") {
			t.Errorf("left behind: %s", name)
		}
	}
	if want := 16; kept != want {
		t.Errorf("%d results were kept, want %d", kept, want)
	}
}

// Other data, and grids of a single point, make a figure too.
func TestOtherData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, data string
		args       []string
	}{
		{"three", "# mine\n1\n-2.5e0\n\n  3\n", []string{"-set", "n=[1, 2]"}},
		{"one", "3", []string{"-set", "n=[1]"}},
		{"unstable", "1\n2\n3\n4\n5\n6\n", []string{"-set", "dt=[0.1, 1, 100, 1e30]"}},
		{
			"another word", "1\n2\n3\n4\n5\n6\n",
			[]string{"-set", `method=[{name="BAOAB", scheme="BAOAB", gamma=2}]`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "mine.csv"), []byte(c.data), 0o644); err != nil {
				t.Fatal(err)
			}
			args := slices.Concat([]string{"-out", "out", "-cache", "cache"}, fast,
				[]string{"-set", "data.file=mine.csv"}, c.args)
			stdout, stderr, code := executeIn(t, dir, "fig03", args...)
			if code != 0 ||
				!strings.Contains(stdout, "wrote out/fig03.png, .pdf, .svg, out/fig03.csv, .json in ") {
				t.Fatalf("exit %d: %s%s", code, stdout, stderr)
			}
			if files, err := os.ReadDir(filepath.Join(dir, "out")); err != nil || len(files) != 5 {
				t.Errorf("wrote %v, %v", files, err)
			}
			if tab := read(t, filepath.Join(dir, "out", "fig03.csv")); tab.Where("source",
				"simulation").Len() == 0 {
				t.Error("nothing was simulated")
			}
			m, err := os.ReadFile(filepath.Join(dir, "out", "fig03.json"))
			if err != nil || !bytes.Contains(m, []byte(`"name": "data: mine.csv"`)) {
				t.Errorf("the manifest does not name the data, %v", err)
			}
		})
	}
}
