package vec

import "math"

// EigenSym diagonalises the symmetric n×n matrix a, row-major, by cyclic Jacobi rotations: it
// leaves the eigenvalues on the diagonal of a, and the eigenvectors in the columns of v. It
// reports false, with a and v undefined, if a holds a NaN, an infinity or a number whose square
// overflows. (gonum's mat has faster methods, but their bits depend on the machine.)
func EigenSym(a, v []float64, n int) bool {
	for i := range n {
		for j := range n {
			v[i*n+j] = 0
			if x := a[i*n+j]; x-x != 0 {
				return false
			}
		}
		v[i*n+i] = 1
	}
	for range 60 {
		off, diag := 0.0, 0.0
		for i := range n {
			diag = math.FMA(a[i*n+i], a[i*n+i], diag)
			for j := i + 1; j < n; j++ {
				off = math.FMA(a[i*n+j], a[i*n+j], off)
			}
		}
		if sum := diag + off; sum-sum != 0 {
			return false
		}
		if off <= float64(1e-34*diag) || off == 0 {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				jacobi(a, v, n, p, q)
			}
		}
	}
	return true
}

// jacobi makes a[p,q] zero by a rotation in the plane (p, q).
func jacobi(a, v []float64, n, p, q int) {
	apq := a[p*n+q]
	if apq == 0 {
		return
	}
	tau := float64(a[q*n+q]-a[p*n+p]) / float64(2*apq)
	t := 1 / (math.Abs(tau) + math.Sqrt(math.FMA(tau, tau, 1)))
	if tau < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(math.FMA(t, t, 1))
	s := float64(t * c)
	for k := range n {
		x, y := a[k*n+p], a[k*n+q]
		a[k*n+p], a[k*n+q] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
	for k := range n {
		x, y := a[p*n+k], a[q*n+k]
		a[p*n+k], a[q*n+k] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
	a[p*n+q], a[q*n+p] = 0, 0
	for k := range n {
		x, y := v[k*n+p], v[k*n+q]
		v[k*n+p], v[k*n+q] = math.FMA(c, x, -float64(s*y)), math.FMA(s, x, float64(c*y))
	}
}
