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
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Settings
	study.Grid
	study.AdL
	BurnInXi float64             `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	Word     string              `toml:"scheme"`
	Data     dataset.Source      `toml:"data"`
	Model    study.GaussianModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name: "fig05", Title: "Adaptive Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs the scheme for every Δt and n, and takes the variance of θ, and the mean, the variance
// and the growth of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	law := exact.NewGaussian(m)
	if m.Data() < 2 {
		law.V = 0 // one datum has no covariance, and ε(n) = 0
	}
	if x := law.A + law.V; math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, c.Errorf("model.sigma_x", "expected finite 1/σ_post² and Σ_x = var(x)/σ_x⁴, "+
			"got %g and %g", law.A, law.V)
	}
	points, err := s.Points(c, m.Data())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, p := range points {
		scheme, err := s.Scheme(c, m, s.Word, "friction", p.Dt)
		if err != nil {
			return nil, err
		}
		chain := s.Chain(m, data.Digest(), scheme, p.N, p.Sampling)
		chain.Theta = [][]float64{{m.Mean()}}
		study.Settle(chain, kick(law, p.Dt), s.BurnInXi)
		chains = append(chains, chain)
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "s", "v", "a")...)
	for i, p := range points {
		s.rows(t, p, samples[i], law)
	}
	s.known(t, points, law, float64(m.Data()))
	return t, nil
}

// rows adds the measurements of a point.
func (s Spec) rows(t *table.Table, p study.Point, x *simulate.Samples, law exact.Gaussian) {
	row := p.Row("AdL")
	row["v"], row["a"] = law.V, law.A
	noise := study.Classify(row, x, kick(law, p.Dt))
	frozen := s.frozen(law, p.Epsilon, p.Dt)
	if x.Diverged {
		t.Measure(row, "variance error", estimate.Unknown(), frozen)
		return
	}
	t.Measure(row, "variance error", estimate.RelError(x.Theta(0).Variance(), 1/law.A), frozen)
	study.XiRows(t, row, x, kick(law, p.Dt))
	trend := x.Blocks(dynamics.Xi{}, 0).Trend()
	t.Measure(row, "growth of xi", growth(trend, x.Chain), max(noise-1, 0)/s.Eta)
}

// known adds what is known without simulating: Figure 3's methods at the same points, and the curves
// of the frozen ξ.
func (s Spec) known(t *table.Table, points []study.Point, law exact.Gaussian, total float64) {
	add := func(method, source string, p study.Point, value float64) {
		row := p.Row(method)
		row["source"] = source
		t.Measure(row, "variance error", estimate.Estimate{Value: value}, math.NaN())
	}
	for _, p := range points {
		if float64(law.A*float64(p.Dt*p.Dt)) < 4 {
			add("Langevin", table.Exact, p, law.Langevin(p.Epsilon, s.Gamma, p.Dt))
		}
		if float64(law.A*p.Dt) < 2 {
			add("SGLD", table.Exact, p, law.SGLD(p.Epsilon, p.Dt))
		}
	}
	for _, dt := range s.Dt {
		end := min(float64(total*total), 0.999/exact.BatchNoise(1, dt, kick(law, dt)[0])) // s < 1
		if !(end > 1) {
			continue
		}
		for _, eps := range linalg.LogSpace(1, end, 61) {
			t.Add(table.Row{
				"method": "AdL", "dt": dt, "epsilon": eps, "quantity": "variance error",
				"value": s.frozen(law, eps, dt), "stderr": 0,
				"status": table.OK, "source": table.Prediction,
			})
		}
	}
}
