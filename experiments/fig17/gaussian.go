package main

import (
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/spec"
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

// exactCurve is a curve whose errors a task computes.
type exactCurve struct {
	curve
	task *study.Exact
}

// tasks returns the curves of all methods. Control variates leave no noise on this posterior. ξ is
// fixed at its mean.
func (s Gaussian) tasks(c *experiment.Context) (all []exactCurve, err error) {
	data, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	law, total := exact.NewGaussian(s.Model.Posterior(data)), len(data.X)
	for _, m := range []struct{ name, word string }{
		{"SGLD", dynamics.SGLD}, {"Langevin", "OABAO"}, {"AdL", "ODABADO"},
	} {
		for _, g := range []struct {
			name     study.Gradient
			sampling minibatch.Sampling
		}{
			{study.Independent, minibatch.Without}, {study.Reshuffled, minibatch.Reshuffle},
			{study.Swept, minibatch.Sweep}, {study.Controlled, minibatch.Without},
			{study.FullBatch, minibatch.Without},
		} {
			x := exactCurve{curve: curve{row: table.Row{
				"posterior": "Gaussian", "method": m.name, "gradient": g.name, "source": table.Exact,
			}}}
			law, sizes := law, s.N
			switch g.name {
			case study.Controlled:
				law.V = 0
			case study.FullBatch:
				sizes = []int{total}
			}
			for _, n := range sizes {
				if err := g.sampling.Check(total, n); err != nil {
					return nil, c.Errorf("n", "%v", err)
				}
				for _, dt := range s.Dt {
					y := choice{
						n: n, dt: dt, cost: float64(n) / dt, reach: [2]float64{math.Inf(1), math.Inf(1)},
					}
					if g.name == study.Controlled {
						y.begin = float64(total)
					}
					x.choices = append(x.choices, y)
				}
			}
			cycle := exact.Cycle{Gaussian: law, Sampling: g.sampling, Total: total}
			x.task = s.task(cycle, m.word, x.choices)
			x.task.Digest = data.Digest()
			x.task.Key["control"] = g.name == study.Controlled
			all = append(all, x)
		}
	}
	return all, nil
}

// task computes the errors of choices: the bias of the variance, and the asymptotic variances.
func (s Gaussian) task(c exact.Cycle, word string, choices []choice) *study.Exact {
	var sizes []int
	for i := 0; i < len(choices); i += len(s.Dt) {
		sizes = append(sizes, choices[i].n)
	}
	names := []study.Array{{Name: "bias"}, {Name: "mean"}, {Name: "square"}}
	for i := range names {
		names[i].Len = len(choices)
	}
	return &study.Exact{
		Key: spec.Key{
			"is": "errors at a cost", "word": word, "sampling": string(c.Sampling), "gamma": s.Gamma,
			"sigma_x": s.Model.SigmaX, "sigma_theta": s.Model.SigmaTheta, "n": sizes, "dt": s.Dt,
		},
		Arrays: names,
		Of: func() [][]float64 {
			found := make([][]float64, 3)
			for _, y := range choices {
				c.N = y.n
				xi := s.Gamma
				if word == "ODABADO" {
					xi = c.Xi(s.Gamma, y.dt)
				}
				mean, square := c.Asymptotic(word, xi, s.Gamma, y.dt)
				for i, v := range []float64{
					c.RelError(word, s.Gamma, y.dt, 1), float64(mean * c.A), float64(square * float64(c.A*c.A)),
				} {
					found[i] = append(found[i], v)
				}
			}
			return found
		},
	}
}

// best fills in what the task found.
func (x exactCurve) best(t *table.Table, budgets []float64) {
	bias, mean, square := x.task.Found("bias"), x.task.Found("mean"), x.task.Found("square")
	for i := range x.choices {
		y := &x.choices[i]
		y.bias2[1] = float64(bias[i] * bias[i])
		y.v = [2]float64{mean[i], square[i]}
	}
	x.curve.best(t, budgets)
}
