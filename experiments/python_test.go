package experiments

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/table"
)

// numpy returns a Python with NumPy. Without one nothing is tested: make test says so, and CI
// fails.
func numpy(t *testing.T) (program string) {
	t.Helper()
	for _, p := range []string{"python3", "/usr/bin/python3"} { // the second has Debian's packages
		if exec.Command(p, "-c", "import numpy").Run() == nil {
			return p
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("there is no python3 with NumPy (Debian: python3-numpy)")
	}
	t.Skip("there is no python3 with NumPy (Debian: python3-numpy)")
	return ""
}

// python runs the lines of Python in FORMATS.md that name a file, in a folder, and returns the two
// numbers that they print.
func python(t *testing.T, file, dir string) (got [2]float64) {
	t.Helper()
	program := numpy(t)
	text, err := os.ReadFile("FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines string
	for _, m := range fenced.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "python" && strings.Contains(m[2], file) {
			lines = m[2]
		}
	}
	c := exec.Command(program, "-c", lines)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := fmt.Sscan(string(out), &got[0], &got[1]); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	return got
}

// agree compares what Python printed with the row of a table.
func agree(t *testing.T, got [2]float64, tab *table.Table, row int) {
	t.Helper()
	want := tab.Estimate(row)
	for i, x := range []float64{want.Value, want.StdErr} {
		if !(math.Abs(got[i]-x) <= 1e-9*math.Abs(x)) {
			t.Errorf("got %g, want %g", got, want)
		}
	}
}

// TestPython computes the first row of Figure 5 from its archive.
func TestPython(t *testing.T) {
	got := python(t, "results/paper/fig05.json", "..")
	fig05 := read(t, "../results/paper/fig05.csv")
	if q := fig05.Cell(0, "quantity"); q != "variance error" {
		t.Fatalf("the first row is of %s", q)
	}
	agree(t, got, fig05, 0)
}

// TestDraws computes a row of Figure 5 from all draws. Keeping draws changes no output.
func TestDraws(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "results", "smoke")
	if err := smoke("fig05", bin, out, nil, "-draws", "every=1"); err != nil {
		t.Fatal(err)
	}
	same(t, "fig05", out, ".csv", ".json", ".png", ".pdf")
	tab := read(t, filepath.Join(out, "fig05.csv")).Where("method", "AdL", "source", table.Simulation,
		"quantity", "variance error", "n", 20, "dt", 0.01)
	if tab.Len() != 1 {
		t.Fatalf("%d rows", tab.Len())
	}
	agree(t, python(t, "results/smoke/fig05.json", dir), tab, 0)

	// An error about too many or too few draws says how many there are.
	for _, c := range []struct{ set, every, want string }{
		{"T=1e6", "every=1", "-draws every=1: a point would have 762 MB of draws, expected at most " +
			"64 MB, as with every=12"},
		{"T=640", "every=513", "-draws: expected every=N with N from 1 to the 512 observations of a " +
			"replica, got 513"},
	} {
		_, stderr, code := executeIn(t, dir, "fig05", "-profile", "smoke", "-out", "o", "-set", c.set,
			"-draws", c.every)
		if code != 2 || !strings.HasSuffix(stderr, c.want+"\n") {
			t.Errorf("-set %s -draws %s: exit %d, %s", c.set, c.every, code, stderr)
		}
	}
}
