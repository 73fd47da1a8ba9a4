package exact

import (
	"math"
	"testing"
)

// On a Gaussian OABAO has the variance (1 − aΔt²/4)/a, whatever γ.
func TestLangevinStepGaussian(t *testing.T) {
	a := [2]float64{5, 0.3}
	cov := func(x, y float64) [3]float64 { return [3]float64{} }
	b := newBias(normal(a[0], a[1], cov), 6)
	for _, gamma := range []float64{0.1, 1, 20} {
		f := b.LangevinStep(gamma)
		for i, a := range a {
			got := a * f.expect(func(theta []float64) float64 { return theta[i] * theta[i] })
			within(t, "variance", got, -a/4, 1e-10)
		}
	}
}

// For large γ O draws p anew. Then θ + Δt p/2, with p independent, has the law π up to Δt⁴ (the
// method of Leimkuhler and Matthews), so that the mean of φ changes by −Δt²/8 ∫ Δφ dπ.
func TestLangevinStepLargeFriction(t *testing.T) {
	var w weighted
	for x := -5.; x <= 5; x += 0.05 {
		for y := -8.; y <= 8; y++ {
			w.add(x, y, math.Exp(-x*x*x*x/4-y*y/2), [3]float64{}, [3]float64{3 * x * x, 0, 1})
		}
	}
	b := newBias(&w, 10)
	f := b.LangevinStep(1e4)
	for p := 2.; p <= 6; p += 2 {
		want := 0.0
		for k, m := range b.mass {
			want -= m * p * (p - 1) * math.Pow(b.theta[0][k], p-2) / 8
		}
		got := f.expect(func(theta []float64) float64 { return math.Pow(theta[0], p) })
		within(t, "moment", got, want, 1e-5)
	}
}
