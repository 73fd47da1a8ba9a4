package operations

import (
	"math"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// TestDegree: the series of the library, with the degree that is counted, leaves the moments of the
// O step at ξ as they are by diagonalisation, to 10⁻¹⁰: the mean e^(−hξ) p, and the covariance
// S Sᵀ = γ ξ⁻¹ (1 − e^(−2hξ)).
func TestDegree(t *testing.T) {
	const h, gamma = 1e-3, 1.3
	for _, d := range []int{2, 8, 32, 100} {
		for _, eta := range []float64{1, 0.01} {
			xi, full := drawn(d, gamma, eta)
			o := vec.OU{H: h, Gamma: gamma}.Large(d)
			unit := func(i int) []vec.Row {
				x := vec.Rows(vec.Components.Rows(d))
				if i >= 0 {
					row, lane := vec.Components.At(i, 0)
					x[row][lane] = 1
				}
				return x
			}
			mean, s := make([]float64, d*d), make([]float64, d*d)
			for i := range d {
				for k, m := range [][]float64{mean, s} {
					p, g := unit(i), unit(-1)
					if k == 1 {
						p, g = g, p
					}
					o.Step(p, xi, func() []vec.Row { return g })
					for j := range d {
						row, lane := vec.Components.At(j, 0)
						m[j*d+i] = p[row][lane]
					}
				}
			}
			if o.Parts > 1 {
				t.Fatalf("d = %d, η = %g: %d parts", d, eta, o.Parts)
			}
			compare := func(what string, got, want []float64) {
				diff, size := 0.0, 0.0
				for i := range got {
					diff, size = max(diff, math.Abs(got[i]-want[i])), max(size, math.Abs(want[i]))
				}
				if !(diff < 1e-10*size) {
					t.Errorf("d = %d, η = %g: the %s differs by %g of %g", d, eta, what, diff, size)
				}
			}
			compare("mean", mean, linalg.Func(full, func(x float64) float64 { return math.Exp(-h * x) }))
			compare("covariance", linalg.Mul(s, linalg.Transpose(s)),
				linalg.Func(full, func(x float64) float64 { return gamma * -math.Expm1(-2*h*x) / x }))
			if n := Degree(d, h, gamma, eta); n < 2 || n > 12 {
				t.Errorf("d = %d, η = %g: degree %d", d, eta, n)
			}
			t.Logf("d = %d, η = %g: degree %d", d, eta, Degree(d, h, gamma, eta))
		}
	}
	for _, d := range []int{32, 100, 128, 300, 512} {
		t.Logf("d = %d: degree %d; network %d", d, Degree(d, h, 1, 1), Degree(d, 1e-2, 1, 200))
	}
}

// TestExponent: y = 3 x².
func TestExponent(t *testing.T) {
	if k := Exponent([]float64{1, 2, 5}, []float64{3, 12, 75}); math.Abs(k-2) > 1e-12 {
		t.Errorf("exponent %g, expected 2", k)
	}
}
