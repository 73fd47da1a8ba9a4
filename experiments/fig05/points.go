package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// measured is a point of the figure that has a stationary state.
type measured struct {
	n, dt, eps, s float64
	error         estimate.Estimate
	step          float64           // the part of the error that is there with all data, −aΔt²/4
	batch         estimate.Estimate // the rest, which is due to the batches
	frozen        float64           // the error if ξ is frozen, NaN where that is not known
}

func (m measured) String() string { return fmt.Sprintf("n = %g, Δt = %g", m.n, m.dt) }

// read returns the points whose error is known.
func read(t *table.Table) (ms []measured) {
	t = t.Where("quantity", "variance error", "source", table.Simulation, "status", table.OK)
	for i := range t.Len() {
		f := func(column string) float64 { return t.Float(i, column) }
		e, step := t.Estimate(i), float64(-f("a")*f("dt")*f("dt")/4)
		if e.StdErr > 0 && !math.IsInf(e.Value, 0) {
			ms = append(ms, measured{
				n: f("n"), dt: f("dt"), eps: f("epsilon"), s: f("s"), error: e,
				step: step, batch: estimate.Sub(e, claim.Exact(step)), frozen: f("exact"),
			})
		}
	}
	return ms
}

// effect is the error at the largest ε(n) of a time step less the mean of the errors at the others.
type effect struct {
	estimate.Estimate
	at measured
}

// effects returns the effect of ε(n) for every time step that has several.
func effects(s Spec, t *table.Table) (es []effect) {
	for _, dt := range s.Dt {
		ms := read(t.Where("dt", dt).Sort("epsilon"))
		last := len(ms) - 1
		if last < 1 || ms[0].eps == ms[last].eps {
			continue
		}
		var ones, y, e []float64 // whose fit is their mean, weighted by the precisions
		for _, m := range ms[:last] {
			ones, y, e = append(ones, 1), append(y, m.error.Value), append(e, m.error.StdErr)
		}
		rest := estimate.FitOrigin(ones, y, e).Slope
		es = append(es, effect{estimate.Sub(ms[last].error, rest), ms[last]})
	}
	return es
}

// abs returns |e| for an e that is large against its standard error.
func abs(e estimate.Estimate) estimate.Estimate {
	return estimate.Estimate{Value: math.Abs(e.Value), StdErr: e.StdErr}
}

// percent returns e in per cent.
func percent(e estimate.Estimate) string {
	return fmt.Sprintf("%.2f %%", estimate.Estimate{Value: 100 * e.Value, StdErr: 100 * e.StdErr})
}
