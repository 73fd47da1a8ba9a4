package claims

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const gaussianData = 100 // of Figure 3

// gaussian returns what was simulated of the Gaussian posterior, beside the exact values.
func gaussian(quantity string, conditions ...any) claim.Rows {
	return claim.Union("fig03", "study-weak-order").
		Where("quantity", quantity, "source", table.Simulation).Where(conditions...)
}

// variance is that of the error on the variance.
func variance(conditions ...any) claim.Rows { return gaussian("variance error", conditions...) }

// The exact error on the variance in Figure 3 with batches, with all data, and the difference.
var (
	exactVariance = withBatches(variance().Exactly())
	allData       = exactly("variance error at n = Nd", "sampling", "without")
	batches       = exactVariance.Minus(allData, "method", "dt")
)

// exactly returns other exact rows.
func exactly(quantity string, conditions ...any) claim.Rows {
	return claim.From("study-weak-order", "quantity", quantity).Where(conditions...)
}

// smallSteps is the exact error as Δt → 0.
func smallSteps(method string) claim.Rows {
	return exactly("variance error at small Δt", "method", method)
}

var epsilons = exactly("ε(n)")

// firstOrder is the error on the variance to the first order in Δt (eqs. sigme_post_erreur_SGLD,
// sigme_post_erreur).
func firstOrder(r claim.Row) float64 {
	if r.Cell("gamma") != "" {
		return added(r) / r.Float("gamma")
	}
	return added(r) + r.Float("dt")*r.Float("a")/2
}

// leading is firstOrder with the term of order Δt² that Langevin dynamics has without batches.
func leading(r claim.Row) float64 {
	x := firstOrder(r)
	if r.Cell("gamma") != "" {
		x += step(r)
	}
	return x
}

// dominates compares the part of the error that batches cause, for n ≤ most, with the rest.
func dominates(of, method string, is bound.Interval, most float64) claim.Criterion {
	return claim.Criterion{
		Of: of, Over: allData, By: []string{"method", "dt"}, Is: is,
		Rows:    batches.Where("method", method).AtMost("n", most),
		Text:    "exact batch part of the error over the error with all data: ",
		Confirm: variance("method", method),
	}
}

// alike compares the errors of SGLD with those of Langevin dynamics.
func alike(
	of string, errors claim.Rows, is bound.Interval, and ...claim.Criterion,
) claim.Criterion {
	return claim.Criterion{
		Of: of, Rows: errors.Where("method", "SGLD"), Over: errors.Where("method", "Langevin"),
		By: []string{"sampling", "n", "dt"}, Is: is, And: and,
		Text: "error of SGLD over that of Langevin dynamics: ",
	}
}

// grows compares errors with those at the next smaller number in a column.
func grows(of string, errors claim.Rows, is bound.Interval, column, other string) claim.Criterion {
	return claim.Criterion{
		Of: of, Rows: errors, Less: errors.Shift(column, "method", "sampling", other),
		By: everyPoint, Is: is, Text: "differences of neighbours: ",
	}
}

var everyPoint = []string{"method", "sampling", "n", "dt"}

// bounded decides whether the error beyond the first order is bounded by a multiple of size(ε)Δt²
// as Δt → 0, uniformly in n: √10 times that of the largest n, at the largest Δt, where it is
// neither 0 nor infinite.
func bounded(of, method string, size func(eps float64) float64) claim.Criterion {
	rest := smallSteps(method).Map(func(r claim.Row) estimate.Estimate {
		rest := math.Abs(r.Value - firstOrder(r))
		if rest == 0 {
			return estimate.Known(0) // whatever the bound
		}
		dt := r.Float("dt")
		return estimate.Known(rest / (size(r.Float("epsilon")) * dt * dt))
	})
	finite := rest.Filter(func(r claim.Row) bool {
		return r.Value > 0 && !math.IsInf(r.Value, 0)
	})
	return claim.Criterion{
		Of: of, Rows: rest, Over: finite.Last("dt").Last("n", "gamma"),
		By: []string{"gamma"}, Is: bound.Controlled,
		Text: "rest over its bound, over that of the largest n for which it is finite and not 0: ",
	}
}

// equalNoise is the exact error at given ε(n)Δt, which the column level numbers.
var equalNoise = exactly("variance error at equal ε(n)Δt").
	Put("level", func(r claim.Row) any { return math.Round(noise(r)*1e9) / 1e9 })

// near is the bound of what equals x but for rounding, or within a limit.
func near(x, by float64) bound.Interval { return bound.Interval{Lo: x - by, Hi: x + by} }

// times returns the bound of a number that is x times as large.
func times(b bound.Interval, x float64) bound.Interval {
	return bound.Interval{Lo: b.Lo * x, Hi: b.Hi * x}
}
