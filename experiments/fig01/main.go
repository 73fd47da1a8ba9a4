// Command fig01 reproduces Figure 1 (section 2.2): the distribution of the standardised noise Z of
// a stochastic gradient for the Gaussian model, for batches of n = 1, 2 and 30 of 100 data, with
// the standard normal distribution for comparison.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/plots"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Noise
	Data  dataset.Source      `toml:"data"`
	Model study.GaussianModel `toml:"model"`
}

var program = experiment.Program[Spec]{
	Name: "fig01", Title: "The noise of the stochastic gradient, Gaussian model: its distribution",
	Spec: specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute draws Z for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	d, err := c.Data(s.Data)
	if err != nil {
		return nil, err
	}
	return s.Table(c, s.Model.Posterior(d), d)
}

// render draws one panel for each n: the histogram of Z and the normal density, and for n = 1 the
// values that Z takes. It merges bins of draws in pairs, which contain several of these values.
func render(s Spec, t *table.Table) (*plots.Figure, error) {
	cols := min(3, len(s.N))
	f := plots.New((len(s.N)+cols-1)/cols, cols)
	bins := max(1, s.Histogram.Bins/2)
	for i, n := range s.N {
		u := t.Where("n", n)
		p := f.Panel(i/cols, i%cols)
		p.Label(fmt.Sprintf("$n = %d$", n), "$Z$", "density")
		p.XLim = plots.Limits{Lo: s.Histogram.Lo, Hi: s.Histogram.Hi}
		p.YLim = plots.From(0)
		p.Add(s.Marginal(u, 1, bins, false)...)
		p.Add(s.Atoms(u, bins)...)
	}
	return f, nil
}
