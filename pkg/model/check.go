package model

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/vec"
)

// checkTol is the tolerance of a check, relative to the sum of the absolute values of the terms.
// The models of this package are within 2e-12, although exp on lanes has an error of 3e-12.
const checkTol = 1e-9

// CheckGradient compares GradPrior + Σ GradDatum with differences of LogPosterior, and the full
// Gradient with GradPrior + Σ GradDatum. It does so about 1/4 away from start in every component,
// to avoid kinks and zeros of a model at start, or closer if the model is not defined there. Its
// error names the component that differs most. It evaluates all data about twenty times, whatever
// the dimension.
func CheckGradient(m Model, l vec.Layout, start []float64) error {
	p := newPoint(m, start, 0.25)
	p.sum(0, m.Ndata())
	if err := p.checkSlope(); err != nil {
		return err
	}
	f := p.eval(m.Gradient(l, m.Ndata()), l, nil)
	for r := range l.Replicas() {
		if err := p.lanes(f, l, r, "all the data"); err != nil {
			return err
		}
	}
	return nil
}

// CheckBatches compares Gradient for batches of n data with GradPrior + (N/n) Σ GradDatum of the
// same data, next to start, with the control variates of c.
func CheckBatches(m Model, c Control, l vec.Layout, n int, start []float64) error {
	terms := c.Terms(m)
	g := terms.Gradient(l, n)
	if _, ok := g.(*NoisyGradient); ok {
		return nil // it uses no data
	}
	p, total, replicas := newPoint(m, start, 0x1p-20), m.Ndata(), l.Replicas()
	p.terms, p.controlled = terms, len(c) > 0
	// A batch is consecutive data, with a different beginning in every replica.
	datum := func(r, j int) int { return (total - 1 + r*total/replicas + j) % total }
	check := func(from, to int, of string) error {
		b := &Batch{Rest: from > 0}
		if l == vec.Components || total > vec.MaxIndex {
			b.Data = make([][]uint32, replicas)
			for r := range b.Data {
				for j := from; j < to; j++ {
					b.Data[r] = append(b.Data[r], uint32(datum(r, j)))
				}
			}
		} else {
			b.Index = vec.Indices(to - from)
			for j := range b.Index {
				for r := range replicas {
					b.Index[j][r] = uint16(datum(r, from+j))
				}
			}
		}
		f := p.eval(g, l, b)
		const most = 1024 // data compared, to limit the time
		for r := 0; r < replicas; r += max(1, n*replicas/most) {
			p.sum(datum(r, 0), n)
			if err := p.lanes(f, l, r, of); err != nil {
				return err
			}
		}
		return nil
	}
	_, rest := g.(RestGradient) // package minibatch gives it the rest of these batches
	if rest && n < total && total < 2*n && total <= vec.MaxIndex {
		if err := check(n, total, "a batch given by the rest"); err != nil {
			return err
		}
	}
	return check(0, n, "a batch")
}

// point is where a gradient is checked.
type point struct {
	m     Model
	theta []float64
	grad  []float64 // GradPrior + (N/n) Σ GradDatum for some data
	size  []float64 // Σ |terms of m|, at least a thousandth of the largest such sum

	terms      Terms // m's, perhaps with control variates
	controlled bool
}

// newPoint returns a point whose components differ from start by move times 1/2 to 1, or less where
// log π is not finite.
func newPoint(m Model, start []float64, move float64) *point {
	theta := slices.Clone(start)
	for k := range theta {
		theta[k] += float64(move * irregular(k, 1/move))
	}
	if x := m.LogPosterior(theta); x-x != 0 && move > 0x1p-20 {
		return newPoint(m, start, move/4)
	}
	return &point{m: m, terms: m, theta: theta}
}

// irregular returns a number of either sign and modulus from 1/2 to 1, different for every k and
// seed.
func irregular(k int, seed float64) float64 {
	x := math.Sin(float64(float64(1+k*k)*1.7) + seed)
	return float64(0.5*x) + math.Copysign(0.5, x)
}

