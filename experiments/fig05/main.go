// Command fig05 reproduces Figure 5: the relative error on the variance of a Gaussian posterior that Adaptive Langevin dynamics makes when
// the gradient is estimated from n of N data, against ε(n), for several time steps (section 3.2.3).
package main

import (
	_ "embed"
	"math"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	simulate.Settings
	experiment.Grid
	simulate.AdL
	BurnInXi float64        `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Scheme   string         `toml:"scheme"`
	Data     dataset.Source `toml:"data"`
	Model    struct {
		SigmaX     float64 `toml:"sigma_x" spec:"positive"`
		SigmaTheta float64 `toml:"sigma_theta" spec:"positive"`
	} `toml:"model"`
}

func (s Spec) scheme(dt float64) dynamics.Scheme {
	return dynamics.Scheme{Word: s.Scheme, Dt: dt, Friction: s.Friction()}
}

var program = experiment.Program[Spec]{
	Name: "fig05", Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs the scheme for every Δt and n, and takes the variance of θ, and the mean, the variance and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := c.Chains(s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	if err := s.scheme(1).Check(); err != nil {
		return nil, c.Errorf("scheme", "%v", err)
	}
	m := &model.Gaussian{X: data.X, SigmaX: s.Model.SigmaX, SigmaTheta: s.Model.SigmaTheta}
	law := exact.NewGaussian(m)
	if m.Data() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model.sigma_x", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, got %g and %g", law.A, law.V)
	}
	points, err := c.Points(s.Grid, m.Data())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	var tasks []sweep.Task
	for _, p := range points {
		chain := s.Settings.Chain(m, data, s.scheme(p.Dt), p.N, p.Sampling)
		chain.Theta = [][]float64{{m.Mean()}}
		s.Prepare(chain, kick(law, p.Dt), s.BurnInXi)
		chains, tasks = append(chains, chain), append(tasks, chain)
	}
	results, err := c.Sweep(tasks)
	if err != nil {
		return nil, err
	}

	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "s", "v", "a")...)
	variance := 1 / m.Precision()
	for i, p := range points {
		x, err := simulate.ReadSamples(results[i].Arrays)
		if err != nil {
			return nil, err
		}
		noise := exact.BatchNoise(p.Epsilon, p.Dt, kick(law, p.Dt)[0])
		row := table.Row{
			"method": "AdL", "sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon, "s": noise,
			"status": table.OK, "source": table.Simulation, "v": law.V, "a": law.A,
		}
		add := func(quantity string, e estimate.Estimate, exact float64) {
			row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, e.Value, e.StdErr, exact
			t.Add(row)
		}
		frozen := s.frozen(law, p.Epsilon, p.Dt)
		if x.Diverged {
			row["status"] = table.Diverged
			add("variance error", estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}, frozen)
			continue
		}
		if x.Runaway(noise) {
			row["status"] = table.Runaway
		}
		add("variance error", estimate.RelError(x.Theta(0).Variance(), variance), frozen)
		s.Rows(t, row, x, kick(law, p.Dt))
		add("growth of xi", growth(x.Xi(0).Trend(), chains[i]), max(noise-1, 0)/s.Eta)
	}
	// what is known without simulating: Figure 3's methods at the same points, and the curves of the frozen ξ
	known := func(row table.Row, value float64, source string) {
		row["quantity"], row["value"], row["stderr"], row["status"], row["source"] = "variance error", value, 0, table.OK, source
		t.Add(row)
	}
	for _, p := range points {
		row := table.Row{"sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon}
		if float64(law.A*float64(p.Dt*p.Dt)) < 4 {
			row["method"] = "Langevin"
			known(row, law.Langevin(p.Epsilon, s.Gamma, p.Dt), table.Exact)
		}
		if float64(law.A*p.Dt) < 2 {
			row["method"] = "SGLD"
			known(row, law.SGLD(p.Epsilon, p.Dt), table.Exact)
		}
	}
	for _, dt := range s.Dt {
		end := min(float64(m.Data()*m.Data()), 0.999/exact.BatchNoise(1, dt, kick(law, dt)[0])) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range experiment.LogSpace(1, end, 61) {
			known(table.Row{"method": "AdL", "dt": dt, "epsilon": eps}, s.frozen(law, eps, dt), table.Prediction)
		}
	}
	return t, nil
}
