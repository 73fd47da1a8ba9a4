package claims

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
)

// Section 3.2.3: Adaptive Langevin dynamics on the Gaussian posterior, Figure 5.
var section3_2_3 = []claim.Criterion{
	notAffected("a", 1e-3), notAffected("b", 2e-3), notAffected("c", 5e-3),
	{
		Of: "S3.2.3-1 d", Rows: sizeOver(withBatches(varianceErrors), step).AtMost("dt", 5e-3),
		Is:      bound.Below(2),
		Confirm: nearlyFrozen(varianceErrors.And(inertiaErrors)).AtMost("dt", 5e-3),
		Text:    "error over the part due to the time step, frozen ξ: ",
	}, {
		Of: "S3.2.3-2", Rows: affected.Exactly().And(affected), Is: bound.Above(1),
		Text: "part due to batches over part due to the time step, frozen ξ and simulated: ",
	},
	claim.Criterion{Of: "S3.2.3-3", Judge: notAsymptotic}.ConfirmedBy(nearlyFrozen(varianceErrors)),
	{
		Of: "S3.2.3-4 a", Rows: smallN, Over: otherErrors, Is: bound.MuchSmaller, Confirm: smallN,
		Text: "error with a frozen ξ over theirs, which are exact: ",
	}, {
		Of: "S3.2.3-4 b", Rows: smallN, Over: otherErrors, By: []string{"n"}, Steps: threeToFive,
		Is: bound.MuchSmaller, Confirm: smallN,
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
		Confirm: nearlyFrozen(varianceErrors.And(inertiaErrors)).Where("dt", dt),
		Text:    "part due to batches over part due to the time step, frozen ξ: ",
	}
}

// affected are the parts at the least n that has a stationary state, for the larger Δt.
var affected = overStep.Filter(func(r claim.Row) bool {
	return r.Float("dt") >= 8e-3 && r.Cell("exact") != ""
}).First("n", "dt")

// notAsymptotic compares the exponents of Δt in the part due to batches below and above.
func notAsymptotic(ts *claim.Tables, c claim.Part) claim.Part {
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
	verdict := claim.Undecided
	switch {
	case texts == "":
	case least > 0.5:
		verdict = claim.Holds
	case most < 0.1:
		verdict = claim.Fails
	}
	return claim.Judged(c, verdict, "exponents of Δt in the part due to batches, frozen ξ, up to "+
		"0.005 and from 0.008 on:%s", texts)
}
