package vec

import "math"

// OUFull is the Ornstein–Uhlenbeck step at a full symmetric friction of any order that differs
// between lanes, by its eigendecomposition: O(d³) work per lane.
type OUFull struct {
	c       *ouSeries
	d       int
	a, v, q []float64
}

// NewOUFull returns the step in dimension d over a time h > 0 with noise γ ≥ 0. The result has
// scratch: it serves one goroutine.
func NewOUFull(d int, h, gamma float64) *OUFull {
	f := func(n int) []float64 { return make([]float64, n) }
	return &OUFull{newOUSeries(h, gamma), d, f(d * d), f(d * d), f(d)}
}

// Step advances the d rows of p by the d rows of normals g, at the friction whose upper triangle,
// in row order, is xi. Where ξ is not finite, or too large, p becomes NaN.
func (o *OUFull) Step(p, xi, g []Row) {
	d := o.d
	for l := range Lanes {
		n := 0
		for i := range d {
			for j := i; j < d; j++ {
				o.a[i*d+j], o.a[j*d+i] = xi[n][l], xi[n][l]
				n++
			}
		}
		if !EigenSym(o.a, o.v, d) {
			for i := range p {
				p[i][l] = math.NaN()
			}
			continue
		}
		for k := range d { // in the basis of the eigenvectors
			q, w := 0.0, 0.0
			for i := range d {
				q = math.FMA(o.v[i*d+k], p[i][l], q)
				w = math.FMA(o.v[i*d+k], g[i][l], w)
			}
			alpha, sigma := o.c.functions(o.a[k*d+k])
			o.q[k] = math.FMA(alpha, q, float64(sigma*w))
		}
		for i := range d {
			s := 0.0
			for k := range d {
				s = math.FMA(o.v[i*d+k], o.q[k], s)
			}
			p[i][l] = s
		}
	}
}
