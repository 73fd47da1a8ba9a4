package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// Grid are the keys of a spec that span the points of the curves against ε(n): the product of its
// lists, without the points that Most leaves out.
type Grid struct {
	Dt       []float64            `toml:"dt" spec:"positive,nonempty,distinct"`
	N        []int                `toml:"n" spec:"min=1,nonempty,distinct"`
	Sampling []minibatch.Sampling `toml:"sampling" spec:"in=with|without,nonempty,distinct"`
	Most     Mosts                `toml:"most" spec:"optional"`
}

// Mosts are the largest n of a grid at time steps. A step with many data is slow, and small time
// steps want many of them, while ε(n)Δt, on which the error depends, is as small at larger n and
// Δt.
type Mosts []struct {
	Dt float64 `toml:"dt" spec:"positive"`
	N  int     `toml:"n" spec:"min=1"`
}

// LeavesOut reports whether a grid has no point at Δt and n.
func (ms Mosts) LeavesOut(dt float64, n int) bool {
	for _, m := range ms {
		if m.Dt == dt && n > m.N {
			return true
		}
	}
	return false
}

// Check returns an error about an entry whose Δt is not of the grid.
func (ms Mosts) Check(c *experiment.Context, dt []float64) error {
	for i, m := range ms {
		if !slices.Contains(dt, m.Dt) {
			return c.Errorf(fmt.Sprintf("most[%d].dt", i), "expected a Δt of the grid, got %g", m.Dt)
		}
	}
	return nil
}

// maxPoints bounds the points of a grid.
const maxPoints = 1 << 14

// Check returns an error about the longer one of the lists of Δt and n if there are too many
// points, others times their product.
func (g Grid) Check(c *experiment.Context, others int) error {
	points := len(g.Dt) * len(g.N) * others
	if points <= maxPoints {
		return nil
	}
	key := "dt"
	if len(g.N) > len(g.Dt) {
		key = "n"
	}
	return c.Errorf(key, "expected at most %d points of the grid, got %d", maxPoints, points)
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
// are no batches.
func (g Grid) Points(c *experiment.Context, total int) ([]Point, error) {
	if err := g.Check(c, len(g.Sampling)); err != nil {
		return nil, err
	}
	if err := g.Most.Check(c, g.Dt); err != nil {
		return nil, err
	}
	var ps []Point
	for _, sampling := range g.Sampling {
		for _, dt := range g.Dt {
			for j, n := range g.N {
				p, err := NewPoint(c, fmt.Sprintf("n[%d]", j), sampling, total, n, dt)
				if err != nil {
					return nil, err
				}
				if !g.Most.LeavesOut(dt, n) {
					ps = append(ps, p)
				}
			}
		}
	}
	return ps, nil
}

// NewPoint returns a point, or an error about the key of an n for which there are no batches.
func NewPoint(
	c *experiment.Context, key string, s minibatch.Sampling, total, n int, dt float64,
) (Point, error) {
	if err := s.Check(total, n); err != nil {
		if tables, _, ok := strings.Cut(key, "]."); ok { // of a spec that somebody else may have written
			tables, _, _ = strings.Cut(tables, "[")
			err = fmt.Errorf("%w; with so few data, -set %s=[] leaves such points out", err, tables)
		}
		return Point{}, c.Errorf(key, "%v", err)
	}
	return Point{s, dt, n, s.Epsilon(total, n)}, nil
}

// Selection are the keys of some points: those of At, and of the grid of Dt and N, by default all
// the data.
type Selection struct {
	At []At      `toml:"at" spec:"optional"`
	N  []int     `toml:"n" spec:"optional,min=1,distinct"`
	Dt []float64 `toml:"dt" spec:"optional,positive,distinct"`
}

// At is a point that is not on a grid: n, by default all the data, and Δt, which may be given as
// ε(n)Δt.
type At struct {
	N     int     `toml:"n" spec:"optional,min=1"`
	Dt    float64 `toml:"dt" spec:"optional,positive"`
	Noise float64 `toml:"noise" spec:"optional,positive"`
}

// Select returns the points for a number of data of a selection at a key.
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

// Quantiles adds the median of what the replicas show of a quantity, each by itself, and the ends
// of the band with nine in ten of them.
func Quantiles(t *table.Table, row table.Row, quantity string, x []float64) {
	x = slices.Sorted(slices.Values(x))
	at := func(share float64) float64 { return x[int(math.Round(float64(share*float64(len(x)-1))))] }
	t.AddDiagnostic(row, quantity+" of one run: median", at(0.5))
	t.AddDiagnostic(row, quantity+" of one run: 5 %", at(0.05))
	t.AddDiagnostic(row, quantity+" of one run: 95 %", at(0.95))
}

// Number formats x for math text: 0.002 as it is, 2·10⁻⁴ as 2\times10^{-4}.
func Number(x float64) string {
	if a := math.Abs(x); x == 0 || a >= 1e-3 && a < 1e5 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	k, err := strconv.Atoi(e)
	if err != nil {
		return m // NaN, Inf
	}
	p := "10^{" + strconv.Itoa(k) + "}"
	switch m {
	case "1":
		return p
	case "-1":
		return "-" + p
	}
	return m + `\times` + p
}

// plain formats x for plain text: 0.002 as it is, 2e-4 as 2·10⁻⁴.
func plain(x float64) string {
	s := Number(x)
	m, e, power := strings.Cut(s, "10^{")
	if !power {
		return s
	}
	e = strings.Map(func(r rune) rune {
		if r == '-' {
			return '⁻'
		}
		return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0']
	}, strings.TrimSuffix(e, "}"))
	return strings.ReplaceAll(m, `\times`, "·") + "10" + e
}

// Round returns x with a number of significant digits.
func Round(x float64, digits int) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return y
}
