package main

import (
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Regression are the keys of the runs on logistic regressions: those on MNIST against the friction,
// and two tables that take from them the keys that they do not have.
type Regression struct {
	study.Regression
	Posterior study.WeightedDraws `toml:"posterior"`
	// Against are the keys of runs on MNIST against γ.
	Against struct {
		study.Runs
		Scaling []string `toml:"scaling" spec:"in=whiten|scale,nonempty,distinct"`
	} `toml:"against_gamma"`
	// Covariates are the keys of runs on correlated covariates, against the friction.
	Covariates struct {
		study.Runs
		T    float64                `toml:"T" spec:"positive"`
		Data dataset.LabelledSource `toml:"data"`
	} `toml:"covariates"`
}

// Words of the columns posterior and run.
const (
	mnist      = "MNIST"
	covariates = "covariates"

	againstFriction = "friction"
	againstGamma    = "gamma"
)

// regressions are the posteriors with their runs, by the words of these columns.
type regressions []struct {
	posterior, run string
	*study.RegressionPosterior
	draws []*study.Exact
}

// load loads the data and lists the runs.
func (s Regression) load(c *experiment.Context) (all regressions, err error) {
	gamma, generated := s.Regression, s.Regression
	gamma.Runs, gamma.Scaling = s.Against.Runs, s.Against.Scaling
	generated.Runs, generated.T, generated.Data = s.Covariates.Runs, s.Covariates.T, s.Covariates.Data
	for _, x := range []struct {
		posterior, run, table string
		study.Regression
	}{
		{mnist, againstFriction, "", s.Regression},
		{mnist, againstGamma, "against_gamma", gamma},
		{covariates, againstFriction, "covariates", generated},
	} {
		in := c
		if x.table != "" {
			in = c.In(x.table)
		}
		ps, err := x.Load(in)
		if err != nil {
			return nil, err
		}
		for _, p := range ps {
			draws := p.Weigh(s.Posterior)
			if err := p.List(in); err != nil {
				return nil, err
			}
			all = append(all, regressions{{x.posterior, x.run, p, draws}}...)
		}
	}
	return all, nil
}

// tasks returns the runs and the draws of all posteriors.
func (all regressions) tasks() (runs []*study.Run, draws []*study.Exact) {
	for _, p := range all {
		runs, draws = append(runs, p.Runs...), append(draws, p.draws...)
	}
	return runs, draws
}

// Quantities of the cost of a precise answer.
const (
	gradients      = "gradients to 1 %"
	leastGradients = "least gradients to 1 %" // where the bias is not known well enough
)

// rows adds the mean errors of the variances, and the gradients of a datum that bring the root mean
// square error of the variances to 1 %.
func (all regressions) rows(t *table.Table) {
	for _, p := range all {
		for _, r := range p.Runs {
			row := r.Row(t)
			row["posterior"], row["run"] = p.posterior, p.run
			p.Errors(t, row, r)
			if r.Diverged {
				continue
			}
			e, known := timeTo(target, estimate.NewVariances(r.All(dynamics.Theta{})), p.Variances(),
				r.Chain.Time()/float64(r.Chain.Replicas))
			quantity := gradients
			if !known {
				quantity = leastGradients
			}
			e.Value += r.Chain.BurnIn
			t.Measure(row, quantity, e.Times(float64(r.N)/r.Dt))
		}
	}
}

// target is the relative error of the variances that a run is to reach.
const target = 0.01

// timeTo returns the time T after the burn-in in which a run brings the root mean square error of
// the variances v, relative to those of the reference, to a target. The mean square over the
// components is
//
//	b² + a/T = target²,   T = a/(target² − b²),
//
// with b² of the bias and a/T of the noise. Both are means over components of R replicas of length
// t: with q_ir the variance of component i in replica r over the reference's,
//
//	a = t s_i²,   b² = (q_i − 1)² − s_i²/R − (standard error of the reference)²,
//
// where q_i and s_i² are the mean and the variance of q_ir. T is infinite if b² exceeds target² by
// two standard errors, the jackknife's over the replicas. If b² is not below target² by as much,
// only the least T is known, from b² less two standard errors.
func timeTo(
	target float64, v, ref estimate.Variances, t float64,
) (T estimate.Estimate, known bool) {
	replicas, d := len(v.Each[0]), float64(len(v.Each))
	of := func(without int) (room, noise float64) { // target² − b² and a
		bias := 0.0
		for i, each := range v.Each {
			if without >= 0 {
				each = slices.Delete(slices.Clone(each), without, without+1)
			}
			q := estimate.Mean(each).Times(v.Value[i] / ref.Value[i])
			se := math.Hypot(q.StdErr, q.Value*estimate.Mean(ref.Each[i]).StdErr)
			bias += (q.Value-1)*(q.Value-1) - se*se
			noise += t * q.StdErr * q.StdErr * float64(len(each))
		}
		return target*target - bias/d, noise / d
	}
	room, _ := estimate.Jackknife(replicas, func(without int) float64 {
		room, _ := of(without)
		return room
	})
	switch margin := 2 * room.StdErr; {
	case room.Value < -margin:
		return estimate.Known(math.Inf(1)), true
	case !(room.Value > margin):
		_, noise := of(-1)
		return estimate.Known(noise / (room.Value + margin)), false
	}
	T, _ = estimate.Jackknife(replicas, func(without int) float64 {
		room, noise := of(without)
		return noise / room
	})
	return T, true
}
