package study

import (
	"cmp"
	"math"
	"slices"

	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// Sampling is a way to draw the data of a batch.
type Sampling = minibatch.Sampling

// Point is a point of runs.
type Point struct {
	Sampling minibatch.Sampling
	Dt       float64
	N        int
	Epsilon  float64 // ε(n)
}

// NewPoint returns a point, by default without replacement, or an error about the key of an n for
// which there are no batches.
func NewPoint(
	c Context, key string, s minibatch.Sampling, total, n int, dt float64,
) (Point, error) {
	s = cmp.Or(s, minibatch.Without)
	if err := s.Check(total, n); err != nil {
		return Point{}, c.Errorf(key, "%v", err)
	}
	return Point{s, dt, n, s.Epsilon(total, n)}, nil
}

// Row returns the cells of a simulated point, with the status ok.
func (p Point) Row(method string) table.Row {
	return table.Row{
		"method": method, "sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon,
		"status": table.OK, "source": table.Simulation,
	}
}

// At is a point that is not on a grid: n, by default all data, and Δt, which may be given as
// ε(n)Δt.
type At struct {
	N         int     `toml:"n" spec:"optional,min=1"`
	Dt        float64 `toml:"dt" spec:"optional,positive"`
	EpsilonDt float64 `toml:"epsilon_dt" spec:"optional,positive"`
}

// Most is the largest n at a time step. Steps with many data are slow, and small time steps need
// many steps. The error depends on ε(n)Δt, which is equally small at larger n and Δt.
type Most struct {
	Dt float64 `toml:"dt" spec:"positive"`
	N  int     `toml:"n" spec:"min=1"`
}

// points returns the points of the table for a number of data: for each sampling the list At, and
// the product of Dt and N, by default all data, without the points that Most excludes. An error is
// about the key of an n for which there are no batches. For data other than the figure's it omits
// values of the figure's n that are too large.
func (t *lists) points(c Context, total int) (ps []Point, err error) {
	for i, m := range t.Most {
		if !slices.Contains(t.Dt, m.Dt) {
			return nil, c.Errorf(t.place("most", i)+".dt", "expected a Δt of the grid, got %g", m.Dt)
		}
	}
	few := slices.DeleteFunc(slices.Clone(t.N), func(n int) bool { return n > total })
	if key := t.key("n"); len(few) > 0 && len(few) < len(t.N) && c.Inherits(key) {
		c.Notef("%s = %v, since there are %d data", key, few, total)
		t.N = few
	}
	for i, sampling := range or(t.Sampling, minibatch.Without) {
		if i > 0 && slices.Index(t.Sampling, sampling) < i {
			return nil, c.Errorf(t.place("sampling", i), "expected distinct values, got %q a second time",
				sampling)
		}
		for i, at := range t.At {
			key := t.place("at", i)
			p, err := NewPoint(c, key, sampling, total, cmp.Or(at.N, total), at.Dt)
			if err != nil {
				return nil, err
			}
			if at.EpsilonDt > 0 && at.Dt == 0 && p.Epsilon > 0 {
				p.Dt = at.EpsilonDt / p.Epsilon
			} else if at.Dt == 0 || at.EpsilonDt > 0 {
				return nil, c.Errorf(key, "expected dt, or epsilon_dt = ε(n)Δt with n below Nd")
			}
			ps = append(ps, p)
		}
		for _, dt := range t.Dt {
			most := math.MaxInt
			for _, m := range t.Most {
				if m.Dt == dt {
					most = min(most, m.N)
				}
			}
			for i, n := range or(t.N, total) {
				p, err := NewPoint(c, t.place("n", i), sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				if n <= most {
					ps = append(ps, p)
				}
			}
		}
	}
	if t.Dt == nil && t.At == nil { // an empty list of either means no runs
		return nil, c.Errorf(t.key("dt"), "expected time steps, or points at")
	}
	return ps, nil
}
