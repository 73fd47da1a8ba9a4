package claims

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/operations"
	"adl/pkg/table"
)

// The criterion s of the noise of a step up to which the lemma, about continuous time, also holds
// for the scheme, and up to which ξ is nearly frozen at its mean.
const (
	sAlike  = 0.05
	sFrozen = 0.5
)

// ofGaussian returns the simulated rows of a quantity of a run of Adaptive Langevin dynamics on the
// Gaussian posterior. The runs of Figure 5 itself have no name.
func ofGaussian(from, run, quantity string) claim.Rows {
	return claim.From(from, "run", run, "method", "AdL", "source", table.Simulation,
		"quantity", quantity)
}

// The errors on the variance, of Figure 5 and of all runs.
var (
	varianceErrors = ofGaussian("fig05", "", "variance error")
	frozenErrors   = withBatches(nearlyFrozen(varianceErrors))
	inertiaErrors  = ofGaussian("study-xi", "inertia", "variance error")
	sameAErrors    = ofGaussian("study-xi", "same A", "variance error")
	noisyErrors    = ofGaussian("study-xi", "any noise", "variance error")
	mirroredErrors = ofGaussian("study-symmetric", "symmetric data", "variance error")
	longErrors     = ofGaussian("study-frozen-xi", "frozen", "variance error")

	allFrozen = nearlyFrozen(varianceErrors.And(inertiaErrors, sameAErrors, noisyErrors,
		mirroredErrors, ofGaussian("study-samplings", "samplings", "variance error")))
)

// otherErrors are the exact errors of SGLD and Langevin dynamics.
var otherErrors = claim.From("fig05", "quantity", "variance error", "source", table.Exact)

func nearlyFrozen(r claim.Rows) claim.Rows { return r.AtMost("s", sFrozen) }

// withBatches keeps the rows with ε(n) > 0.
func withBatches(r claim.Rows) claim.Rows {
	return r.Filter(func(r claim.Row) bool { return r.Float("epsilon") > 0 })
}

// step is the error of the time step alone, −aΔt²/4.
func step(r claim.Row) float64 {
	return -r.Float("a") * r.Float("dt") * r.Float("dt") / 4
}

// batchPart returns what batches add to the error of the time step.
func batchPart(r claim.Rows) claim.Rows {
	return r.Map(func(r claim.Row) estimate.Estimate { return r.Minus(step(r)) })
}

// sizeOver divides the sizes of the values by numbers of their rows.
func sizeOver(r claim.Rows, of func(r claim.Row) float64) claim.Rows {
	return r.Map(func(r claim.Row) estimate.Estimate {
		e := r.Times(1 / of(r))
		e.Value = math.Abs(e.Value)
		return e
	})
}

// added is the contribution of batches to γ in the mean A of ξ of the lemma, ε(n)Δt Σ_x/2.
func added(r claim.Row) float64 { return noise(r) * r.Float("v") / 2 }

func meanOfXi(r claim.Row) float64     { return r.Float("gamma") + added(r) }
func inverseOfEta(r claim.Row) float64 { return 1 / r.Float("eta") }

// langevinError is the exact error of Langevin dynamics.
func langevinError(r claim.Row) float64 {
	law := exact.Gaussian{A: r.Float("a"), V: r.Float("v")}
	return law.Langevin(r.Float("epsilon"), r.Float("gamma"), r.Float("dt"))
}

// exponent fits the power of a column with which values grow. It is NaN unless the column varies by
// a factor of at least ratio, and all values have one sign.
func exponent(t *table.Table, column string, ratio float64) float64 {
	x, y := t.Floats(column), t.Floats("value")
	if len(x) < 2 || !(slices.Max(x) >= ratio*slices.Min(x)) {
		return math.NaN()
	}
	for i := range y {
		y[i] /= t.Float(0, "value")
	}
	return operations.Exponent(x, y)
}
