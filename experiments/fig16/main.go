// Command fig16 draws Figure 16, which is ours. Section 1 of the paper says that better dynamics
// and better estimators of the gradient should be combined. The program compares control variates,
// and batches along random permutations, with and without Adaptive Langevin dynamics, on the
// Gaussian posterior of Figure 5, the mixture of Figure 7 and the logistic regression of Figure 10.
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
	Langevin   study.Runs `toml:"langevin"`
	Adaptive   study.Runs `toml:"adl"`
	Sets       study.Runs `toml:"sets"` // of data
	Prediction Prediction `toml:"prediction"`
	Gaussian   Gaussian   `toml:"gaussian"`
	Regression Regression `toml:"regression"`
}

var program = experiment.Program[Spec]{
	Name:  "fig16",
	Title: "Better gradients or better friction?",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs the methods on every posterior, and adds the errors that are known without a run.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	gaussian, err := s.Gaussian.load(c.In("gaussian"))
	if err != nil {
		return nil, err
	}
	mixture, err := s.load(c)
	if err != nil {
		return nil, err
	}
	regressions, draws, err := s.Regression.load(c.In("regression"))
	if err != nil {
		return nil, err
	}
	var all []study.Sampled
	for _, r := range gaussian {
		all = append(all, r)
	}
	for _, r := range mixture.runs {
		all = append(all, r)
	}
	for _, p := range regressions {
		for _, r := range p.Runs {
			all = append(all, r)
		}
	}
	if err := study.Sample(c, all, append(mixture.tasks, draws...)...); err != nil {
		return nil, err
	}
	t := table.New(table.Columns([]string{
		"posterior", "scaling", "method", "scheme", "friction", "eta", "gamma", "data", "ndata",
		"sampling", "gradient", "n", "dt",
	}, "exact", "raw", "floor", "s", "T")...)
	s.Gaussian.rows(t, gaussian)
	mixture.rows(t)
	regressionRows(t, regressions)
	return t, nil
}
