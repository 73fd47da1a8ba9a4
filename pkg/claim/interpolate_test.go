package claim

import (
	"math"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// On a saturating curve the error of the interpolation is about its standard error where values are
// exact, and small; noise of the rows is passed on.
func TestInterpolate(t *testing.T) {
	curve := func(x float64) float64 { return x / (5 + x) }
	rows := func(stderr float64, xs ...float64) *table.Table {
		u := table.New("x", "value", "stderr")
		for _, x := range xs {
			u.Add(table.Row{"x": x, "value": curve(x), "stderr": stderr * curve(x)})
		}
		return u
	}
	xs := []float64{20, 1, 4, 2, 10, 40} // in any order
	for _, x := range []float64{0.97, 1.1, 1.9, 3, 4, 7, 9.5, 15, 36, 42} {
		got := interpolate(rows(0, xs...), "x", x)
		off := math.Abs(got.Value - curve(x))
		if !(off <= 1.5*got.StdErr && got.StdErr <= 0.02*curve(x)) {
			t.Errorf("x = %g: %v, want %v", x, got, curve(x))
		}
		noisy := interpolate(rows(0.05, xs...), "x", x)
		if noisy.Value != got.Value || !(noisy.StdErr > 0.03*curve(x)) ||
			noisy.StdErr > 0.1*curve(x) {
			t.Errorf("x = %g: with noise %v", x, noisy)
		}
	}
	// a straight line in logarithms is followed by two rows as by four
	power := table.New("x", "value", "stderr")
	for _, x := range []float64{1, 3} {
		power.Add(table.Row{"x": x, "value": x * x, "stderr": 0.1})
	}
	if got := interpolate(power, "x", 2); !(math.Abs(got.Value-4) <= 1e-12) {
		t.Errorf("between two rows: %v", got)
	}
	// values in the noise
	signed := table.New("x", "value", "stderr")
	for i, y := range []float64{-1, 1, 3} {
		signed.Add(table.Row{"x": i + 1, "value": y, "stderr": 0.5})
	}
	if got := interpolate(signed, "x", 1.5); !(math.Abs(got.Value) <= 1e-12) {
		t.Errorf("between values of both signs: %v", got)
	}
	for _, x := range []float64{0.5, 50, math.NaN()} {
		if got := interpolate(rows(0.05, xs...), "x", x); !math.IsNaN(got.Value) {
			t.Errorf("x = %g: %v", x, got)
		}
	}
	if got := interpolate(rows(0.05, 1), "x", 1); got.Value != curve(1) {
		t.Errorf("one row: %v", got)
	}
	if got := interpolate(rows(0.05, 1), "x", 1.01); !math.IsNaN(got.Value) {
		t.Errorf("beside one row: %v", got)
	}
}

func TestLine(t *testing.T) {
	of := func(stderr ...float64) estimate.Line {
		u := table.New("x", "value", "stderr")
		for i, e := range stderr {
			u.Add(table.Row{"x": max(i, 1), "value": 3 * max(i, 1), "stderr": e})
		}
		return Line(u, "x")
	}
	if l := of(1, 2, 1); math.Abs(l.At(5).Value-15) > 1e-12 || l.DoF != 1 {
		t.Errorf("%v", l)
	}
	for _, l := range []estimate.Line{
		of(), of(1), of(1, 1), of(1, 1, 0), of(1, 1, math.NaN()), of(1, 1, math.Inf(1)), of(1, 1, 2e6),
	} {
		if !math.IsNaN(l.Slope.Value) || Deviations(l).Dof != 0 {
			t.Errorf("got %v, want an unknown line", l)
		}
	}
}
