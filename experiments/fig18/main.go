// Command fig18 draws Figure 18, which is ours: which friction to take, in which coordinates, and
// at which γ. On the mixture of Figure 7 it compares Langevin dynamics and a scalar, a diagonal, a
// rotated and a full ξ by the error of the variance after a budget of gradients, against γ. On
// logistic regressions it compares them, and a fixed friction, by the error of the variances and by
// the gradients that an error of 1 % takes.
package main

import (
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	Mixture    Mixture    `toml:"mixture"`
	Regression Regression `toml:"regression"`
}

var program = experiment.Program[Spec]{
	Name:  "fig18",
	Title: "Which friction?",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods on every posterior.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	_, mixture, err := s.Mixture.Load(c.In("mixture"))
	if err != nil {
		return nil, err
	}
	regressions, err := s.Regression.load(c.In("regression"))
	if err != nil {
		return nil, err
	}
	runs, draws := regressions.tasks()
	if err := study.Sample(c, slices.Concat(mixture, runs), draws...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "scaling", "data", "run", "method", "friction", "eta", "gamma", "gradient",
		"budget", "n", "dt",
	}, "raw", "floor", "inside", "s", "T")...)
	s.Mixture.rows(t, mixture)
	regressions.rows(t)
	return t, nil
}
