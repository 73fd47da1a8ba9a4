package claims

import (
	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
)

// judge decides what is no comparison of rows, points adds points that are none.
type (
	judge  = func(ts *claim.Tables, c claim.Part) claim.Part
	points = func(ts *claim.Tables, p *claim.Points) string
)

// runs14 returns a quantity of runs of section 4.4 by a method.
func runs14(method, quantity string, conditions ...any) claim.Rows {
	return claim.Union("fig14", "study-basis", "study-basis-time-step").
		Where("method", method, "quantity", quantity).Where(conditions...)
}

// errors14 returns errors of extended Adaptive Langevin dynamics with batches, for all forms, bases
// and η.
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

// eadl returns the errors of the paper's dynamics at some K, drawn those that Figure 14 shows, and
// eadlAll those with all data.
func eadl(ks ...float64) claim.Rows  { return paper(errors14()).OneOf("K", ks...) }
func drawn(ks ...float64) claim.Rows { return eadl(ks...).OneOf("n", 5, 15) }
func eadlAll(ks ...float64) claim.Rows {
	return paper(runs14("eAdL", "L1", "epsilon", 0)).OneOf("K", ks...)
}

// projectionErrors are the distances of Σ_x from its projectionErrors.
var projectionErrors = claim.Union("fig14", "study-basis").Where("quantity", "projection error")

// projection returns the distance for the paper's cuts, a form and K.
func projection(ts *claim.Tables, friction string, k float64) estimate.Estimate {
	e, _ := own(projectionErrors)(ts).LookupEstimate("friction", friction, "K", k)
	return e
}

// perProjection divides values by the distance of Σ_x from its projection for their friction, K and
// cuts, or by the norm of Σ_x for Langevin dynamics, which has none of these.
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
