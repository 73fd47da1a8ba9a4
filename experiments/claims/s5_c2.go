package claims

import (
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Section 5, as far as the mixture decides about it.
var section5Mixture = listed("fig07", groups, []claim.Criterion{
	{
		Of: "S5-1 a", Rows: xiInCells, Is: claim.Bound{Lo: -0.1, Hi: 0.1},
		Text: "E(ξ | θ) less ξ̄, over what the noise adds to it: ",
	}, {
		Of: "S5-3 a", Judge: ofMoreData("D of θ₁ falls", 1,
			func(ts *claim.Tables, ndata int) []float64 { return setsOf(ts, "D of theta1", ndata) }),
	}, {
		Of: "S5-3 b", Judge: ofMoreData("‖Σ_x − Σ̄‖/‖Σ_x‖ falls to 1/3", 1./3,
			func(ts *claim.Tables, ndata int) []float64 {
				x, all := setsOf(ts, "norm of Sigma - mean", ndata), setsOf(ts, "norm of Sigma", ndata)
				for i := range x {
					x[i] /= all[i]
				}
				return x
			}),
	}, {
		Of: "S5-3 c", Is: claim.Below(0.5),
		Rows: claim.From(dataSets, "quantity", "error over Langevin's").
			Filter(func(t *table.Table, i int) bool { return t.Float(i, "ndata") > 200 }),
		Text: "predicted error, full ξ frozen at its mean, over that of Langevin dynamics: ",
	}, {
		Of: "S5-4", Name: "mixture", Judge: degrades,
	},
})

// xiInCells are the means of ξ in the cells of θ less the mean over all, over ξ̄ − γ.
func xiInCells(ts *claim.Tables) *table.Table {
	all := claim.From(xiTheta, "method", "conditional", "source", table.Simulation)(ts)
	mean := func(t *table.Table, i int, entry string) float64 {
		x, _ := all.Lookup("value", "eta", t.Cell(i, "eta"), "n", t.Cell(i, "n"), "quantity", "xi"+entry)
		return x
	}
	return claim.From(xiTheta, "method", "conditional").Starts("xi in cell").
		Filter(func(t *table.Table, i int) bool { return t.Float(i, "weight") >= 0.05 }).
		Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
			e.Value -= mean(t, i, strings.TrimPrefix(t.Cell(i, "quantity"), "xi in cell"))
			return e.Times(1 / ((mean(t, i, " 11")+mean(t, i, " 22"))/2 - 1)) // γ = 1
		})(ts)
}

// ofMoreData judges that a number of the data sets with the most data is less than a factor times
// that of those with the fewest.
func ofMoreData(
	text string, factor float64, of func(ts *claim.Tables, ndata int) []float64,
) func(ts *claim.Tables, c claim.Claim) claim.Claim {
	return func(ts *claim.Tables, c claim.Claim) claim.Claim {
		all := numbersOfData(ts)
		few, many := of(ts, all[0]), of(ts, all[len(all)-1])
		var share claim.Share
		for i := range min(len(few), len(many)) {
			share.Add(many[i] < factor*few[i])
		}
		var medians []string
		for _, n := range all {
			medians = append(medians, fmt.Sprintf("%.2g (%d)", median(of(ts, n)), n))
		}
		return share.Judge(c, "%s, medians by Nd %s", text, strings.Join(medians, ", "))
	}
}

// degrades compares the ratios of slopes with those of the norms: larger where these differ.
func degrades(ts *claim.Tables, c claim.Claim) claim.Claim {
	p := claim.Points{Replicas: groups}
	scalar, seed := slope(adl("scalar")(ts)), ownSeed(ts)
	for _, k := range []string{"diagonal", "full"} {
		norms := norm(ts, "scalar", seed) / norm(ts, k, seed)
		is := claim.AtMostSimilar
		if norms > is.Hi {
			is = claim.Clearly
		}
		p.RatioIn(is, scalar, slope(adl(k)(ts)), "scalar over %s, norms %.3g", k, norms)
	}
	return p.Judge(c, "slopes of the error: ")
}
