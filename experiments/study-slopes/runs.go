package main

import (
	"cmp"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/mixture"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Runs is a table of the spec with runs beside Figure 4, for every T.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	mixture.Selection
	T        []float64 `toml:"T" spec:"positive,nonempty,distinct"`
	Replicas int       `toml:"replicas" spec:"optional,min=64,max=65536"`
}

// run is a chain.
type run struct {
	name   string // "" if it is of Figure 4
	method string
	study.Point
	chain   *simulate.Chain
	samples *simulate.Samples
	row     table.Row
}

// length is the name of the runs of different lengths.
const length = "length"

// list returns the runs of Figure 4 and those beside it.
func (s Spec) list(c *experiment.Context, g *mixture.Marginal) (all []*run, err error) {
	add := func(name string, m study.Method, ps []study.Point, r Runs) {
		for _, p := range ps {
			for _, t := range r.T {
				chain := g.Chain(m.Scheme(p.Dt), p)
				chain.T, chain.Replicas = t, cmp.Or(r.Replicas, chain.Replicas)
				all = append(all, &run{name: name, method: m.Name, Point: p, chain: chain})
			}
		}
	}
	total := g.Posterior.Model.Ndata()
	grid, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Method {
		add("", m, grid, Runs{T: []float64{s.T}})
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
		if err := (study.Settings{Replicas: x.Replicas}).Check(); err != nil {
			return nil, c.Errorf(x.key+".replicas", "%v", err)
		}
		points, err := x.Select(c, x.key, x.Sampling, total)
		if err != nil {
			return nil, err
		}
		add(x.name, s.Method[i], points, x.Runs)
	}
	return all, nil
}

// rows adds the measurements of a run beside Figure 4. Those of different lengths have the mean of
// θ₁ alone, and the deviate of Shapiro and Wilk's test that the replicas' means are normal.
func (r *run) rows(t *table.Table, g *mixture.Marginal) {
	r.row = r.Row(r.method)
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
