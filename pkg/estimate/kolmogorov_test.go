package estimate

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func TestKolmogorov(t *testing.T) {
	p := NormalCDF
	for _, c := range []struct {
		name string
		x    []float64
		want float64
	}{
		{"one at 0", []float64{0}, 0.5},
		{"one at 1", []float64{1}, p(1)},
		{"ties at 0", []float64{0, 0, 0}, 0.5},
		{"pair", []float64{-1, 1}, p(1) - 0.5},
		{"ties", []float64{-1, -1, -1, 1}, 0.75 - p(-1)},
		{"far", []float64{40, 50}, 1},
		{"infinite", []float64{math.Inf(-1), 0, math.Inf(1)}, 1.0 / 3},
	} {
		near(t, c.name, Kolmogorov(c.x, nil), c.want, 1e-15)
		w := make([]float64, len(c.x))
		for i := range w {
			w[i] = 2.5
		}
		near(t, c.name+", weighted", Kolmogorov(c.x, w), c.want, 1e-15)
	}
	near(t, "weights", Kolmogorov([]float64{-1, 0, 1}, []float64{3, 0, 1}), 0.75-p(-1), 1e-15)
	for name, f := range map[string]func(){
		"empty":    func() { Kolmogorov(nil, nil) },
		"unsorted": func() { Kolmogorov([]float64{1, 0}, nil) },
		"NaN":      func() { Kolmogorov([]float64{math.NaN()}, nil) },
		"lengths":  func() { Kolmogorov([]float64{1}, []float64{}) },
		"negative": func() { Kolmogorov([]float64{0, 1}, []float64{1, -1}) },
		"weights":  func() { Kolmogorov([]float64{0}, []float64{0}) },
		"atoms":    func() { Kolmogorov([]float64{1, 0}, []float64{1, 1}) },
	} {
		mustPanic(t, name, f)
	}
}

// TestKolmogorovSamples compares with gonum's two-sample distance to a fine normal grid, and the
// mean over normal samples with √(π/2) ln 2/√n.
func TestKolmogorovSamples(t *testing.T) {
	grid := make([]float64, 40001)
	for i := range grid {
		grid[i] = -8 + 16*float64(i)/40000
	}
	weights := make([]float64, len(grid))
	for i, x := range grid {
		weights[i] = NormalMass(x-2e-4, x+2e-4)
	}
	rng := source(9)
	var d []float64
	for i := range 200 {
		x := make([]float64, 1000)
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		slices.Sort(x)
		d = append(d, Kolmogorov(x, nil))
		if i == 0 {
			near(t, "gonum", d[0], stat.KolmogorovSmirnov(x, nil, grid, weights), 3e-4)
		}
	}
	e := Mean(d)
	near(t, "mean", e.Value, math.Sqrt(math.Pi/2)*math.Ln2/math.Sqrt(1000), 4*e.StdErr+1.0/6000)
}
