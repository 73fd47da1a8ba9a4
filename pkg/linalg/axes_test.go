package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Axes are orthonormal eigenvectors in the order of the eigenvalues. A permutation of the rows and
// columns permutes their components and changes no sign.
func TestAxes(t *testing.T) {
	const d = 7
	r := rand.New(rand.NewPCG(1, 2))
	a, b, perm := make([]float64, d*d), make([]float64, d*d), r.Perm(d)
	for i := range d {
		for j := range i + 1 {
			a[i*d+j] = r.NormFloat64()
			a[j*d+i] = a[i*d+j]
		}
	}
	for i := range a {
		b[i] = a[perm[i/d]*d+perm[i%d]]
	}
	values, q, ok := Axes(a)
	other, p, _ := Axes(b)
	near := func(what string, x, y []float64) {
		if !ok || !floats.EqualApprox(x, y, 1e-13) {
			t.Errorf("%s: %v, want %v", what, x, y)
		}
	}
	near("QΛQᵀ", Compose(values, q), a)
	near("QᵀQ", Mul(Transpose(q), q), Identity(d, 1))
	near("eigenvalues", other, values)
	for i, from := range perm {
		near("eigenvectors", p[i*d:][:d], q[from*d:][:d])
	}
	for k := range d - 1 {
		if values[k] < values[k+1] {
			t.Errorf("order %v", values)
		}
	}
	if _, _, ok := Axes([]float64{math.Inf(1)}); ok {
		t.Error("axes of an infinity")
	}
	near("diagonal", Diagonal([]float64{1, 2, 3, 4}), []float64{1, 4})
}
