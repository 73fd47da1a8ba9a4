// Package linalg is small dense linear algebra: vectors are []float64, and square matrices of order
// d their d² entries in row-major order.
//
// Products are rounded or fused in a fixed order, so results have the same bits on every machine.
// Gonum's mat, which is much faster in high dimensions, does not guarantee that. Functions do not
// change their arguments unless they say so. They panic if matrices are not square or lengths do
// not agree.
package linalg

import (
	"cmp"
	"math"
	"slices"

	"adl/pkg/vec"
)

// Order returns the order d of a matrix with d² entries.
func Order(a []float64) int {
	d := 0
	for d*d < len(a) {
		d++
	}
	if d*d != len(a) {
		panic("linalg: expected the d² entries of a matrix")
	}
	return d
}

// Identity returns x I, a matrix of order d.
func Identity(d int, x float64) []float64 {
	a := make([]float64, d*d)
	for i := range d {
		a[i*d+i] = x
	}
	return a
}

// Diagonal returns the diagonal.
func Diagonal(a []float64) []float64 {
	x := make([]float64, Order(a))
	for i := range x {
		x[i] = a[i*len(x)+i]
	}
	return x
}

// Trace returns the sum of the diagonal.
func Trace(a []float64) float64 {
	d, s := Order(a), 0.0
	for i := range d {
		s += a[i*d+i]
	}
	return s
}

// Mul returns the product a b. It skips the zeros of a.
func Mul(a, b []float64) []float64 {
	n := Order(a)
	c := make([]float64, n*n)
	for i := range n {
		row := c[i*n : i*n+n]
		for k, x := range a[i*n : i*n+n] {
			if x == 0 {
				continue
			}
			for j, y := range b[k*n : k*n+n] {
				row[j] = math.FMA(x, y, row[j])
			}
		}
	}
	return c
}

// Transpose returns aᵀ.
func Transpose(a []float64) []float64 {
	n := Order(a)
	t := make([]float64, n*n)
	for i := range n {
		for j := range n {
			t[j*n+i] = a[i*n+j]
		}
	}
	return t
}

// Dot returns Σ_i x_i y_i.
func Dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s = math.FMA(v, y[i], s)
	}
	return s
}

// AddScaled adds a x to y.
func AddScaled(y []float64, a float64, x []float64) {
	for i, v := range x {
		y[i] = math.FMA(a, v, y[i])
	}
}

// Orthogonalize makes v orthogonal to the orthonormal vectors q_i by the Gram–Schmidt process, and
// adds the components ⟨q_i, v⟩ that it removes to r_i. It runs the process twice: the second pass
// removes what rounding left in the first. It skips a q_i that is nil.
func Orthogonalize(v []float64, q [][]float64, r []float64) {
	for range 2 {
		for i, u := range q {
			if u == nil {
				continue
			}
			s := Dot(u, v)
			r[i] += s
			AddScaled(v, -s, u)
		}
	}
}

// LinSpace returns n ≥ 2 equally spaced numbers from lo to hi, such as the edges of n−1 bins. It
// panics unless lo < hi.
func LinSpace(lo, hi float64, n int) []float64 {
	if n < 2 || !(lo < hi) {
		panic("linalg: LinSpace needs two numbers, lo < hi")
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	x[n-1] = hi
	return x
}

// LogSpace returns n ≥ 2 numbers in geometric progression from lo to hi, both positive.
func LogSpace(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	l := vec.Log(hi / lo)
	for i := range x {
		x[i] = lo * vec.Exp(l*float64(i)/float64(n-1))
	}
	x[n-1] = hi
	return x
}

// Cholesky returns the lower triangular L with L Lᵀ = a. It reads the lower triangle of a. It
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

// Eigen returns the eigenvalues of the symmetric matrix a, in no particular order, and its
// eigenvectors as the columns of a matrix. It reports false if an entry of a, or its square, is not
// finite.
func Eigen(a []float64) (values, vectors []float64, ok bool) {
	d := Order(a)
	diagonal, vectors := slices.Clone(a), make([]float64, d*d)
	if !vec.EigenSym(diagonal, vectors, d) {
		return nil, nil, false
	}
	values = make([]float64, d)
	for k := range values {
		values[k] = diagonal[k*d+k]
	}
	return values, vectors, true
}

// Axes returns the eigenvalues of the symmetric matrix a, the largest first, and its eigenvectors
// as the columns of a matrix, each with a positive sum of cubes. It reports false if Eigen does.
func Axes(a []float64) (values, vectors []float64, ok bool) {
	l, v, ok := Eigen(a)
	if !ok {
		return nil, nil, false
	}
	d := len(l)
	order := make([]int, d)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l[j], l[i]) })
	vectors = make([]float64, d*d)
	for k, from := range order {
		sign := 0.0
		for i := range d {
			x := v[i*d+from]
			sign = math.FMA(float64(x*x), x, sign)
		}
		for i := range d {
			vectors[i*d+k] = math.Copysign(1, sign) * v[i*d+from]
		}
		values = append(values, l[from])
	}
	return values, vectors, true
}

// Compose returns Σ_k λ_k v_k v_kᵀ for the values λ_k and the columns v_k of vectors: the inverse
// of Eigen.
func Compose(values, vectors []float64) []float64 {
	d, v := len(values), vectors
	a := make([]float64, d*d)
	for k, l := range values {
		for i := range d {
			for j := range d {
				a[i*d+j] = math.FMA(l, float64(v[i*d+k]*v[j*d+k]), a[i*d+j])
			}
		}
	}
	return a
}

// Func returns f(A) = Σ_k f(λ_k) v_k v_kᵀ for the symmetric matrix A with eigenvalues λ_k and
// eigenvectors v_k. It panics if Eigen reports false.
func Func(a []float64, f func(lambda float64) float64) []float64 {
	values, vectors, ok := Eigen(a)
	if !ok {
		panic("linalg: matrix is not finite")
	}
	for k, l := range values {
		values[k] = f(l)
	}
	return Compose(values, vectors)
}

// InverseSqrt returns the symmetric root S^(−1/2) of a symmetric positive definite matrix S. It
// panics if S is not positive definite.
func InverseSqrt(s []float64) []float64 {
	return Func(s, func(l float64) float64 {
		if !(l > 0) {
			panic("linalg: matrix is not positive definite")
		}
		return 1 / math.Sqrt(l)
	})
}
