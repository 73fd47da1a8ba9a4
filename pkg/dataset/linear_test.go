package dataset

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestLinearSource: the key that is wrong is named; a file has numbers for labels.
func TestLinearSource(t *testing.T) {
	good := LinearSource{Kind: "linear", N: 3, Theta: []float64{1, 2}, Sigma: 1, Nu: 4}
	if l, err := good.Load(); err != nil || l.D != 2 || len(l.Z) != 6 || len(l.Y) != 3 {
		t.Errorf("%v, %v", l, err)
	}
	for key, change := range map[string]func(s *LinearSource){
		"kind":  func(s *LinearSource) { s.Kind = "line" },
		"ndata": func(s *LinearSource) { s.N = 10_000_001 },
		"theta": func(s *LinearSource) { s.Theta = nil },
		"sigma": func(s *LinearSource) { s.Sigma = 0 },
	} {
		s := good
		change(&s)
		var wrong *KeyError
		if _, err := s.Load(); !errors.As(err, &wrong) || wrong.Key != key {
			t.Errorf("%s: %v", key, err)
		}
	}
	path := filepath.Join(t.TempDir(), "my.csv")
	if err := os.WriteFile(path, []byte("x,y\n1,-2.5\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := LinearSource{CSV: CSV{File: path, Intercept: true}}.Load()
	if err != nil || !slices.Equal(l.Z, []float32{1, 1}) || !slices.Equal(l.Y, []float64{-2.5}) {
		t.Errorf("file: %v, %v", l, err)
	}
}

// TestLinear compares the residuals with their distribution, and a larger set with a smaller one.
func TestLinear(t *testing.T) {
	const n = 20_000
	theta := []float64{1, -2}
	for _, nu := range []float64{0, 1, 2.5, 30} {
		for _, intercept := range []bool{false, true} {
			l := Linear(n, theta, intercept, 0.5, nu, 7)
			var r, x []float64
			for i, y := range l.Y {
				z := l.Row(i)
				r = append(r, (y-float64(z[0])+2*float64(z[1]))/0.5)
				x = append(x, float64(z[1]))
				if intercept && z[0] != 1 {
					t.Fatalf("the intercept is %g", z[0])
				}
			}
			slices.Sort(r)
			law := distuv.StudentsT{Sigma: 1, Nu: nu}.CDF
			if nu == 0 {
				law = distuv.UnitNormal.CDF
			}
			d := 0.0
			for i, x := range r {
				d = max(d, math.Abs(law(x)-(float64(i)+0.5)/n))
			}
			if k := d * math.Sqrt(n); k > 1.95 { // Kolmogorov's statistic exceeds it once in 1000
				t.Errorf("ν = %g: the distribution function differs by %.2g standard units", nu, k)
			}
			m, v := stat.MeanVariance(x, nil)
			if math.Abs(m) > 4/math.Sqrt(n) || math.Abs(v-1) > 4*math.Sqrt(2./n) {
				t.Errorf("ν = %g: covariates have mean %g and variance %g", nu, m, v)
			}
			small := Linear(10, theta, intercept, 0.5, nu, 7)
			if !slices.Equal(small.Z, l.Z[:20]) || !slices.Equal(small.Y, l.Y[:10]) {
				t.Errorf("ν = %g: a larger set does not begin with the smaller one", nu)
			}
		}
	}
	const want = "4af8a544d3ecffd5"
	if got := Linear(1000, theta, true, 0.5, 1, 8).Digest()[:16]; got != want { // on every machine
		t.Errorf("digest %s, want %s", got, want)
	}
}
