package study

import (
	"fmt"
	"testing"

	"adl/pkg/table"
)

// The ratio has the status of the error that is no result; over noise, the least ratio is known.
func TestRatios(t *testing.T) {
	a, b := table.New("dt", "epsilon", "value", "stderr", "status", "source"),
		table.New("dt", "epsilon", "value", "stderr", "status", "source")
	at := 0
	add := func(x, y float64, status, other string) {
		at++
		row := table.Row{"dt": 0.1, "epsilon": at, "stderr": 0.1, "source": table.Simulation}
		row["value"], row["status"] = x, status
		a.Add(row)
		row["value"], row["status"] = y, other
		b.Add(row)
	}
	add(6, 2, table.OK, table.OK)
	add(6, 2, table.OK, table.Unmixed)
	add(6, 2, table.Unmixed, table.OK)
	add(6, 0.1, table.Unmixed, table.Runaway)
	add(6, 0.1, table.Runaway, table.OK)
	add(6.2, 0.1, table.OK, table.OK)
	add(0.1, 0.1, table.OK, table.OK)
	a.Add(table.Row{"dt": 0.2, "epsilon": 1, "source": table.Simulation, "status": table.OK})
	ratios, least := Ratios(a, b)
	got := ""
	for i := range ratios.Len() {
		got += ratios.Cell(i, "status") + " "
		if ratios.Cell(i, "status") == table.OK && ratios.Float(i, "value") != 3 {
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
