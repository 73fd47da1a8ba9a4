package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Tolerances of a check, relative to the sum of the absolute values of the terms. On lanes, where
// exp has an error of 3e-12, the models of this package are within 2e-12.
const (
	slopeTol = 1e-9 // of a derivative
	lanesTol = 1e-9 // of a component on lanes
)

// point is where a gradient is checked.
type point struct {
	m     Model
	theta []float64
	move  float64
	grad  []float64 // GradPrior + (N/n) Σ GradDatum for some data
	size  []float64 // Σ of the absolute values of its terms; a thousandth of the largest, if less
}

// newPoint returns a point whose components are move from those of start, times 1/2 to 1.
func newPoint(m Model, start []float64, move float64) *point {
	d := len(start)
	p := &point{m, slices.Clone(start), move, make([]float64, d), make([]float64, d)}
	for k, u := range p.irregular(1) {
		p.theta[k] += float64(move * u)
	}
	return p
}

// irregular returns components of 1/2 to 1 with either sign, always the same.
func (p *point) irregular(seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, math.Float64bits(p.move)))
	u := make([]float64, len(p.theta))
	for k := range u {
		u[k] = 0.5 + float64(0.5*r.Float64())
		if r.IntN(2) == 0 {
			u[k] = -u[k]
		}
	}
	return u
}

// sum sets the gradient for n data one after the other.
func (p *point) sum(first, n int) {
	total := p.m.Ndata()
	scale := float64(total) / float64(n)
	part := make([]float64, len(p.theta))
	grad, size := p.grad[:len(part)], p.size[:len(part)]
	clear(grad)
	clear(size)
	for j := range n {
		p.m.GradDatum(part, p.theta, (first+j)%total)
		for k, x := range part {
			grad[k] += x
			size[k] += math.Abs(x)
		}
	}
	p.m.GradPrior(part, p.theta)
	for k, x := range part {
		grad[k] = float64(scale*grad[k]) + x
		size[k] = float64(scale*size[k]) + math.Abs(x)
	}
	floor := 1e-300
	for _, x := range size {
		if s := float64(1e-3 * x); s > floor { // x may be NaN
			floor = s
		}
	}
	for k, x := range size {
		size[k] = max(x, floor)
	}
}

// checkSlope compares the gradient with differences of LogPosterior, in a direction to which every
// component contributes about as much. Only if that fails it takes the components one by one.
func (p *point) checkSlope() error {
	d := len(p.theta)
	s := p.irregular(2)
	smallest := slices.Min(p.size)
	for k, size := range p.size {
		s[k] *= smallest / size
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
	k, _ := p.worst(g)
	return p.mismatch(k, p.grad[k], "GradPrior and ΣGradDatum", g[k], "differences of LogPosterior")
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
	if got = difference(-17); math.Abs(got-want) <= slopeTol*size {
		return got, true
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
	return got, math.Abs(got-want) <= max(slopeTol*size, 100*err)
}

// worst returns the component of g that differs most from the gradient, and by how much.
func (p *point) worst(g []float64) (at int, most float64) {
	for k, x := range g {
		if e := math.Abs(x-p.grad[k]) / p.size[k]; !(e <= most) {
			at, most = k, e
		}
		if most != most {
			break
		}
	}
	return at, most
}

// mismatch is the error that a component has two values.
func (p *point) mismatch(k int, a float64, fromA string, b float64, fromB string) error {
	digits := 3
	for digits < 17 && fmt.Sprintf("%.*g", digits, a) == fmt.Sprintf("%.*g", digits, b) {
		digits++
	}
	var theta []string
	for _, x := range p.theta[:min(4, len(p.theta))] {
		theta = append(theta, fmt.Sprintf("%.3g", x))
	}
	if len(p.theta) > 4 {
		theta = append(theta, "…")
	}
	return fmt.Errorf("model %v: ∂/∂θ_%d log π is %.*g from %s, but %.*g from %s, at θ = (%s)",
		p.m.Key()["is"], k+1, digits, a, fromA, digits, b, fromB, strings.Join(theta, ", "))
}
