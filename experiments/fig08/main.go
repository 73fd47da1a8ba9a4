// Command fig08 reproduces Figure 8 (section 3.4): marginal distributions of parameters of a
// Bayesian logistic regression, MNIST 7 against 9. Adaptive Langevin dynamics samples them with
// batches of n = 100, for a scalar, a diagonal and a full friction; the Laplace approximation is
// drawn beside.
package main

import (
	_ "embed"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/regression"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	regression.Regression
	Posterior regression.Draws `toml:"posterior"`
}

var program = experiment.Program[Spec]{
	Name:  "fig08",
	Title: "Bayesian logistic regression: marginal laws of parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction with scores in every scaling, and takes the histograms and the
// predicted labels; the posterior itself is known from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sample(c, &s.Posterior)
	if err != nil {
		return nil, err
	}
	t := regression.Table(ps, []string{"scaling", "data", "method", "friction", "n", "dt", "component",
		"component2", "theta", "theta2"}, "raw", "floor", "s")
	for _, p := range ps {
		laplace(t, p)
		posterior(t, p)
		noise(t, p)
		for _, run := range p.Runs {
			sampled(t, p, run)
		}
	}
	return t, nil
}

// sampled adds the distributions and the predictions of a run.
func sampled(t *table.Table, p *regression.Posterior, run *regression.Run) {
	row := p.Row(run)
	if run.Diverged {
		t.Measure(row, "mean", estimate.Unknown())
		return
	}
	for _, k := range p.Observe.Components {
		marginalRows(t, p, run, k)
	}
	for _, pair := range p.Observe.Pairs {
		jointRows(t, p, run, pair)
	}
	if len(p.HeldOut.Y) > 0 {
		predicted := p.Predicted(run)
		accuracy(t, row, p.HeldOut, func(k int) float64 { return predicted[k] })
	}
}
