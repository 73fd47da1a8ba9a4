package dataset

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

func TestDigest(t *testing.T) {
	// echo -n 000000000000f03f0000000000000080 | xxd -r -p | sha256sum
	got, want := (Data{X: []float64{1, math.Copysign(0, -1)}}).Digest(),
		"5e9d905ef08923718da5998eb8ae14dc75a714656224d3753b679523d5a268d9"
	if got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	if (Data{X: []float64{1, 0}}).Digest() == (Data{X: []float64{1, math.Copysign(0, -1)}}).Digest() {
		t.Error("0 and −0 have one digest")
	}
	if (Data{X: []float64{1, 2}}).Digest() == (Data{X: []float64{2, 1}}).Digest() {
		t.Error("the digest does not depend on the order")
	}
	if (Data{X: []float64{1}, Origin: "a"}).Digest() != (Data{X: []float64{1}, Origin: "b"}).Digest() {
		t.Error("the digest depends on the origin")
	}
}

// TestPinned pins generated sets, including one whose size is not a multiple of the lanes.
func TestPinned(t *testing.T) {
	for _, c := range []struct {
		name, want string
		d          Data
	}{
		{"Gaussian", "51eedee5171a84a7", Gaussian(100, 0, 1, 1)},
		{"Gaussian, one datum", "cf34b04f471b3289", Gaussian(1, 2, 0.5, 7)},
		{"Mixture", "7ef19b99c4bbbd21", Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)},
		{
			"Mixture, w = 1/2", "e84153eaf9904531",
			Mixture(100, 0.5, [2]float64{0.2, 1}, [2]float64{0.4, 0.4}, 12),
		},
	} {
		if got := c.d.Digest()[:16]; got != c.want {
			t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLaw compares 65536 data with their distribution: moments, and chi-square in cells of equal
// probability.
func TestLaw(t *testing.T) {
	const n = 1 << 16
	normal := func(mu, sigma float64) func(float64) float64 {
		return distuv.Normal{Mu: mu, Sigma: sigma}.CDF
	}
	a, b := normal(1, 0.4), normal(-0.5, 0.8)
	for _, c := range []struct {
		name string
		d    Data
		cdf  func(float64) float64
		mean float64
		std  float64
	}{
		{"gaussian", Gaussian(n, 3, 0.5, 4), normal(3, 0.5), 3, 0.5},
		{"mixture", Mixture(n, 0.3, [2]float64{1, -0.5}, [2]float64{0.4, 0.8}, 4),
			func(x float64) float64 { return 0.3*a(x) + 0.7*b(x) }, -0.05,
			math.Sqrt(0.3*(1.05*1.05+0.16) + 0.7*(0.45*0.45+0.64))},
		{"mixture, w = 1", Mixture(n, 1, [2]float64{1, -0.5}, [2]float64{0.4, 0.8}, 4), a, 1, 0.4},
		{"mixture, w = 0", Mixture(n, 0, [2]float64{1, -0.5}, [2]float64{0.4, 0.8}, 4), b, -0.5, 0.8},
	} {
		mean, std := stat.MeanStdDev(c.d.X, nil)
		if z := (mean - c.mean) / c.std * math.Sqrt(n); math.Abs(z) > 4.5 {
			t.Errorf("%s: mean %g, want %g (%.1f standard errors)", c.name, mean, c.mean, z)
		}
		m4 := stat.Moment(4, c.d.X, nil)
		se := math.Sqrt((m4 - math.Pow(std, 4)) / n)
		if z := (std*std - c.std*c.std) / se; math.Abs(z) > 4.5 {
			t.Errorf("%s: variance %g, want %g (%.1f standard errors)", c.name, std*std, c.std*c.std, z)
		}
		const cells = 128
		var count [cells]float64
		for _, x := range c.d.X {
			count[min(cells-1, int(c.cdf(x)*cells))]++
		}
		chi := 0.0
		for _, k := range count {
			chi += (k - n/cells) * (k - n/cells) / (n / cells)
		}
		if p := (distuv.ChiSquared{K: cells - 1}).Survival(chi); p < 1e-5 || p > 1-1e-5 {
			t.Errorf("%s: chi-square %.1f in %d cells, probability %g", c.name, chi, cells, p)
		}
	}
}

// TestSeeds: another seed gives another set; a larger set begins with the smaller; scale and centre
// act on the same draws.
func TestSeeds(t *testing.T) {
	x, y, z := Gaussian(100, 0, 1, 1).X, Gaussian(100, 0, 1, 2).X, Gaussian(1000, 0, 1, 1).X
	if r := stat.Correlation(x, y, nil); math.Abs(r) > 0.45 {
		t.Errorf("seeds 1 and 2 are correlated by %g", r)
	}
	for i := range x {
		if x[i] != z[i] {
			t.Fatalf("datum %d depends on the number of data", i)
		}
	}
	for i, v := range Gaussian(100, 2, 0.5, 1).X {
		if math.Abs(v-(2+0.5*x[i])) > 0x1p-18 {
			t.Fatalf("datum %d is %g, want %g", i, v, 2+0.5*x[i])
		}
	}
	m, k := Mixture(100, 0.4, [2]float64{10, -10}, [2]float64{1, 1}, 1).X, Mixture(1000, 0.4,
		[2]float64{10, -10}, [2]float64{1, 1}, 1).X
	for i := range m {
		if m[i] != k[i] {
			t.Fatalf("datum %d of a mixture depends on the number of data", i)
		}
	}
	// the choice of the component does not depend on the normal number
	var of [2][]float64
	for _, v := range k {
		if v > 0 {
			of[0] = append(of[0], v-10)
		} else {
			of[1] = append(of[1], v+10)
		}
	}
	for j := range of {
		if mean, se := stat.Mean(of[j], nil), 1/math.Sqrt(float64(len(of[j]))); math.Abs(mean) > 4.5*se {
			t.Errorf("component %d: mean of the normals %g ± %g", j+1, mean, se)
		}
	}
}

func TestLoad(t *testing.T) {
	gauss := Source{Kind: "gaussian", N: 100, Seed: 1, Mu: []float64{0}, Sigma: []float64{1}}
	mix := Source{
		Kind:  "mixture",
		N:     200,
		Seed:  1,
		Mu:    []float64{1, 0.5},
		Sigma: []float64{0.4, 0.4},
		W:     0.4,
	}
	for _, c := range []struct {
		s    Source
		want Data
	}{{gauss, Gaussian(100, 0, 1, 1)}, {mix, Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4,
		0.4}, 1)}} {
		d, err := c.s.Load()
		if err != nil || d.Digest() != c.want.Digest() || d.Origin != c.s.Kind+", seed 1" {
			t.Errorf("%s: %q, %v", c.s.Kind, d.Origin, err)
		}
	}
	for _, c := range []struct {
		edit      func(s *Source)
		key, want string
	}{
		{
			func(s *Source) { s.Kind = "" }, "kind",
			`data.kind: expected gaussian or mixture (or a file), got ""`,
		},
		{func(s *Source) { s.Kind = "cauchy" }, "kind", `got "cauchy"`},
		{
			func(s *Source) { s.N = 0 }, "ndata",
			"data.ndata: expected a number of data from 1 to 10000000, got 0",
		},
		{func(s *Source) { s.N = -3 }, "ndata", "got -3"},
		{func(s *Source) { s.N = 10_000_001 }, "ndata", "got 10000001"},
		{
			func(s *Source) { s.Mu = []float64{1} }, "mu",
			"data.mu: kind mixture: expected 2 numbers, got 1",
		},
		{func(s *Source) { s.Mu = nil }, "mu", "got 0"},
		{
			func(s *Source) { s.Sigma = []float64{1, 2, 3} }, "sigma",
			"data.sigma: kind mixture: expected 2 numbers, got 3",
		},
		{
			func(s *Source) { s.Kind = "gaussian" }, "mu",
			"data.mu: kind gaussian: expected 1 numbers, got 2",
		},
	} {
		s := mix
		c.edit(&s)
		_, err := s.Load()
		var k *KeyError
		if !errors.As(err, &k) || k.Key != c.key || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one of key %s with %q", err, c.key, c.want)
		}
	}

	// a file replaces the other keys, even wrong ones
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("1\n2.5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := Source{File: path, Kind: "nonsense", N: -1}.Load()
	if err != nil || len(d.X) != 2 || d.X[1] != 2.5 || d.Origin != path {
		t.Errorf("file: %v, %v", d, err)
	}
	if _, err := (Source{File: path + ".not", Kind: "gaussian"}).Load(); err == nil ||
		!strings.Contains(err.Error(), path+".not") {
		t.Errorf("missing file: %v", err)
	}
}

// TestTwoClasses: with a small variance each point is at a centre of its class, all of them equally
// likely; the distances to the centres have the distribution of c² times a chi-square variable.
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

// The set is pinned; a larger set begins with the smaller; impossible arguments panic.
func TestClassesPinned(t *testing.T) {
	if got := TwoClasses(500, 0.03, 1).Digest()[:16]; got != "0d0e7821e2e22e6a" {
		t.Errorf("digest %s", got)
	}
	a, b := TwoClasses(300, 0.03, 1), TwoClasses(1000, 0.03, 1)
	if !slices.Equal(a.Z, b.Z[:600]) || !slices.Equal(a.Y, b.Y[:300]) {
		t.Error("a larger set does not begin with the smaller one")
	}
}
