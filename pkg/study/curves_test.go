package study

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"adl/pkg/figure"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// Whatever the rows hold, there is a picture.
func TestErrorCurves(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	grid := Grid{
		Dt: []float64{1e-3, 2e-3}, N: []int{1, 2},
		Sampling: []minibatch.Sampling{minibatch.With, minibatch.Without},
	}
	for _, join := range []bool{false, true} {
		tab := table.New(table.Columns([]string{"sampling", "n", "dt"})...)
		draw := func() {
			t.Helper()
			f := figure.New(1, 1)
			ErrorCurves{Quantity: "error", Grid: grid, Join: join}.Panel(f.Panel(0, 0), tab)
			var b bytes.Buffer
			if err := f.PNG(&b); err != nil {
				t.Fatal(err)
			}
			if _, err := png.Decode(&b); err != nil {
				t.Fatal(err)
			}
			if err := f.PDF(&b); err != nil {
				t.Fatal(err)
			}
		}
		draw() // nothing at all
		row := Point{minibatch.With, 1e-3, 1, 0}.Row("SGLD")
		delete(row, "method")
		row["quantity"] = "error"
		for _, status := range []string{table.OK, table.Unmixed, table.Runaway, table.Diverged} {
			row["status"] = status
			for _, x := range [][3]float64{
				{10, 1, 0.1}, {10, -1, 0.1}, {10, 1, 2}, {0, 1, 0.1}, {20, 0, 0}, {20, nan, nan},
				{20, inf, inf}, {20, 1, nan},
			} {
				row["epsilon"], row["value"], row["stderr"] = x[0], x[1], x[2]
				tab.Add(row)
			}
			if status == table.OK || status == table.Diverged {
				draw()
			}
		}
	}
}
