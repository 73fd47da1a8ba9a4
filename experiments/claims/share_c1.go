package claims

import (
	"slices"

	"adl/pkg/claim"
)

// inSets decides by the share of the data sets, which a column numbers, all of whose values lie in
// a bound.
func inSets(
	column string, rows claim.Rows, is claim.Bound,
) func(*claim.Tables, claim.Claim) claim.Claim {
	return func(ts *claim.Tables, c claim.Claim) claim.Claim {
		t := rows(ts)
		var share claim.Share
		for _, set := range t.Distinct(column) {
			share.Add(!slices.ContainsFunc(t.Where(column, set).Floats("value"),
				func(x float64) bool { return !is.Has(x) }))
		}
		x := t.Floats("value")
		if len(x) == 0 {
			return share.Judge(c, "no value")
		}
		slices.Sort(x)
		last := float64(len(x) - 1)
		return share.Judge(c, "nine in ten values are %.3g to %.3g",
			x[int(0.05*last)], x[int(0.95*last)])
	}
}

const here = "for the data of the figure " // begins a report
