// Command fig10 reproduces Figure 10 (section 3.4): the mean relative error on the variances of the
// parameters of a Bayesian logistic regression, MNIST 7 against 9, for Adaptive Langevin dynamics
// whose gradient is estimated from n of N data. It is drawn against ε(n), for a scalar, a diagonal
// and a full friction.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
	N         []int `toml:"n" spec:"min=1,nonempty,distinct"`
	Reference struct {
		T     float64 `toml:"T" spec:"positive"`
		Gamma float64 `toml:"gamma" spec:"positive"`
	} `toml:"reference"`
	Small struct {
		N int     `toml:"n" spec:"nonnegative"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"small"`
}

var program = experiment.Program[Spec]{
	Name:    "fig10",
	Title:   "Bayesian logistic regression: error on the variances of the parameters",
	Section: "3.4", Spec: specText, Compute: compute, Render: render, Claims: claims,
}

func main() { program.Main() }

// compute runs all data once as the reference, and every friction for every n.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	p, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	total := p.Model.Ndata()
	if err := p.Add("reference", study.Scalar, s.Reference.Gamma, total, s.Reference.T); err != nil {
		return nil, err
	}
	for j := range s.N {
		j = len(s.N) - 1 - j // the slow ones first
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if err := p.Add(fmt.Sprintf("n[%d]", j), k, s.Gamma, s.N[j], T); err != nil {
				return nil, err
			}
		}
	}
	var tasks []*study.Exact
	for _, run := range p.Runs[1:] {
		tasks = append(tasks, frozen(p, run))
	}
	found, err := p.Simulate(tasks...)
	if err != nil {
		return nil, err
	}
	t := p.Table([]string{"data", "method", "friction", "gamma", "n", "dt"},
		"raw", "floor", "s", "T")
	for _, run := range p.Runs {
		row := p.Row(run)
		row["gamma"], row["T"] = run.AdL.Gamma, run.Chain.T
		if run == p.Runs[0] {
			row["method"] = "reference"
		}
		rows(t, row, p, run)
	}
	predictions(t, p, found)
	return t, nil
}
