package experiments

import (
	"math"
	"path/filepath"
	"testing"

	"adl/pkg/table"
)

// Points with diverged replicas, here those with the most factors, are marked in the table, and the
// figure is drawn.
func TestDiverged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, stderr, code := executeIn(t, dir, "fig14", "-profile", "smoke", "-out", "out",
		"-cache", "cache", "-set", "basis.cap=1e9", "-set", "runs.curves={dt=5e-3, n=5}",
		"-set", "runs.all.dt=[]", "-set", "runs.equal.dt=[]", "-set", "T=3e4")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	l1 := read(t, filepath.Join(dir, "out", "fig14.csv")).Where("quantity", "L1")
	if l1.Len() != 4 {
		t.Fatalf("%d errors, want one for each of four K", l1.Len())
	}
	for i := range l1.Len() {
		k, v := l1.Float(i, "K"), l1.Float(i, "value")
		diverged := l1.Cell(i, "status") == table.Diverged
		if diverged != (k == 35) || diverged != math.IsNaN(v) {
			t.Errorf("K = %g: %s, with the value %g", k, l1.Cell(i, "status"), v)
		}
	}
	if !exists(filepath.Join(dir, "out", "fig14.pdf")) {
		t.Error("there is no picture")
	}
}
