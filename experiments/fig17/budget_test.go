package main

import (
	"math"
	"testing"

	"adl/pkg/table"
)

// An average after a budget has the bias and the variance v/T of a time T = (budget − begin)/cost.
// Beyond reach its error is a bound, and a curve ends where a bound is smallest.
func TestBest(t *testing.T) {
	biased := choice{
		n: 1, dt: 0.1, cost: 10, bias2: [2]float64{0.04, 0}, v: [2]float64{1, 1},
		reach: [2]float64{math.Inf(1), math.Inf(1)},
	}
	exact := choice{
		n: 5, dt: 0.1, begin: 100, cost: 50, v: [2]float64{1, 1}, reach: [2]float64{1e5, 1e5},
	}
	x := curve{row: table.Row{"source": table.Exact}, choices: []choice{biased, exact}}
	tab := table.New(table.Columns([]string{"budget", "n", "dt"})...)
	x.best(tab, []float64{5, 50, 1000, 1e4, 1e6})
	for i, want := range []struct{ budget, n, value float64 }{
		{50, 1, math.Sqrt(0.04 + 0.2)}, {1000, 1, math.Sqrt(0.04 + 0.01)},
		{1e4, 5, math.Sqrt(50. / 9900)}, // and none at 1e6
	} {
		u := tab.Where("quantity", "rmse mean")
		if u.Len() != 3 || u.Float(i, "budget") != want.budget || u.Float(i, "n") != want.n ||
			math.Abs(u.Float(i, "value")-want.value) > 1e-9 {
			t.Errorf("row %d of %d: %v, want %+v", i, u.Len(), u.Floats("value"), want)
		}
	}
	if u := tab.Where("quantity", "rmse variance"); u.Len() != 4 || u.Float(3, "n") != 1 {
		t.Errorf("without a bias: %v with n = %v", u.Floats("value"), u.Floats("n"))
	}
}
