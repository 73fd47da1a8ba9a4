package main

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// load returns the mixture and the runs on it.
func (s Spec) load(
	c *experiment.Context,
) (g *study.MixturePosterior, all []*study.MixtureRun, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	of := study.MixtureStudy{Mixture: s.Mixture, AdL: s.AdL, BurnInXi: s.BurnInXi}
	for _, set := range []struct {
		key  string
		runs study.Compared
	}{{"sgld", s.SGLD}, {"langevin", s.Langevin}, {"full", s.Full}, {"adl", s.Adaptive}} {
		runs, err := of.Compare(c, g, set.key, set.runs)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, runs...)
	}
	return g, all, nil
}

// measured adds the errors of the mean and of the variance of each run, and returns the curves of
// the methods.
func measured(
	t *table.Table, g *study.MixturePosterior, runs []*study.MixtureRun,
) (all []*curve) {
	of := moments(g)
	curves := map[[3]string]*curve{}
	for _, r := range runs {
		row := r.Row()
		row["posterior"], row["gradient"], row["T"] = "mixture", r.Gradient(), r.Chain.T
		y := choice{n: r.N, dt: r.Dt, cost: float64(r.N) / r.Dt}
		if r.Gradient() == study.Controlled {
			y.begin = float64(len(r.Posterior.Modes) * r.Chain.Model.Ndata())
		}
		if !r.Diverged {
			y.measure(t, row, r, of)
		}
		name := [3]string{r.Method, string(r.Friction), string(r.Gradient())}
		x := curves[name]
		if x == nil {
			x = &curve{row: table.Row{
				"posterior": "mixture", "method": r.Method, "friction": r.Friction,
				"gradient": r.Gradient(), "source": table.Simulation,
			}}
			curves[name], all = x, append(all, x)
		}
		if row["status"] == table.OK {
			x.choices = append(x.choices, y)
		}
	}
	return all
}

// measure adds the relative errors of a run, and takes from them what a shorter or longer one would
// have: the bias, for budgets beyond that of the run if it is above three standard errors, and the
// squares of the standard errors times T.
func (c *choice) measure(t *table.Table, row table.Row, r *study.MixtureRun, of [2]moment) {
	for quantity, name := range []string{"mean error", "variance error"} {
		errors, noise := 0.0, 0.0
		for i, m := range of {
			e := estimate.RelError(r.Theta(i).Variance(), m.variance)
			if quantity == 0 {
				sd := math.Sqrt(m.variance)
				e = r.Theta(i).Mean()
				e = estimate.Estimate{Value: (e.Value - m.mean) / sd, StdErr: e.StdErr / sd}
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

// A moment is the mean and the variance of a θ_i.
type moment struct{ mean, variance float64 }

// moments integrates over the posterior.
func moments(g *study.MixturePosterior) (of [2]moment) {
	g.Each(func(theta []float64, mass float64) {
		for i, x := range theta {
			of[i].mean += float64(mass * x)
			of[i].variance += float64(mass * float64(x*x))
		}
	})
	for i, m := range of {
		of[i].variance -= float64(m.mean * m.mean)
	}
	return of
}
