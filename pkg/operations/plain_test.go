package operations

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/vec"
)

// tally is arithmetic that counts.
type tally struct{ n int }

func (t *tally) count(n int, x float64) float64 { t.n += n; return x }

func (t *tally) add(a, b float64) float64 { return t.count(1, a+b) }
func (t *tally) sub(a, b float64) float64 { return t.count(1, a-b) }
func (t *tally) mul(a, b float64) float64 { return t.count(1, float64(a*b)) }
func (t *tally) div(a, b float64) float64 { return t.count(1, a/b) }
func (t *tally) max(a, b float64) float64 { return t.count(1, max(a, b)) }
func (t *tally) sqrt(a float64) float64   { return t.count(1, math.Sqrt(a)) }
func (t *tally) exp(a float64) float64    { return t.count(1, vec.Exp(a)) }

// drawn is a random index or a normal number.
func (t *tally) drawn() { t.n++ }

// dot is xᵀy.
func (t *tally) dot(x, y []float64) float64 {
	s := t.mul(x[0], y[0])
	for i := 1; i < len(x); i++ {
		s = t.add(s, t.mul(x[i], y[i]))
	}
	return s
}

// times is a x for a matrix a, row-major.
func (t *tally) times(a, x []float64) []float64 {
	d := len(x)
	y := make([]float64, d)
	for i := range y {
		y[i] = t.dot(a[i*d:][:d], x)
	}
	return y
}

// sigmoid is 1/(1 + e^(−x)).
func (t *tally) sigmoid(x float64) float64 { return t.div(1, t.add(1, t.exp(-x))) }

// friction is a step of the friction in plain code.
type friction struct {
	*tally
	Friction
	h, eta, gamma float64
	xi            [][]float64 // ξ_k, each all entries of the form
	f             []float64   // f_k(θ)
}

// sum is ξ(θ).
func (w *friction) sum() []float64 {
	if w.K == 0 {
		return w.xi[0]
	}
	x := make([]float64, len(w.xi[0]))
	for e := range x {
		x[e] = w.mul(w.xi[0][e], w.f[0])
		for k := 1; k <= w.K; k++ {
			x[e] = w.add(x[e], w.mul(w.xi[k][e], w.f[k]))
		}
	}
	return x
}

// functions is e^(−hξ) and [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) of a number ξ.
func (w *friction) functions(xi float64) (alpha, sigma float64) {
	alpha = w.exp(w.mul(-w.h, xi))
	return alpha, w.sqrt(w.div(w.mul(w.gamma, w.sub(1, w.mul(alpha, alpha))), xi))
}

// o is the step O with the normals g.
func (w *friction) o(p, g []float64) {
	xi := w.sum()
	for range g {
		w.drawn()
	}
	combine := func(alpha, sigma, p, g float64) float64 {
		return w.add(w.mul(alpha, p), w.mul(sigma, g))
	}
	switch w.Form.(type) {
	case dynamics.Scalar:
		alpha, sigma := w.functions(xi[0])
		for i := range p {
			p[i] = combine(alpha, sigma, p[i], g[i])
		}
	case dynamics.Diagonal:
		for i := range p {
			alpha, sigma := w.functions(xi[i])
			p[i] = combine(alpha, sigma, p[i], g[i])
		}
	default:
		a := dynamics.Matrix(w.Form, w.Dim, xi)
		if w.Degree > 0 {
			w.series(p, g, a)
			return
		}
		values, v := w.eigen(a, w.Dim) // v has the eigenvectors in its rows
		q, r := w.times(v, p), w.times(v, g)
		for k, x := range values {
			alpha, sigma := w.functions(x)
			q[k] = combine(alpha, sigma, q[k], r[k])
		}
		for i := range w.Dim {
			for j := range i {
				v[i*w.Dim+j], v[j*w.Dim+i] = v[j*w.Dim+i], v[i*w.Dim+j]
			}
		}
		copy(p, w.times(v, q))
	}
}

// d is the step D.
func (w *friction) d(p []float64) {
	var y []float64
	switch w.Form.(type) {
	case dynamics.Scalar:
		y = []float64{w.sub(w.dot(p, p), float64(w.Dim))}
	case dynamics.Diagonal:
		for _, p := range p {
			y = append(y, w.sub(w.mul(p, p), 1))
		}
	default:
		for i := range p {
			for j := i; j < w.Dim; j++ {
				x := w.mul(p[i], p[j])
				if i == j {
					x = w.sub(x, 1)
				}
				y = append(y, x)
			}
		}
	}
	for k, xi := range w.xi {
		rate := w.h / w.eta / 2
		if w.K > 0 {
			rate = w.mul(rate, w.f[k])
		}
		for e := range xi {
			xi[e] = w.add(xi[e], w.mul(rate, y[e]))
		}
	}
}

