package estimate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5eed)) }

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) && !(math.IsNaN(got) && math.IsNaN(want)) && got != want {
		t.Errorf("%s: got %v, want %v ± %v", what, got, want, tol)
	}
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, ok := recover().(string); !ok || len(s) < 10 || s[:10] != "estimate: " {
			t.Errorf("%s: panic %v, want one of the package's", what, s)
		}
	}()
	f()
}

func TestMean(t *testing.T) {
	x := []float64{1, 2, 4, 9}
	m, v := stat.MeanVariance(x, nil)
	e := Mean(x)
	near(t, "mean", e.Value, m, 1e-15)
	near(t, "standard error", e.StdErr, math.Sqrt(v/4), 1e-15)
	if e := Mean(x[:1]); e.Value != 1 || !math.IsNaN(e.StdErr) {
		t.Errorf("mean of one: %v", e)
	}
	mustPanic(t, "Mean", func() { Mean(nil) })
}

// The variance of a/b is (v_a + q² v_b − 2 q c_ab)/(R b²) with the covariance c_ab of replicas.
func TestRatioOfMeans(t *testing.T) {
	a, b := []float64{1, 2, 4, 9, 5}, []float64{2, 1, 3, 5, 3}
	var x [][]float64
	for i := range a {
		x = append(x, []float64{b[i], 7, a[i]})
	}
	ma, va := stat.MeanVariance(a, nil)
	mb, vb := stat.MeanVariance(b, nil)
	q := ma / mb
	e := RatioOfMeans(x, 2, 0)
	near(t, "ratio", e.Value, q, 1e-15)
	near(t, "standard error", e.StdErr,
		math.Sqrt((va+q*q*vb-2*q*stat.Covariance(a, b, nil))/5)/mb, 1e-14)
	if e := RatioOfMeans(x, 1, 1); e != (Estimate{1, 0}) {
		t.Errorf("a mean over itself: %v", e)
	}
	for name, x := range map[string][][]float64{
		"no replicas": nil, "one replica": x[:1], "never there": {{0, 0, 1}, {0, 0, 2}},
	} {
		if e := RatioOfMeans(x, 2, 0); !math.IsNaN(e.Value) || !math.IsNaN(e.StdErr) {
			t.Errorf("%s: %v", name, e)
		}
	}
}

func TestArithmetic(t *testing.T) {
	a, b := Estimate{3, 0.3}, Estimate{-2, 0.4}
	for _, c := range []struct {
		name      string
		got, want Estimate
	}{
		{"RelError", RelError(a, -2), Estimate{-2.5, 0.15}},
		{"Sub", Sub(a, b), Estimate{5, 0.5}},
		{"Times", b.Times(-1.5), Estimate{3, 0.6}},
		{"Ratio", Ratio(a, b), Estimate{-1.5, math.Sqrt(0.09+2.25*0.16) / 2}},
	} {
		near(t, c.name, c.got.Value, c.want.Value, 1e-15)
		near(t, c.name+" error", c.got.StdErr, c.want.StdErr, 1e-15)
	}
	near(t, "Z", a.Z(2.4), 2, 1e-14)
	if s := fmt.Sprintf("%.2f, %v", a, Estimate{1, 0.5}); s != "3.00 ± 0.30, 1 ± 0.5" {
		t.Errorf("got %s", s)
	}
	if s := (Estimate{1, 0}).Z(1); s != 0 {
		t.Errorf("equal exact numbers %v standard errors apart", s)
	}
	if s := (Estimate{1, 0}).Z(2); !math.IsInf(s, -1) {
		t.Errorf("unequal exact numbers %v standard errors apart", s)
	}
	mustPanic(t, "RelError", func() { RelError(a, 0) })
}

// For the mean the jackknife gives the mean with its standard error. For the squared mean it
// removes the bias 1/n.
func TestJackknife(t *testing.T) {
	const n, tries = 16, 4000
	rng := source(1)
	var squares, errors []float64
	for range tries {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1 + rng.NormFloat64()
		}
		power := func(k float64) func(int) float64 { // of the mean of all numbers but one
			return func(without int) float64 {
				kept := slices.Clone(x)
				if without >= 0 {
					kept = slices.Delete(kept, without, without+1)
				}
				return math.Pow(mean(kept), k)
			}
		}
		e, bias := Jackknife(n, power(1))
		near(t, "mean", e.Value, mean(x), 1e-13)
		near(t, "standard error", e.StdErr, stdErr(x), 1e-13)
		near(t, "bias", bias, 0, 1e-13)
		s, bias := Jackknife(n, power(2))
		squares, errors = append(squares, s.Value-bias), append(errors, s.StdErr*s.StdErr)
	}
	m := Mean(squares)
	near(t, "squared mean", m.Value, 1, 4*m.StdErr)
	near(t, "variance", mean(errors), variance(squares), 0.1*variance(squares))
	mustPanic(t, "one replica", func() { Jackknife(1, func(int) float64 { return 0 }) })
}

// A logarithmic axis shows a value that is not two standard errors above 0 as a bound.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		e      Estimate
		signed bool
		y      float64
		bound  bool
	}{
		{Estimate{3, 1}, false, 3, false}, {Estimate{2, 1}, false, 4, true},
		{Estimate{-3, 1}, true, 3, false}, {Estimate{-3, 1}, false, 2, true},
		{Estimate{0, 0}, true, 0, true}, {Estimate{3, math.NaN()}, false, 3, false},
	} {
		if y, bound := c.e.Bound(c.signed); y != c.y || bound != c.bound {
			t.Errorf("%v, signed %v: %v, bound %v", c.e, c.signed, y, bound)
		}
	}
}
