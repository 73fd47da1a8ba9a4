package exact

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/model"
)

// The gradient is the difference quotient of the distance, with Σ_x from the data one by one.
func TestDistanceGradient(t *testing.T) {
	x := dataset.Mixture(30, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 3).X
	m := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	p := NewPosterior(m, Grid{Step: 1.2})
	square := func(at []float64) float64 {
		s := 0.0
		p.Each(func(theta []float64, mass float64) {
			for i, v := range GradCov(m, theta) {
				s += mass * (v - at[i]) * (v - at[i])
			}
		})
		return s
	}
	at := []float64{2, -1, 0.5, 3}
	got := p.DistanceGradient(at)
	for i := range at {
		up, down := append([]float64(nil), at...), append([]float64(nil), at...)
		up[i]++ // the square is a quadratic function: central differences are exact
		down[i]--
		if want := (square(up) - square(down)) / 2; math.Abs(got[i]-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("entry %d: %g, want %g", i, got[i], want)
		}
	}
	near(t, "at the mean", p.DistanceGradient(p.MeanGradCov()), make([]float64, 4), 1e-12)
}
