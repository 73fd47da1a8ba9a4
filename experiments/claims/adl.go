package claims

import (
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/mixture"
	"adl/pkg/operations"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Bounds of the criterion s of the noise of a step.
const (
	sAlike  = 0.05 // the lemma, about continuous time, also holds for the scheme
	sFrozen = 0.5  // ξ is nearly frozen at its mean
)

// ofGaussian returns a quantity of a run on the Gaussian posterior; those of Figure 5 have no name.
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
		mirroredErrors, bothSamplings))
)

// otherErrors are the exact errors of SGLD and Langevin dynamics.
var otherErrors = claim.From("fig05", "quantity", "variance error", "source", table.Exact)

func nearlyFrozen(r claim.Rows) claim.Rows { return r.AtMost("s", sFrozen) }

// withBatches keeps the rows with ε(n) > 0.
func withBatches(r claim.Rows) claim.Rows {
	return r.Filter(func(r claim.Row) bool { return r.Float("epsilon") > 0 })
}

// step is the error of the time step alone, −aΔt²/4, and batchPart the rest of an error.
func step(r claim.Row) float64 {
	return -r.Float("a") * r.Float("dt") * r.Float("dt") / 4
}

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

// added is the contribution of batches, ε(n)Δt Σ_x/2, to the mean A = γ + ε(n)Δt Σ_x/2 of ξ.
func added(r claim.Row) float64 { return noise(r) * r.Float("v") / 2 }

func meanOfXi(r claim.Row) float64     { return r.Float("gamma") + added(r) }
func inverseOfEta(r claim.Row) float64 { return 1 / r.Float("eta") }

// langevinError is the exact error of Langevin dynamics.
func langevinError(r claim.Row) float64 {
	law := exact.Gaussian{A: r.Float("a"), V: r.Float("v")}
	return law.Langevin(r.Float("epsilon"), r.Float("gamma"), r.Float("dt"))
}

// exponent fits a power of a column to values of one sign. It is NaN unless that varies by a ratio.
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

// l1 returns the simulated L¹ errors on θ₁ of a method on the mixture.
func l1(from, method string, conditions ...any) claim.Rows {
	return claim.From(from, "method", method, "quantity", "L1", "source", table.Simulation).
		Where(conditions...)
}

// adl returns the errors with a friction at the points of Figure 7, ofAdL any quantity there.
func adl(friction string) claim.Rows { return ofAdL(friction, "L1") }

func ofAdL(friction, quantity string) claim.Rows {
	name := "fig07"
	if friction == "diagonal" {
		name = "study-methods"
	}
	return claim.From(name, "method", "AdL", "friction", friction, "quantity", quantity,
		"source", table.Simulation)
}

// everyAdL returns a quantity with every form of ξ.
func everyAdL(quantity string) claim.Rows {
	return ofAdL("full", quantity).And(ofAdL("diagonal", quantity), ofAdL("scalar", quantity))
}

// atAllSteps returns the errors at other time steps as well.
func atAllSteps(friction string) claim.Rows {
	return adl(friction).And(l1("study-time-step", "AdL, steps", "friction", friction))
}

// fullBatch returns the errors with n = Nd.
func fullBatch(friction string) claim.Rows {
	return l1("study-time-step", "all data", "friction", friction)
}

// others are the errors of the methods that Adaptive Langevin dynamics is compared with.
var others = l1("study-methods", "SGLD").And(l1("study-methods", "Langevin"))

// ownSeed is the seed of the data of Figure 7.
func ownSeed(ts *claim.Tables) uint64 {
	var s struct{ Data struct{ Seed uint64 } }
	ts.Spec("fig07", &s)
	return s.Data.Seed
}

// ofData looks up an exact number of a data set.
func ofData(ts *claim.Tables, quantity string, seed any) float64 {
	x, _ := ts.Table("study-data").Lookup("value", "quantity", quantity, "data", seed, "method", nil)
	return x
}

// norm is ‖Σ_x − S*‖ for a form of ξ.
func norm(ts *claim.Tables, friction string, seed any) float64 {
	return ofData(ts, mixture.DistanceName(study.Friction(friction)), seed)
}

// normsOf are those of the data sets, perNorm divides values by them.
func normsOf(friction string) claim.Rows {
	return claim.From("study-data", "quantity", mixture.DistanceName(study.Friction(friction)),
		"method", nil).Put("friction", func(claim.Row) any { return friction })
}

func perNorm(r claim.Rows) claim.Rows {
	return r.Per(normsOf("full").And(normsOf("diagonal"), normsOf("scalar")), "friction", "data")
}

// predicted is the error with all data to leading order in Δt.
var predicted = claim.From("study-time-step", "method", "all data", "quantity", "L1",
	"source", table.Prediction).Map(size)

// batchErrors returns what batches add to small errors.
func batchErrors(friction string) claim.Rows { return adl(friction).Small().Minus(predicted, "dt") }

// setsOf returns a quantity of the data sets that no figure uses.
func setsOf(quantity string) claim.Rows {
	return func(ts *claim.Tables) *table.Table {
		var s struct {
			Sets struct{ Seed, Count float64 }
		}
		ts.Spec("study-data", &s)
		return claim.From("study-data", "quantity", quantity, "source", table.Exact).
			AtLeast("data", s.Sets.Seed).AtMost("data", s.Sets.Seed+s.Sets.Count-1)(ts)
	}
}

// median returns the middle one of numbers, NaN if there are none.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(x))[len(x)/2]
}
