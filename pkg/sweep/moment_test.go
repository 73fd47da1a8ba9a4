package sweep

import (
	"math"
	"testing"
)

// Moments of a normal distribution with known formulas.
func TestMoment(t *testing.T) {
	m, c := []float64{2, -0.5}, []float64{3, 0.7, 0.7, 1.5}
	for _, x := range []struct {
		of   []int
		want float64
	}{
		{nil, 1},
		{[]int{1}, -0.5},
		{[]int{0, 1}, -1 + 0.7},
		{[]int{0, 0, 0}, 8 + 3*2*3},
		{[]int{0, 0, 0, 0}, 16 + 6*4*3 + 3*9},
		// m₁²m₂² + m₁²C₂₂ + m₂²C₁₁ + 4 m₁m₂C₁₂ + C₁₁C₂₂ + 2 C₁₂²
		{[]int{0, 1, 0, 1}, 1 + 6 + 0.75 - 2.8 + 4.5 + 0.98},
	} {
		if got := moment(m, c, x.of); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%v: %g, want %g", x.of, got, x.want)
		}
	}
}
