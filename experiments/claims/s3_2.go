package claims

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Adaptive Langevin dynamics when Σ_x is constant, and its discretization.
var section3_2 = []claim.Criterion{
	{Of: "S3.2.1-1 a", Points: exactInTheLimit, Confirm: sameAErrors},
	{
		Of: "S3.2.1-1 b", Noise: correlations,
		Text: "correlations of ξ in the middle of a step with θ² and p²: ",
	}, {
		Of: "S3.2.1-2 a", Rows: sizeOver(xiOfEta("xi"), meanOfXi), Is: bound.Same,
		Noise: xiOfEta("xi"), Text: "mean of ξ over A: ",
	}, {
		Of: "S3.2.1-2 b", Rows: sizeOver(xiOfEta("var xi"), inverseOfEta), Is: bound.Same,
		Noise: xiOfEta("var xi"), Text: "variance of ξ over 1/η: ",
	}, {
		Of: "S3.2.1-2 c", Rows: laws("D of xi").AtMost("s", sAlike), Is: bound.CloseToNormal,
		Text: "one entry, which has no correlation; D of ξ: ",
	}, {
		Of: "S3.2.1-3", Rows: compensated.Exactly().And(compensated), Is: bound.Rest,
		Text: "part due to batches over Langevin's error, frozen ξ and simulated: ",
	},
	advised("a", "theta"), advised("b", "theta^2"),
	withinBound("S3.2.2-1", varianceErrors, func(eps float64) float64 {
		return 1 + eps*math.Sqrt(eps)
	}),
	withinBound("S3.2.2-2 a", mirroredErrors, func(eps float64) float64 { return 1 + eps }),
	{
		Of:    "S3.2.2-2 b",
		Noise: nearlyFrozen(ofGaussian("study-symmetric", "symmetric data", "third moment")),
		Text:  "symmetric data, third moments: ",
	},
	ofOrder("S3.2.2-3 a", batchPart(frozenErrors.Exactly()), allFrozen),
	ofOrder("S3.2.2-3 b", thirdMoments, nearlyFrozen(laws("third moment"))),
	{
		Of: "S3.2.2-3 c", Rows: frozenErrors, Over: otherErrors, Is: bound.Below(1),
		Exact: true, Confirm: frozenErrors,
		Text: "error with a frozen ξ over theirs, which are exact: ",
	}, {
		Name: "frozen ξ",
		Rows: batchPart(withBatches(everFrozen)).Where("status", table.OK).Reduce(overExact),
		Is:   bound.Same, Noise: everFrozen, Text: "ratio ",
	}, {
		Name: "ξ nearly independent",
		Rows: correlations, Is: near(0, 0.01),
	}, {
		Name: "velocities within a step",
		Rows: heated, Is: bound.Same,
	}, {
		Name: "no stationary state",
		Rows: perExact(ofGaussian("fig05", "", "growth of xi").Where("status", table.Runaway).
			AtLeast("s", 1).Accept(table.Runaway)),
		Is: bound.Above(0.9), Text: "growth over the least: ",
	},
	{
		Of: "S3.2.1-2 a", Rows: lawOfXi(table.Simulation, "xi"), Over: lawOfXi(table.Prediction, "xi"),
		By: []string{"quantity", "friction", "eta", "n"}, Is: bound.Same, Chi: true,
		Text: "mean of ξ over A: ",
	}, {
		Of: "S3.2.1-2 b", Rows: lawOfXi(table.Simulation, "var xi").Map(lessLemma),
		Is: near(0, 0.1), Chi: true,
		Text: "variance of ξ over that of the lemma, less 1: ",
	}, {
		Of: "S3.2.1-2 c", Rows: lawOfXi(table.Simulation, "D of xi"), Is: bound.CloseToNormal,
		Noise: lawOfXi(table.Simulation, "correlation"), Text: "D of the entries of ξ, correlations: ",
	}, {
		Of: "S3.2.2-5 c", Is: near(1, 0.5),
		Rows: claim.From("study-order", "method", "order", "quantity", "gradients a step"),
		Text: "evaluations of the gradient in a step: ",
	},
}

// xiOfEta are the measurements of ξ for several η.
func xiOfEta(quantity string) claim.Rows {
	return ofGaussian("fig05", "", quantity).And(ofGaussian("study-xi", "inertia", quantity)).
		AtMost("s", sAlike)
}

// laws are the quantities of the distributions of ξ, p and θ.
func laws(quantity string) claim.Rows { return ofGaussian("study-xi", "laws", quantity) }

