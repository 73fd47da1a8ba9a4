// Package experiments holds the programs of the figures, a folder each, and the tests that run them as a user does.
package experiments

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/files"
	"adl/pkg/table"
)

var update = flag.Bool("update", false, "write the golden numbers instead of comparing (make golden)")

const golden = "../results/golden/smoke"

// bin is the folder of the programs, built once.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	code := func() int {
		dir, err := os.MkdirTemp("", "experiments")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		bin = dir
		if out, err := build(dir); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
		return m.Run()
	}()
	os.Exit(code)
}

// build makes all programs in dir, with more of the environment.
func build(dir string, env ...string) ([]byte, error) {
	cmd := exec.Command("go", "build", "-o", dir+"/", "./...")
	cmd.Env = append(os.Environ(), env...)
	return cmd.CombinedOutput()
}

// programs are the names of the figures.
func programs(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob("fig[0-9]*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	return dirs
}

// execute runs a program and returns its output and exit code.
func execute(t *testing.T, program string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &o, &e
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

// Every figure of profile smoke has its golden numbers: simulated ones bit for bit, others to 1e-9. A second run, which finds all results in
// the cache, writes the same tables and the same pictures byte for byte.
func TestGolden(t *testing.T) {
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			first, second := t.TempDir(), t.TempDir()
			for _, out := range []string{first, second} {
				if _, stderr, code := execute(t, filepath.Join(bin, name), "-profile", "smoke", "-out", out, "-cache", cache, "-q"); code != 0 {
					t.Fatalf("exit %d: %s", code, stderr)
				}
			}
			for _, ext := range []string{".csv", ".png", ".pdf"} {
				a, err := os.ReadFile(filepath.Join(first, name+ext))
				if err != nil {
					t.Fatal(err)
				}
				b, err := os.ReadFile(filepath.Join(second, name+ext))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(a, b) {
					t.Errorf("%s%s: two runs differ", name, ext)
				}
			}
			path := filepath.Join(golden, name+".csv")
			if *update {
				b, err := os.ReadFile(filepath.Join(first, name+".csv"))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.MkdirAll(golden, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := files.WriteBytes(path, b); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := table.Compare(read(t, path), read(t, filepath.Join(first, name+".csv")), 1e-9); len(diff) > 0 {
				t.Errorf("%s moved from its golden numbers; if that is meant, make golden\n%s", name, strings.Join(diff, "\n"))
			}
		})
	}
}
