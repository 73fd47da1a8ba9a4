package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFitSaturating(t *testing.T) {
	x := []float64{0.1, 0.4, 0.8, 1.5}
	law := func(x float64) float64 { return 0.2 * x / (1 + 0.3*x) }
	var y, e []float64
	for _, x := range x {
		y, e = append(y, law(x)), append(e, 0.001)
	}
	exact := FitSaturating(x, y, e)
	if math.Abs(exact.Value-0.2) > 1e-9 {
		t.Errorf("slope %v", exact)
	}
	// the standard error is that of the scatter
	r := rand.New(rand.NewPCG(3, 4))
	const trials = 2000
	sum := 0.0
	for range trials {
		z := make([]float64, len(x))
		for i := range z {
			z[i] = y[i] + e[i]*r.NormFloat64()
		}
		d := FitSaturating(x, z, e).Value - 0.2
		sum += d * d
	}
	if got := math.Sqrt(sum / trials); math.Abs(got/exact.StdErr-1) > 0.1 {
		t.Errorf("scatter %g, standard error %g", got, exact.StdErr)
	}
	if a := FitSaturating(x[:2], y[:2], e[:2]); !math.IsNaN(a.Value) {
		t.Errorf("slope of two points: %v", a)
	}
	same := []float64{1, 1, 1}
	if a := FitSaturating(same, same, same); !math.IsNaN(a.Value) {
		t.Errorf("slope of one x: %v", a)
	}
}
