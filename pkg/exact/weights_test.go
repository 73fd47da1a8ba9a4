package exact

import (
	"math"
	"testing"

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
