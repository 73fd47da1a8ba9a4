package claims

import (
	"fmt"
	"math"
	"strings"

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
	return func(ts *claim.Tables) (verdict, measured string) {
		t := rows.Where("status", table.OK)(ts)
		largest := rows.Last("value")(ts)
		if largest.Len() == 0 {
			return claim.Undecided, "no point"
		}
		r := claim.RowOf(largest, 0)
		chance := distuv.UnitNormal.Quantile(1 - claim.Level/float64(t.Len()))
		return decided(!(r.Value > chance), true), fmt.Sprintf("the largest of %d normal deviates of "+
			"W: %.2f (%s); noise explains %.2f", t.Len(), r.Value, claim.Labels(t)(r), chance)
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

var section2_3 = []claim.Criterion{
	{
		Of: "S2.3.2-1 a", Is: bound.Same,
		Rows: sizeOver(
			exactVariance.Where("method", "SGLD").Small().Minus(allData, "method", "dt"), added),
		And: []claim.Criterion{{
			Rows: sizeOver(allData.Where("method", "SGLD").Small(), firstOrder), Is: bound.Same,
		}},
		Confirm: variance("method", "SGLD"),
		Text:    "exact slopes over the predicted ones, v/2 and a/2: ",
	},
	predictedSlope("S2.3.2-1 b", "SGLD", "dt", "epsilon dt"),
	bounded("S2.3.2-1 c", "SGLD", func(eps float64) float64 { return math.Pow(eps, 1.5) }),
	bounded("S2.3.2-1 d", "SGLD", func(eps float64) float64 { return 1 + math.Pow(eps, 1.5) }),

	{
		Of: "S2.3.2-2 a", Rows: otherSpread, Over: otherSpread.Shift("v"),
		By: []string{"v"}, Is: bound.Above(1), Text: "exact slope over that for the next smaller v: ",
	},
	{Of: "S2.3.2-2 b", Judge: largerNoise},

	confirmed(variance(), grows("S2.3.2-3 a", sizes, bound.Positive, "dt", "n")),
	confirmed(variance(), grows("S2.3.2-3 b", sizes, bound.Negative, "n", "dt")),
	grows("S2.3.2-3 a", mixtureErrors, bound.Positive, "dt", "n"),
	grows("S2.3.2-3 b", mixtureErrors, bound.Negative, "n", "dt"),

	mostly(dominates("S2.3.2-4 a", "SGLD", bound.OrdersLarger, gaussianData/10)),
	mostly(overAllData("S2.3.2-4 b", bound.Above(1+100), mixtureData/10, "SGLD")),

	named("the next term of the error is of order (ε(n)Δt)²",
		sameAtEqualNoise("", "over the one known best: ", nextTerm)),

	{
		Of: "S2.3.2-6 a", Rows: thirdMoment.Exponents("dt", "n"), Is: bound.Exponent(2),
		And: []claim.Criterion{{
			Rows: thirdMoment.First("dt").Per(exactly("E Z³"), "n").Exponents("epsilon"),
			Is:   bound.Exponent(1.5),
		}},
		Text: "exponents in Δt, and in ε(n) those over E[Z³], of the third central moment of θ: ",
	},
	{
		Of: "S2.3.2-6 b", Over: thirdMoment, Is: bound.Below(1e-9),
		Rows: exactly("third central moment for symmetric data", "method", "SGLD"),
		Text: "third central moment of θ for symmetric data over that for the data as given: ",
	},
}

var (
	sizes       = variance().Exactly().Map(size)
	otherSpread = exactly("slope in ε(n)Δt for other v")
	thirdMoment = exactly("third central moment", "method", "SGLD")
)

// largerNoise decides whether the predicted slope grows with the norm of Σ_x over data sets.
func largerNoise(ts *claim.Tables) (verdict, measured string) {
	slope := slopesOfSets("SGLD")(ts).Floats("value")
	norm := normsOfSets(ts).Floats("value")
	if len(slope) < 3 {
		return claim.Undecided, "no data sets"
	}
	rho, p := estimate.RankCorrelation(slope, norm)
	return decided(p < claim.Level, p > 1-claim.Level), fmt.Sprintf(
		"rank correlation of SGLD's predicted L¹ slope and ‖Σ_x‖ over %d data sets: %.2f, p = %.2g",
		len(slope), rho, p)
}

var section2_4 = []claim.Criterion{
	{
		Of: "S2.4.2-1 a", Is: bound.Same,
		Rows:    sizeOver(batches.Where("method", "Langevin"), firstOrder),
		Confirm: variance("method", "Langevin"),
		Text:    "exact slope in ε(n)Δt over the predicted one, v/(2γ): ",
	},
	predictedSlope("S2.4.2-1 b", "Langevin", "epsilon dt"),

	dominates("S2.4.2-2 a", "Langevin", bound.MuchLarger, almostAll),
	confirmed(simulatedSlopes.Where("method", "Langevin", "per", "dt^2").
		Minus(predictedSlopes, "method", "per"),
		overAllData("S2.4.2-2 b", bound.Above(1+3), 0.9*mixtureData, "Langevin")),

	{
		Of: "S2.4.2-3", Is: bound.Exponent(0),
		Rows: smallSteps("Langevin").Exponents("dt", "gamma", "n").
			Map(func(r claim.Row) estimate.Estimate {
				if r.Float("epsilon") == 0 {
					return estimate.Known(r.Value - 2)
				}
				return estimate.Known(r.Value - 1)
			}),
		Text: "exponent in Δt of the exact error, less 1, or less 2 with all data: ",
	},

	confirmed(variance(), alike("S2.4.2-4 a", exactVariance, bound.SameOrder)),
	alike("S2.4.2-4 b", mixtureErrors, bound.SameOrder),

	{
		Of: "S2.4.2-5", Rows: forces(1), Over: oabao, By: []string{"dt"}, Is: bound.Similar,
		And: []claim.Criterion{{
			Rows: forces(1).First("dt"), Over: oabao, By: []string{"dt"}, Is: bound.Same,
		}},
		Text: "slope in ε(n)Δt over that of OABAO: ",
		Reports: []claim.Report{{
			Text: "of words with two B's that share a batch ",
			Rows: exactly("slope in ε(n)Δt with one batch a step").First("dt").Per(oabao, "dt"),
		}, {
			Text: "that have a batch each ", Rows: forces(2).First("dt").Per(oabao, "dt"),
		}},
	},

	{
		Of: "S2.4.3-1 a", Is: bound.Controlled, By: once,
		Rows: slopePerSigma.Last("value"), Over: slopePerSigma.First("value"),
		Text: "largest over least predicted slope of Langevin dynamics per ‖Σ_x‖: ",
	},
	tempered("S2.4.3-2 a", variableTheta.Where("gamma", 1)),
	tempered("S2.4.3-2 b", variableP.Where("gamma", 1)),
	tempered("S2.4.3-2 c", variableTheta.And(variableP)),
}

const almostAll = 0.9*gaussianData - 1

var oabao = forces(1).Where("method", "OABAO")

// forces returns the slopes of the splittings with some number of B's.
func forces(number int) claim.Rows {
	return exactly("slope in ε(n)Δt").Filter(func(r claim.Row) bool {
		return strings.Count(r.Cell("method"), "B") == number
	})
}

var slopePerSigma = slopesOfSets("Langevin").Per(normsOfSets, "data set")

// The excess of the variances of θ and p that batches cause.
var (
	variableTheta = withBatches(smallSteps("Langevin"))
	variableP     = withBatches(exactly("variance error of p at small Δt"))
)

// tempered compares excess variances with 1/β − 1 (eq. beta_eff).
func tempered(of string, rows claim.Rows) claim.Criterion {
	return claim.Criterion{
		Of: of, Rows: sizeOver(rows, firstOrder), Is: bound.Same,
		Text: "exact excess of the variance over 1/β − 1: ",
	}
}
