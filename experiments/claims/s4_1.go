package claims

import (
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section4_1 = []claim.Criterion{
	{Of: "S4.1-1 a", Points: theorem(3)},
	{Of: "S4.1-1 b", Points: theorem(15)},
	{Of: "S4.1-2", Judge: xiLaw},
}

// theorem compares what noise of covariance ε(n) S_K adds to the error to a bound: the error with
// all data where that is resolved, or a tenth of that of K = 0, whichever is larger.
func theorem(k float64) points {
	return func(ts *claim.Tables, p *claim.Points) string {
		t := runs14("Gaussian noise", "L1", "K", k)(ts)
		zero, alone := eadl(0).Where("status", table.OK)(ts), eadlAll(0).Where("status", table.OK)(ts)
		p.Each(t, func(r claim.Row, at string) {
			r.Matches(zero, claim.Point, func(s claim.Row) {
				part, most := r.Estimate, s.Times(0.1)
				r.Matches(alone, []string{"dt"}, func(a claim.Row) {
					if part = estimate.Sub(part, a.Estimate); a.Z(0) > 2 && a.Value > most.Value {
						most = a.Estimate
					}
				})
				p.In(bound.Negative, estimate.Sub(part, most), "%s, bound %.2g", at, most)
			})
		})
		return "batch part less its bound: "
	}
}

// xiLaw compares means and variances of the entries of ξ_k to those of the theorem, and their
// distributions to normal ones. It is undecided if most entries have not relaxed.
func xiLaw(ts *claim.Tables, c claim.Part) claim.Part {
	law := claim.From("study-basis-xi", "method", "law")
	t, theory := law.Where("source", table.Simulation)(ts), law.Where("source", table.Prediction)(ts)
	p, chi := claim.Points{Replicas: groups}, claim.ChiSquare{Replicas: groups}
	p.Each(t, func(r claim.Row, q string) {
		e := r.Estimate
		if strings.HasPrefix(q, "distance") {
			p.In(bound.CloseToNormal, e, "%s", q)
			return
		}
		exact, _ := theory.Lookup("value", "quantity", q)
		chi.Add(e, exact)
		if q[len(q)-1] == q[len(q)-2] || strings.HasPrefix(q, "variance") { // not a mean near 0
			p.RatioIn(bound.Same, e, estimate.Known(exact), "%s", q)
		}
	})
	c = p.JudgeWith(chi, c, "over what the theorem gives, or distance from normal: ")
	if 2*t.Where("status", table.OK).Len() <= t.Len() && c.Verdict == claim.Holds {
		c.Verdict = claim.Undecided
	}
	return c
}
