package linalg

import (
	"math"
	"slices"

	"adl/pkg/vec"
)

// Eigen returns the eigenvalues of the symmetric matrix a, in no particular order, and its
// eigenvectors as the columns of a matrix. It reports false if a has an entry that is not finite,
// or whose square is not.
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
// eigenvectors v_k. It panics where Eigen reports false.
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

// InverseSqrt returns S^(−1/2), the symmetric one, of a symmetric positive definite matrix S. It
// panics if S is not positive definite.
func InverseSqrt(s []float64) []float64 {
	return Func(s, func(l float64) float64 {
		if !(l > 0) {
			panic("linalg: matrix is not positive definite")
		}
		return 1 / math.Sqrt(l)
	})
}
