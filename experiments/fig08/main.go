// Command fig08 reproduces Figure 8 (section 3.4): marginal laws of parameters of a Bayesian
// logistic regression, MNIST 7 against 9. Adaptive Langevin dynamics samples them with batches of n
// = 100, for a scalar, a diagonal and a full friction; the Laplace approximation is drawn beside.
package main

import (
	_ "embed"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
}

var program = experiment.Program[Spec]{
	Name:    "fig08",
	Title:   "Bayesian logistic regression: marginal laws of parameters",
	Section: "3.4", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs every friction, and takes the histograms and the predicted labels.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	p, err := s.Sample(c)
	if err != nil {
		return nil, err
	}
	t := p.Table([]string{"data", "method", "friction", "n", "dt", "component", "component2",
		"theta", "theta2"}, "raw", "floor", "s")
	laplace(t, p)
	for _, run := range p.Runs {
		row := p.Row(run)
		if run.Diverged {
			t.Measure(row, "mean", estimate.Unknown())
			continue
		}
		for _, k := range s.Observe.Components {
			marginalRows(t, p, run, k)
		}
		for _, pair := range s.Observe.Pairs {
			jointRows(t, p, run, pair)
		}
		if len(p.HeldOut.Y) > 0 {
			predicted := p.Predicted(run)
			accuracy(t, row, p.HeldOut, func(k int) float64 { return predicted[k] })
		}
	}
	return t, nil
}
