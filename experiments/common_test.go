// Package experiments holds the programs of the figures, one folder each, and the tests that run
// them as a user does.
package experiments

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"adl/pkg/table"
	"adl/pkg/vec"
)

var update = flag.Bool("update", false,
	"write the golden numbers instead of comparing (make golden)")

// bin is the folder of the programs, which are built at their first use.
var bin string

// built holds, for every figure, a function that builds its program in bin. golden holds a function
// that runs it at profile smoke in the machine's form of vec and computes everything. Both act at
// the first call.
var (
	built  = map[string]func() error{}
	golden = map[string]func() (dir string, err error){}
)

func TestMain(m *testing.M) {
	flag.Parse()
	if vec.Wasted() { // the programs would report it
		os.Setenv("VEC", "portable")
	}
	code := func() int {
		dir, err := os.MkdirTemp("", "experiments")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		bin = dir
		specs, err := filepath.Glob("*/spec.toml")
		if err != nil || len(specs) == 0 {
			fmt.Fprintln(os.Stderr, "no programs:", err)
			return 1
		}
		for _, path := range specs {
			name := filepath.Dir(path)
			if !strings.HasPrefix(name, "fig") && !strings.HasPrefix(name, "study-") {
				continue // the template
			}
			built[name] = sync.OnceValue(func() error {
				return build(dir, []string{name}, nil, "")
			})
			golden[name] = sync.OnceValues(func() (string, error) {
				out := filepath.Join(dir, "golden", name)
				return out, smoke(name, bin, out, nil, "-fresh")
			})
		}
		return m.Run()
	}()
	os.Exit(code)
}

// program returns the path of the program of a figure.
func program(t testing.TB, name string) string {
	t.Helper()
	if err := built[name](); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(bin, name)
}

// build makes the programs of figures in dir, with additions to the environment and to the flags of
// the linker. As in the Makefile, goroutines are preempted at calls only.
func build(dir string, figures, env []string, ldflags string) error {
	args := []string{"build", "-buildvcs=false", "-o", dir + "/",
		"-ldflags=-w -X=runtime.godebugDefault=asyncpreemptoff=1 -X=adl/pkg/experiment.dots=" +
			strconv.Itoa(dots) + " " + ldflags}
	for _, name := range figures {
		args = append(args, "./"+name)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// smoke runs the program of a figure in the folder dir at profile smoke, with additions to the
// environment. It writes outputs and the cache to out.
func smoke(name, dir, out string, env []string, args ...string) error {
	_, err := smokeOutput(name, dir, out, env, args...)
	return err
}

// smokeOutput is smoke, and returns what the program prints: nothing, unless args have -q=false.
func smokeOutput(name, dir, out string, env []string, args ...string) (string, error) {
	if dir == bin {
		if err := built[name](); err != nil {
			return "", err
		}
	}
	args = append([]string{
		"-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q",
	}, args...)
	cmd := exec.Command(filepath.Join(dir, name), args...)
	cmd.Env = append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(text))
	}
	return string(text), nil
}

// reference returns the folder of a figure's golden run.
func reference(t *testing.T, name string) string {
	t.Helper()
	dir, err := golden[name]()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// same reports the files of a figure in a folder that differ from its golden run, except for the
// seconds of tasks.
func same(t *testing.T, name, dir string, extensions ...string) {
	t.Helper()
	for _, ext := range extensions {
		want, err := os.ReadFile(filepath.Join(reference(t, name), name+ext))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, name+ext))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(seconds.ReplaceAll(got, nil), seconds.ReplaceAll(want, nil)) {
			t.Errorf("%s%s differs from the golden run's", name, ext)
		}
	}
}

// agrees reports whether the tables of a figure, given without extension, are the same to the last
// byte. It fails if they differ by more than the rounding of a platform, or in the keys of tasks.
func agrees(t *testing.T, want, got string) (same bool) {
	t.Helper()
	if diff := table.Compare(read(t, want+".csv"), read(t, got+".csv")); len(diff) > 0 {
		t.Errorf("%s.csv: another table than %s.csv\n%s", got, want, strings.Join(diff, "\n"))
	}
	if !slices.Equal(keys(t, want+".json"), keys(t, got+".json")) {
		t.Errorf("%s.json: tasks with other keys than in %s.json", got, want)
	}
	a, err1 := os.ReadFile(want + ".csv")
	b, err2 := os.ReadFile(got + ".csv")
	if err := cmp.Or(err1, err2); err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(a, b)
}

// keys are the keys of the tasks in a manifest, sorted.
func keys(t *testing.T, manifest string) (all []string) {
	t.Helper()
	m, err := table.ReadManifest(manifest)
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range m.Tasks {
		all = append(all, task.Key)
	}
	slices.Sort(all)
	return all
}

// seconds matches the seconds of tasks in a manifest.
var seconds = regexp.MustCompile(`"seconds": ?[-+.e0-9]+`)

// programs are the names of the figures.
func programs(t *testing.T) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(golden))
}

// executeIn runs a program in a folder and returns its output and exit code.
func executeIn(
	t *testing.T, dir, name string, args ...string,
) (stdout, stderr string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.Command(program(t, name), args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &o, &e
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func read(t *testing.T, path string) *table.Table {
	t.Helper()
	tab, err := table.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// tree maps every file below a folder to its contents, and every folder to nothing.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "drawn" { // the cache knows which pictures are current
			return filepath.SkipDir
		}
		files[rel] = ""
		if d.Type().IsRegular() {
			b, err := os.ReadFile(path)
			files[rel] = string(b)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// differences are the names of files that differ, or are missing, in one of two trees.
func differences(a, b map[string]string) (names []string) {
	both := maps.Clone(a)
	maps.Copy(both, b)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		x, inA := a[name]
		y, inB := b[name]
		if inA != inB || x != y {
			names = append(names, name)
		}
	}
	return names
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
