package claims

import (
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// Section 5, as far as Figure 7 decides about it.
var section5Mixture = []claim.Criterion{
	{
		Of: "S5-1 a", In: "fig07", Judge: constantXi,
	}, {
		Of: "S5-3 a", In: "fig07", Judge: ofMoreData("D of θ₁ falls", 1,
			func(ts *claim.Tables, ndata int) []float64 { return setsOf(ts, "D of theta1", ndata) }),
	}, {
		Of: "S5-3 b", In: "fig07", Judge: ofMoreData("‖Σ_x − Σ̄‖/‖Σ_x‖ falls to 1/3", 1./3,
			func(ts *claim.Tables, ndata int) []float64 {
				x, all := setsOf(ts, "norm of Sigma - mean", ndata), setsOf(ts, "norm of Sigma", ndata)
				for i := range x {
					x[i] /= all[i]
				}
				return x
			}),
	}, {
		Of: "S5-3 c", In: "fig07", Is: claim.Below(0.5),
		Rows: claim.From(dataSets, "quantity", "error over Langevin's").
			Filter(func(t *table.Table, i int) bool { return t.Float(i, "ndata") > 200 }),
		Text: "predicted error, full ξ frozen at its mean, over that of Langevin dynamics: ",
	}, {
		Of: "S5-4", Name: "mixture", In: "fig07", Judge: degrades,
	},
}

// constantXi compares the mean of ξ in the cells of θ with the mean over all. A tenth of what the
// noise adds to the mean is allowed.
func constantXi(ts *claim.Tables, c claim.Claim) claim.Claim {
	p := claim.Points{Replicas: groups}
	t := claim.From(xiTheta, "method", "conditional", "source", table.Simulation)(ts)
	mean := func(i int, entry string) float64 {
		x, _ := t.Lookup("value", "eta", t.Cell(i, "eta"), "n", t.Cell(i, "n"), "quantity", "xi"+entry)
		return x
	}
	for i := range t.Len() {
		entry, in := strings.CutPrefix(t.Cell(i, "quantity"), "xi in cell")
		if !in || t.Float(i, "weight") < 0.05 {
			continue
		}
		tenth := 0.1 * ((mean(i, " 11")+mean(i, " 22"))/2 - 1)
		at := fmt.Sprintf("ξ%s at (%.2g, %.2g), ξ̄ = %.3g, η = %s, n = %s", entry,
			t.Float(i, "theta1"), t.Float(i, "theta2"), mean(i, entry), t.Cell(i, "eta"), t.Cell(i, "n"))
		if s := t.Cell(i, "status"); s != table.OK {
			p.Exclude(s, "%s", at)
			continue
		}
		e := t.Estimate(i)
		e.Value -= mean(i, entry)
		p.Within(e, -tenth, tenth, "%s", at)
	}
	return p.Judge(c, "E(ξ | θ) less ξ̄: ")
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
