package model

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/vec"
)

// checkTol is the tolerance of a check, relative to the sum of the absolute values of the terms.
// On lanes, where exp has an error of 3e-12, the models of this package are within 2e-12.
const checkTol = 1e-9

// CheckGradient compares GradPrior + Σ GradDatum with differences of LogPosterior, and Gradient for
// all the data with GradPrior + Σ GradDatum, at a point about 1/4 from start in every component,
// off the kinks and zeros that a model may have there, or closer where the model is not defined.
// Its error names the component that differs most.
//
// It evaluates all the data some twenty times, however many components there are: it takes a
// derivative in one direction, to which all of them contribute.
func CheckGradient(m Model, l vec.Layout, start []float64) error {
	var p *point
	for move := 0.25; ; move /= 4 {
		p = newPoint(m, start, move)
		p.sum(0, m.Ndata())
		err := p.checkSlope()
		if err == nil {
			break
		}
		if x := m.LogPosterior(p.theta); move < 0x1p-20 || x-x == 0 {
			return err
		}
	}
	g := m.Gradient(l, m.Ndata())
	return p.compare(l, 0, l.Replicas(), "all the data", func(f, theta []vec.Row) {
		if g, ok := g.(SharedGradient); ok {
			g.EvalAll([][]vec.Row{f}, [][]vec.Row{theta})
			return
		}
		g.Eval(f, theta, nil)
	})
}

