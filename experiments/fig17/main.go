// Command fig17 draws Figure 17, which is ours: what pays at equal cost? It gives the root mean
// square error of the mean and of the variance of the posterior after a budget of gradients of
// single data, for each method and way to estimate the gradient, with the best n and Δt: on the
// Gaussian posterior from formulas, and on the mixture of Figure 7 from runs.
package main

import (
	_ "embed"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Mixture
	study.AdL
	BurnInXi float64        `toml:"burn_in_xi" spec:"nonnegative"` // in relaxation times of ξ
	SGLD     study.Compared `toml:"sgld"`
	Langevin study.Compared `toml:"langevin"`
	Full     study.Compared `toml:"full"` // batches
	Adaptive study.Compared `toml:"adl"`
	Budget   []float64      `toml:"budget" spec:"positive,nonempty,distinct"` // gradients of a datum
	Gaussian Gaussian       `toml:"gaussian"`
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
	g, runs, err := s.load(c)
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
	for _, x := range append(curves, measured(t, g, runs)...) {
		x.best(t, s.Budget)
	}
	return t, nil
}
