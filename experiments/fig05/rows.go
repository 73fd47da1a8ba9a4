package main

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/gaussian"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// rows adds the measurements of a run.
func rows(t *table.Table, row table.Row, r *gaussian.Run) {
	r.AddError(t, row)
	r.AddXi(t, row)
	trend := r.Samples.Blocks(dynamics.Xi{}, 0).Trend()
	t.Measure(row, "growth of xi", growth(trend, r.Samples.Chain), max(r.Noise()-1, 0)/r.Eta)
}

// growth returns the growth of ξ per unit of time: its trend over the time between the middles of
// the two halves of the run that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(float64(run)*c.Scheme.Dt) * float64((c.Blocks+1)/2) / float64(c.Blocks)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}

// known adds what needs no simulation: the errors of the methods of Figure 3 at the same point, and
// the third moment of θ if ξ is frozen.
func known(t *table.Table, r *gaussian.Run) {
	add := func(method, source, quantity string, value float64) {
		if !math.IsNaN(value) {
			row := r.Row(method)
			row["source"], row["s"] = source, r.Noise()
			t.AddValue(row, quantity, value)
		}
	}
	law := r.Law
	if float64(law.A*float64(r.Dt*r.Dt)) < 4 {
		add("Langevin", table.Exact, "variance error", law.Langevin(r.Epsilon, r.Gamma, r.Dt))
	}
	if float64(law.A*r.Dt) < 2 {
		add("SGLD", table.Exact, "variance error", law.SGLD(r.Epsilon, r.Dt))
	}
	add("AdL", table.Prediction, "third moment", r.FrozenThird())
}

// curves adds the curves of the frozen ξ.
func (s Spec) curves(t *table.Table, r gaussian.Run) {
	total := float64(r.Model.Ndata())
	for _, dt := range s.Dt {
		r.Dt, r.Epsilon = dt, 1
		end := min(float64(total*total), 0.999/r.Noise()) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.AddValue(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "gamma": s.Gamma,
				"status": table.OK, "source": table.Prediction,
			}, "variance error", r.Frozen(eps))
		}
	}
}
