// Command fig18 draws Figure 18, which is ours: which friction to take, in which coordinates, and
// at which γ. On logistic regressions it compares a fixed, a scalar, a diagonal, a rotated and a
// full friction, by the error of the variances and by the gradients that an error of 1 % takes.
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
	regressions, err := s.Regression.load(c.In("regression"))
	if err != nil {
		return nil, err
	}
	runs, draws := regressions.tasks()
	if err := study.Sample(c, runs, draws...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "scaling", "run", "method", "friction", "gamma", "gradient", "n", "dt",
	}, "raw", "floor", "s", "T")...)
	regressions.rows(t)
	return t, nil
}
