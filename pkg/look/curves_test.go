package look

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"testing"

	"adl/pkg/plots"
	"adl/pkg/table"
)

// Whatever the rows hold, there is a picture.
func TestErrorCurves(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, join := range []bool{false, true} {
		tab := table.New(table.Columns([]string{"sampling", "n", "dt"})...)
		draw := func() {
			t.Helper()
			f := plots.New(1, 1)
			ErrorCurves{Quantity: "error", Join: join}.Panel(f.Panel(0, 0), tab)
			picture(t, f)
		}
		draw() // nothing at all
		row := table.Row{
			"sampling": table.Replaced, "n": 1, "dt": 1e-3, "quantity": "error",
			"source": table.Simulation,
		}
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

// picture draws a figure as PNG and PDF.
func picture(t *testing.T, f *plots.Figure) {
	t.Helper()
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

// The ratio has the status of the error that is not ok; over noise, a lower bound is known.
func TestRatios(t *testing.T) {
	columns := []string{"dt", "epsilon", "value", "stderr", "status", "source"}
	a, b := table.New(columns...), table.New(columns...)
	at := 0
	add := func(x, y float64, status, other string) {
		at++
		row := table.Row{"dt": 0.1, "epsilon": at, "stderr": 0.1, "source": table.Simulation}
		row["value"], row["status"] = x, status
		a.Add(row)
		row["value"], row["status"] = y, other
		b.Add(row)
	}
	const ok, unmixed, runaway = table.OK, table.Unmixed, table.Runaway
	add(6, 2, ok, ok)
	add(6, 2, ok, unmixed)
	add(6, 2, unmixed, ok)
	add(6, 0.1, unmixed, runaway)
	add(6, 0.1, runaway, ok)
	add(6.2, 0.1, ok, ok)
	add(0.1, 0.1, ok, ok)
	a.Add(table.Row{"dt": 0.2, "epsilon": 1, "source": table.Simulation, "status": ok})
	ratios, least := Ratios(a, b)
	got := ""
	for i := range ratios.Len() {
		got += ratios.Cell(i, "status") + " "
		if ratios.Cell(i, "status") == ok && ratios.Float(i, "value") != 3 {
			t.Errorf("ratio %s", ratios.Cell(i, "value"))
		}
	}
	if want := "ok unmixed unmixed runaway runaway "; got != want {
		t.Errorf("statuses %q, want %q", got, want)
	}
	if least.Len() != 1 || fmt.Sprintf("%.9g", least.Float(0, "value")) != "20" {
		t.Errorf("bounds %v", least)
	}
}
