// Command fig17 draws Figure 17, which is ours: what pays at equal cost? It gives the root mean
// square error of the mean and of the variance of the posterior after a budget of gradients of
// single data, for each method and way to estimate the gradient, with the best n and Δt: on the
// Gaussian posterior from formulas, without AdL, and on the mixture of Figure 7 from runs.
package main

import (
	_ "embed"
	"maps"
	"math"
	"slices"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.MixtureRuns
	Budget   []float64 `toml:"budget" spec:"positive,nonempty,distinct"` // gradients of a datum
	Gaussian Gaussian  `toml:"gaussian"`
}

var program = experiment.Program[Spec]{
	Name:  "fig17",
	Title: "What pays at equal cost",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods on the mixture, and finds the best choice for every budget.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	curves, err := s.Gaussian.curves(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	_, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "method", "scheme", "friction", "eta", "data", "ndata", "sampling", "gradient",
		"budget", "n", "dt",
	}, "s", "T")...)
	for _, x := range append(curves, measured(t, runs)...) {
		x.best(t, s.Budget)
	}
	return t, nil
}

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
			study.Independent, study.Reshuffled, study.Symmetric, study.Controlled, study.FullBatch,
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
		bias2: [2]float64{0, bias * bias},
		v:     [2]float64{mean * c.A, square * (c.A * c.A)},
		reach: [2]float64{math.Inf(1), math.Inf(1)},
	}
}

// measured adds the errors of the mean and of the variance of each run, and returns the curves of
// the methods.
func measured(t *table.Table, runs []*study.Run) (all []*curve) {
	for _, r := range runs {
		row := r.Row(t)
		row["posterior"] = "mixture"
		y := choice{n: r.N, dt: r.Dt, cost: float64(r.N) / r.Dt}
		if r.Gradient() == study.Controlled {
			y.begin = float64(len(r.Mixture().Modes) * r.Chain.Model.Ndata())
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
func (c *choice) measure(t *table.Table, row table.Row, r *study.Run) {
	means, cov := r.Mixture().Moments()
	for quantity, name := range []string{"mean error", "variance error"} {
		errors, noise := 0.0, 0.0
		for i, mean := range means {
			e := estimate.RelError(r.Theta(i).Variance(), cov[3*i])
			if quantity == 0 {
				sd := math.Sqrt(cov[3*i])
				e = r.Theta(i).Mean()
				e = estimate.Estimate{Value: (e.Value - mean) / sd, StdErr: e.StdErr / sd}
			}
			t.Measure(row, []string{name + " 1", name + " 2"}[i], e)
			errors += e.Value * e.Value / 2
			noise += e.StdErr * e.StdErr / 2
		}
		c.bias2[quantity], c.v[quantity] = errors, noise*r.Chain.T
		if c.reach[quantity] = math.Inf(1); errors < 9*noise {
			c.reach[quantity] = c.begin + c.cost*r.Chain.T
		}
	}
}
