package exact

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/model"
)

// In one dimension, weighted means over draws are those of a quadrature.
func TestWeights(t *testing.T) {
	m := &model.Logistic{Z: []float32{1, 2, -1, 0.5, 3, -2}, D: 1, Y: []float64{1, 1, 0, 0, 1, 1}}
	l := laplace(t, m)
	var want [3]float64
	for x := -6.0; x < 8; x += 1e-3 {
		p := math.Exp(m.LogPosterior([]float64{x}) - m.LogPosterior(l.Mode))
		want[0], want[1], want[2] = want[0]+p, want[1]+p*x, want[2]+p*x*x
	}
	draws := l.Draws(50000, 5)
	var got, square [3]float64
	weights := l.Weights(draws)
	for k, w := range weights {
		x := draws[k][0]
		got[0], got[1], got[2] = got[0]+w, got[1]+w*x, got[2]+w*x*x
	}
	for k, w := range weights {
		x := draws[k][0]
		for j, f := range []float64{0, x, x * x} {
			e := w * (f - got[j]/got[0])
			square[j] += e * e
		}
	}
	for j := 1; j < 3; j++ {
		se := math.Sqrt(square[j]) / got[0]
		if z := (got[j]/got[0] - want[j]/want[0]) / se; math.Abs(z) > 4.5 {
			t.Errorf("moment %d: %g, want %g (%.1f standard errors)", j, got[j]/got[0], want[j]/want[0], z)
		}
	}
}

// The functions are θ_1, θ_2, θ_3, θ_1 + θ_3 and θ_1 − θ_3 of variance 1, and the sums those of
// their moments and bins.
func TestSums(t *testing.T) {
	l := laplace(t, regression(200, 3))
	functions := l.Functions([][]int{{1, 3}})
	direction := [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, -1}}
	draws := l.Draws(200, 1)
	weights := l.Weights(draws)
	s := Sums{Width: 2, Bins: 4}
	sums := l.Sums(s, functions, draws)
	for f, a := range functions {
		variance := 0.0
		for i, x := range a {
			variance += x * linalg.Dot(l.Cov[3*i:3*i+3], a)
		}
		within(t, "variance", variance, 1, 1e-12)
		norm := math.Sqrt(linalg.Dot(direction[f], direction[f]) * linalg.Dot(a, a))
		within(t, "cosine", linalg.Dot(a, direction[f])/norm, 1, 1e-12)
		want := make([][2]float64, 4+s.Bins)
		for k, theta := range draws {
			u := linalg.Dot(a, theta) - linalg.Dot(a, l.Mean)
			for j := range want {
				x := math.Pow(u, float64(j+1))
				if low := float64(j - 6); j >= 4 { // bins of width 1 on [−2, 2]
					if x = 0; u >= low && u < low+1 {
						x = 1
					}
				}
				want[j][0], want[j][1] = want[j][0]+weights[k]*x, want[j][1]+x
			}
		}
		for j, x := range want {
			weighted, plain := s.Of(sums, f, j)
			within(t, "weighted sum", weighted, x[0], 1e-10)
			within(t, "sum", plain, x[1], 1e-10)
		}
	}
	within(t, "number", sums[1], 400, 0)
	within(t, "sum of the weights", sums[0]/linalg.Dot(weights, slices.Repeat([]float64{1}, 400)), 1, 1e-12)
	within(t, "sum of their squares", sums[2]/linalg.Dot(weights, weights), 1, 1e-12)
	if len(sums) != s.Len(5) {
		t.Errorf("%d sums, want %d", len(sums), s.Len(5))
	}
}
