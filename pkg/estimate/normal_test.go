package estimate

import (
	"fmt"
	"math"
	"testing"
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
