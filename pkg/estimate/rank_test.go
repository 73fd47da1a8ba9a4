package estimate

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRankCorrelation(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5}
	for _, c := range []struct {
		y    []float64
		want float64
	}{
		{[]float64{1, 4, 9, 16, 25}, 1},
		{[]float64{5, 4, 3, 2, 1}, -1},
		{[]float64{2, 1, 4, 3, 5}, 0.8},
	} {
		if rho, p := RankCorrelation(x, c.y); math.Abs(rho-c.want) > 1e-12 ||
			math.Abs(p-NormalCDF(-2*c.want)) > 1e-12 {
			t.Errorf("%v: %g, p = %g", c.y, rho, p)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	low := 0
	for range 2000 {
		x, y := make([]float64, 50), make([]float64, 50)
		for i := range x {
			x[i], y[i] = r.Float64(), r.Float64()
		}
		if _, p := RankCorrelation(x, y); p < 0.05 {
			low++
		}
	}
	if f := float64(low) / 2000; math.Abs(f-0.05) > 0.02 {
		t.Errorf("p < 0.05 for a fraction %g", f)
	}
}
