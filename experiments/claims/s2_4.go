package claims

import (
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
)

var section2_4 = []claim.Criterion{
	claim.Criterion{
		Of: "S2.4.2-1 a", Is: bound.Same,
		Rows: sizeOver(batches.Where("method", "Langevin"), firstOrder),
		Text: "exact slope in ε(n)Δt over the predicted one, v/(2γ): ",
	}.ConfirmedBy(variance("method", "Langevin")),
	predictedSlope("S2.4.2-1 b", "Langevin", "epsilon dt"),

	dominates("S2.4.2-2 a", "Langevin", bound.MuchLarger, almostAll),
	overAllData("S2.4.2-2 b", bound.Above(1+3), 0.9*mixtureData, "Langevin").
		ConfirmedBy(simulatedSlopes.Where("method", "Langevin", "per", "dt^2").
			Minus(predictedSlopes, "method", "per")),

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

	alike("S2.4.2-4 a", exactVariance, bound.SameOrder).ConfirmedBy(variance()),
	alike("S2.4.2-4 b", mixtureErrors, bound.SameOrder),

	claim.Criterion{
		Of: "S2.4.2-5", Rows: forces(1), Over: oabao, By: []string{"dt"},
		Is: bound.Similar, Text: "slope in ε(n)Δt over that of OABAO: ",
	}.And(claim.Criterion{
		Rows: forces(1).First("dt"), Over: oabao, By: []string{"dt"}, Is: bound.Same,
	}).Reporting("of words with two B's that share a batch ",
		exactly("slope in ε(n)Δt with one batch a step").First("dt").Per(oabao, "dt")).
		Reporting("that have a batch each ", forces(2).First("dt").Per(oabao, "dt")),

	{
		Of: "S2.4.3-1 a", Is: bound.Controlled, By: once,
		Rows: slopePerSigma.Largest(), Over: slopePerSigma.Least(),
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