// CheckBatches compares Gradient for batches of n data with GradPrior + (N/n) Σ GradDatum of the
// same data, next to start.
func CheckBatches(m Model, l vec.Layout, n int, start []float64) error {
	g := m.Gradient(l, n)
	if _, ok := g.(NoisyGradient); ok {
		return nil // it takes no data
	}
	p, total, replicas := newPoint(m, start, 0x1p-20), m.Ndata(), l.Replicas()
	// A batch is data one after the other, which begin elsewhere in every replica.
	datum := func(r, j int) int { return (total - 1 + r*total/replicas + j) % total }
	batch := func(from, to int) *Batch {
		b := &Batch{Rest: from > 0}
		if l == vec.Components {
			for j := from; j < to; j++ {
				b.Data = append(b.Data, uint16(datum(0, j)))
			}
			return b
		}
		b.Index = vec.Indices(to - from)
		for j := range b.Index {
			for r := range b.Index[j] {
				b.Index[j][r] = uint16(datum(r, from+j))
			}
		}
		return b
	}
	const most = 1024 // data that are compared, for the time it takes
	for r := 0; r < replicas; r += max(1, n*replicas/most) {
		p.sum(datum(r, 0), n)
		of := func(b *Batch) func(f, theta []vec.Row) {
			return func(f, theta []vec.Row) { g.Eval(f, theta, b) }
		}
		if err := p.compare(l, r, r+1, "a batch", of(batch(0, n))); err != nil {
			return err
		}
		if _, ok := g.(RestGradient); ok && n < total {
			rest := of(batch(n, total))
			if err := p.compare(l, r, r+1, "a batch given by the rest", rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// point is where a gradient is checked.
type point struct {
	m     Model
	theta []float64
	grad  []float64 // GradPrior + (N/n) Σ GradDatum for some data
	size  []float64 // Σ of the absolute values of its terms; a thousandth of the largest, if less
}

// newPoint returns a point whose components are move from those of start, times 1/2 to 1.
func newPoint(m Model, start []float64, move float64) *point {
	p := &point{m: m, theta: slices.Clone(start)}
	for k := range start {
		p.theta[k] += float64(move * irregular(k, 1/move))
	}
	return p
}

// irregular returns a number from 1/2 to 1 of either sign, another one for every k and seed.
func irregular(k int, seed float64) float64 {
	x := math.Sin(float64(float64(1+k*k)*1.7) + seed)
	return float64(0.5*x) + math.Copysign(0.5, x)
}

// sum sets the gradient for n data one after the other.
func (p *point) sum(first, n int) {
	total, d := p.m.Ndata(), len(p.theta)
	scale := float64(total) / float64(n)
	part, grad, size := make([]float64, d), make([]float64, d), make([]float64, d)
	add := func(scale float64) {
		for k, x := range part {
			grad[k] += float64(scale * x)
			size[k] += math.Abs(float64(scale * x))
		}
	}
	for j := range n {
		p.m.GradDatum(part, p.theta, (first+j)%total)
		add(scale)
	}
	p.m.GradPrior(part, p.theta)
	add(1)
	floor := 1e-300
	for _, x := range size {
		if x > floor { // x may be NaN
			floor = x
		}
	}
	for k, x := range size {
		size[k] = max(x, float64(1e-3*floor))
	}
	p.grad, p.size = grad, size
}

// checkSlope compares the gradient with differences of LogPosterior, in a direction to which every
// component contributes about as much. Only if that fails it takes the components one by one.
func (p *point) checkSlope() error {
	d := len(p.theta)
	s := make([]float64, d)
	for k, size := range p.size {
		s[k] = float64(irregular(k, 2) * (slices.Min(p.size) / size))
	}
	if _, ok := p.slope(s); ok {
		return nil
	}
	g, one := make([]float64, d), make([]float64, d)
	for k := range g {
		one[k] = 1
		g[k], _ = p.slope(one)
		one[k] = 0
	}
	return p.differs(g, 0, "GradPrior and ΣGradDatum", "differences of LogPosterior")
}

// slope returns the derivative of LogPosterior along s, and whether it is that of the gradient.
func (p *point) slope(s []float64) (got float64, ok bool) {
	want, size, unit := 0.0, 0.0, 1.0
	for k, s := range s {
		want += float64(s * p.grad[k])
		size += math.Abs(float64(s * p.size[k]))
		unit = max(unit, math.Abs(p.theta[k]))
	}
	x := make([]float64, len(s))
	at := func(h float64) float64 {
		for k, s := range s {
			x[k] = p.theta[k] + float64(h*s)
		}
		return p.m.LogPosterior(x)
	}
	difference := func(exp int) float64 {
		h := math.Ldexp(unit, exp)
		return (at(h) - at(-h)) / (2 * h)
	}
	// Curvature, kinks or the rounding of LogPosterior may be in the way: extrapolate from pairs of
	// steps, and take the pair at which the result changes least.
	var r [7]float64
	last := difference(-5)
	for j := range r {
		d := difference(-8 - 3*j)
		r[j], last = d+(d-last)/63, d
	}
	got, err := math.NaN(), math.Inf(1)
	for j := 1; j < len(r)-1; j++ {
		if e := max(math.Abs(r[j]-r[j-1]), math.Abs(r[j]-r[j+1])); e < err {
			got, err = r[j], e
		}
	}
	return got, math.Abs(got-want) <= max(checkTol*size, 100*err)
}

// compare evaluates a gradient with the same θ in every replica and compares some of them with the
// sum.
func (p *point) compare(
	l vec.Layout, from, to int, of string, eval func(f, theta []vec.Row),
) error {
	d := len(p.theta)
	theta, f, g := vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d)), make([]float64, d)
	for r := range l.Replicas() {
		for k, x := range p.theta {
			row, lane := l.At(k, r)
			theta[row][lane] = x
		}
	}
	eval(f, theta)
	for r := from; r < to; r++ {
		for k := range g {
			row, lane := l.At(k, r)
			g[k] = f[row][lane]
		}
		err := p.differs(g, checkTol, "GradPrior and GradDatum of the same data",
			fmt.Sprintf("Gradient(%v) for %s", l, of))
		if err != nil {
			return err
		}
	}
	return nil
}

// differs returns an error unless g is the gradient within a tolerance. It names the component that
// differs most.
func (p *point) differs(g []float64, tol float64, from, fromG string) error {
	at, most := 0, 0.0
	for k, x := range g {
		if e := math.Abs(x-p.grad[k]) / p.size[k]; !(e <= most) {
			if at, most = k, e; e != e {
				break
			}
		}
	}
	if most <= tol {
		return nil
	}
	return fmt.Errorf("model %v: ∂/∂θ_%d log π is %.8g from %s, but %.8g from %s, at θ = %.3g",
		p.m.Key()["is"], at+1, p.grad[at], from, g[at], fromG, p.theta[:min(4, len(g))])
}
