package claims

import (
	"fmt"
	"slices"

	"adl/pkg/claim"
)

// inSets decides by the share of the data sets, which a column numbers, all of whose values lie in
// a bound. The values of own, those of the paper's figure, are reported, if there are any.
func inSets(
	column string, rows, own claim.Rows, is claim.Bound,
) func(*claim.Tables, claim.Claim) claim.Claim {
	return func(ts *claim.Tables, c claim.Claim) claim.Claim {
		t := rows(ts)
		var share claim.Share
		for _, set := range t.Distinct(column) {
			share.Add(!slices.ContainsFunc(t.Where(column, set).Floats("value"),
				func(x float64) bool { return !is.Has(x) }))
		}
		text := "no value"
		if x := t.Floats("value"); len(x) > 0 {
			slices.Sort(x)
			last := float64(len(x) - 1)
			text = fmt.Sprintf("nine in ten values are %.3g to %.3g",
				x[int(0.05*last)], x[int(0.95*last)])
		}
		if own != nil {
			text += fmt.Sprintf(", here %.3g", own(ts).Floats("value"))
		}
		return share.Judge(c, "%s", text)
	}
}
