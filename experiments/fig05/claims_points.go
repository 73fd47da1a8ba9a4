package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/table"
)

// measured is a point of a run and the error on its variance.
type measured struct {
	sampling         string
	n, dt, eps, s    float64
	gamma, eta, v, a float64
	status           string
	ok               bool              // its status is
	error            estimate.Estimate // simulated
	frozen           float64           // if ξ is frozen, NaN where it cannot be
	step             float64           // the part that is there with all the data, −aΔt²/4
}

func (m measured) String() string { return fmt.Sprintf("n = %g, Δt = %.3g", m.n, m.dt) }

// batch is the part of the error that is due to the batches: simulated, and if ξ is frozen.
func (m measured) batch() estimate.Estimate { return estimate.Sub(m.error, claim.Exact(m.step)) }
func (m measured) batchFrozen() float64     { return m.frozen - m.step }

// a1 is the mean of ξ in Lemma lemmeADL, A = γ + ε(n)Δt Σ_x/2.
func (m measured) a1() float64 { return m.gamma + m.eps*m.dt*m.v/2 }

// langevin is the exact error of Langevin dynamics at the same point.
func (m measured) langevin() float64 {
	return exact.Gaussian{A: m.a, V: m.v}.Langevin(m.eps, m.gamma, m.dt)
}

// point reads row i of a table.
func point(t *table.Table, i int) measured {
	f := func(column string) float64 { return t.Float(i, column) }
	status := t.Cell(i, "status")
	return measured{
		sampling: t.Cell(i, "sampling"), status: status, ok: status == table.OK,
		n: f("n"), dt: f("dt"), eps: f("epsilon"), s: f("s"),
		gamma: f("gamma"), eta: f("eta"), v: f("v"), a: f("a"),
		error: t.Estimate(i), frozen: f("exact"), step: float64(-f("a")*f("dt")*f("dt")) / 4,
	}
}

// read returns the points of a run.
func read(t *table.Table, r run) (ms []measured) {
	t = t.Where("run", string(r), "quantity", "variance error", "source", table.Simulation)
	for i := range t.Len() {
		ms = append(ms, point(t, i))
	}
	return ms
}

// nearlyFrozen returns the points with s ≤ 1/2.
func nearlyFrozen(ms []measured) []measured {
	return filter(ms, func(m measured) bool { return m.s <= small })
}

func filter(ms []measured, keep func(measured) bool) (kept []measured) {
	for _, m := range ms {
		if keep(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// agreement is the sum of squares of the errors against those of a frozen ξ, at the points with a
// stationary state and s ≤ 1/2.
func agreement(ms []measured) (c claim.ChiSquare) {
	for _, m := range nearlyFrozen(ms) {
		if m.ok {
			c.Add(m.error, m.frozen)
		}
	}
	return c
}

// runs are those whose errors are compared with a frozen ξ.
var runs = []run{drawn, samplings, sameA, inertia, anyNoise, symmetric}

// everywhere is the agreement of all runs, which confirms what follows from the formula alone.
func everywhere(t *table.Table) (c claim.ChiSquare) {
	for _, r := range runs {
		c = c.Plus(agreement(read(t, r)))
	}
	return c
}

// quantity calls each for the rows of a quantity that was simulated, at s up to a bound, and
// excludes those whose status is not ok from points.
func quantity(
	t *table.Table, r run, name string, most float64, points *claim.Points,
	each func(m measured, e estimate.Estimate),
) {
	t = t.Where("run", string(r), "quantity", name, "source", table.Simulation)
	for i := range t.Len() {
		switch m := point(t, i); {
		case !(m.s <= most):
		case m.ok:
			each(m, m.error)
		default:
			points.Exclude(t.Cell(i, "status"), "%v", m)
		}
	}
}

// distinct returns the values of a number of the points, in their order.
func distinct(ms []measured, of func(measured) float64) (xs []float64) {
	seen := map[float64]bool{}
	for _, m := range ms {
		if x := of(m); !seen[x] {
			seen[x] = true
			xs = append(xs, x)
		}
	}
	return xs
}

func timeStep(m measured) float64  { return m.dt }
func batchSize(m measured) float64 { return m.n }
func epsilon(m measured) float64   { return m.eps }

// exponent fits the power of x with which y grows. It is NaN unless x varies by a factor of at
// least ratio and all y have one sign.
func exponent(ms []measured, x, y func(measured) float64, ratio float64) float64 {
	lo, hi := math.Inf(1), 0.0
	var xs, ys, ones []float64
	for _, m := range ms {
		lo, hi = min(lo, x(m)), max(hi, x(m))
		xs, ys, ones = append(xs, math.Log(x(m))), append(ys, math.Log(y(m)/y(ms[0]))), append(ones, 1)
	}
	if len(ms) < 2 || !(hi >= ratio*lo) {
		return math.NaN()
	}
	for _, v := range ys {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return math.NaN()
		}
	}
	return estimate.Fit(xs, ys, ones).Slope.Value
}