// sum sets the gradient for n consecutive data.
func (p *point) sum(first, n int) {
	p.grad, p.size = sums(p.terms, p.theta, first, n)
	if p.controlled { // the terms are differences of m's
		_, p.size = sums(p.m, p.theta, first, n)
	}
	largest := 1e-300
	for _, x := range p.size {
		if x > largest { // it may be NaN
			largest = x
		}
	}
	for k, x := range p.size {
		p.size[k] = max(x, float64(1e-3*largest))
	}
}

// sums returns GradPrior + (N/n) Σ GradDatum for n consecutive data, and the sums of the terms'
// absolute values.
func sums(t Terms, theta []float64, first, n int) (grad, size []float64) {
	total, d := t.Ndata(), len(theta)
	grad, size = make([]float64, d), make([]float64, d)
	term := make([]float64, d)
	add := func(scale float64) {
		for k, x := range term {
			x = float64(x * scale)
			grad[k] += x
			size[k] += math.Abs(x)
		}
	}
	for j := range n {
		t.GradDatum(term, theta, (first+j)%total)
		add(float64(total) / float64(n))
	}
	t.GradPrior(term, theta)
	add(1)
	return grad, size
}

// checkSlope compares the gradient with differences of LogPosterior in a direction to which every
// component contributes about as much; if that fails, component by component.
func (p *point) checkSlope() error {
	d := len(p.theta)
	s, g := make([]float64, d), make([]float64, d)
	for k, size := range p.size {
		s[k] = float64(irregular(k, 2) * (slices.Min(p.size) / size))
	}
	if _, ok := p.slope(s); ok {
		return nil
	}
	for k := range g {
		clear(s)
		s[k] = 1
		g[k], _ = p.slope(s)
	}
	return p.differs(g, 0, "GradPrior and ΣGradDatum", "differences of LogPosterior")
}

// slope returns the derivative of LogPosterior along s, and whether it agrees with the gradient.
func (p *point) slope(s []float64) (got float64, ok bool) {
	want, size, unit := 0.0, 0.0, 1.0
	for k, s := range s {
		want += float64(s * p.grad[k])
		size += math.Abs(float64(s * p.size[k]))
		unit = max(unit, math.Abs(p.theta[k]))
	}
	at := func(h float64) float64 {
		x := slices.Clone(p.theta)
		for k, s := range s {
			x[k] += float64(h * s)
		}
		return p.m.LogPosterior(x)
	}
	// Curvature, kinks or rounding of LogPosterior may interfere: extrapolate from pairs of steps, and
	// take the result nearest to its neighbours.
	var r []float64
	last := math.NaN()
	for exp := -5; exp >= -26; exp -= 3 {
		h := math.Ldexp(unit, exp)
		d := (at(h) - at(-h)) / (2 * h)
		r, last = append(r, d+(d-last)/63), d
	}
	got, err := math.NaN(), math.Inf(1)
	for j := 2; j < len(r)-1; j++ {
		if e := max(math.Abs(r[j]-r[j-1]), math.Abs(r[j]-r[j+1])); e < err {
			got, err = r[j], e
		}
	}
	return got, math.Abs(got-want) <= max(checkTol*size, 100*err)
}

// eval evaluates a gradient at the point in every replica.
func (p *point) eval(g Gradient, l vec.Layout, b *Batch) (f []vec.Row) {
	n := l.Rows(len(p.theta))
	theta := vec.Rows(n)
	f = vec.Rows(n)
	for r := range l.Replicas() {
		l.Store(theta, r, p.theta)
	}
	if s, ok := g.(SharedGradient); ok && b == nil {
		s.EvalAll([][]vec.Row{f}, [][]vec.Row{theta})
	} else {
		g.Eval(f, theta, b)
	}
	return f
}

// lanes compares the result of eval for replica r with the sum.
func (p *point) lanes(f []vec.Row, l vec.Layout, r int, of string) error {
	g := make([]float64, len(p.theta))
	l.Load(g, f, r)
	return p.differs(g, checkTol, "GradPrior and GradDatum of the same data",
		fmt.Sprintf("Gradient(%v) for %s", l, of))
}

// differs returns an error unless g is the gradient within a tolerance.
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
