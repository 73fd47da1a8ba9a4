package main

import (
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
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

// regressions are the posteriors, with each way to estimate the gradient.
type regressions struct {
	all   []*study.RegressionPosterior
	draws []*study.Exact
}

func (s Regression) load(c *experiment.Context) (x regressions, err error) {
	ps, err := s.Load(c)
	if err != nil {
		return x, err
	}
	for _, p := range ps {
		x.draws = append(x.draws, p.Draw(s.Posterior)...)
		for _, way := range s.Gradient {
			q, err := p.Estimating(c, way)
			if err != nil {
				return x, err
			}
			for _, k := range append([]study.Friction{""}, s.Friction...) {
				r, err := q.Add(c, "n", k, s.N, s.T)
				if err != nil {
					return x, err
				}
				if way == study.Reshuffled {
					r.Chain.BurnIn = s.BurnReshuffled
				}
			}
			x.all = append(x.all, q)
		}
	}
	return x, nil
}

// rows adds the mean relative errors of the variances.
func (x regressions) rows(t *table.Table) {
	for _, p := range x.all {
		for _, r := range p.Runs {
			row := p.Row(r)
			row["posterior"], row["gradient"], row["T"] = "regression", r.Gradient(), r.Chain.T
			if r.Diverged {
				t.Measure(row, "error", estimate.Unknown())
				continue
			}
			e := estimate.NewVariances(r.All(dynamics.Theta{})).Error(p.Variances())
			t.MeasureL1(row, "error", e.L1)
			t.Measure(row, "signed error", e.Signed)
		}
	}
}
