package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Checks is the [checks] table of a spec: what only claims use, and no picture shows.
type Checks struct {
	Points []Extra `toml:"points" spec:"optional"`
	Means  Means   `toml:"means" spec:"optional"`
	Theory Theory  `toml:"theory" spec:"optional"`
}

// Extra is a [[checks.points]] table of a spec: points besides the grid.
type Extra struct {
	Sampling minibatch.Sampling `toml:"sampling" spec:"in=with|without"`
	N        []int              `toml:"n" spec:"min=1,nonempty,distinct"`
	Dt       []float64          `toml:"dt" spec:"positive,nonempty,distinct"`
}

// points returns the points of the grid and the extra ones, or an error about the key of an n for
// which there are no batches.
func (s Spec) points(c *experiment.Context, total int) ([]study.Point, error) {
	ps, err := s.Points(c, total)
	if err != nil {
		return nil, err
	}
	for i, e := range s.Checks.Points {
		for _, dt := range e.Dt {
			for j, n := range e.N {
				key := fmt.Sprintf("checks.points[%d].n[%d]", i, j)
				p, err := study.NewPoint(c, key, e.Sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				if !slices.Contains(ps, p) {
					ps = append(ps, p)
				}
			}
		}
	}
	return ps, nil
}

// rows is the table, with what is known of the posterior.
type rows struct {
	*table.Table
	model *model.Gaussian
	law   exact.Gaussian
}

func newRows(m *model.Gaussian) rows {
	params := []string{"method", "gamma", "sampling", "n", "dt", "T"}
	return rows{table.New(table.Columns(params, "exact", "v", "a")...), m, exact.NewGaussian(m)}
}

// row is the cells of a point.
func (r rows) row(m study.Method, p study.Point) table.Row {
	row := p.Row(m.Name)
	row["v"], row["a"] = r.law.V, r.law.A
	if m.Word != dynamics.SGLD {
		row["gamma"] = m.Gamma
	}
	return row
}

// point adds the error on the variance and on the mean of a point.
func (r rows) point(method study.Method, p study.Point, x *simulate.Samples) {
	row := r.row(method, p)
	want := r.varianceError(method, p.Epsilon, p.Dt)
	if x.Diverged {
		row["status"] = table.Diverged
		r.Measure(row, "variance error", estimate.Unknown(), want)
		return
	}
	theta := x.Theta(0)
	r.Measure(row, "variance error", estimate.RelError(theta.Variance(), 1/r.law.A), want)
	mean := theta.Mean()
	mean.Value -= r.model.Mean()
	r.Measure(row, "mean", mean, 0)
}

// curves adds the exact errors against ε(n) ≤ N².
func (r rows) curves(s Spec) {
	total := float64(r.model.Ndata())
	for _, method := range s.Method {
		for _, dt := range s.Dt {
			for _, eps := range linalg.LogSpace(1, float64(total*total), 41) {
				row := r.exact(method, dt)
				row["epsilon"], row["v"], row["a"] = eps, nil, nil
				r.AddValue(row, "variance error", r.varianceError(method, eps, dt))
			}
		}
	}
}

// varianceError returns the exact relative error on the variance. It is NaN where the scheme is
// unstable, and for schemes without a closed form.
func (r rows) varianceError(m study.Method, eps, dt float64) float64 {
	switch l := r.law; {
	case m.Word == dynamics.SGLD && float64(l.A*dt) < 2:
		return l.SGLD(eps, dt)
	case m.Word == langevin && float64(l.A*float64(dt*dt)) < 4:
		return l.Langevin(eps, m.Gamma, dt)
	}
	return math.NaN()
}

// langevin is the scheme of eq. GLA_minibatched.
const langevin = "OABAO"
