package claims

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const mixtureData = 200 // of Figure 4

// mixtureErrors are the L¹ errors at the points of Figure 4.
var mixtureErrors = claim.From("fig04", "quantity", "L1", "source", table.Simulation)

// The errors of Figure 4 and of the runs beside it, with the signs of the leading order, and the
// leading order, where it is below 0.5.
var (
	signedErrors = claim.From("study-slopes", "quantity", "signed error")
	leadingOrder = claim.From("study-slopes", "quantity", "leading order")
	everyRun     = append([]string{"run", "T"}, everyPoint...)
)

// predictedSlope compares simulated slopes, in units of a column's, with predicted ones.
func predictedSlope(of, method string, per ...string) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: bound.Same, By: []string{"method", "per"},
		Rows: simulatedSlopes.Where("method", method).Among("per", per...),
		Over: predictedSlopes, Text: "simulated over predicted slope: ",
	}
}

// The slopes of the L¹ error per ε(n)Δt, and per Δt or Δt² with all data.
var (
	simulatedSlopes = claim.From("study-slopes", "quantity", "slope", "source", table.Simulation)
	predictedSlopes = claim.From("study-slopes", "quantity", "slope", "source", table.Prediction)
)

// slopesOfSets are the predicted slopes of other data sets per ε(n)Δt, and normsOfSets the norms of
// their Σ_x.
func slopesOfSets(method string) claim.Rows {
	return claim.From("study-mixture-sets", "quantity", "slope", "method", method)
}

var normsOfSets = claim.From("study-mixture-sets", "quantity", "norm of Sigma")

// overAllData compares the errors of methods for n below a bound with those with all data.
func overAllData(
	of string, is bound.Interval, most float64, methods ...string,
) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: is,
		Rows: mixtureErrors.Among("method", methods...).AtMost("n", most),
		Over: withAllData, By: []string{"method", "dt"}, Text: "error(n)/error(Nd): ",
	}
}

// withAllData are the errors with all data at the time steps of Figure 4: simulated, or else, where
// noise hides them, predicted.
func withAllData(ts *claim.Tables) *table.Table {
	simulated := claim.From("study-slopes", "quantity", "L1", "run", "all data").
		Where("status", table.OK)(ts)
	slope := predictedSlopes(ts)
	return mixtureErrors.Reduce(func(t *table.Table) estimate.Estimate {
		method, dt := t.Cell(0, "method"), t.Float(0, "dt")
		if e, ok := simulated.LookupEstimate("method", method, "dt", dt); ok {
			return e
		}
		per, h := "dt", dt
		if method == "Langevin" {
			per, h = "dt^2", dt*dt
		}
		x, _ := slope.Lookup("value", "method", method, "per", per)
		return estimate.Known(x * h)
	}, "method", "dt")(ts)
}

// sameNoise numbers the rows of a method whose ε(n)Δt are equal to a percent, by the column level.
func sameNoise(r claim.Rows) claim.Rows {
	return r.Put("level", func(r claim.Row) (level any) {
		r.Matches(r.In, []string{"method"}, func(s claim.Row) {
			if level == nil && math.Abs(noise(r)/noise(s)-1) < 0.01 {
				level = noise(s)
			}
		})
		return level
	})
}

// batchParts are the contributions of mini-batches to the error of SGLD at the same ε(n)Δt.
var batchParts = claim.From("study-slopes", "run", "equal", "quantity", "batch part")

// sameAtEqualNoise compares rows at equal levels and different Δt with the one that is known best.
func sameAtEqualNoise(of, text string, rows claim.Rows) claim.Criterion {
	best := rows.First("stderr", "method", "level").First("dt", "method", "level")
	return claim.Criterion{
		Of: of, Is: bound.Same, Text: text,
		Rows: func(ts *claim.Tables) *table.Table {
			b := best(ts)
			return rows.Filter(func(r claim.Row) bool {
				return b.Where("method", r.Cell("method"), "level", r.Cell("level"),
					"dt", r.Cell("dt")).Len() == 0
			})(ts)
		},
		Over: best, By: []string{"method", "level"},
	}
}

// nextTerm is the remainder of the errors after the leading order, over (ε(n)Δt)², for small
// batches, where it is known to 25 %.
var nextTerm = sameNoise(claim.From("study-slopes", "quantity", "next term per (ε(n)Δt)²").
	AtMost("n", mixtureData/10).Resolved(4))
