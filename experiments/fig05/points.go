package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// measured is a point of the figure that has a stationary state.
type measured struct {
	n, dt, eps, s float64
	error         estimate.Estimate
	step          float64 // the part of the error that is there with all data, −aΔt²/4
	frozen        float64 // the error if ξ is frozen, NaN where that is not known
}

// batch returns the part of the error that is due to the batches.
func (m measured) batch() estimate.Estimate {
	return estimate.Estimate{Value: m.error.Value - m.step, StdErr: m.error.StdErr}
}

func (m measured) String() string { return fmt.Sprintf("n = %g, Δt = %g", m.n, m.dt) }

// read returns the points whose error is known.
func read(t *table.Table) []measured {
	var ms []measured
	t = t.Where("quantity", "variance error", "source", table.Simulation, "status", table.OK)
	for i := range t.Len() {
		f := func(column string) float64 { return t.Float(i, column) }
		m := measured{
			n: f("n"), dt: f("dt"), eps: f("epsilon"), s: f("s"),
			error: t.Estimate(i), step: -f("a") * f("dt") * f("dt") / 4, frozen: f("exact"),
		}
		if m.error.StdErr > 0 && !math.IsInf(m.error.Value, 0) {
			ms = append(ms, m)
		}
	}
	return ms
}

// at returns the points of a time step, the largest ε(n) first.
func at(ms []measured, dt float64) []measured {
	var out []measured
	for _, m := range ms {
		if m.dt == dt {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b measured) int { return cmp.Compare(b.eps, a.eps) })
	return out
}

// effect is the error at the largest ε(n) of a time step less the mean of the errors at the others.
type effect struct {
	estimate.Estimate
	at measured
}

// effects returns the effect of ε(n) for every time step that has several.
func effects(s Spec, ms []measured) []effect {
	var out []effect
	for _, dt := range s.Dt {
		ms := at(ms, dt)
		if len(ms) > 1 && ms[0].eps != ms[len(ms)-1].eps {
			out = append(out, effect{estimate.Sub(ms[0].error, pool(ms[1:])), ms[0]})
		}
	}
	return out
}

// pool returns the mean of the errors, weighted by their precisions.
func pool(ms []measured) estimate.Estimate {
	var w, s float64
	for _, m := range ms {
		k := 1 / (m.error.StdErr * m.error.StdErr)
		w, s = w+k, s+float64(k*m.error.Value)
	}
	return estimate.Estimate{Value: s / w, StdErr: 1 / math.Sqrt(w)}
}

// largest keeps the largest of n estimates, and its point.
type largest struct {
	n int
	estimate.Estimate
	at measured
}

func (l *largest) add(e estimate.Estimate, at measured) {
	l.n++
	if l.n == 1 || e.Value > l.Value {
		l.Estimate, l.at = e, at
	}
}

// abs returns |e| for an e that is large against its standard error.
func abs(e estimate.Estimate) estimate.Estimate {
	return estimate.Estimate{Value: math.Abs(e.Value), StdErr: e.StdErr}
}

// over returns e/x for x > 0.
func over(e estimate.Estimate, x float64) estimate.Estimate {
	return estimate.Estimate{Value: e.Value / x, StdErr: e.StdErr / x}
}

func power32(x float64) float64 { return x * math.Sqrt(x) }

func percent(e estimate.Estimate) string {
	return fmt.Sprintf("%.2f ± %.2f %%", 100*e.Value, 100*e.StdErr)
}

func percentOf(x float64) string { return fmt.Sprintf("%.3f %%", 100*x) }
