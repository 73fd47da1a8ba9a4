package main

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/gaussian"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Means is the [means] table of a spec: runs of the lengths T, 4T and 16T, whose means of θ have
// standard errors to compare. Batches are drawn without replacement.
type Means struct {
	T        float64 `toml:"T" spec:"positive"`
	Replicas int     `toml:"replicas" spec:"min=64,max=4096"`
	Dt       float64 `toml:"dt" spec:"positive"`
	N        []int   `toml:"n" spec:"min=1,distinct"`
}

// factors are the lengths of the runs, in units of T.
var factors = []float64{1, 4, 16}

// points returns the points of the runs, or an error about values with which there are none.
func (e Means) points(c *experiment.Context, total int) (ps []study.Point, err error) {
	if e.Replicas%vec.Lanes != 0 {
		return nil, c.Errorf("means.replicas", "expected a multiple of %d, got %d",
			vec.Lanes, e.Replicas)
	}
	for i, n := range e.N {
		p, err := study.NewPoint(c, fmt.Sprintf("means.n[%d]", i), minibatch.Without, total, n, e.Dt)
		if err != nil {
			return nil, err
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// chains returns the runs of a method at a point.
func (e Means) chains(
	g *gaussian.NewTable, m study.Method, p study.Point,
) (chains []*simulate.Chain) {
	for _, f := range factors {
		x := g.Chain(m, p)
		x.T, x.Replicas = float64(f*e.T), e.Replicas
		chains = append(chains, x)
	}
	return chains
}

// mean adds the standard error of a run's mean and the test whether the means of its replicas are
// normal.
func (r rows) mean(m study.Method, p study.Point, x *simulate.Samples) {
	row := r.Row(m, p)
	row["T"] = x.Chain.T
	if x.Diverged {
		row["status"] = table.Diverged
		r.Measure(row, "standard error of the mean", estimate.Unknown())
		return
	}
	b := x.Theta(0)
	se := b.Mean().StdErr
	r.Measure(row, "standard error of the mean", estimate.Estimate{
		Value: se, StdErr: se / math.Sqrt(float64(2*float64(b.Replicas-1))),
	})
	r.AddValue(row, "Shapiro–Wilk deviate of the means of replicas",
		estimate.ShapiroWilk(b.ReplicaMeans()))
}
