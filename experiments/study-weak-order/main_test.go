package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/model"
	"adl/pkg/table"
)

// arguments leave out the runs of profile smoke.
func arguments(out string, more ...string) []string {
	return append([]string{"-profile", "smoke", "-q", "-out", out, "-cache", out, "-dpi", "30",
		"-set", "points=[]", "-set", "means.n=[]"}, more...)
}

// Exact values have the properties that hold for any data.
func TestTheory(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	if code := program.Run(arguments(dir, "-set", "data.seed=5"), &stderr, &stderr); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	u, err := table.ReadFile(filepath.Join(dir, "study-weak-order.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		quantity   string
		rows       int
		low, high  float64
		conditions []any
	}{
		{"distance of a step's map from appendix B", 20, 0, 1e-13, nil},
		{"spectral radius", 20, 0.1, 1, nil},
		{"stationary mean less μ_post", 12, -1e-14, 1e-14, nil},
		{"E Z³ for symmetric data", 3, -1e-12, 1e-12, nil},
		{"third central moment for symmetric data", 24, -1e-18, 1e-18, nil},
		{"variance error of p at small Δt", 16, 0, 0, []any{"epsilon", 0}},
		{"ε(n)", 1, 0, 0, []any{"n", 100, "sampling", "without"}},
		{"ε(n)", 1, 99, 99, []any{"n", 100, "sampling", "with"}},
		{"ε(n)", 1, 9900, 9900, []any{"n", 1, "sampling", "without"}},
		{"one-step power of Δt: third cumulants", 3, 3, 3, nil},
	} {
		x := u.Where(append(c.conditions, "quantity", c.quantity)...).Floats("value")
		if len(x) != c.rows || slices.Min(x) < c.low || slices.Max(x) > c.high {
			t.Errorf("%s %v: %g", c.quantity, c.conditions, x)
		}
	}
	same := u.Where("source", table.Exact)
	same = same.Filter(func(i int) bool { return same.Cell(i, "exact") != "" })
	if same.Len() != 6 {
		t.Errorf("%d rows with a formula", same.Len())
	}
	for i := range same.Len() {
		x, want := same.Float(i, "value"), same.Float(i, "exact")
		if math.Abs(x-want) > 1e-10*math.Abs(want) {
			t.Errorf("%s is %g, by the formula %g", same.Cell(i, "quantity"), x, want)
		}
	}
}

func TestRefused(t *testing.T) {
	same := filepath.Join(t.TempDir(), "same.txt")
	if err := os.WriteFile(same, []byte("1\n1\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ set, want string }{
		{"data.file=" + same, `: expected data that differ`},
		{"n=[1,101]", `key "n[1]": `},
		{"means.n=[5,101]", `key "means.n[1]": `},
		{"means.replicas=100", `key "means.replicas": expected a multiple of 64, got 100`},
		{`points=[{sampling="without",n=[101],dt=[1e-3]}]`, `key "points[0].n[0]": `},
	} {
		var stderr bytes.Buffer
		code := program.Run(arguments(t.TempDir(), "-set", c.set), &stderr, &stderr)
		if code != 2 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("-set %s: exit %d: %swant %s", c.set, code, stderr.String(), c.want)
		}
	}
}

func TestSymmetric(t *testing.T) {
	m := &model.Gaussian{X: []float64{1, 2, 3, 6}, SigmaX: 1, SigmaTheta: 1}
	if got := symmetric(m).X; !slices.Equal(got, []float64{-2, 2, -1, 1}) {
		t.Errorf("got %g", got)
	}
	m.X = []float64{1, 1, 0, 2}
	if symmetric(m) != nil {
		t.Error("a first half that is all the mean has no variance")
	}
}
