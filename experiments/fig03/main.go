// Command fig03 reproduces Figure 3 (section 2.5.1): the relative error on the variance of a
// Gaussian posterior, for SGLD and Langevin dynamics whose gradient is estimated from n of N data.
// It is drawn against ε(n), for several time steps, with and without replacement.
package main

import (
	_ "embed"
	"slices"

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
	Data   dataset.Source      `toml:"data"`
	Model  study.GaussianModel `toml:"model"`
	Method []study.Method      `toml:"method" spec:"nonempty"`
	Checks Checks              `toml:"checks" spec:"optional"`
}

var program = experiment.Program[Spec]{
	Name:  "fig03",
	Title: "SGLD and Langevin dynamics, Gaussian posterior: relative error on the variance",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every method for every sampling, Δt and n, and takes the mean and the variance of θ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	data, err := study.Load(c, s.Data, s.Settings, s.Method...)
	if err != nil {
		return nil, err
	}
	m := s.Model.Posterior(data)
	points, err := s.points(c, m.Ndata())
	if err != nil {
		return nil, err
	}
	if err := s.Checks.Means.check(c, m.Ndata()); err != nil {
		return nil, err
	}
	chain := func(method study.Method, p study.Point) *simulate.Chain {
		chain := s.Chain(m, data.Digest(), method.Scheme(p.Dt), p.N, p.Sampling)
		chain.Theta = [][]float64{{m.Mean()}}
		return chain
	}
	var chains []*simulate.Chain
	for _, method := range s.Method {
		for _, p := range points {
			chains = append(chains, chain(method, p))
		}
	}
	long := s.Checks.Means.chains(s.Method, m.Ndata(), chain)
	samples, err := study.Run(c, append(chains, long...))
	if err != nil {
		return nil, err
	}
	r := newRows(m)
	for i, x := range samples[:len(chains)] {
		r.point(s.Method[i/len(points)], points[i%len(points)], x)
	}
	for i, x := range samples[len(chains):] {
		r.means(s.Checks.Means.method(s.Method, i), x)
	}
	r.curves(s)
	r.theory(s)
	return r.Table, nil
}

// render draws one panel for each method, of the points of the grid.
func render(s Spec, t *table.Table) (*figure.Figure, error) {
	t = t.Filter(func(i int) bool {
		return t.Cell(i, "n") == "" || slices.Contains(s.N, int(t.Float(i, "n")))
	})
	curves := study.ErrorCurves{
		Quantity: "variance error", Grid: s.Grid, Signed: true, Label: true, Both: true,
	}
	const label = `relative error on the variance`
	return curves.Figure(label, len(s.Method), func(i int) (string, *table.Table) {
		return s.Method[i].Name, t.Where("method", s.Method[i].Name)
	}), nil
}
