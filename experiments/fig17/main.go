// Command fig17 draws Figure 17, which is ours: what pays at equal cost? It gives the root mean
// square error of the mean and of the variance of the posterior after a budget of gradients of
// single data, for each method and way to estimate the gradient, with the best n and Δt: on the
// Gaussian posterior from formulas, without AdL, and on the mixture of Figure 7 from runs.
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
	study.MixtureRuns
	SGLD     study.Runs `toml:"sgld"`
	Langevin study.Runs `toml:"langevin"`
	Full     study.Runs `toml:"full"` // batches
	Adaptive study.Runs `toml:"adl"`
	Budget   []float64  `toml:"budget" spec:"positive,nonempty,distinct"` // gradients of a datum
	Gaussian Gaussian   `toml:"gaussian"`
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
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	runs, err := s.List(c, g, []study.KeyedRuns{
		{Key: "sgld", Runs: s.SGLD}, {Key: "langevin", Runs: s.Langevin},
		{Key: "full", Runs: s.Full}, {Key: "adl", Runs: s.Adaptive},
	})
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
