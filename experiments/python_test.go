package experiments

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"testing"
)

// The lines of Python in RUNNING.md compute the first row of Figure 5 from its archive. Without
// NumPy there is nothing to test; make test says so, and in CI it is a failure.
func TestPython(t *testing.T) {
	text, err := os.ReadFile("RUNNING.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines string
	for _, m := range fenced.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "python" {
			lines = m[2]
		}
	}
	python := ""
	for _, p := range []string{"python3", "/usr/bin/python3"} { // Debian's packages are the second's
		if exec.Command(p, "-c", "import numpy").Run() == nil {
			python = p
			break
		}
	}
	switch {
	case python == "" && os.Getenv("CI") != "":
		t.Fatal("there is no python3 with NumPy (Debian: python3-numpy)")
	case python == "":
		t.Skip("there is no python3 with NumPy (Debian: python3-numpy)")
	}
	c := exec.Command(python, "-c", lines)
	c.Dir = ".."
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got [2]float64
	if _, err := fmt.Sscan(string(out), &got[0], &got[1]); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	fig05 := read(t, "../results/paper/fig05.csv")
	if q := fig05.Cell(0, "quantity"); q != "variance error" {
		t.Fatalf("the first row is of %s", q)
	}
	want := fig05.Estimate(0)
	for i, x := range []float64{want.Value, want.StdErr} {
		if !(math.Abs(got[i]-x) <= 1e-9*math.Abs(x)) {
			t.Errorf("got %g, want %g", got, want)
		}
	}
}