var correlations = laws("correlation of xi and theta^2").
	And(laws("correlation of xi and p^2")).AtMost("s", sAlike)

// compensated is the part due to batches over Langevin's error, for noise up to s near 1.
var compensated = sizeOver(batchPart(noisyErrors), langevinError)

// everFrozen are the errors of all runs, the longest among them.
var everFrozen = allFrozen.And(nearlyFrozen(longErrors))

// heated is (E p² − 1)/s after the kick.
var heated = nearlyFrozen(laws("mean of p^2")).
	AtLeast("s", sAlike).
	Map(func(r claim.Row) estimate.Estimate { return r.Minus(1).Times(1 / r.Float("s")) })

// thirdMoments are those of θ with a frozen ξ, for n ≤ Nd/10.
var thirdMoments = nearlyFrozen(claim.From("fig05", "run", "", "quantity", "third moment",
	"source", table.Prediction)).AtMost("n", 10)

// overExact is the factor between the values and the column exact, perExact that of each.
func overExact(t *table.Table) estimate.Estimate {
	exact := func(r claim.Row) float64 { return r.Float("exact") }
	return through(t, exact, estimate.FitOrigin).Slope
}

func perExact(r claim.Rows) claim.Rows {
	return r.Filter(func(r claim.Row) bool { return r.Cell("exact") != "" }).
		Map(func(r claim.Row) estimate.Estimate {
			return estimate.Ratio(r.Estimate, estimate.Known(r.Float("exact")))
		})
}

// lawOfXi are the quantities about ξ on the mixture that begin with a word.
func lawOfXi(source, word string) claim.Rows {
	return claim.From("study-xi-mixture", "method", "law", "source", source).Starts(word)
}

// lessLemma divides a variance by that of the lemma, 1/η or half of it off the diagonal.
func lessLemma(r claim.Row) estimate.Estimate {
	eta := r.Float("eta")
	if r.Cell("quantity") == "var xi 12" {
		eta *= 2
	}
	return estimate.Sub(r.Times(eta), estimate.Known(1))
}

// advised compares the statistical error at γ = η = 1 with the least of all.
func advised(part, of string) claim.Criterion {
	all := ofGaussian("study-gamma-eta", "asymptotic variance", "asymptotic variance of "+of)
	return claim.Criterion{
		Of: "S3.2.1-4 " + part, Rows: all.Where("gamma", 1, "eta", 1), Over: all.First("value"),
		By: once, Is: bound.Controlled,
		Text: "asymptotic variance at γ = η = 1 over the least: ",
	}
}

// withinBound compares errors with a bound that has the constant of n = Nd.
func withinBound(id string, errors claim.Rows, of func(eps float64) float64) claim.Criterion {
	return claim.Criterion{
		Of: id,
		Rows: sizeOver(withBatches(nearlyFrozen(errors)), func(r claim.Row) float64 {
			return of(r.Float("epsilon")) * step(r)
		}),
		Is: bound.Controlled, Exact: true, Confirm: nearlyFrozen(errors),
		Text: "error with a frozen ξ over the bound, whose constant is that of ε(n) = 0: ",
	}
}

// exactInTheLimit takes the exponents of Δt between neighbours with the same ε(n)Δt.
func exactInTheLimit(ts *claim.Tables, p *claim.Points) string {
	t := batchPart(sameAErrors.Exactly())(ts)
	last := map[float64]claim.Row{}
	for _, r := range claim.RowsOf(t) {
		x := math.Round(1e6 * noise(r))
		if s, ok := last[x]; ok {
			k := math.Log(s.Value/r.Value) / math.Log(s.Float("dt")/r.Float("dt"))
			p.In(bound.Above(1.9), estimate.Known(k), fmt.Sprintf("ε(n)Δt = %g, Δt = %.3g to %.3g",
				x/1e6, s.Float("dt"), r.Float("dt")))
		}
		last[x] = r
	}
	return "exponent of Δt in the part due to batches, frozen ξ: "
}

