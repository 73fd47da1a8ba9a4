package claim

import (
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Pair is two measurements with the same parameters: A in row Row of a table, B in another.
type Pair struct {
	Row  int
	A, B estimate.Estimate
}

// Ratio returns A/B.
func (p Pair) Ratio() estimate.Estimate { return estimate.Ratio(p.A, p.B) }

// Pairs returns the pairs of rows of two tables that agree in the given columns, in the order of a.
// It panics if several rows of b agree with one of a.
func Pairs(a, b *table.Table, columns ...string) (ps []Pair) {
	for i := range a.Len() {
		var same []any
		for _, c := range columns {
			same = append(same, c, a.Cell(i, c))
		}
		if e, ok := b.LookupEstimate(same...); ok {
			ps = append(ps, Pair{i, a.Estimate(i), e})
		}
	}
	return ps
}

// Line returns the straight line through the rows of a table, value ± stderr against a column. Its
// coefficients are NaN, which leaves a claim undecided, unless the column has two values and every
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
