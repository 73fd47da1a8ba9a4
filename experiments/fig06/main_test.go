package main

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/mixture"
)

func TestOnDiagonal(t *testing.T) {
	for _, c := range []struct {
		w, sigma float64
		theta0   [2]float64
	}{{0.4, 0.4, [2]float64{1, 0.5}}, {0.5, 1.5, [2]float64{0, 0}}, {0.9, 0.3, [2]float64{-1, 2}}} {
		k := mixture.Model{W: c.w, Sigma1: c.sigma, Sigma2: c.sigma, SigmaTheta: 1}
		m := k.Posterior(dataset.Data{})
		for _, x := range []float64{-1, 0, 0.7} {
			want := exact.LimitGradCov(m, c.theta0[:], []float64{x, x})
			for i, got := range onDiagonal(c.w, c.sigma, c.theta0) {
				if math.Abs(got-want[i]) > 1e-10*(want[0]+want[3]) {
					t.Errorf("%v, θ₁ = θ₂ = %g: entry %d is %g, by quadrature %g", c, x, i, got, want[i])
				}
			}
		}
	}
}

// With one datum far below and one far above, each of the two modes has half of the mass.
func TestWeights(t *testing.T) {
	k := mixture.Model{W: 0.5, Sigma1: 1, Sigma2: 1, SigmaTheta: 100}
	p := exact.NewMixtureGrid(k.Posterior(dataset.Data{X: []float64{-20, 20}}), exact.Grid{Step: 0.05})
	w := weights(p)
	if len(w) != 2 || math.Abs(w[0]-0.5) > 1e-6 || math.Abs(w[1]-0.5) > 1e-6 {
		t.Errorf("weights %v, want a half each", w)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		z      []float64
		levels []float64
		lo, hi float64
	}{
		{[]float64{0.3, 5.9}, []float64{0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5}, 0, 6},
		{[]float64{-3, 9}, []float64{-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8}, -3, 9},
		{[]float64{2, 2}, nil, 2, 2},
	} {
		levels, lo, hi := round(c.z, 12)
		if !slices.Equal(levels, c.levels) || lo != c.lo || hi != c.hi {
			t.Errorf("round(%v) = %v, %g, %g; want %v, %g, %g", c.z, levels, lo, hi, c.levels, c.lo, c.hi)
		}
	}
}
