package claims

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const mixtureData = 200 // of Figure 4

// mixtureErrors are the L¹ errors at the points of Figure 4.
var mixtureErrors = claim.From("fig04", "quantity", "L1", "source", table.Simulation)

// The errors of Figure 4 and of the runs beside it with the signs of the leading order, and that
// order, where it is below 0.5.
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

// slopesOfSets are the predicted slopes of other data sets, normsOfSets the norms of their Σ_x.
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

// withAllData are the errors with all data: simulated, or predicted where noise hides them.
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

// sameAtEqualNoise compares rows at equal levels with the one that is known best, of exact ones
// with that of the least Δt.
func sameAtEqualNoise(of, text string, rows claim.Rows) claim.Criterion {
	best := rows.First("stderr", "method", "level").First("dt", "method", "level")
	return claim.Criterion{
		Of: of, Is: bound.Same, Text: text, Rows: rows.Without(best, "method", "level", "dt"),
		Over: best, By: []string{"method", "level"},
	}
}

// nextTerm is the error beyond the leading order over (ε(n)Δt)², where it is known to 25 %.
var nextTerm = sameNoise(claim.From("study-slopes", "quantity", "next term per (ε(n)Δt)²").
	AtMost("n", mixtureData/10).Resolved(4))

var section3_3_2 = []claim.Criterion{
	{
		Of: "S3.3.1-2 a", Is: bound.Below(1e-10),
		Rows: claim.From("fig15", "quantity", "gradient of the squared distance"),
		Text: "largest entry of the gradient of ‖Σ_x − M‖²: ",
	},
	{
		Of: "S3.3.1-2 b", Rows: projections("full"), Over: projections("diagonal"),
		By: []string{"K"}, Is: bound.Below(1),
		And: []claim.Criterion{{
			Rows: projections("diagonal"), Over: projections("scalar"), By: []string{"K"},
			Is: bound.Below(1),
		}},
		Text: "projection error, full over diagonal and diagonal over scalar: ",
	},
	varies("S3.3.2-2 a", "95 %", bound.Clearly), variesX("S3.3.2-2 b", "95 %", bound.Clearly),
	{
		Of: "S3.3.2-3", Is: bound.Exponent(-0.5), Text: "exponent in Nd: ",
		Rows: claim.From("study-covariance", "quantity", "relative distance of Sigma_x",
			"source", table.Simulation).Reduce(power("ndata")),
	},
	aboutNorm("S3.3.2-8 a", "scalar", scalarNorm), aboutNorm("S3.3.2-8 b", "full", fullNorm),
	{Of: "S3.3.2-8 c", Judge: bothNorms},
}

// The norms of section 3.3.2.
const (
	scalarNorm = 1.75 // ‖Σ_x − s* I‖
	fullNorm   = 0.57 // ‖Σ_x − Σ̄‖
)

// projections are the distances of Σ_x from constant matrices, otherNorms those of other data sets.
func projections(friction string) claim.Rows {
	return claim.From("fig15", "quantity", "projection error", "friction", friction, "K", 0)
}

func otherNorms(friction string) claim.Rows {
	return claim.From("fig15", "quantity", "projection error of another data set",
		"friction", friction)
}

// aboutNorm decides by the data sets whether a distance is about that of the paper.
func aboutNorm(of, friction string, norm float64) claim.Criterion {
	return claim.Criterion{
		Of: of, Sets: "set", Rows: otherNorms(friction), Is: bound.About(norm),
		Reports: ofFigure(projections(friction)),
	}
}

// varies compares the largest diagonal entries of Σ in a region with the least, variesX those of
// Σ_x for other data sets.
func varies(of, region string, is bound.Interval) claim.Criterion {
	return claim.Criterion{
		Of: of, Rows: variation(region, "value"), Is: is,
		Text: "over the least where π has " + region + " of its mass: ",
	}
}

func variesX(of, region string, is bound.Interval) claim.Criterion {
	return claim.Criterion{
		Of: of, Sets: "set", Is: is,
		Rows:    claim.From("study-covariance", "region", region).Starts("largest over least Sigma_x"),
		Reports: ofFigure(variation(region, "data")),
	}
}

// variation is the largest over the least diagonal entry of Σ, or of Σ_x in the column data.
func variation(region, column string) claim.Rows {
	entry := func(quantity string) claim.Rows {
		return numbers(claim.From("study-covariance", "region", region, "quantity", quantity), column)
	}
	return entry("largest Sigma11").Per(entry("least Sigma11"), "region").
		And(entry("largest Sigma22").Per(entry("least Sigma22"), "region"))
}

// numbers takes the numbers of Figure 6 in a column as values.
func numbers(r claim.Rows, column string) claim.Rows {
	return r.Map(func(r claim.Row) estimate.Estimate { return estimate.Known(r.Float(column)) }).
		Put("data", func(claim.Row) any { return nil })
}

// bothNorms decides whether the paper's norms are a pair that data sets of the distribution have.
func bothNorms(ts *claim.Tables) (verdict, measured string) {
	x, y := otherNorms("scalar")(ts).Floats("value"), otherNorms("full")(ts).Floats("value")
	if len(x) < 10 {
		return claim.Undecided, fmt.Sprintf("%d data sets", len(x))
	}
	u := (scalarNorm - stat.Mean(x, nil)) / stat.StdDev(x, nil)
	v := (fullNorm - stat.Mean(y, nil)) / stat.StdDev(y, nil)
	r := stat.Correlation(x, y, nil)
	chi := claim.ChiSquare{Value: (u*u - 2*r*u*v + v*v) / (1 - r*r), Dof: 2}
	return chi.Judge(fmt.Sprintf("the norms %g and %g are %+.2f and %+.2f standard deviations "+
		"from the means over %d data sets, with a correlation of %.2f: ",
		scalarNorm, fullNorm, u, v, len(x), r))
}
