// Command fig10 reproduces Figure 10 (section 3.4): the mean relative error on the variances of the
// parameters of a Bayesian logistic regression, MNIST 7 against 9, for Adaptive Langevin dynamics
// whose gradient is estimated from n of N data. It is drawn against ε(n), for a scalar, a diagonal
// and a full friction.
package main

import (
	_ "embed"
	"fmt"

	"adl/pkg/experiment"
	"adl/pkg/regression"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	regression.Regression
	N         []int            `toml:"n" spec:"min=1,nonempty,distinct"`
	Posterior regression.Draws `toml:"posterior"`
	All       struct {
		T     float64 `toml:"T" spec:"positive"`
		Gamma float64 `toml:"gamma" spec:"positive"`
	} `toml:"all"`
	Langevin struct {
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
	Title: "Bayesian logistic regression: error on the variances of the parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, Langevin dynamics for some, and all data once; variances
// are compared with those of the posterior, from weighted draws.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var tasks []*study.Exact
	for _, p := range ps {
		if err := add(s, p); err != nil {
			return nil, err
		}
		tasks = append(tasks, predictions(p)...)
	}
	found, err := regression.SimulateAll(ps, tasks)
	if err != nil {
		return nil, err
	}
	t := regression.Table(ps,
		[]string{"scaling", "data", "method", "friction", "gamma", "n", "dt"},
		"raw", "floor", "s", "T")
	for _, p := range ps {
		reference(t, p)
		for _, run := range p.Runs {
			rows(t, p, run)
			if predictable(run) {
				prediction(t, p, run, found[0][0])
				found = found[1:]
			}
		}
	}
	return t, nil
}

// add adds the runs with scores in one scaling, the slow ones first.
func add(s Spec, p *regression.Posterior) error {
	p.Draw(s.Posterior)
	total := p.Model.Ndata()
	if err := p.Add("ndata", study.Scalar, s.All.Gamma, total, s.All.T); err != nil {
		return err
	}
	for j := len(s.N) - 1; j >= 0; j-- {
		T := s.T
		if s.N[j] <= s.Small.N {
			T = max(T, s.Small.T)
		}
		for _, k := range s.Friction {
			if err := p.Add(fmt.Sprintf("n[%d]", j), k, s.Gamma, s.N[j], T); err != nil {
				return err
			}
		}
	}
	for j, n := range s.Langevin.N {
		err := p.Langevin(fmt.Sprintf("langevin.n[%d]", j), s.Gamma, n, s.Langevin.T)
		if err != nil {
			return err
		}
	}
	return nil
}
