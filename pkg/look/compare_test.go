package look

import (
	"testing"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// There is a point for each simulated row of a series.
func TestCompare(t *testing.T) {
	tab := table.New(
		"friction", "n", "dt", "epsilon", "quantity", "value", "stderr", "status", "source")
	for i, k := range []string{table.Full, table.Scalar, table.Scalar} {
		tab.Add(table.Row{
			"friction": k, "n": i, "dt": 0.1, "epsilon": 10 * (i + 1), "quantity": "L1", "value": 0.1,
			"stderr": 0.01, "status": table.OK, "source": table.Simulation,
		})
	}
	f := plots.New(1, 1)
	CompareErrors(f.Panel(0, 0), tab, Frictions(table.Full, table.Scalar)...)
	if seen, outside, _ := f.Painted(); seen[table.OK] != 3 || outside > 0 {
		t.Errorf("%v and %d marks, want 3", seen, outside)
	}
}