// ofOrder compares the exponents of ε(n) and Δt in exact values with 3/2 and 2, over a factor of 4.
func ofOrder(of string, rows, confirm claim.Rows) claim.Criterion {
	points := func(ts *claim.Tables, p *claim.Points) string {
		t, text := rows(ts), "frozen ξ: "
		for _, x := range []struct {
			column, fixed, name string
			want                float64
		}{{"epsilon", "dt", "ε(n)", 1.5}, {"dt", "n", "Δt", 2}} {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, v := range t.Distinct(x.fixed) {
				if k := exponent(t.Where(x.fixed, v), x.column, 4); !math.IsNaN(k) {
					p.In(bound.Exponent(x.want), estimate.Known(k),
						fmt.Sprintf("of %s at %s = %s", x.name, x.fixed, v))
					lo, hi = min(lo, k), max(hi, k)
				}
			}
			text += fmt.Sprintf("exponents of %s %.2f to %.2f; ", x.name, lo, hi)
		}
		return text
	}
	return claim.Criterion{Of: of, Points: points, Confirm: confirm}
}

// Adaptive Langevin dynamics on the Gaussian posterior, Figure 5.
var section3_2_3 = []claim.Criterion{
	notAffected("a", 1e-3), notAffected("b", 2e-3), notAffected("c", 5e-3),
	{
		Of: "S3.2.3-1 d", Rows: sizeOver(withBatches(varianceErrors), step).AtMost("dt", 5e-3),
		Is: bound.Below(2), Exact: true,
		Confirm: nearlyFrozen(varianceErrors.And(inertiaErrors)).AtMost("dt", 5e-3),
		Text:    "error over the part due to the time step, frozen ξ: ",
	}, {
		Of: "S3.2.3-2", Rows: affected.Exactly().And(affected), Is: bound.Above(1),
		Text: "part due to batches over part due to the time step, frozen ξ and simulated: ",
	},
	{Of: "S3.2.3-3", Judge: notAsymptotic, Confirm: nearlyFrozen(varianceErrors)},
	{
		Of: "S3.2.3-4 a", Rows: smallN, Over: otherErrors, Is: bound.MuchSmaller,
		Exact: true, Confirm: smallN,
		Text: "error with a frozen ξ over theirs, which are exact: ",
	}, {
		Of: "S3.2.3-4 b", Rows: smallN, Over: otherErrors, By: []string{"n"}, Steps: threeToFive,
		Is: bound.MuchSmaller, Exact: true, Confirm: smallN,
		Text: "at 3 to 5 times their Δt, error with a frozen ξ over theirs, which are exact: ",
	}, {
		Name: "batches at the least n",
		Rows: sizeOver(batchPart(longErrors.Where("dt", 5e-3).AtMost("n", 2)), step),
		Is:   bound.Above(1), Text: "part due to batches over part due to the time step: ",
	},
}

// smallN are the errors for n well below Nd = 100.
var smallN = frozenErrors.AtMost("n", 89)

// threeToFive is a time step 3 to 5 times as large.
var threeToFive = bound.Interval{Lo: 2.99, Hi: 5.01}

// overStep is the part due to batches over that due to the time step.
var overStep = sizeOver(batchPart(withBatches(varianceErrors)), step)

// notAffected compares the two parts at a time step. A frozen ξ does not depend on η.
func notAffected(part string, dt float64) claim.Criterion {
	return claim.Criterion{
		Of: "S3.2.3-1 " + part, Rows: overStep.Where("dt", dt), Is: bound.Below(1),
		Exact: true, Confirm: nearlyFrozen(varianceErrors.And(inertiaErrors)).Where("dt", dt),
		Text: "part due to batches over part due to the time step, frozen ξ: ",
	}
}

// affected are the parts at the least n that has a stationary state, for the larger Δt.
var affected = overStep.Filter(func(r claim.Row) bool {
	return r.Float("dt") >= 8e-3 && r.Cell("exact") != ""
}).First("n", "dt")

// notAsymptotic compares the exponents of Δt in the part due to batches below and above.
func notAsymptotic(ts *claim.Tables) (verdict, measured string) {
	t := batchPart(nearlyFrozen(varianceErrors).Exactly())(ts)
	least, most, texts := math.Inf(1), 0.0, ""
	for _, n := range []int{1, 2, 5} {
		u := t.Where("n", n)
		below := exponent(u.Filter(func(i int) bool { return u.Float(i, "dt") <= 5e-3 }), "dt", 1.2)
		above := exponent(u.Filter(func(i int) bool { return u.Float(i, "dt") >= 8e-3 }), "dt", 1.2)
		if d := math.Abs(above - below); !math.IsNaN(d) {
			least, most = min(least, d), max(most, d)
			texts += fmt.Sprintf(" %.2f and %.2f (n = %d)", below, above, n)
		}
	}
	return decided(texts != "" && least > 0.5, texts != "" && most < 0.1),
		"exponents of Δt in the part due to batches, frozen ξ, up to 0.005 and from 0.008 on:" + texts
}
