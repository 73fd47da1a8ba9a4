// Command fig03 reproduces Figure 3 (section 2.5.1): the relative error on the variance of a
// Gaussian posterior, for SGLD and Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps, with and without replacement.
package main

import (
	_ "embed"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
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
	Data   dataset.Source      `toml:"data"`
	Model  study.GaussianModel `toml:"model"`
	Method []study.Method      `toml:"method" spec:"nonempty"`
}

var program = experiment.Program[Spec]{
	Name: "fig03", Section: "2.5.1",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	points, err := s.Points(c, m.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chain := s.Chain(m, data.Digest(), method.Scheme(p.Dt), p.N, p.Sampling)
			chain.Theta = [][]float64{{m.Mean()}}
			chains = append(chains, chain)
		}
	}
	samples, err := study.Run(c, chains)
	if err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"}, "exact", "v", "a")...)
	law := exact.NewGaussian(m)
	for i, x := range samples {
		method, p := s.Method[i/len(points)], points[i%len(points)]
		row := p.Row(method.Name)
		row["v"], row["a"] = law.V, law.A
		want := varianceError(method, law, p.Epsilon, p.Dt)
		if x.Diverged {
			row["status"] = table.Diverged
			t.Measure(row, "variance error", estimate.Unknown(), want)
			continue
		}
		theta := x.Theta(0)
		t.Measure(row, "variance error", estimate.RelError(theta.Variance(), 1/m.Precision()), want)
		mean := theta.Mean()
		mean.Value -= m.Mean()
		t.Measure(row, "mean", mean, 0)
	}
	s.curves(t, law, float64(m.Ndata()))
	return t, nil
}

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{Quantity: "variance error", Grid: s.Grid}
	const label = `relative error on the variance`
	return curves.Figure(label, len(s.Method), func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where("method", s.Method[i].Name)
	}), nil
}
