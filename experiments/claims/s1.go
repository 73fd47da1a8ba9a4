package claims

import (
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

var section0 = []claim.Criterion{
	{
		Of: "S0-2 a", Name: "mixture", Sets: "set", Is: bound.Above(0.1),
		Rows: claim.From("study-covariance", "quantity", "relative deviation of Sigma_x"),
	},
	named("mixture", normality("S0-2 b", "fig02", 1, bound.Above(bound.CloseToNormal.Hi))),
	{
		Of: "S0-1 a", Is: bound.Same, Text: "mean of ξ less γ over ε(n)Δt Σ_x/2: ",
		Rows: ofGaussian("fig05", "", "xi").AtMost("s", sAlike).
			Filter(func(r claim.Row) bool { return added(r) >= 0.1 }).
			Map(func(r claim.Row) estimate.Estimate {
				return r.Minus(r.Float("gamma")).Times(1 / added(r))
			}),
	}, {
		Of: "S1-2 a", Noise: nearlyFrozen(ofGaussian("fig05", "", "growth of xi")),
		Text: "E p² − 1 over the D's, from the growth of ξ: ",
	}, {
		Of: "S1-2 b", Rows: nearlyFrozen(laws("D of p")), Is: bound.CloseToNormal,
		Text: "D of p at the last D of a step: ",
	}, {
		Of: "S2.2-5 a", Rows: bothSamplings.Where("sampling", "with"),
		Over: bothSamplings.Where("sampling", "without"),
		By:   []string{"epsilon", "dt"}, Is: bound.Same, Chi: true,
		Text: "error with over error without replacement: ",
	},
	{Of: "S0-1 b", Rows: corrected("full"), Is: bound.Same, Text: "(ξ̄ − γ)/(ε(n)Δt Σ̄/2): "},
	{Of: "S0-1 c", Rows: corrected("scalar"), Is: bound.Same, Text: "(ξ̄ − γ)/(ε(n)Δt Σ̄/2): "},
	{
		Of: "S1-2 a", Noise: nearlyFrozen(ofP.Starts("mean of pp - 1")),
		Text: "E(p_i p_j) − δ_ij over the D's, from the slope of ξ: ",
	}, {
		Of: "S1-2 b", Rows: nearlyFrozen(ofP.Starts("D of p")), Is: bound.CloseToNormal,
		Text: "D of p at the last D of a step: ",
	}, {
		Name: "velocities with a scalar friction",
		Rows: sizeOver(ofP.Where("friction", "scalar", "quantity", "pp at the last D 12"),
			func(claim.Row) float64 { return 1 }),
		Is: bound.Above(0.1), Rule: claim.Somewhere, Text: "|E(p₁p₂)|: ",
	}, {
		Of: "S1-6 a", Rows: perNorm(adl("scalar").And(adl("diagonal"))),
		Over: perNorm(adl("full")), Is: bound.Same,
		Text: "error over that of a full ξ, over the ratio of the norms: ",
	}, {
		Of: "S2.2-5 b", Rows: l1("study-replacement", "replacement"),
		Over: l1("study-replacement", "replacement").Along("epsilon", everyAdL("L1"), "friction", "dt"),
		By:   []string{"friction", "n", "dt"}, Is: bound.Same, Chi: true,
		Text: "errors with replacement over those without: ",
	}, {
		Of: "S2.4.3-1 b", Rows: slopePerNorm.Last("value"), Over: slopePerNorm.First("value"),
		By: once, Is: bound.Controlled,
		Text: "slope per norm, largest over least of the data sets: ",
	}, {
		Of: "S2.5.2-6 a", Rows: outsidePosterior, Over: resolved.First("value"), By: once,
		Is: bound.Rest, Text: "mass of π outside over the least error of two standard errors: ",
	}, {
		Of: "S2.5.2-6 b", Rows: everyAdL("outside"), Over: everyAdL("L1"), Is: bound.Rest,
		By: []string{"friction", "n", "dt"}, Text: "mass outside over the error: ",
	},
	{
		Of: "S0-2 a", Name: "logistic", Is: bound.Above(0.1), Rows: marginal("change of Sigma"),
		Text: "mean of ‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "logistic", Is: bound.Above(0.02), Rows: marginal("D of Z at n = 1"),
		Text: "D of a component of Z: ",
	},
	{
		Of: "S0-2 a", Name: "network", Is: bound.Above(0.1), By: []string{"data"},
		Rows: output("Sigma less its mean"), Over: output("norm of mean Sigma"),
		Text: "‖Σ_x − Σ̄‖/‖Σ̄‖: ",
	}, {
		Of: "S0-2 b", Name: "network", Is: bound.Above(0.02), Rows: output("D of a datum"),
		Text: "least D over the components of the gradient, n = 1: ",
	},
}

// bothSamplings are the errors on the variance of both samplings at the same ε(n).
var bothSamplings = ofGaussian("study-samplings", "samplings", "variance error")

// ofP are the rows about the distribution of p on the mixture.
var ofP = claim.From("study-velocities", "method", "momentum")

// slopePerNorm are the slopes of the errors over the norms, for three data sets.
var slopePerNorm = perNorm(slopesOf(adl("full").And(l1("study-data", "other data")), "data"))

// corrected are ξ̄ − γ over ε(n)Δt Σ̄/2, for every entry where that is 0.1 or more.
func corrected(friction string) claim.Rows {
	return func(ts *claim.Tables) *table.Table {
		seed, entry := ownSeed(ts), map[string]float64{}
		for _, e := range []string{" 11", " 12", " 22"} {
			entry[e] = ofData(ts, "mean of Sigma"+e, seed)
		}
		entry[""] = (entry[" 11"] + entry[" 22"]) / 2
		half := func(r claim.Row) float64 {
			return noise(r) / 2 * entry[strings.TrimPrefix(r.Cell("quantity"), "xi")]
		}
		return claim.From("fig07", "method", "AdL", "friction", friction, "source", table.Simulation).
			Starts("xi").AtMost("s", sAlike).
			Filter(func(r claim.Row) bool { return math.Abs(half(r)) >= 0.1 }).
			Map(func(r claim.Row) estimate.Estimate {
				if r.Cell("quantity") != "xi 12" {
					r.Value-- // γ = 1
				}
				return r.Times(1 / half(r))
			})(ts)
	}
}

// outsidePosterior is the mass of π outside the histogram.
var outsidePosterior = onOwnData(claim.From("study-data", "quantity", "posterior outside"))

// resolved are the errors that are not noise.
var resolved = adl("full").And(adl("scalar")).Resolved(2)

var section1 = []claim.Criterion{
	dominates("S1-1 a", "SGLD", bound.MuchLarger, almostAll),
	overAllData("S1-1 b", bound.Above(1+3), 0.9*mixtureData, "SGLD"),
	varies("S1-4 a", "99 %", bound.MuchLarger), variesX("S1-4 b", "99 %", bound.MuchLarger),
	{
		Of: "S1-5", Is: bound.Controlled, By: once,
		Rows: perProjection(slopesOf(own(errors14()), "friction", "K", "eta")),
		Over: perProjection(slopesOf(runs14("Langevin", "L1"))),
		Text: "slope per norm over that of Langevin dynamics: ",
	},
	perNormOverAdL("S1-6 b", bound.Same, 3),
	perNormOverAdL("S1-6 c", bound.Same, 15),
	perNormOverAdL("S1-6 d", bound.Same, 35),
}

// once are no columns: one row is the partner of all.
var once = []string{}
