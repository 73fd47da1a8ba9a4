package claims

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section5C3 = slices.Concat(listed("fig14", groups, []claim.Criterion{
	{
		Of: "S5-1 b", Is: claim.Bound{Lo: -0.1, Hi: 0.1}, Rows: meanXi,
		Text: "deviation of E(ξ | θ), relative to the diagonal: ",
	},
	overK("S5-5 a", claim.Dramatic, eadl(15, 35).Where("n", 1), 0),
	overK("S5-5 b", claim.Dramatic, drawn(15, 35), 0),
	overK("S5-5 c", claim.MuchSmaller, eadl(3).OneOf("n", 1, 5, 15), 0),
	{
		Of: "S5-6", Is: claim.Negative, By: []string{"friction", "eta", "n", "dt"},
		Rows: withDiverged(own(errors14()).OneOf("K", 3, 15, 35)), Less: errors14("K", 0),
		Text: "error less that of AdL, for this model and these bases: ",
	},
}), listed("fig10", mnistReplicas, []claim.Criterion{
	overLangevin("S5-2 a", claim.MuchSmaller, "friction", "scalar"),
	overLangevin("S5-2 b", claim.MuchSmaller, "friction", "diagonal"),
	overLangevin("S5-2 c", claim.MuchSmaller, "friction", "full"),
}), listed("fig13", groups, []claim.Criterion{
	{Of: "S5-4", Name: "network", Judge: networkNorms},
}))

// withDiverged counts runs that diverge, with the largest error that there is.
func withDiverged(r claim.Rows) claim.Rows {
	return r.Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
		if t.Cell(i, "status") == table.Diverged {
			return claim.Exact(2)
		}
		return e
	}).Accept(table.Diverged)
}

// meanXi returns the deviations of the means of ξ at fixed θ from γ + ε(n)ΔtS_K/2, divided by the
// square root of the product of the diagonal entries.
func meanXi(ts *claim.Tables) *table.Table {
	t := claim.From(basisXi, "method", "map")
	theory := t.Where("source", table.Prediction)(ts)
	return t.Where("source", table.Simulation).Map(
		func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
			q := t.Cell(i, "quantity")[len("xi "):] // "12 in cell 3, 4"
			at := func(row, column string) float64 {
				x, _ := theory.Lookup("value", "quantity", "xi "+row+column+q[2:],
					"K", t.Cell(i, "K"), "eta", t.Cell(i, "eta"))
				return x
			}
			row, column := q[:1], q[1:2]
			size := math.Sqrt(at(row, row) * at(column, column))
			return estimate.Sub(e, claim.Exact(at(row, column))).Times(1 / size)
		})(ts)
}
