// Command fig10 reproduces Figure 10 (section 3.4): the mean absolute relative error
// of the variances cov(θ)_ii of the parameters of a Bayesian logistic regression, MNIST 7 against
// 9, for Adaptive Langevin dynamics (eq. adl_scheme) whose gradient is estimated from n of Nd data.
// It is drawn against ε(n), for a scalar, a diagonal and a full friction.
package main

import (
	"cmp"
	_ "embed"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

//go:embed spec.toml
var specText []byte

// Spec is spec.toml.
type Spec struct {
	study.Regression
	Posterior study.WeightedDraws `toml:"posterior"`
}

var program = experiment.Program[Spec]{
	Name:  "fig10",
	Title: "Bayesian logistic regression: error of the variances of the parameters",
	Spec:  specText, Compute: compute, Render: render,
}

func main() { program.Main() }

// compute runs every friction for every n, and Langevin dynamics for some n. It compares cov(θ)_ii
// with the posterior's, from weighted draws; the paper compares with a run with n = Nd.
func compute(c *experiment.Context, s Spec) (*table.Table, error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	var tasks []*study.Exact
	taskOf := map[*study.Run]*study.Exact{} // of frozen
	for _, p := range ps {
		p.Weigh(s.Posterior)
		if err := p.List(c); err != nil {
			return nil, err
		}
		slices.SortStableFunc(p.Runs, slowFirst)
		for _, run := range p.Runs {
			if run.Method == "AdL" && run.Epsilon > 0 { // n < Nd
				taskOf[run] = frozen(p, run)
				tasks = append(tasks, taskOf[run])
			}
		}
	}
	if err := study.SampleRegression(c, ps, tasks...); err != nil {
		return nil, err
	}
	t := study.RegressionTable(ps,
		[]string{"scaling", "data", "method", "friction", "n", "dt"}, "raw", "floor", "s")
	for _, p := range ps {
		predicted(t, table.Row{"scaling": p.Scaling, "method": "Laplace"}, p, laplace(p))
		for _, run := range p.Runs {
			p.Errors(t, run.Row(t), run)
			if task := taskOf[run]; task != nil {
				frozenRow(t, p, run, task)
			}
		}
	}
	return t, nil
}

// slowFirst orders runs by n, large ones first since their steps are slow, with Langevin dynamics
// at the end.
func slowFirst(a, b *study.Run) int {
	if a.Friction == "" || b.Friction == "" {
		return -cmp.Compare(a.Friction, b.Friction)
	}
	return b.N - a.N
}
