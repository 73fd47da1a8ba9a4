// Command fig09 reproduces Figure 9 (section 3.4): the mean covariance of the stochastic gradient
// of a Bayesian logistic regression, MNIST 7 against 9, estimated from the mean friction of
// Adaptive Langevin dynamics, and its exact value.
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
type Spec struct{ study.Regression }

var program = experiment.Program[Spec]{
	Name:  "fig09",
	Title: "Bayesian logistic regression: mean covariance of the stochastic gradient",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction with scores in every scaling, and estimates Σ̄ from the mean of ξ.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Sampled(c)
	if err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt", "i", "j"}, "s")
	for _, p := range ps {
		known(t, p)
		for _, run := range p.Runs {
			if row := run.Row(t); run.Diverged || run.Epsilon == 0 {
				t.Measure(row, table.Sigma, estimate.Unknown())
			} else if run.Method == table.AdL {
				sigma(t, row, p, run)
			}
		}
	}
	return t, nil
}

// diagonal returns the rows with i = j.
func diagonal(t *table.Table) *table.Table {
	return t.Filter(func(r int) bool { return t.Float(r, "i") == t.Float(r, "j") })
}
