// Command fig10 reproduces Figure 10 (section 3.4): the mean relative error of the variances of the
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
	N         []int       `toml:"n" spec:"min=1,nonempty,distinct"`
	Posterior study.Draws `toml:"posterior"`
	Langevin  struct {
		N []int   `toml:"n" spec:"min=1,distinct"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"langevin"`
	Small struct {
		N int     `toml:"n" spec:"nonnegative"`
		T float64 `toml:"T" spec:"positive"`
	} `toml:"small"`
}

var program = experiment.Program[Spec]{
	Name:  "fig10",
	Title: "Bayesian logistic regression: error of the variances of the parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, and Langevin dynamics for some n. It compares variances
// with the posterior's variances, from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var tasks []*study.Exact
	for _, p := range ps {
		if err := add(c, s, p); err != nil {
			return nil, err
		}
		tasks = append(tasks, predictions(p)...)
	}
	if err := study.SampleRegression(c, ps, tasks...); err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt"}, "raw", "floor", "s")
	for _, p := range ps {
		predicted(t, table.Row{"scaling": p.Scaling, "method": "Laplace"}, p, laplace(p))
		for _, run := range p.Runs {
			p.Errors(t, p.Row(run), run)
			if predictable(run) {
				frozenRows(t, p, run, tasks[0])
				tasks = tasks[1:]
			}
		}
	}
	return t, nil
}

// add adds the runs with scores in one scaling, slow runs first.
func add(c *experiment.Context, s Spec, p *study.RegressionPosterior) error {
	p.Draw(s.Posterior)
	for j := len(s.N) - 1; j >= 0; j-- {
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if _, err := p.Add(c, fmt.Sprintf("n[%d]", j), k, s.N[j], T); err != nil {
				return err
			}
		}
	}
	for j, n := range s.Langevin.N {
		key := fmt.Sprintf("langevin.n[%d]", j)
		if _, err := p.Add(c, key, "", n, s.Langevin.T); err != nil {
			return err
		}
	}
	return nil
}
