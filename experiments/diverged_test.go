package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/table"
)

// A point whose replicas diverge is marked in the table, and the figure is drawn.
func TestDiverged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, set string
		diverged  func(k float64) bool
	}{
		{"absurd inertia", "eta=1e-9", func(float64) bool { return true }},
		{"absurd factors", "basis.cap=1e9", func(k float64) bool { return k == 35 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out := t.TempDir()
			args := []string{
				"-profile", "smoke", "-out", out, "-cache", filepath.Join(out, "cache"), "-q", "-set", c.set,
				"-set", "n=[5]", "-set", "dt=[5e-3]", "-set", "all.dt=[]", "-set", "equal.dt=[]",
				"-set", "T=3e4",
			}
			if _, stderr, code := execute(t, "fig14", args...); code != 0 {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			l1 := read(t, filepath.Join(out, "fig14.csv")).Where("quantity", "L1")
			if l1.Len() != 4 {
				t.Fatalf("%d errors, want those of four K", l1.Len())
			}
			for i := range l1.Len() {
				k, v := l1.Float(i, "K"), l1.Float(i, "value")
				if got := l1.Cell(i, "status") == table.Diverged; got != c.diverged(k) || got != (v != v) {
					t.Errorf("K = %g: %s, with the value %g", k, l1.Cell(i, "status"), v)
				}
			}
			for _, ext := range []string{".png", ".pdf", ".svg"} {
				if b, err := os.ReadFile(filepath.Join(out, "fig14"+ext)); err != nil ||
					!bytes.ContainsAny(b[:5], "PDx<") {
					t.Errorf("%s: %v", ext, err)
				}
			}
		})
	}
}
