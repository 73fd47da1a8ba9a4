package look

import (
	"slices"
	"testing"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Bins that are nearly empty have no mark; a curve that is not a result is pale.
func TestDensity(t *testing.T) {
	for _, status := range []string{table.OK, table.Unmixed} {
		u := table.New("x", "value", "stderr", "status")
		for i, v := range []float64{0.001, 0, 0.5, 0, 1, 0.5, 0.001} {
			u.Add(table.Row{"x": i, "value": v, "stderr": 0.1, "status": status})
		}
		var line, marks plots.Line
		for _, p := range (Series{Name: "run", X: Column("x")}).Density(u, 0, 2) {
			switch l, ok := p.(plots.Line); {
			case ok && l.Status == status:
				marks = l
			case ok && len(l.X) > u.Len():
				line = l
			}
		}
		if !slices.Equal(marks.X, []float64{2, 4}) || !slices.Equal(marks.Y, []float64{0.5, 1}) {
			t.Errorf("%s: marks at %g, %g", status, marks.X, marks.Y)
		}
		if pale := status != table.OK; line.Style.Pale != pale || marks.Style.Pale != pale {
			t.Errorf("%s: the line is pale: %t, the marks: %t", status, line.Style.Pale, marks.Style.Pale)
		}
	}
}
