package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/model"
)

// In one dimension, weighted means over draws agree with a quadrature.
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

// The sums are sums of powers of θ, scaled to mean 0 and variance 1.
func TestSums(t *testing.T) {
	l := laplace(t, regression(200, 3))
	draws := l.Draws(200, 1)
	weights, sums := l.Weights(draws), l.Sums(draws)
	within(t, "sum of the weights", sums[0]/floats.Sum(weights), 1, 1e-12)
	within(t, "number", sums[1], 400, 0)
	for i := range 3 {
		var want [4]float64
		for k, theta := range draws {
			u := (theta[i] - l.Mean[i]) / math.Sqrt(l.Cov[4*i])
			for j, x := range []float64{weights[k] * u, u, weights[k] * u * u, u * u} {
				want[j] += x
			}
		}
		near(t, "sums", sums[2+4*i:][:4], want[:], 1e-10)
	}
	if len(sums) != 2+4*3 {
		t.Errorf("%d sums", len(sums))
	}
}
