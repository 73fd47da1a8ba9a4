package main

import (
	"fmt"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Runs is a table of the spec with runs beside the grid, for sentences of the paper. They are not
// drawn.
type Runs struct {
	Method   string             `toml:"method" spec:"nonempty"`
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	N        []int              `toml:"n" spec:"optional,min=1,distinct"` // none is all the data
	Dt       []float64          `toml:"dt" spec:"optional,positive,distinct"`
	At       []float64          `toml:"at" spec:"optional,positive,distinct"` // ε(n)Δt, instead of Δt
	T        []float64          `toml:"T" spec:"positive,nonempty,distinct"`
	Replicas int                `toml:"replicas" spec:"optional,min=64,max=65536"`
}

// run is a chain beside the grid.
type run struct {
	name   string
	method study.Method
	study.Point
	chain *simulate.Chain
}

// beside lists the runs of the tables of a spec that are beside the grid, but those whose method it
// does not have, and those with more data in a batch than there are.
func (s Spec) beside(c *experiment.Context, g *study.Marginal) (all []run, err error) {
	for _, x := range []struct {
		name string
		Runs
	}{
		{"all data", s.All}, {"coarse", s.Coarse}, {"slope", s.Slope}, {"equal", s.Equal},
		{"length", s.Length},
	} {
		i := slices.IndexFunc(s.Method, func(m study.Method) bool { return m.Name == x.Method })
		if i < 0 {
			continue
		}
		points, err := x.points(c, g.Posterior.Model.Ndata())
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			for _, t := range x.T {
				chain := g.Chain(s.Method[i].Scheme(p.Dt), p)
				if chain.T = t; x.Replicas > 0 {
					chain.Replicas = x.Replicas
				}
				all = append(all, run{x.name, s.Method[i], p, chain})
			}
		}
	}
	return all, nil
}

// points returns the points of a table of runs.
func (r Runs) points(c *experiment.Context, total int) (ps []study.Point, err error) {
	n := r.N
	if len(n) == 0 {
		n = []int{total}
	}
	for _, n := range n {
		if r.Sampling.Check(total, n) != nil {
			continue
		}
		dt := slices.Clone(r.Dt)
		for _, at := range r.At {
			if e := r.Sampling.Epsilon(total, n); e > 0 {
				dt = append(dt, at/e)
			}
		}
		for _, dt := range dt {
			p, err := study.NewPoint(c, "n", r.Sampling, total, n, dt)
			if err != nil {
				return nil, fmt.Errorf("runs: %w", err)
			}
			ps = append(ps, p)
		}
	}
	return ps, nil
}

// row returns the cells of a run.
func (r run) row() table.Row {
	row := r.Row(r.method.Name)
	row["run"], row["T"] = r.name, r.chain.T
	return row
}

// rows adds the measurements of a run. Those of different lengths have the mean of θ₁ alone, and
// the deviate of Shapiro and Wilk's test that the replicas' means are normal.
func (r run) rows(t *table.Table, g *study.Marginal, row table.Row, x *simulate.Samples) {
	if r.name != "length" || x.Diverged {
		g.Rows(t, row, x)
		return
	}
	theta := x.Theta(0)
	t.Measure(row, "mean", theta.Mean(), g.Mean)
	t.AddValue(row, "Shapiro–Wilk deviate of the means of replicas",
		estimate.ShapiroWilk(theta.ReplicaMeans()))
}

// exchanges adds how often a replica moves from mode to mode in 10⁶ evaluations of the gradient of
// a datum.
func exchanges(t *table.Table, row table.Row, x *simulate.Samples) {
	if x.Diverged {
		return
	}
	for _, o := range x.Chain.Observe {
		if o, ok := o.(simulate.Crossings); ok {
			_, steps, _ := x.Chain.Steps()
			data := float64(steps) * float64(x.Chain.N) / 1e6
			e := x.Crossings(o).Rate()
			t.Measure(row, "crossings per million gradients",
				estimate.Estimate{Value: e.Value / data, StdErr: e.StdErr / data})
		}
	}
}
