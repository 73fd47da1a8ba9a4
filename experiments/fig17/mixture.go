package main

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// measured adds the errors of the mean and of the variance of each run, and returns the curves of
// the methods.
func measured(t *table.Table, runs []*study.MixtureRun) (all []*curve) {
	for _, r := range runs {
		row := r.Row()
		row["posterior"], row["gradient"], row["T"] = "mixture", r.Gradient(), r.Chain.T
		y := choice{n: r.N, dt: r.Dt, cost: float64(r.N) / r.Dt}
		if r.Gradient() == study.Controlled {
			y.begin = float64(len(r.Posterior.Modes) * r.Chain.Model.Ndata())
		}
		if !r.Diverged {
			y.measure(t, row, r)
		}
		cells := table.Row{
			"posterior": "mixture", "method": r.Method, "friction": r.Friction,
			"gradient": r.Gradient(), "source": table.Simulation,
		}
		k := slices.IndexFunc(all, func(x *curve) bool { return maps.Equal(x.row, cells) })
		if k < 0 {
			k, all = len(all), append(all, &curve{row: cells})
		}
		if row["status"] == table.OK {
			all[k].choices = append(all[k].choices, y)
		}
	}
	return all
}

// measure adds the relative errors of a run, and takes from them what a shorter or longer one would
// have: the bias, for budgets beyond that of the run if it is above three standard errors, and the
// squares of the standard errors times T.
func (c *choice) measure(t *table.Table, row table.Row, r *study.MixtureRun) {
	means, variances := r.Posterior.Moments()
	for quantity, name := range []string{"mean error", "variance error"} {
		errors, noise := 0.0, 0.0
		for i, mean := range means {
			e := estimate.RelError(r.Theta(i).Variance(), variances[i])
			if quantity == 0 {
				sd := math.Sqrt(variances[i])
				e = r.Theta(i).Mean()
				e = estimate.Estimate{Value: (e.Value - mean) / sd, StdErr: e.StdErr / sd}
			}
			t.Measure(row, []string{name + " 1", name + " 2"}[i], e)
			errors += float64(0.5 * float64(e.Value*e.Value))
			noise += float64(0.5 * float64(e.StdErr*e.StdErr))
		}
		c.bias2[quantity], c.v[quantity] = errors, float64(noise*r.Chain.T)
		if c.reach[quantity] = math.Inf(1); errors < 9*noise {
			c.reach[quantity] = c.begin + float64(c.cost*r.Chain.T)
		}
	}
}
