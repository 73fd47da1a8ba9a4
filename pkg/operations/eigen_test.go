package operations

import (
	"math"
	"testing"

	"adl/pkg/linalg"
)

// eigen diagonalises a symmetric matrix as EISPACK's tred2 and tql2 do: Householder's reflections
// to a tridiagonal matrix, then QL iterations with implicit shifts. The eigenvectors are the rows
// of v, so that rotations go along rows. Vector operations count at once.
func (t *tally) eigen(a []float64, n int) (d, v []float64) {
	d, e := make([]float64, n), make([]float64, n)
	v = make([]float64, n*n)
	copy(v, a)
	row := func(i int) []float64 { return v[i*n:][:n] }
	// reflections: rows and columns i of v beyond i hold the vectors
	scale := make([]float64, n)
	for i := n - 1; i > 0; i-- {
		u := row(i)[:i]
		s := 0.0
		for _, x := range u {
			s += float64(x * x)
		}
		norm := t.sqrt(t.count(2*i-1, s))
		if norm == 0 {
			continue
		}
		if u[i-1] > 0 {
			norm = -norm
		}
		e[i] = norm
		h := t.sub(s, t.mul(norm, u[i-1])) // |u|²/2
		u[i-1] = t.sub(u[i-1], norm)
		scale[i] = t.div(1, h)
		p, k := make([]float64, i), 0.0
		for j := range i { // p = A u/h, from the lower triangle
			s := 0.0
			for l := range i {
				s += float64(v[max(j, l)*n+min(j, l)] * u[l])
			}
			p[j] = t.mul(t.count(2*i-1, s), scale[i])
			k = t.add(k, t.mul(p[j], u[j]))
		}
		k = t.mul(t.mul(k, 0.5), scale[i])
		for j := range i {
			p[j] = t.sub(p[j], t.mul(k, u[j]))
		}
		for j := range i { // A − u pᵀ − p uᵀ, its lower triangle
			r := row(j)
			for l := range j + 1 {
				r[l] -= float64(u[j]*p[l]) + float64(p[j]*u[l])
			}
			t.n += 4 * (j + 1)
		}
	}
	for i := range d {
		d[i] = v[i*n+i]
	}
	// the product of the reflections, transposed
	q := make([]float64, n*n)
	q[0] = 1
	for i := 1; i < n; i++ {
		u := row(i)[:i]
		q[i*n+i] = 1
		if scale[i] == 0 {
			continue
		}
		for j := range i { // row j of Qᵀ times 1 − u uᵀ/h
			r := q[j*n:][:i]
			s := 0.0
			for l, x := range u {
				s += float64(x * r[l])
			}
			s *= scale[i]
			for l, x := range u {
				r[l] -= float64(s * x)
			}
			t.n += 4 * i
		}
	}
	t.ql(d, e, q)
	return d, q
}

// ql diagonalises the tridiagonal matrix with the diagonal d and e[i] beside d[i−1] and d[i], and
// rotates the rows of v.
func (t *tally) ql(d, e, v []float64) {
	n := len(d)
	copy(e, e[1:])
	e[n-1] = 0
	for l := range n {
		for {
			m := l
			for ; m < n-1; m++ {
				size := t.add(math.Abs(d[m]), math.Abs(d[m+1]))
				if math.Abs(e[m]) <= 1e-16*size {
					break
				}
			}
			if m == l {
				break
			}
			g := t.div(t.sub(d[l+1], d[l]), t.mul(2, e[l]))
			r := t.sqrt(t.add(t.mul(g, g), 1))
			g = t.add(t.sub(d[m], d[l]), t.div(e[l], t.add(g, math.Copysign(r, g))))
			s, c, p := 1.0, 1.0, 0.0
			for i := m - 1; i >= l; i-- {
				f, b := t.mul(s, e[i]), t.mul(c, e[i])
				r = t.sqrt(t.add(t.mul(f, f), t.mul(g, g)))
				e[i+1] = r
				s, c = t.div(f, r), t.div(g, r)
				g = t.sub(d[i+1], p)
				r = t.add(t.mul(t.sub(d[i], g), s), t.mul(2, t.mul(c, b)))
				p = t.mul(s, r)
				d[i+1] = t.add(g, p)
				g = t.sub(t.mul(c, r), b)
				x, y := v[i*n:][:n], v[(i+1)*n:][:n]
				for k := range x {
					f := y[k]
					y[k] = float64(s*x[k]) + float64(c*f)
					x[k] = float64(c*x[k]) - float64(s*f)
				}
				t.n += 6 * n
			}
			d[l] = t.sub(d[l], p)
			e[l], e[m] = g, 0
		}
	}
}

// TestEigen diagonalises ξ and compares the count.
func TestEigen(t *testing.T) {
	for _, d := range []int{2, 8, 32, 100, 300} {
		_, a := drawn(d, 1, 1)
		var w tally
		values, v := w.eigen(a, d)
		vectors := make([]float64, d*d)
		for i := range d {
			for j := range d {
				vectors[i*d+j] = v[j*d+i]
			}
		}
		for i, x := range linalg.Compose(values, vectors) {
			if math.Abs(x-a[i]) > 1e-10 {
				t.Fatalf("d = %d: entry %d is %g, want %g", d, i, x, a[i])
			}
		}
		ratio := float64(w.n) / float64(Eigen(d))
		t.Logf("d = %d: %d, %.3f of the formula", d, w.n, ratio)
		if d >= 8 && math.Abs(ratio-1) > 0.03 {
			t.Errorf("d = %d: %d operations, formula %d", d, w.n, Eigen(d))
		}
	}
}
