package main

import (
	"maps"
	"math"

	"adl/pkg/table"
)

// quantities are those of which a choice has errors, of the mean and of the variance of θ.
var quantities = [2]string{"rmse mean", "rmse variance"}

// A choice is n and Δt of a method. Errors are relative to the standard deviation and to the
// variance of the posterior. The mean square error of an average over a time T is bias² + v/T.
type choice struct {
	n     int
	dt    float64
	begin float64    // gradients of a datum before the first step
	cost  float64    // those of a unit of time
	bias2 [2]float64 // of the mean and of the variance
	v     [2]float64
	reach [2]float64 // the largest budget at which the bias is known
}

// rmse returns the root mean square error of a quantity after a budget, or Inf where an average is
// over less than the time in which one sample becomes independent. Beyond reach it returns the
// error at reach, a bound.
func (c choice) rmse(quantity int, budget float64) (e float64, bound bool) {
	spent := min(budget, c.reach[quantity]) - c.begin
	if noise := c.v[quantity] * c.cost / spent; spent > 0 && noise < 1 {
		return math.Sqrt(c.bias2[quantity] + noise), budget > c.reach[quantity]
	}
	return math.Inf(1), false
}

// A curve is the choices of a method with one way to estimate the gradient.
type curve struct {
	row     table.Row
	choices []choice
}

// best adds the smallest error of each quantity for every budget, with its choice, where no bound
// is smaller.
func (x curve) best(t *table.Table, budgets []float64) {
	for quantity, name := range quantities {
		for _, budget := range budgets {
			row := maps.Clone(x.row)
			row["budget"], row["status"] = budget, table.OK
			least, known := math.Inf(1), false
			for _, c := range x.choices {
				if e, bound := c.rmse(quantity, budget); e < least {
					least, known = e, !bound
					row["n"], row["dt"] = c.n, c.dt
				}
			}
			if known {
				t.AddValue(row, name, least)
			}
		}
	}
}
