package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// Sampling is a way to draw the data of a batch.
type Sampling = minibatch.Sampling

// Grid are the keys of a spec for the points of the curves against ε(n): the product of its lists,
// without the points excluded by Most.
type Grid struct {
	Dt       []float64  `toml:"dt" spec:"positive,nonempty,distinct"`
	N        []int      `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling []Sampling `toml:"sampling" spec:"in=with|without|reshuffle|symmetric,nonempty,distinct"`
	Most     Mosts      `toml:"most" spec:"optional"`
}

// Mosts are the largest n of a grid at given time steps. Steps with many data are slow, and small
// time steps need many steps. The error depends on ε(n)Δt, which is equally small at larger n and
// Δt.
type Mosts []struct {
	Dt float64 `toml:"dt" spec:"positive"`
	N  int     `toml:"n" spec:"min=1"`
}

// of returns the largest n at each Δt of a grid, or an error about an entry for another Δt.
func (ms Mosts) of(c *experiment.Context, key string, dt []float64) (map[float64]int, error) {
	most := map[float64]int{}
	for _, x := range dt {
		most[x] = math.MaxInt
	}
	for i, m := range ms {
		if most[m.Dt] == 0 {
			return nil, c.Errorf(fmt.Sprintf("%smost[%d].dt", key, i),
				"expected a Δt of the grid, got %g", m.Dt)
		}
		most[m.Dt] = min(most[m.Dt], m.N)
	}
	return most, nil
}

// Point is a point of a grid.
type Point struct {
	Sampling minibatch.Sampling
	Dt       float64
	N        int
	Epsilon  float64 // ε(n)
}

// Row returns the cells of a simulated point, with the status ok.
func (p Point) Row(method string) table.Row {
	return table.Row{
		"method": method, "sampling": p.Sampling, "n": p.N, "dt": p.Dt, "epsilon": p.Epsilon,
		"status": table.OK, "source": table.Simulation,
	}
}

// Points returns all points for a number of data, or an error about the key of an n for which there
// are no batches. For data other than the figure's it omits values of the figure's n that are too
// large. key is the key of the grid's table, with a dot, or "" for the spec itself.
func (g Grid) Points(c *experiment.Context, key string, total int) (ps []Point, err error) {
	most, err := g.Most.of(c, key, g.Dt)
	if err != nil {
		return nil, err
	}
	few := slices.DeleteFunc(slices.Clone(g.N), func(n int) bool { return n > total })
	if len(few) > 0 && len(few) < len(g.N) && c.Inherits(key+"n") {
		c.Notef("%sn = %v, since there are %d data", key, few, total)
		g.N = few
	}
	for _, sampling := range g.Sampling {
		for _, dt := range g.Dt {
			for j, n := range g.N {
				p, err := NewPoint(c, fmt.Sprintf("%sn[%d]", key, j), sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				if n <= most[dt] {
					ps = append(ps, p)
				}
			}
		}
	}
	return ps, nil
}

// NewPoint returns a point, by default without replacement, or an error about the key of an n for
// which there are no batches.
func NewPoint(
	c *experiment.Context, key string, s minibatch.Sampling, total, n int, dt float64,
) (Point, error) {
	s = cmp.Or(s, minibatch.Without)
	if err := s.Check(total, n); err != nil {
		return Point{}, c.Errorf(key, "%v", err)
	}
	return Point{s, dt, n, s.Epsilon(total, n)}, nil
}

// Selection are the keys of some points: the list At, and the grid of Dt and N. The default of N is
// all data.
type Selection struct {
	At []At      `toml:"at" spec:"optional"`
	N  []int     `toml:"n" spec:"optional,min=1,distinct"`
	Dt []float64 `toml:"dt" spec:"optional,positive,distinct"`
}

// At is a point that is not on a grid: n, by default all data, and Δt, which may be given as
// ε(n)Δt.
type At struct {
	N     int     `toml:"n" spec:"optional,min=1"`
	Dt    float64 `toml:"dt" spec:"optional,positive"`
	Noise float64 `toml:"noise" spec:"optional,positive"`
}

// Select returns the points of a selection at a key, for a number of data.
func (s Selection) Select(
	c *experiment.Context, key string, sampling minibatch.Sampling, total int,
) (ps []Point, err error) {
	for i, at := range s.At {
		key := fmt.Sprintf("%s.at[%d]", key, i)
		p, err := NewPoint(c, key, sampling, total, cmp.Or(at.N, total), at.Dt)
		if err != nil {
			return nil, err
		}
		if at.Noise > 0 && at.Dt == 0 && p.Epsilon > 0 {
			p.Dt = at.Noise / p.Epsilon
		} else if at.Dt == 0 || at.Noise > 0 {
			return nil, c.Errorf(key, "expected dt, or noise = ε(n)Δt with n below Nd")
		}
		ps = append(ps, p)
	}
	for _, dt := range s.Dt {
		for j, n := range or(s.N, total) {
			p, err := NewPoint(c, fmt.Sprintf("%s.n[%d]", key, j), sampling, total, n, dt)
			if err != nil {
				return nil, err
			}
			ps = append(ps, p)
		}
	}
	return ps, nil
}
