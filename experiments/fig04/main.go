// Command fig04 reproduces Figure 4: the L¹ error on the θ₁ marginal of a two-Gaussian mixture's posterior that SGLD and Langevin dynamics make
// when the gradient is estimated from n of N data, against ε(n), for several time steps, with and without replacement (section 2.5.2).
package main

import (
	_ "embed"
	"os"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/figure"
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
	Histogram study.Histogram    `toml:"histogram"`
	Data      dataset.Source     `toml:"data"`
	Model     study.MixtureModel `toml:"model"`
	Method    []study.Method     `toml:"method" spec:"nonempty"`

	Prediction Prediction `toml:"prediction"`
}

var program = experiment.Program[Spec]{
	Name: "fig04", Title: "SGLD and Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { os.Exit(program.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// compute runs every method for every sampling, Δt and n, compares the histogram of θ₁ with the
// posterior's marginal, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	points, err := s.Points(c, m.Data())
	if err != nil {
		return nil, err
	}
	marginal, err := study.NewMarginal(c, m, s.Histogram)
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chain := s.Chain(m, data.Digest(), method.Scheme(p.Dt), p.N, p.Sampling)
			marginal.Prepare(chain)
			chains = append(chains, chain)
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per")...)
	for i, x := range samples {
		method, p := s.Method[i/len(points)], points[i%len(points)]
		marginal.Rows(t, p.Row(method.Name), x)
	}
	marginal.Norms(t)
	s.predict(t, marginal, points, samples)
	return t, nil
}

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	f := figure.New(1, len(s.Method))
	f.Legend = &figure.Legend{}
	for i, method := range s.Method {
		p := f.Panel(0, i)
		p.Title = method.Name
		if i == 0 {
			p.YLabel = `$L^1$ error on the marginal of $\theta_1$`
		}
		study.ErrorCurves{Quantity: "L1", Grid: s.Grid, Join: true}.Panel(p, t.Where("method", method.Name))
	}
	return f, nil
}
