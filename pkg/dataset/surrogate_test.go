package dataset

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// TestLabelledPinned pins generated sets.
func TestLabelledPinned(t *testing.T) {
	for _, c := range []struct {
		name, want string
		l          Labelled
	}{
		{"surrogate, whitened", "88de38b542367b85", Surrogate(14251, 100, true, 1)},
		{"surrogate, scaled", "0c33f4a7672879f9", Surrogate(500, 100, false, 1)},
		{"surrogate, d = 3", "32d76bddca056973", Surrogate(77, 3, true, 2)},
		{"two classes", "0d0e7821e2e22e6a", TwoClasses(500, 0.03, 1)},
	} {
		if got := c.l.Digest()[:16]; got != c.want {
			t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSurrogate compares the surrogate with what it says of itself.
func TestSurrogate(t *testing.T) {
	const n, d = 40000, 100
	l := Surrogate(n, d, true, 3)
	if !l.Surrogate || l.D != d || len(l.Y) != n || len(l.Z) != n*d {
		t.Fatalf("%v, D = %d, %d labels, %d numbers", l.Surrogate, l.D, len(l.Y), len(l.Z))
	}
	q := stat.Mean(l.Y, nil)
	if z := (q - nines) / math.Sqrt(nines*(1-nines)/n); math.Abs(z) > 4.5 {
		t.Errorf("part of nines %g, want %g (%.1f standard errors)", q, nines, z)
	}

	// mean 0 and covariance 1
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for k, v := range l.Row(i) {
			x.Set(i, k, float64(v))
		}
	}
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, x, nil)
	u := direction()
	norm := math.Sqrt(dot(u, u))
	for k := range d {
		u[k] /= norm
		if mean := stat.Mean(mat.Col(nil, k, x), nil); math.Abs(mean) > 5/math.Sqrt(n) {
			t.Errorf("mean of component %d is %g", k, mean)
		}
		for m := range k + 1 {
			want, se := 0.0, 1/math.Sqrt(n)
			if m == k {
				want, se = 1, math.Sqrt(2/float64(n))
			}
			if z := (cov.At(k, m) - want) / se; math.Abs(z) > 5.5 { // 5050 of them
				t.Errorf("covariance of components %d and %d is %g, want %g (%.1f standard errors)", k, m,
					cov.At(k, m), want, z)
			}
		}
	}

	// Along u there are two normal laws; that of y given z is logistic, and calibrated.
	tau2 := 1 - 4*nines*(1-nines)*shift*shift
	logit := func(z float64) float64 {
		return math.Log(nines/(1-nines)) + 2*shift/tau2*(z-shift*(1-2*nines))
	}
	right, expect, square, bayes := 0.0, 0.0, 0.0, 0.0
	var of [2][]float64
	for i := range n {
		z := dot(u, x.RawRowView(i))
		y := int(l.Y[i])
		of[y] = append(of[y], z)
		p := 1 / (1 + math.Exp(-logit(z)))
		if (p > 0.5) == (y == 1) {
			right++
		}
		bayes += math.Max(p, 1-p)
		expect += (l.Y[i] - p) * z
		square += p * (1 - p) * z * z
	}
	if z := (right - bayes) / math.Sqrt(bayes*(1-bayes/n)); math.Abs(z) > 4.5 ||
		math.Abs(bayes/n-0.96) > 0.003 {
		t.Errorf("accuracy %.4f, expected %.4f (%.1f standard errors), wanted about 0.96", right/n,
			bayes/n, z)
	}
	if z := expect / math.Sqrt(square); math.Abs(z) > 4.5 {
		t.Errorf("the logistic law is wrong by %.1f standard errors", z)
	}
	for y, mean := range []float64{-2 * shift * nines, 2 * shift * (1 - nines)} {
		m, v := stat.MeanVariance(of[y], nil)
		k := float64(len(of[y]))
		if z, w := (m-mean)/math.Sqrt(tau2/k), (v/tau2-1)/math.Sqrt(2/k); math.Abs(z) > 4.5 ||
			math.Abs(w) > 4.5 {
			t.Errorf("y = %d: mean %g, want %g (%.1f); variance %g, want %g (%.1f)", y, m, mean, z, v, tau2,
				w)
		}
	}
	if got := (distuv.Normal{Mu: 0, Sigma: 1}).CDF(shift / math.Sqrt(1-shift*shift)); math.Abs(
		got-0.96,
	) > 5e-4 {
		t.Errorf("Φ(shift/√(1 − shift²)) = %g, want 0.96", got)
	}
}

// TestSurrogateScale: without whitening, component k is multiplied by √λ_k, up to two roundings.
func TestSurrogateScale(t *testing.T) {
	a, b := Surrogate(200, 100, true, 5), Surrogate(200, 100, false, 5)
	lambda := spectrum()
	for i := range 200 {
		if a.Y[i] != b.Y[i] {
			t.Fatalf("label %d differs", i)
		}
		for k := range 100 {
			s := math.Sqrt(lambda[k])
			if diff := math.Abs(float64(b.Row(i)[k]) - s*float64(a.Row(i)[k])); diff > 0.51*(1+s)/scoreGrid {
				t.Fatalf("component %d of datum %d: %g and %g", k, i, a.Row(i)[k], b.Row(i)[k])
			}
		}
	}
	for k := 1; k < 100; k++ {
		if lambda[k] > lambda[k-1] || lambda[k] <= 0 {
			t.Errorf("eigenvalue %d is %g after %g", k, lambda[k], lambda[k-1])
		}
	}
	if len(lambda) != maxSurrogateDim || len(direction()) != maxSurrogateDim {
		t.Errorf("%d eigenvalues, %d weights", len(lambda), len(direction()))
	}
}

// TestLabelledPrefix: a larger set begins with the smaller, and another seed is another set.
func TestLabelledPrefix(t *testing.T) {
	for name, f := range map[string]func(n int, seed uint64) Labelled{
		"surrogate":   func(n int, seed uint64) Labelled { return Surrogate(n, 7, true, seed) },
		"two classes": func(n int, seed uint64) Labelled { return TwoClasses(n, 0.03, seed) },
	} {
		a, b, c := f(300, 1), f(1000, 1), f(300, 2)
		same, labels := 0, 0
		for i := range a.Z {
			if a.Z[i] != b.Z[i] {
				t.Fatalf("%s: number %d depends on the number of data", name, i)
			}
			if a.Z[i] == c.Z[i] {
				same++
			}
		}
		for i := range a.Y {
			if a.Y[i] != b.Y[i] {
				t.Fatalf("%s: label %d depends on the number of data", name, i)
			}
			if a.Y[i] != c.Y[i] {
				labels++
			}
		}
		if same > 5 || name == "surrogate" && (labels < 100 || labels > 200) {
			t.Errorf("%s: seeds 1 and 2 have %d numbers in common, %d labels differ", name, same, labels)
		}
		if e := f(0, 1); len(e.Z) != 0 || len(e.Y) != 0 {
			t.Errorf("%s: no data are %d", name, len(e.Z))
		}
	}
}

func TestLabelledPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"d = 0":         func() { Surrogate(1, 0, true, 1) },
		"d = 101":       func() { Surrogate(1, 101, true, 1) },
		"n < 0":         func() { Surrogate(-1, 1, true, 1) },
		"classes n < 0": func() { TwoClasses(-1, 1, 1) },
		"c2 < 0":        func() { TwoClasses(1, -1, 1) },
		"c2 NaN":        func() { TwoClasses(1, math.NaN(), 1) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || len(s) < 9 || s[:9] != "dataset: " {
					t.Errorf("%s: no panic of the package, %q", name, s)
				}
			}()
			f()
		}()
	}
}

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}
