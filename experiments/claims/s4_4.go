package claims

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// uncapped decides whether a run with all functions of norm 1 diverges.
func uncapped(ts *claim.Tables) (verdict, measured string) {
	t := runs14("no cap", "L1")(ts)
	diverged := t.Where("status", table.Diverged)
	return decided(diverged.Len() > 0, t.Len() > 0), fmt.Sprintf(
		"runs with all functions of norm 1 diverge at K = %v of %v", diverged.Distinct("K"),
		t.Distinct("K"))
}

var section4_4 = []claim.Criterion{
	{Of: "S4.3-2 b", Judge: uncapped}, {Of: "S4.4-1", Points: statedNumbers},
	{
		Of: "S4.4-2 a", Is: bound.Negative, Rows: eadl(3), Less: eadl(0),
		Text: "error less that of AdL: ",
	}, {
		Of: "S4.4-2 b", Is: bound.Negative, Rows: eadl(3),
		Less: errors14("friction", "full", "eta", 0.1, "K", 0),
		Text: "error less that of AdL, η = 0.1: ",
	},
	overK("S4.4-3 a", bound.Dramatic, eadl(15).Where("n", 5), 3),
	overK("S4.4-3 b", bound.Dramatic, eadl(15).Where("n", 15), 3),
	{Of: "S4.4-6 a", Points: falling},
	perNormOverAdL("S4.4-6 b", bound.Similar, 3, 15, 35),
	{
		Name: "what is left at K ≥ 15 depends on ε(n)Δt", Is: bound.MostOf, Chi: true,
		Rows: eadl(15, 35).Where("n", 1), Over: eadl(15, 35).Where("n", 5).Resolved(4),
		By: []string{"K"}, Steps: bound.Interval{Lo: 0.19, Hi: 0.21},
		Text: "error over error: ",
	}, {
		Name: "what is left at K ≥ 15 is not the time step's", Is: bound.Below(0.5),
		Rows: sizeOver(eadlAll(15, 35).Where("dt", 0.02), squared),
		Over: sizeOver(drawn(15, 35).Resolved(2), squared), By: []string{"K"},
		Text: "ratio: ",
	},
}

// section4_4Bases are the claims with a part about K = 15 and one about K = 35.
func section4_4Bases() (list []claim.Criterion) {
	for i, k := range []float64{15, 35} {
		ab, ac, bd := "ab"[i:i+1], "ac"[i:i+1], "bd"[i:i+1]
		list = append(list, []claim.Criterion{
			{
				Of: "S4.4-4 " + ac, Is: bound.Positive, Rule: claim.Somewhere, Rows: drawn(k),
				Text: "error: ",
			},
			overK("S4.4-4 "+bd, bound.Rest, drawn(k), 0),
			{
				Of: "S4.4-5 " + ab, Is: bound.MostOf, Rows: eadlAll(k), Over: drawn(k).Resolved(2),
				By: []string{"dt"}, Text: "error with all data over what is left: ",
			},
		}...)
	}
	return list
}

// statedNumbers compares the paper's numbers K and n to those of the runs.
func statedNumbers(ts *claim.Tables, p *claim.Points) string {
	const rounding = 1e-9
	same := func(got, want, tolerance float64, of string, x float64) {
		p.In(bound.Below(tolerance), estimate.Known(math.Abs(got-want)), fmt.Sprintf("%s %g", of, x))
	}
	t := ts.Table("study-basis")
	for _, r := range claim.RowsOf(t.Where("quantity", "variables").Sort("K")) {
		k := r.Float("K")
		same(r.Value, 3*(k+1), rounding, "variables, K =", k)
		if degree, ok := t.Lookup("value", "quantity", "degree", "K", k); ok {
			same(k, 4*(degree+1)*(degree+1)-1, rounding, "K of degree", degree)
		}
	}
	for _, x := range []struct{ n, epsilon float64 }{{5, 7800}, {15, 2466.67}} {
		if u := drawn(0).Where("n", x.n)(ts); u.Len() > 0 {
			same(u.Float(0, "epsilon"), x.epsilon, 0.005, "ε(n), n =", x.n)
		}
	}
	if difference, ok := t.Lookup("value", "quantity", "difference from AdL"); ok {
		same(difference, 0, rounding, "difference from AdL after a thousand steps, K =", 0)
	}
	return "distance from the stated numbers: "
}

// falling decides whether the norm falls with K.
func falling(ts *claim.Tables, p *claim.Points) string {
	ks := []float64{0, 3, 15, 35}
	for i, k := range ks[1:] {
		fall := estimate.Sub(projection(ts, "full", k), projection(ts, "full", ks[i]))
		p.In(bound.Negative, fall, fmt.Sprintf("K = %g less K = %g", k, ks[i]))
	}
	return "norm: "
}

// judge decides where no rows are compared, points adds points that are in no row.
type (
	judge  = func(ts *claim.Tables) (verdict, measured string)
	points = func(ts *claim.Tables, p *claim.Points) string
)

// runs14 returns a quantity of runs of section 4.4 by a method.
func runs14(method, quantity string, conditions ...any) claim.Rows {
	return claim.Union("fig14", "study-basis", "study-basis-time-step").
		Where("method", method, "quantity", quantity).Where(conditions...)
}

// errors14 returns errors with batches, for all forms, bases and η.
func errors14(conditions ...any) claim.Rows {
	return withBatches(runs14("eAdL", "L1", "sampling", "without").Where(conditions...))
}

// paper keeps the rows of the paper's dynamics: symmetric ξ_k, its cuts, and η = 1.
func paper(r claim.Rows) claim.Rows { return own(r.Where("friction", "full", "eta", 1)) }

// own keeps the rows with the cuts of Figure 14, or none.
func own(r claim.Rows) claim.Rows {
	return r.Filter(func(r claim.Row) bool {
		c := r.Cell("cuts")
		return c == "" || c == "[[0.7] [0.7]]"
	})
}

// eadl returns the errors of the paper's dynamics, drawn those of Figure 14, eadlAll with all data.
func eadl(ks ...float64) claim.Rows  { return paper(errors14()).OneOf("K", ks...) }
func drawn(ks ...float64) claim.Rows { return eadl(ks...).OneOf("n", 5, 15) }
func eadlAll(ks ...float64) claim.Rows {
	return paper(runs14("eAdL", "L1", "epsilon", 0)).OneOf("K", ks...)
}

// projectionErrors are the distances of Σ_x from its projections.
var projectionErrors = claim.Union("fig14", "study-basis").Where("quantity", "projection error")

// projection returns the distance for the paper's cuts, a form and K.
func projection(ts *claim.Tables, friction string, k float64) estimate.Estimate {
	e, _ := own(projectionErrors)(ts).LookupEstimate("friction", friction, "K", k)
	return e
}

// perProjection divides values by the distance of Σ_x from its projection, or for Langevin dynamics
// by the norm of Σ_x.
func perProjection(r claim.Rows) claim.Rows {
	norm := claim.From("fig14", "quantity", "norm of Sigma")
	return r.Per(projectionErrors.And(norm), "friction", "K", "cuts")
}

// perNormOverAdL compares errors per norm to those of K = 0.
func perNormOverAdL(of string, is bound.Interval, ks ...float64) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is, Rows: perProjection(eadl(ks...)), Over: perProjection(eadl(0)),
		Text: "error per norm over that of K = 0: ",
	}
}

// overK compares errors to those at another K.
func overK(of string, is bound.Interval, r claim.Rows, k float64) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is, Rows: r, Over: eadl(k),
		Text: "error over that of the smaller K: ",
	}
}
