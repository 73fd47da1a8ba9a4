package main

import (
	"cmp"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Runs is a table of the spec with runs beside Figure 4, for every T.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	study.Selection
	T        []float64 `toml:"T" spec:"positive,nonempty,distinct"`
	Replicas int       `toml:"replicas" spec:"optional,min=64,max=65536"`
}

// run is a chain.
type run struct {
	name   string // "" if it is of Figure 4
	method study.Method
	study.Point
	chain   *simulate.Chain
	samples *simulate.Samples
	row     table.Row
}

// length is the name of the runs of different lengths.
const length = "length"

// list returns the runs of Figure 4 and those beside it.
func (s Spec) list(c *experiment.Context, g *study.Marginal) (all []*run, err error) {
	total := g.Posterior.Model.Ndata()
	grid, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Method {
		for _, p := range grid {
			all = append(all, &run{method: m, Point: p, chain: g.Chain(m.Scheme(p.Dt), p)})
		}
	}
	for _, x := range []struct {
		key, name string
		Runs
	}{
		{"all", "all data", s.All}, {"coarse", "coarse", s.Coarse}, {"slope", "slope", s.Slope},
		{"equal", "equal", s.Equal}, {length, length, s.Length},
	} {
		i := slices.IndexFunc(s.Method, func(m study.Method) bool { return m.Name == x.Method })
		if i < 0 {
			return nil, c.Errorf(x.key+".method", "expected the name of a method, got %q", x.Method)
		}
		m := s.Method[i]
		points, err := x.Select(c, x.key, x.Sampling, total)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			for _, t := range x.T {
				chain := g.Chain(m.Scheme(p.Dt), p)
				chain.T, chain.Replicas = t, cmp.Or(x.Replicas, chain.Replicas)
				all = append(all, &run{name: x.name, method: m, Point: p, chain: chain})
			}
		}
	}
	return all, nil
}

// of returns the runs of a method that have errors.
func of(runs []*run, m study.Method) (some []*run) {
	for _, r := range runs {
		if r.method == m && r.name != length && !r.samples.Diverged {
			some = append(some, r)
		}
	}
	return some
}

// fit is the largest ε(n)Δt of the errors to which the slope of a method is fitted.
func (s Spec) fit(m study.Method) float64 {
	if m.Word == dynamics.SGLD {
		return s.Fit
	}
	return s.FitLangevin
}

// rows adds the measurements of a run beside Figure 4. Those of different lengths have the mean of
// θ₁ alone, and the deviate of Shapiro and Wilk's test that the replicas' means are normal.
func (r *run) rows(t *table.Table, g *study.Marginal) {
	r.row = r.Row(r.method.Name)
	if r.name == "" {
		t = table.New(t.Columns()...) // Figure 4 has these rows
	} else {
		r.row["run"], r.row["T"] = r.name, r.chain.T
	}
	if r.name != length || r.samples.Diverged {
		g.Rows(t, r.row, r.samples)
		return
	}
	theta := r.samples.Theta(0)
	t.Measure(r.row, "mean", theta.Mean(), g.Mean)
	t.AddValue(r.row, "Shapiro–Wilk deviate of the means of replicas",
		estimate.ShapiroWilk(theta.ReplicaMeans()))
}
