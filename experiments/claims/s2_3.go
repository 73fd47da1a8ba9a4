package claims

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
)

var section2_3 = []claim.Criterion{
	claim.Criterion{
		Of: "S2.3.2-1 a", Is: bound.Same,
		Rows: sizeOver(
			exactVariance.Where("method", "SGLD").Small().Minus(allData, "method", "dt"), added),
		Text: "exact slopes over the predicted ones, v/2 and a/2: ",
	}.And(claim.Criterion{
		Rows: sizeOver(allData.Where("method", "SGLD").Small(), firstOrder), Is: bound.Same,
	}).ConfirmedBy(variance("method", "SGLD")),
	predictedSlope("S2.3.2-1 b", "SGLD", "dt", "epsilon dt"),
	bounded("S2.3.2-1 c", "SGLD", func(eps float64) float64 { return math.Pow(eps, 1.5) }),
	bounded("S2.3.2-1 d", "SGLD", func(eps float64) float64 { return 1 + math.Pow(eps, 1.5) }),

	{
		Of: "S2.3.2-2 a", Rows: otherSpread, Over: otherSpread.Shift("v"),
		By: []string{"v"}, Is: bound.Above(1), Text: "exact slope over that for the next smaller v: ",
	},
	{Of: "S2.3.2-2 b", Judge: largerNoise},

	grows("S2.3.2-3 a", sizes, bound.Positive, "dt", "n").ConfirmedBy(variance()),
	grows("S2.3.2-3 b", sizes, bound.Negative, "n", "dt").ConfirmedBy(variance()),
	grows("S2.3.2-3 a", mixtureErrors, bound.Positive, "dt", "n"),
	grows("S2.3.2-3 b", mixtureErrors, bound.Negative, "n", "dt"),

	mostly(dominates("S2.3.2-4 a", "SGLD", bound.OrdersLarger, gaussianData/10)),
	mostly(overAllData("S2.3.2-4 b", bound.Above(1+100), mixtureData/10, "SGLD")),

	named("the next term of the error is of order (ε(n)Δt)²",
		sameAtEqualNoise("", "over the one known best: ", nextTerm)),

	claim.Criterion{
		Of: "S2.3.2-6 a", Rows: thirdMoment.Exponents("dt", "n"), Is: bound.Exponent(2),
		Text: "exponents in Δt, and in ε(n) those over E[Z³], of the third central moment of θ: ",
	}.And(claim.Criterion{
		Rows: thirdMoment.First("dt").Per(exactly("E Z³"), "n").Exponents("epsilon"),
		Is:   bound.Exponent(1.5),
	}),
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
func largerNoise(ts *claim.Tables, c claim.Part) claim.Part {
	slope := slopesOfSets("SGLD")(ts).Floats("value")
	norm := normsOfSets(ts).Floats("value")
	if len(slope) < 3 {
		return claim.Judged(c, claim.Undecided, "no data sets")
	}
	verdict := claim.Undecided
	rho, p := estimate.RankCorrelation(slope, norm)
	switch {
	case p < claim.Level:
		verdict = claim.Holds
	case p > 1-claim.Level:
		verdict = claim.Fails
	}
	return claim.Judged(c, verdict,
		"rank correlation of SGLD's predicted L¹ slope and ‖Σ_x‖ over %d data sets: %.2f, p = %.2g",
		len(slope), rho, p)
}
