package claim

import (
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// interpolate returns the value at x of a curve through the rows of a table, with x's in a column:
// the polynomial in ln x through the logarithms of the nearest four rows, two on each side where
// there are as many, or a straight line between values that are not positive. Beyond the rows by
// more than a tenth of their last interval in ln x it is unknown.
//
// The standard error contains the distance from the polynomials without the first and without the
// last of these rows, or from the straight line if there are two, so that no comparison takes the
// curvature between rows for a difference.
func interpolate(t *table.Table, column string, x float64) estimate.Estimate {
	t = t.Sort(column)
	at := t.Floats(column)
	for k := range at {
		if at[k] == x {
			return t.Estimate(k)
		}
	}
	i := 1
	for i < len(at)-1 && at[i] < x {
		i++
	}
	if len(at) < 2 || !(at[i-1] < at[i]) {
		return estimate.Unknown()
	}
	gap := float64(0.1 * math.Log(at[i]/at[i-1]))
	if !(math.Log(at[i-1]/x) <= gap && math.Log(x/at[i]) <= gap) {
		return estimate.Unknown()
	}
	chord := Line(t.Filter(func(k int) bool { return k == i-1 || k == i }), column).At(x)
	if !(at[i-1] > 0 && t.Float(i-1, "value") > 0 && t.Float(i, "value") > 0) {
		return chord
	}
	lo, hi := i-1, i // the rows that are taken
	for hi-lo < 3 {
		down := lo > 0 && at[lo-1] > 0 && at[lo-1] < at[lo] && t.Float(lo-1, "value") > 0
		up := hi+1 < len(at) && at[hi] < at[hi+1] && t.Float(hi+1, "value") > 0
		if !down && !up {
			break
		}
		if down && (!up || i-lo <= hi-i+1) {
			lo--
		} else {
			hi++
		}
	}
	y := through(t, at, lo, hi, x)
	off := math.Abs(y.Value - chord.Value)
	if hi > lo+1 {
		off = 0
		if lo < i-1 {
			off = math.Abs(y.Value - through(t, at, lo+1, hi, x).Value)
		}
		if hi > i {
			off = max(off, math.Abs(y.Value-through(t, at, lo, hi-1, x).Value))
		}
	}
	y.StdErr = math.Hypot(y.StdErr, off)
	return y
}

// through is the polynomial through the logarithms of rows lo to hi, at x.
func through(t *table.Table, at []float64, lo, hi int, x float64) estimate.Estimate {
	sum, square := 0.0, 0.0
	for k := lo; k <= hi; k++ {
		weight := 1.0 // of Lagrange
		for l := lo; l <= hi; l++ {
			if l != k {
				weight *= math.Log(x/at[l]) / math.Log(at[k]/at[l])
			}
		}
		e := t.Estimate(k)
		sum += float64(weight * math.Log(e.Value))
		square += float64(weight*e.StdErr/e.Value) * float64(weight*e.StdErr/e.Value)
	}
	y := math.Exp(sum)
	return estimate.Estimate{Value: y, StdErr: float64(y * math.Sqrt(square))}
}

// Line fits a straight line to the values of a table against a column. It is unknown unless the
// column has two values and every error is known, which that of an unstable scheme, 10⁶ times
// another, is not.
func Line(t *table.Table, column string) estimate.Line {
	x, e := t.Floats(column), t.Floats("stderr")
	if len(x) < 2 || slices.Min(x) == slices.Max(x) ||
		!(slices.Min(e) > 0 && slices.Max(e) < 1e6*slices.Min(e)) {
		return estimate.Line{
			Intercept: estimate.Unknown(), Slope: estimate.Unknown(), Cov: math.NaN(),
		}
	}
	return estimate.Fit(x, t.Floats("value"), e)
}
