// Command fig09 reproduces Figure 9 (section 3.4): the mean covariance of the stochastic gradient
// of a Bayesian logistic regression, MNIST 7 against 9, estimated from the mean friction of
// Adaptive Langevin dynamics, beside its exact value.
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
}

var program = experiment.Program[Spec]{
	Name:  "fig09",
	Title: "Bayesian logistic regression: mean covariance of the stochastic gradient",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction with scores in every scaling, and estimates Σ̄ from the mean of ξ
// (exact.SigmaFromXi).
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sample(c, nil)
	if err != nil {
		return nil, err
	}
	t := regression.Table(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt", "i", "j"}, "s")
	for _, p := range ps {
		known(t, p)
		for _, run := range p.Runs {
			row := p.Row(run)
			if run.Diverged || run.Epsilon == 0 {
				t.Measure(row, "Sigma", estimate.Unknown())
				continue
			}
			sigma(t, row, p, run)
		}
		if last := p.Runs[len(p.Runs)-1]; !last.Diverged {
			states(t, p, last)
		}
	}
	return t, nil
}
