package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func TestNormalCDF(t *testing.T) {
	for x := -38.0; x <= 10; x += 0.03 {
		want := 0.5 * math.Erfc(-x/math.Sqrt2)
		// Erfc's argument is rounded
		near(t, fmt.Sprint("CDF ", x), NormalCDF(x), want, (3e-15+3e-16*x*x)*want+5e-324)
		near(t, fmt.Sprint("central ", x), normalCentral(x), 0.5*math.Erf(x/math.Sqrt2), 4e-16)
	}
	// To all digits.
	for _, c := range []struct{ x, want float64 }{
		{-1, 0.158655253931457051414767454368},
		{-2, 0.0227501319481792072002826371665},
		{-3, 0.00134989803163009452665181476759},
		{-5, 2.86651571879193911673752333487e-7},
		{-10, 7.61985302416052606597334325145e-24},
		{1, 0.841344746068542948585232545632},
		{0, 0.5},
		{math.Inf(-1), 0},
		{math.Inf(1), 1},
		{-50, 0},
		{math.NaN(), math.NaN()},
	} {
		near(t, fmt.Sprint(c.x), NormalCDF(c.x), c.want, 3e-15*c.want)
	}
}

func TestNormalDensity(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0, 0.398942280401432677939946059934},
		{-1, 0.241970724519143349797830192936},
		{3, 0.00443184841193800717560235434961},
		{math.Inf(1), 0},
		{math.NaN(), math.NaN()},
	} {
		near(t, fmt.Sprint(c.x), NormalDensity(c.x), c.want, 3e-16*c.want)
	}
}

func TestNormalMass(t *testing.T) {
	edges := []float64{math.Inf(-1), -30, -8, -2.5, -1.5, -1, 0, 0.001, 1.4, 1.5, 3, 9, math.Inf(1)}
	for i, a := range edges {
		for _, b := range edges[i:] {
			// Summed on the side where the tail is small.
			want := 0.5 * (math.Erfc(a/math.Sqrt2) - math.Erfc(b/math.Sqrt2))
			if a < 0 {
				want = 0.5 * (math.Erfc(-b/math.Sqrt2) - math.Erfc(-a/math.Sqrt2))
			}
			tol := 6e-16
			if a >= 1.5 || b <= -1.5 {
				tol = 3e-13 * want
			}
			near(t, fmt.Sprint(a, b), NormalMass(a, b), want, tol)
			if m := NormalMass(b, a); m != -NormalMass(a, b) {
				t.Errorf("mass of [%v, %v] is %v, reversed %v", a, b, NormalMass(a, b), m)
			}
		}
	}
	sum := 0.0
	for b := range 500 {
		sum += NormalMass(-4+8*float64(b)/500, -4+8*float64(b+1)/500)
	}
	near(t, "sum of bins", sum, NormalMass(-4, 4), 1e-14)
}

func BenchmarkNormalCDF(b *testing.B) {
	s := 0.0
	for i := range b.N {
		s += NormalCDF(float64(i%8000)/1000 - 4)
	}
	if s < 0 {
		b.Fatal(s)
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
	for n := range 200 { // the atoms that are left out do not matter
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
