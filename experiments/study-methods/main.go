// Command study-methods compares the errors of Adaptive Langevin dynamics, with a diagonal friction
// among others, with the errors of Langevin dynamics, also at a larger γ, and of SGLD (sections
// 3.3.1 and 3.3.2): it runs them at the points of Figure 7.
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

var program = experiment.Program[study.MixtureRuns]{
	Name:  "study-methods",
	Title: "Langevin dynamics, SGLD and Adaptive Langevin dynamics, mixture of Gaussians",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute measures the L¹ error and the relative error of the variance of θ₁, and the mean of a
// diagonal ξ.
func compute(c *experiment.Context, s study.MixtureRuns) (*table.Table, error) {
	g, runs, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	if err := study.Sample(c, runs); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"method", "scheme", "friction", "gamma", "eta", "data", "ndata", "sampling", "n", "dt",
	}, "raw", "floor", "s")...)
	_, cov := g.Moments()
	for _, r := range runs {
		row, variance := r.Row(t), estimate.Unknown()
		r.L1(t, row)
		if !r.Diverged {
			variance = estimate.RelError(r.Theta(0).Variance(), cov[0])
		}
		t.Measure(row, table.VarianceError, variance)
		if r.Friction == study.Diagonal {
			study.XiRows(t, row, r.Samples, r.Mixture().Sigma, false)
		}
	}
	return t, nil
}
