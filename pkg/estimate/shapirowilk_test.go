package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestShapiroWilk(t *testing.T) {
	// the example of Shapiro and Wilk (1965): 11 weights, whose W by this algorithm is 0.7888
	w := []float64{148, 154, 158, 160, 161, 162, 166, 170, 182, 195, 236}
	if got := shapiroWilkW(w); math.Abs(got-0.78881) > 1e-5 {
		t.Errorf("W = %.7f", got)
	}
	// normal samples: z has mean 0 and variance 1, and a shift and a scale do not matter
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{20, 64, 1024} {
		samples := 40000.0 / float64(n+80)
		bound := 4 / math.Sqrt(samples)
		var s1, s2 float64
		for range int(samples) {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = r.NormFloat64()
				y[i] = 3 + 10*x[i]
			}
			z := ShapiroWilk(x)
			if d := ShapiroWilk(y) - z; math.Abs(d) > 1e-6 {
				t.Fatalf("n = %d: a shift and a scale move z by %g", n, d)
			}
			s1, s2 = s1+z/samples, s2+z*z/samples
		}
		if sd := math.Sqrt(s2 - s1*s1); math.Abs(s1) > bound || math.Abs(sd-1) > bound {
			t.Errorf("n = %d: z = %.3f ± %.3f", n, s1, sd)
		}
	}
	// what is not normal is noticed
	x := make([]float64, 1024)
	for i := range x {
		x[i] = r.ExpFloat64()
	}
	if z := ShapiroWilk(x); z < 5 {
		t.Errorf("exponential: z = %g", z)
	}
	if z := ShapiroWilk(make([]float64, 12)); !math.IsNaN(z) {
		t.Errorf("a constant: z = %g", z)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	ShapiroWilk(x[:5])
}
