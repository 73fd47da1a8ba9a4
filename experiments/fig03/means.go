package main

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// Means is the [checks.means] table of a spec: runs of the lengths T, 4T and 16T, whose means of θ
// have standard errors to compare. Batches are drawn without replacement.
type Means struct {
	T        float64 `toml:"T" spec:"positive"`
	Replicas int     `toml:"replicas" spec:"min=64,max=4096"`
	Dt       float64 `toml:"dt" spec:"positive"`
	N        []int   `toml:"n" spec:"min=1,distinct"`
}

// factors are the lengths of the runs, in units of T.
var factors = []float64{1, 4, 16}

// check reports values with which there are no runs.
func (e Means) check(c *experiment.Context, total int) error {
	if e.Replicas%vec.Lanes != 0 {
		return c.Errorf("checks.means.replicas", "expected a multiple of %d, got %d",
			vec.Lanes, e.Replicas)
	}
	for i, n := range e.N {
		if err := minibatch.Without.Check(total, n); err != nil {
			return c.Errorf(fmt.Sprintf("checks.means.n[%d]", i), "%v", err)
		}
	}
	return nil
}

// chains returns the runs of all methods.
func (e Means) chains(
	methods []study.Method, total int, chain func(study.Method, study.Point) *simulate.Chain,
) (chains []*simulate.Chain) {
	for _, m := range methods {
		for _, n := range e.N {
			for _, f := range factors {
				s := minibatch.Without
				x := chain(m, study.Point{
					Sampling: s, Dt: e.Dt, N: n, Epsilon: s.Epsilon(total, n),
				})
				x.T, x.Replicas = float64(f*e.T), e.Replicas
				chains = append(chains, x)
			}
		}
	}
	return chains
}

// method returns the method of the i-th of the runs.
func (e Means) method(methods []study.Method, i int) study.Method {
	return methods[i/(len(e.N)*len(factors))]
}

// means adds the standard error of a run's mean and the test whether the means of its replicas are
// normal.
func (r rows) means(method study.Method, x *simulate.Samples) {
	c := x.Chain
	row := r.row(method, study.Point{
		Sampling: c.Sampling, N: c.N, Dt: c.Scheme.Dt, Epsilon: c.Sampling.Epsilon(r.model.Ndata(), c.N),
	})
	row["T"] = c.T
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
