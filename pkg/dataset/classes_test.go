package dataset

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestTwoClasses: with a small variance each point is at a centre of its class, all of them equally
// likely; the distances to the centres have the law of c² times a chi-square variable.
func TestTwoClasses(t *testing.T) {
	const n = 12000
	centres := [2][][2]float64{{{1, 1}, {0, 2}, {1, 3}}, {{2, 0.5}, {1, 2}, {2, 3}, {1, 4}}}
	const c2 = 1e-4
	l := TwoClasses(n, c2, 1)
	if l.D != 2 || len(l.Z) != 2*n || len(l.Y) != n {
		t.Fatalf("D = %d, %d numbers, %d labels", l.D, len(l.Z), len(l.Y))
	}
	var count [2][4]float64
	chi, mean := 0.0, 0.0
	for i := range n {
		y := i % 2
		if l.Y[i] != float64(y) {
			t.Fatalf("label %d is %g", i, l.Y[i])
		}
		best, at := math.Inf(1), 0
		for k, c := range centres[y] {
			dx, dy := float64(l.Z[2*i])-c[0], float64(l.Z[2*i+1])-c[1]
			if r := dx*dx + dy*dy; r < best {
				best, at = r, k
			}
		}
		if best > 40*c2 {
			t.Fatalf("point %d is %g away from the centres of class %d", i, math.Sqrt(best), y)
		}
		count[y][at]++
		chi += best / c2
		c := centres[y][at]
		mean += float64(l.Z[2*i]) - c[0] + float64(l.Z[2*i+1]) - c[1]
	}
	for y := range count {
		k := float64(len(centres[y]))
		s := 0.0
		for i := range centres[y] {
			s += (count[y][i] - n/2/k) * (count[y][i] - n/2/k) / (n / 2 / k)
		}
		if p := (distuv.ChiSquared{K: k - 1}).Survival(s); p < 1e-5 || p > 1-1e-5 {
			t.Errorf("class %d: centres %v, probability %g", y, count[y], p)
		}
	}
	if z := (chi - 2*n) / math.Sqrt(4*n); math.Abs(z) > 4.5 {
		t.Errorf("mean squared distance %g c², want 2 (%.1f standard errors)", chi/n, z)
	}
	if z := mean / math.Sqrt(2*n*c2); math.Abs(z) > 4.5 {
		t.Errorf("the points are off their centres by %.1f standard errors", z)
	}
	// the variance scales the same draws
	a, b := TwoClasses(100, 0.03, 2), TwoClasses(100, 0.12, 2)
	zero := TwoClasses(100, 0, 2)
	for i := range a.Z {
		if d := math.Abs(2*float64(a.Z[i]-zero.Z[i]) - float64(b.Z[i]-zero.Z[i])); d > 2e-6 {
			t.Fatalf("coordinate %d: %g, %g about %g", i, a.Z[i], b.Z[i], zero.Z[i])
		}
	}
}

// The set is pinned; a larger one begins with a smaller one; impossible arguments panic.
func TestClassesPinned(t *testing.T) {
	if got := TwoClasses(500, 0.03, 1).Digest()[:16]; got != "0d0e7821e2e22e6a" {
		t.Errorf("digest %s", got)
	}
	a, b := TwoClasses(300, 0.03, 1), TwoClasses(1000, 0.03, 1)
	if !slices.Equal(a.Z, b.Z[:600]) || !slices.Equal(a.Y, b.Y[:300]) {
		t.Error("a larger set does not begin with the smaller one")
	}
	for name, f := range map[string]func(){
		"n < 0":  func() { TwoClasses(-1, 1, 1) },
		"c2 < 0": func() { TwoClasses(1, -1, 1) },
		"c2 NaN": func() { TwoClasses(1, math.NaN(), 1) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "dataset: ") {
					t.Errorf("%s: no panic of the package, %q", name, s)
				}
			}()
			f()
		}()
	}
}
