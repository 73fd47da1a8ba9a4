package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNormalCDF(t *testing.T) {
	for x, want := range map[float64]float64{ // to all digits
		-1: 0.158655253931457051414767454368, 1: 0.841344746068542948585232545632,
		-3: 0.00134989803163009452665181476759, -10: 7.61985302416052606597334325145e-24,
		-50: 0, math.Inf(-1): 0, math.Inf(1): 1, math.NaN(): math.NaN(),
	} {
		near(t, fmt.Sprint(x), NormalCDF(x), want, (3e-16+2e-16*x*x)*want)
	}
}

func TestNormalDensity(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 0.398942280401432677939946059934, -1: 0.241970724519143349797830192936,
		3: 0.00443184841193800717560235434961, math.Inf(1): 0, math.NaN(): math.NaN(),
	} {
		near(t, fmt.Sprint(x), NormalDensity(x), want, 5e-16*want)
	}
}

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
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 { // the omitted atoms do not matter
		x := make([]float64, n+1)
		for i := range x {
			x[i] = 0.1*float64(n%7) + (1+0.2*float64(n%5))*random.NormFloat64()
		}
		slices.Sort(x)
		want, total := 0.0, float64(n+1)
		for i, v := range x {
			want = max(want, p(v)-float64(i)/total, float64(i+1)/total-p(v))
		}
		if got := Kolmogorov(x, nil); got != want {
			t.Errorf("%d atoms: got %v, want %v", n+1, got, want)
		}
	}
	for name, f := range map[string]func(){
		"empty":    func() { Kolmogorov(nil, nil) },
		"NaN":      func() { Kolmogorov([]float64{math.NaN()}, nil) },
		"lengths":  func() { Kolmogorov([]float64{1}, []float64{}) },
		"negative": func() { Kolmogorov([]float64{0, 1}, []float64{1, -1}) },
		"weights":  func() { Kolmogorov([]float64{0}, []float64{0}) },
		"unsorted": func() { Kolmogorov([]float64{1, 0}, []float64{1, 1}) },
	} {
		mustPanic(t, name, f)
	}
}
