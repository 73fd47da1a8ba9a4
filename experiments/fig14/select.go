package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// biases are the errors that claims are about.
type biases struct {
	s     Spec
	t     *table.Table // everything
	paper *table.Table // the L¹ errors of the paper's dynamics, at any K, n and Δt
}

// at returns the errors at a K with mini-batching.
func (b biases) at(k any) *table.Table {
	return batches(b.paper.Where("K", k))
}

// other returns the errors of eAdL with another friction, cuts or η, at a K.
func (b biases) other(conditions ...any) *table.Table {
	t := b.t.Where("quantity", "L1", "method", curve, "sampling", b.s.Sampling[0])
	return batches(t.Where(conditions...))
}

// batches leaves out the rows with all the data.
func batches(t *table.Table) *table.Table {
	return t.Filter(func(i int) bool { return t.Float(i, "epsilon") > 0 })
}

// drawn leaves the n of the panels.
func (b biases) drawn(t *table.Table) *table.Table {
	return t.Filter(func(i int) bool { return slices.Contains(b.s.N, int(t.Float(i, "n"))) })
}

// ks lists the K of the figure, the smallest first, as the cells of the table.
func (b biases) ks() []string {
	return b.paper.Where("n", b.s.N[0]).Sort("K").Distinct("K")
}

// largerK lists the K beyond 0 that the paper names, at most three.
func (b biases) largerK() []string {
	ks := b.ks()
	return ks[min(1, len(ks)):min(4, len(ks))]
}

// norm is ‖Σ_x − S_K‖ of a friction at a K, with the paper's cuts.
func (b biases) norm(friction study.Friction, k any) float64 {
	t := b.t.Where("quantity", "projection error", "friction", friction, "K", k)
	t = t.Filter(func(i int) bool { return b.s.ours(t.Cell(i, "cuts")) })
	if t.Len() == 0 {
		return math.NaN()
	}
	return t.Float(0, "value")
}

// ratio is the norm at a K over that at K = 0.
func (b biases) ratio(k any) float64 { return b.norm(b.s.Friction, k) / b.norm(b.s.Friction, 0) }

// points returns points of this figure's replicas.
func (b biases) points() *claim.Points { return &claim.Points{Replicas: simulate.Groups} }

// place names the point of row i.
func place(t *table.Table, i int) string {
	s := fmt.Sprintf("n = %s, Δt = %s", t.Cell(i, "n"), t.Cell(i, "dt"))
	if k := t.Cell(i, "K"); k != "" {
		s += ", K = " + k
	}
	if f := t.Cell(i, "friction"); f != "" && f != string(study.Full) {
		s += ", " + f
	}
	if c := t.Cell(i, "cuts"); c != "" && c != "[[0.7] [0.7]]" {
		s += ", cuts " + c
	}
	return s
}

// pairs calls do for the errors of two tables at the same n and Δt if both points count, and names
// the others.
func (b biases) pairs(
	p *claim.Points, x, y *table.Table, do func(x, y estimate.Estimate, where string),
) {
	for i := range x.Len() {
		v := y.Where("n", x.Cell(i, "n"), "dt", x.Cell(i, "dt"))
		if v.Len() == 0 {
			continue
		}
		where := place(x, i)
		switch a, c := x.Cell(i, "status"), v.Cell(0, "status"); {
		case a != table.OK:
			p.Exclude(a, "%s", where)
		case c != table.OK:
			p.Exclude(c, "%s", place(v, 0))
		default:
			do(x.Estimate(i), v.Estimate(0), where)
		}
	}
}

// each calls do for the points of a table that count, and names the others.
func each(p *claim.Points, t *table.Table, do func(i int)) {
	for i := range t.Len() {
		if s := t.Cell(i, "status"); s != table.OK {
			p.Exclude(s, "%s", place(t, i))
			continue
		}
		do(i)
	}
}

// noiseOf returns ε(n)Δt of the rows.
func noiseOf(t *table.Table) []float64 {
	x := make([]float64, t.Len())
	for i := range x {
		x[i] = t.Float(i, "epsilon") * t.Float(i, "dt")
	}
	return x
}

// small is the largest error that counts as small.
const small = 0.1

// smallErrors are the points of a table at which the error is small.
func smallErrors(t *table.Table) *table.Table {
	t = t.Where("status", table.OK)
	return t.Filter(func(i int) bool { return t.Float(i, "value") < small })
}

// slope is the slope of the small errors in ε(n)Δt, through 0.
func slope(t *table.Table) estimate.Estimate {
	t = smallErrors(t)
	if t.Len() == 0 {
		return estimate.Unknown()
	}
	return estimate.FitOrigin(noiseOf(t), t.Floats("value"), t.Floats("stderr")).Slope
}
