package main

import (
	"fmt"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// The winner has the smallest error that is known to half of its value.
func TestWinners(t *testing.T) {
	columns := []string{"method", "friction", "gradient", "gamma", "budget", "seconds", "n", "dt"}
	x := table.New(table.Columns(columns)...)
	for _, r := range []struct {
		friction  string
		value, se float64
	}{{"scalar", 0.03, 0.001}, {"full", 0.02, 0.002}, {"full", 0.001, 0.01}} {
		x.Measure(table.Row{
			"method": "AdL", "friction": r.friction, "gradient": "full batch", "gamma": 1, "budget": 1e7,
			"seconds": 0.25, "n": 200, "dt": 0.01, "status": table.OK, "source": table.Simulation,
		}, "rmse variance", estimate.Estimate{Value: r.value, StdErr: r.se})
	}
	const want = "[{variance 2.00 ± 0.20 % 7 0.25 AdL, full ξ, full batch 200 0.01 1}]"
	if got := fmt.Sprint(winners(x)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if winners(table.New(table.Columns(nil)...)) != nil {
		t.Error("winners without budgets")
	}
}
