package main

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Gaussian are the keys of the Gaussian posterior: the n and Δt that are tried, besides n = Nd.
type Gaussian struct {
	Gamma float64             `toml:"gamma" spec:"positive"`
	N     []int               `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt    []float64           `toml:"dt" spec:"positive,nonempty,distinct"`
	Data  dataset.Source      `toml:"data"`
	Model study.GaussianModel `toml:"model"`
}

// curves returns the curves of SGLD and of Langevin dynamics. Control variates leave no noise on
// this posterior.
func (s Gaussian) curves(c *experiment.Context) (all []*curve, err error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	total := len(data.X)
	for _, m := range []struct{ name, word string }{
		{"SGLD", dynamics.SGLD}, {"Langevin", "OABAO"},
	} {
		for _, way := range []study.Gradient{
			study.Independent, study.Reshuffled, study.Swept, study.Controlled, study.FullBatch,
		} {
			x := &curve{row: table.Row{
				"posterior": "Gaussian", "method": m.name, "gradient": way, "source": table.Exact,
			}}
			all = append(all, x)
			_, sampling := way.Keys()
			law, sizes, begin := exact.NewGaussian(s.Model.Posterior(data)), s.N, 0.0
			switch way {
			case study.Controlled:
				law.V, begin = 0, float64(total)
			case study.FullBatch:
				sizes = []int{total}
			}
			for _, n := range sizes {
				if err := sampling.Check(total, n); err != nil {
					return nil, c.Errorf("n", "%v", err)
				}
				cycle := exact.Cycle{Gaussian: law, Sampling: sampling, Total: total, N: n}
				for _, dt := range s.Dt {
					x.choices = append(x.choices, s.choice(cycle, m.word, dt, begin))
				}
			}
		}
	}
	return all, nil
}

// choice returns the errors of a scheme: the bias of the variance, and the asymptotic variances.
func (s Gaussian) choice(c exact.Cycle, word string, dt, begin float64) choice {
	mean, square := c.Asymptotic(word, s.Gamma, dt)
	bias := c.RelError(word, s.Gamma, dt, 1)
	return choice{
		n: c.N, dt: dt, begin: begin, cost: float64(c.N) / dt,
		bias2: [2]float64{0, float64(bias * bias)},
		v:     [2]float64{float64(mean * c.A), float64(square * float64(c.A*c.A))},
		reach: [2]float64{math.Inf(1), math.Inf(1)},
	}
}
