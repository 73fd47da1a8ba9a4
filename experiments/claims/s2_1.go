package claims

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section2_1 = []claim.Criterion{
	{
		Of: "S2.1-1 a", Is: bound.Exponent(-0.5),
		Rows: gaussian("standard error of the mean").Reduce(power("T"), "method", "n"),
		Text: "exponent in T of the standard error of the mean of θ: ",
	},
	{
		Of:    "S2.1-1 b",
		Judge: normalMeans(gaussian("Shapiro–Wilk deviate of the means of replicas")),
	},
	{
		Of: "S2.1-1 a", Is: bound.Exponent(-0.5),
		Rows: claim.From("study-slopes", "run", "length", "quantity", "mean").
			Map(func(r claim.Row) estimate.Estimate {
				return estimate.Estimate{
					Value: r.StdErr, StdErr: r.StdErr / math.Sqrt(2*(lengthReplicas-1)),
				}
			}).Reduce(power("T"), "n"),
		Text: "exponent in T of the standard error of the mean of θ₁: ",
	},
	{
		Of: "S2.1-1 b",
		Judge: normalMeans(claim.From("study-slopes", "run", "length",
			"quantity", "Shapiro–Wilk deviate of the means of replicas").Last("T", "n")),
	},
	orderInStep("S2.1-2 a", "SGLD", 1), orderInStep("S2.1-2 b", "Langevin", 2),
	predictedSlope("S2.1-2 c", "SGLD", "dt"), predictedSlope("S2.1-2 d", "Langevin", "dt^2"),
}

// lengthReplicas are those of the runs of different lengths of Figure 4.
const lengthReplicas = 256

// power returns a function that fits a power of a column.
func power(column string) func(*table.Table) estimate.Estimate {
	return func(t *table.Table) estimate.Estimate {
		if t.Len() < 2 {
			return estimate.Unknown()
		}
		l, err := estimate.FitPower(t.Floats(column), t.Floats("value"), t.Floats("stderr"))
		if err != nil {
			return estimate.Unknown()
		}
		return l.Slope
	}
}

// normalMeans decides whether deviates of tests of normality are those of chance.
func normalMeans(rows claim.Rows) judge {
	return func(ts *claim.Tables, c claim.Part) claim.Part {
		t := rows.Where("status", table.OK)(ts)
		largest := rows.Largest()(ts)
		if largest.Len() == 0 {
			return claim.Judged(c, claim.Undecided, "no point")
		}
		verdict, z := claim.Holds, largest.Float(0, "value")
		chance := distuv.UnitNormal.Quantile(1 - claim.Level/float64(t.Len()))
		if z > chance {
			verdict = claim.Fails
		}
		return claim.Judged(c, verdict, "the largest of %d normal deviates of W: %.2f (%s); noise "+
			"explains %.2f", t.Len(), z, claim.Labels(t)(claim.RowOf(largest, 0)), chance)
	}
}

// orderInStep compares the exponent in Δt of the error with all data with a weak order.
func orderInStep(of, method string, order float64) claim.Criterion {
	return claim.Criterion{
		Of: of, Is: bound.Exponent(order),
		Rows: smallSteps(method).Where("epsilon", 0).Filter(func(r claim.Row) bool {
			return r.Float("a")*r.Float("dt") <= 0.1
		}).Exponents("dt", "gamma"),
		Text: "exponent in Δt of the exact error with all data: ",
	}
}
