package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The probability is uniform for normal samples, and small for others.
func TestShapiroWilk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const trials, n = 2000, 64
	low, skew := 0, 0
	for range trials {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = 3 + 2*r.NormFloat64()
			y[i] = r.ExpFloat64()
		}
		if _, p := ShapiroWilk(x); p < 0.05 {
			low++
		}
		if _, p := ShapiroWilk(y); p < 0.05 {
			skew++
		}
	}
	if f := float64(low) / trials; math.Abs(f-0.05) > 4*math.Sqrt(0.05*0.95/trials) {
		t.Errorf("p < 0.05 for a fraction %g of normal samples", f)
	}
	if skew < trials*99/100 {
		t.Errorf("p < 0.05 for %d of %d exponential samples", skew, trials)
	}
}

func TestShapiroWilkPanics(t *testing.T) {
	for _, x := range [][]float64{make([]float64, 11), make([]float64, 12), make([]float64, 5001)} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for %d numbers", len(x))
				}
			}()
			ShapiroWilk(x)
		}()
	}
}
