package main

import (
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Regression are the keys of the runs on the logistic regression, which are those of Figure 10.
type Regression struct {
	study.Regression
	N        int              `toml:"n" spec:"min=1"`
	Gradient []study.Gradient `toml:"gradient" spec:"nonempty,distinct"`
	// BurnReshuffled is the burn-in of reshuffled runs, whose ξ starts far from its mean.
	BurnReshuffled float64     `toml:"burn_in_reshuffled" spec:"nonnegative"`
	Posterior      study.Draws `toml:"posterior"`
}

// load returns the posteriors, with each way to estimate the gradient, and the tasks of draws.
func (s Regression) load(
	c *experiment.Context,
) (all []*study.RegressionPosterior, draws []*study.Exact, err error) {
	ps, err := s.Load(c)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range ps {
		draws = append(draws, p.Draw(s.Posterior)...)
		for _, way := range s.Gradient {
			q, err := p.Estimating(c, way)
			if err != nil {
				return nil, nil, err
			}
			for _, k := range append([]study.Friction{""}, s.Friction...) {
				r, err := q.Add(c, "n", k, s.N, s.T)
				if err != nil {
					return nil, nil, err
				}
				if way == study.Reshuffled {
					r.Chain.BurnIn = s.BurnReshuffled
				}
			}
			all = append(all, q)
		}
	}
	return all, draws, nil
}

// regressionRows adds the mean relative errors of the variances.
func regressionRows(t *table.Table, all []*study.RegressionPosterior) {
	for _, p := range all {
		for _, r := range p.Runs {
			row := p.Row(r)
			row["posterior"], row["gradient"], row["T"] = "regression", r.Gradient(), r.Chain.T
			p.Errors(t, row, r)
		}
	}
}
