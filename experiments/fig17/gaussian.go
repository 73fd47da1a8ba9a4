package main

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Gaussian are the keys of the Gaussian posterior.
type Gaussian struct {
	study.Gaussian
	study.Runs
	Laws Laws `toml:"laws"`
}

// Laws are the n of batches, and the Δt and γ among which the laws of the error have the best: of
// AdL one γ, since its noise falls with γ without an optimum.
type Laws struct {
	N     int       `toml:"n" spec:"min=1"`
	Dt    []float64 `toml:"dt" spec:"positive,nonempty,distinct"`
	Gamma struct {
		Langevin []float64 `toml:"Langevin" spec:"positive,nonempty,distinct"`
		AdL      []float64 `toml:"AdL" spec:"positive,nonempty,distinct"`
	} `toml:"gamma"`
}

func (s Gaussian) load(
	c *experiment.Context,
) (g *study.GaussianPosterior, runs []*study.Run, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	if err := minibatch.Without.Check(g.Model.Ndata(), s.Laws.N); err != nil {
		return nil, nil, c.Errorf("laws.n", "%v", err)
	}
	runs, err = s.List(c, g)
	return g, runs, err
}

const noiseOfVariance = "noise of variance"

// noise adds v of the average of (θ − μ)²/σ_post² over a replica, whose variance is v/T, with its
// value by exact.Cycle.Asymptotic. Of AdL it takes off 2η/T, which the ends of a replica
// contribute: the average of p² − 1 is η (ξ_T − ξ_0)/T, and ξ has the variance 1/η.
func (s Gaussian) noise(t *table.Table, g *study.GaussianPosterior, runs []*study.Run) {
	for _, r := range runs {
		row, v := r.Row(t), estimate.Unknown()
		row["posterior"] = "Gaussian"
		if !r.Diverged {
			se := g.Law.A * estimate.Mean(squares(r.Theta(0), g.Model.Mean())).StdErr
			v.Value = se * se * r.Chain.Time()
			v.StdErr = v.Value * math.Sqrt(2/float64(r.Chain.Replicas-1)) // of normal averages
			if r.Friction != "" {
				v.Value -= 2 * r.AdL().Eta * float64(r.Chain.Replicas) / r.Chain.Time()
			}
		}
		_, want := s.cycle(g, r.N).Asymptotic(r.Chain.Scheme.Word, r.Gamma(), r.Dt)
		t.Measure(row, noiseOfVariance, v, want*g.Law.A*g.Law.A)
	}
}

// squares returns the average of (θ − μ)² over each replica.
func squares(b *estimate.TimeBlocks, mu float64) []float64 {
	x := make([]float64, b.Replicas)
	for k := range b.S1 {
		n := float64(b.Count) * float64(len(b.S1)/b.Replicas)
		x[k%b.Replicas] += (b.S2[k]-2*mu*b.S1[k])/n + mu*mu*float64(b.Count)/n
	}
	return x
}

func (s Gaussian) cycle(g *study.GaussianPosterior, n int) exact.Cycle {
	return exact.Cycle{
		Gaussian: g.Law, Sampling: minibatch.Without, Total: g.Model.Ndata(), N: n,
	}
}

// laws adds the smallest error of the variance after each budget, with the best Δt and γ, from
// formulas: bias² + v/T, where the bias is as that of study.Average.
func (s Gaussian) laws(t *table.Table, g *study.GaussianPosterior, budgets []float64) {
	for _, m := range []struct {
		row   table.Row
		word  string
		gamma []float64
	}{
		{table.Row{"method": table.Langevin}, "OABAO", s.Laws.Gamma.Langevin},
		{table.Row{"method": table.AdL, "friction": table.Scalar}, "ODABADO", s.Laws.Gamma.AdL},
	} {
		all := s.cycle(g, g.Model.Ndata())
		for _, c := range []exact.Cycle{s.cycle(g, s.Laws.N), all} {
			row := m.row
			row["gradient"] = table.Independent
			if c.N == all.N {
				row["gradient"] = table.FullBatch
			}
			row["posterior"], row["n"] = "Gaussian", c.N
			row["source"], row["status"] = table.Exact, table.OK
			for _, budget := range budgets {
				least := math.Inf(1)
				for _, gamma := range m.gamma {
					for _, dt := range s.Laws.Dt {
						full := all.RelError(m.word, gamma, dt, 1)
						bias := math.Abs(c.RelError(m.word, gamma, dt, 1)-full) + math.Abs(full)
						_, v := c.Asymptotic(m.word, gamma, dt)
						noise := v * g.Law.A * g.Law.A * float64(c.N) / dt / budget
						if mse := bias*bias + noise; noise < 1 && mse < least {
							least = mse
							row["dt"], row["gamma"] = dt, gamma
						}
					}
				}
				if row["budget"] = budget; least < 1 {
					t.AddValue(row, study.Variance.String(), math.Sqrt(least))
				}
			}
		}
	}
}
