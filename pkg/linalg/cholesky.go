package linalg

import "math"

// Cholesky returns the lower triangular L with L Lᵀ = a, of which it reads the lower triangle. It
// reports false if a is not positive definite.
func Cholesky(a []float64) (l []float64, ok bool) {
	d := Order(a)
	l = make([]float64, d*d)
	for i := range d {
		for j := range i + 1 {
			s := a[i*d+j]
			for k := range j {
				s = math.FMA(-l[i*d+k], l[j*d+k], s)
			}
			switch {
			case i != j:
				l[i*d+j] = s / l[j*d+j]
			case s > 0:
				l[i*d+i] = math.Sqrt(s)
			default:
				return nil, false
			}
		}
	}
	return l, true
}

// SolveLower replaces y by L⁻¹ y, L lower triangular.
func SolveLower(l, y []float64) {
	d := len(y)
	for i := range d {
		s := y[i]
		for k, x := range y[:i] {
			s = math.FMA(-l[i*d+k], x, s)
		}
		y[i] = s / l[i*d+i]
	}
}

// SolveLowerTransposed replaces y by L^(−T) y, L lower triangular.
func SolveLowerTransposed(l, y []float64) {
	d := len(y)
	for i := d - 1; i >= 0; i-- {
		s := y[i]
		for k := i + 1; k < d; k++ {
			s = math.FMA(-l[k*d+i], y[k], s)
		}
		y[i] = s / l[i*d+i]
	}
}
