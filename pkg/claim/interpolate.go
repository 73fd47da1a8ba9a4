package claim

import (
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// beyond is the part of the interval between the last two rows by which interpolate goes on, in
// logarithms.
const beyond = 0.1

// interpolate returns the value of a curve at x, between rows of a table with positive values and
// x's in a column, or just beyond them, as it does without them. It is that of the polynomial in
// ln x through the logarithms of the nearest four rows, two on each side where there are as many.
// Its standard error contains the distance from the polynomials without the first and without the
// last of them, so that a comparison with it does not count the curvature between rows as a
// difference; if there are two rows, that from the straight line. Between values that are not
// positive the curve is a straight line. It is unknown if x is beyond the rows by more than a tenth
// of their last interval in ln x.
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
	gap := float64(beyond * math.Log(at[i]/at[i-1]))
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

// Line returns the straight line through the rows of a table, value ± stderr against a column. Its
// coefficients are NaN, which leaves a part undecided, unless the column has two values and every
// error is known. A standard error 10⁶ times another comes from an unstable scheme, and its error
// is not known.
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