// series is O by the power series of vec.OULarge about the mean of the diagonal of ξ, in one part
// and with the degree w.Degree.
func (w *friction) series(p, g, a []float64) {
	d, m := w.Dim, w.Degree
	trace := a[0]
	on, off := w.mul(a[0], a[0]), 0.0
	for i := 1; i < d; i++ {
		trace = w.add(trace, a[i*d+i])
		on = w.add(on, w.mul(a[i*d+i], a[i*d+i]))
	}
	mean := w.div(trace, float64(d))
	off = w.mul(a[1], a[1])
	for i := range d {
		for j := max(i+1, 2-i); j < d; j++ {
			off = w.add(off, w.mul(a[i*d+j], a[i*d+j]))
		}
	}
	squares := w.add(on, w.mul(2, off))
	spread := w.sqrt(w.sub(squares, w.mul(w.mul(mean, mean), float64(d))))
	c := 2 * w.h
	y0, bound := w.mul(c, mean), w.mul(c, spread)
	es, gs, te, tg := w.coefficients(m, y0, bound)
	out := make([]float64, d)
	for i := range out {
		out[i] = w.add(w.mul(es[0], p[i]), w.mul(gs[0], g[i]))
	}
	size := w.sqrt(w.dot(out, out))
	w.mul(1e-12, size)
	x1, x2 := p, g
	for k := 1; k <= m; k++ {
		y1, y2 := w.times(a, x1), w.times(a, x2)
		for i := range out {
			y1[i] = w.mul(w.sub(y1[i], w.mul(mean, x1[i])), c)
			y2[i] = w.mul(w.sub(y2[i], w.mul(mean, x2[i])), c)
			out[i] = w.add(w.add(out[i], w.mul(es[k], y1[i])), w.mul(gs[k], y2[i]))
		}
		n1, n2 := w.dot(y1, y1), w.dot(y2, y2)
		w.add(w.mul(w.sqrt(n1), te[k]), w.mul(w.sqrt(n2), tg[k]))
		x1, x2 = y1, y2
	}
	copy(p, out)
}

// coefficients are those of e^(−y/2) and √(2hγ) ((1 − e^(−y))/y)^(1/2) about y0, and bounds of the
// terms that follow.
func (w *friction) coefficients(m int, y0, b float64) (es, gs, te, tg []float64) {
	x := make([]float64, 5*(m+2))
	a, es, gs := x[:m+1], x[m+2:][:m+1], x[2*(m+2):][:m+1]
	te, tg = x[3*(m+2):][:m+1], x[4*(m+2):][:m+1]
	half := w.exp(w.mul(-0.5, y0))
	e, u, inverse := w.mul(half, half), 0.0, 1.0
	fact := []float64{1}
	for k := 1; k <= m+10; k++ {
		inverse /= float64(k)
		fact = append(fact, inverse)
	}
	for k := m + 10; k > 0; k-- {
		f := w.mul(e, fact[k])
		if k%2 == 0 {
			f = -f
		}
		u = w.sub(f, w.mul(y0, u))
		if k <= m+1 {
			a[k-1] = u
		}
	}
	gs[0], es[0] = w.sqrt(a[0]), half
	r, t := w.div(0.5, gs[0]), 1.0
	for k := 1; k <= m; k++ {
		s := a[k]
		for i := 1; i < k; i++ {
			s = w.sub(s, w.mul(gs[i], gs[k-i]))
		}
		gs[k] = w.mul(s, r)
		t = w.mul(t, -0.5)
		es[k] = w.mul(w.mul(half, t), fact[k])
	}
	amp := w.sqrt(w.mul(2*w.h, w.gamma))
	for k := range gs {
		gs[k] = w.mul(gs[k], amp)
	}
	rest := w.div(1, w.sub(1, w.mul(b, 0.25)))
	for k := m; k > 0; k-- {
		te[k-1] = w.mul(b, max(w.mul(rest, math.Abs(es[k])), te[k]))
		tg[k-1] = w.mul(b, max(w.mul(rest, math.Abs(gs[k])), tg[k]))
	}
	return es, gs, te, tg
}
