package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// small is the error up to which ε(n)Δt counts as sufficiently small.
const small = 0.1

// errors are the simulated L¹ errors of a purpose, with a friction if k is not empty.
func errors(t *table.Table, method string, k study.Friction) *table.Table {
	t = t.Where("method", method, "quantity", "L1", "source", table.Simulation)
	if k != "" {
		t = t.Where("friction", k)
	}
	return t
}

// adl are the errors of Adaptive Langevin dynamics at all time steps.
func adl(t *table.Table, k study.Friction) *table.Table {
	u := table.New(t.Columns()...)
	u.Append(errors(t, curve, k))
	u.Append(errors(t, steps, k))
	return u
}

// where names the point in row i.
func where(t *table.Table, i int) string {
	s := fmt.Sprintf("n = %s, Δt = %.3g", t.Cell(i, "n"), t.Float(i, "dt"))
	if k := t.Cell(i, "friction"); k != "" {
		s = k + ", " + s
	}
	return s
}

// settled reports whether row i counts, and names it among the points if it does not.
func settled(p *claim.Points, t *table.Table, i int) bool {
	status := t.Cell(i, "status")
	if status != table.OK {
		p.Exclude(status, "%s", where(t, i))
	}
	return status == table.OK
}

// pairs calls f with the errors of a and b at the same n, Δt and sampling that both count.
func pairs(p *claim.Points, a, b *table.Table, f func(x, y estimate.Estimate, at string)) {
	for i := range a.Len() {
		u := b.Where("n", a.Cell(i, "n"), "dt", a.Cell(i, "dt"))
		for j := range u.Len() {
			if settled(p, a, i) && settled(p, u, j) {
				f(a.Estimate(i), u.Estimate(j), where(a, i))
			}
		}
	}
}

// noise is ε(n)Δt of row i.
func noise(t *table.Table, i int) float64 { return t.Float(i, "epsilon") * t.Float(i, "dt") }

// smallErrors are the rows that count and whose error is small.
func smallErrors(t *table.Table) *table.Table {
	t = t.Where("status", table.OK)
	return t.Filter(func(i int) bool { return math.Abs(t.Float(i, "value")) <= small })
}

// slope is the slope of the line through the origin through small errors against ε(n)Δt.
func slope(t *table.Table) estimate.Estimate {
	t = smallErrors(t)
	t = t.Filter(known(t))
	if t.Len() < 2 {
		return estimate.Unknown()
	}
	x := make([]float64, t.Len())
	for i := range x {
		x[i] = noise(t, i)
	}
	return estimate.FitOrigin(x, t.Floats("value"), t.Floats("stderr")).Slope
}

// known keeps the rows whose standard error is known.
func known(t *table.Table) func(i int) bool {
	return func(i int) bool { return t.Float(i, "stderr") > 0 }
}

// all is the error with all data at the time step of a row.
func all(t *table.Table, k study.Friction, dt float64) estimate.Estimate {
	u := errors(t, allData, k).Where("dt", dt, "status", table.OK)
	if u.Len() == 0 { // the law with all data does not depend on the form of ξ
		u = errors(t, allData, study.Full).Where("dt", dt, "status", table.OK)
	}
	if u.Len() == 0 {
		return estimate.Unknown()
	}
	return u.Estimate(0)
}

// exactly known numbers of the figure's data.
func (s Spec) own(t *table.Table, quantity string) float64 {
	v, _ := t.Lookup("value", "quantity", quantity, "data", s.Data.Seed, "method", nil)
	return v
}

// norm is ‖Σ_x − S*‖ for a form of ξ, on the data of a seed.
func norm(t *table.Table, seed uint64, k study.Friction) float64 {
	v, _ := t.Lookup("value", "quantity", study.DistanceName(k), "data", seed, "method", nil)
	return v
}
