// Command fig04 reproduces Figure 4 (section 2.5.2): the L¹ error on the θ₁ marginal of the
// posterior of a mixture of two Gaussians, for SGLD and Langevin dynamics whose gradient is
// estimated from n of N data. It is drawn against ε(n), for several time steps, with and without
// replacement.
package main

import (
	_ "embed"
	"slices"

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
	study.Mixture
	Method     []study.Method `toml:"method" spec:"nonempty"`
	Prediction Prediction     `toml:"prediction"`
}

var program = experiment.Program[Spec]{
	Name: "fig04", Section: "2.5.2",
	Title: "SGLD and Langevin dynamics, mixture of Gaussians: L¹ error on the marginal of θ₁",
	Spec:  specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, compares the histogram of θ₁ with the
// posterior's marginal, and adds the errors that theory predicts.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	g, err := s.Load(c, s.Method...)
	if err != nil {
		return nil, err
	}
	points, err := s.Points(c, g.Posterior.Model.Ndata())
	if err != nil {
		return nil, err
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chains = append(chains, g.Chain(method.Scheme(p.Dt), p))
		}
	}
	predictions := s.slopes(g)
	slopes := slices.Concat(predictions...)
	tasks := make([]*study.Exact, len(slopes))
	for i, x := range slopes {
		tasks[i] = x.task
	}
	samples, found, err := study.RunWith(c, chains, tasks)
	if err != nil {
		return nil, err
	}
	for i, x := range slopes {
		x.found = found[i]
	}
	t := table.New(table.Columns([]string{"method", "sampling", "n", "dt"},
		"exact", "raw", "floor", "per")...)
	for i, x := range samples {
		method, p := s.Method[i/len(points)], points[i%len(points)]
		g.Rows(t, p.Row(method.Name), x)
	}
	g.Norms(t)
	s.predict(t, g, points, samples, predictions)
	return t, nil
}

// render draws one panel for each method.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	curves := study.ErrorCurves{Quantity: "L1", Grid: s.Grid, Join: true}
	const label = `$L^1$ error on the marginal of $\theta_1$`
	return curves.Figure(label, len(s.Method), func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where("method", s.Method[i].Name)
	}), nil
}
