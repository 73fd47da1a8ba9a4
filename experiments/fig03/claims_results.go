package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// results is the table by points.
type results struct {
	spec           Spec
	table          *table.Table
	sgld, langevin string  // the names of the two methods
	a, total       float64 // 1/σ_post², Nd
	points         []point // of the grid and the extra ones
}

// point is a simulated error on the variance.
type point struct {
	method, sampling string
	n, epsilon, dt   float64
	v, exact         float64
	all              float64 // the exact error with all data
	error            estimate.Estimate
	ok               bool // what was measured counts
}

func (p point) String() string {
	return fmt.Sprintf("%s, %s replacement, n = %g, Δt = %g", p.method, p.sampling, p.n, p.dt)
}

// batch returns the part of the exact error that batches cause.
func (p point) batch() estimate.Estimate { return claim.Exact(p.exact - p.all) }

func newResults(s Spec, t *table.Table) results {
	r := results{spec: s, table: t}
	for _, m := range s.Method {
		switch m.Word {
		case dynamics.SGLD:
			r.sgld = m.Name
		case langevin:
			r.langevin = m.Name
		}
	}
	r.points = r.pointsOf(t.Where("quantity", "variance error", "source", table.Simulation))
	all := t.Where("quantity", "variance error at n = Nd")
	for i, p := range r.points {
		r.points[i].all = math.NaN()
		if x, ok := all.Lookup("value", "method", p.method, "dt", p.dt, "sampling", "without"); ok {
			r.points[i].all = x
		}
	}
	if all.Len() > 0 {
		r.a, r.total = all.Float(0, "a"), all.Float(0, "n")
	}
	return r
}

// pointsOf returns rows as points.
func (r results) pointsOf(t *table.Table) (ps []point) {
	for i := range t.Len() {
		ps = append(ps, point{
			method: t.Cell(i, "method"), sampling: t.Cell(i, "sampling"),
			n: t.Float(i, "n"), epsilon: t.Float(i, "epsilon"), dt: t.Float(i, "dt"),
			v: t.Float(i, "v"), exact: t.Float(i, "exact"), error: t.Estimate(i),
			ok: t.Cell(i, "status") == table.OK,
		})
	}
	return ps
}

// grid returns the points of a method with batches on the grid of the figure.
func (r results) grid(method string) (ps []point) {
	for _, p := range r.points {
		if p.method == method && p.epsilon > 0 && slices.Contains(r.spec.N, int(p.n)) {
			ps = append(ps, p)
		}
	}
	return ps
}

// simulated compares the simulated errors of methods with the exact ones.
func (r results) simulated(methods ...string) (c claim.ChiSquare) {
	c.Replicas = r.spec.Replicas
	for _, p := range r.points {
		if p.ok && slices.Contains(methods, p.method) {
			c.Add(p.error, p.exact)
		}
	}
	return c
}

// upTo says for every Δt up to which n all points meet a condition.
func upTo(ps []point, is func(point) bool) string {
	var parts []string
	dts := distinct(ps, func(p point) float64 { return p.dt })
	for i := 0; i < len(dts); {
		most, last := largest(ps, dts[i], is), i
		for last+1 < len(dts) && largest(ps, dts[last+1], is) == most {
			last++
		}
		n, dt := fmt.Sprintf("up to n = %g", most), fmt.Sprintf("Δt = %g", dts[i])
		if most == 0 {
			n = "for no n"
		}
		switch {
		case last-i == len(dts)-1:
			dt = "any Δt"
		case last > i:
			dt = fmt.Sprintf("Δt = %g to %g", dts[i], dts[last])
		}
		parts = append(parts, n+" at "+dt)
		i = last + 1
	}
	return "holds " + strings.Join(parts, ", ")
}

// largest returns the n up to which all points at a Δt meet a condition, 0 if there is none.
func largest(ps []point, dt float64, is func(point) bool) (most float64) {
	for _, n := range distinct(ps, func(p point) float64 { return p.n }) {
		for _, p := range ps {
			if p.dt == dt && p.n == n && !is(p) {
				return most
			}
		}
		most = n
	}
	return most
}

// distinct returns the distinct numbers of points in increasing order.
func distinct(ps []point, of func(point) float64) (x []float64) {
	for _, p := range ps {
		x = append(x, of(p))
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// shapes returns the exact rows of a quantity of a method, for every n in the order of Δt.
func (r results) shapes(quantity, method string) (ts []*table.Table) {
	t := r.table.Where("quantity", quantity, "method", method)
	for _, n := range t.Distinct("n") {
		ts = append(ts, t.Where("n", n).Sort("dt"))
	}
	return ts
}

// exponent returns that of |value| in Δt between two rows.
func exponent(t *table.Table, i int) float64 {
	return math.Log(math.Abs(t.Float(i+1, "value")/t.Float(i, "value"))) /
		math.Log(t.Float(i+1, "dt")/t.Float(i, "dt"))
}

// small returns the exact errors at small Δt, by γ and n in the order of Δt, and what they are to
// the first order (eqs. sigme_post_erreur_SGLD, sigme_post_erreur).
func (r results) small(method string) (ts []*table.Table) {
	t := r.table.Where("quantity", "variance error at small Δt", "method", method)
	gammas := t.Distinct("gamma")
	if len(gammas) == 0 {
		gammas = []string{""}
	}
	for _, gamma := range gammas {
		for _, n := range t.Distinct("n") {
			ts = append(ts, t.Where("gamma", gamma, "n", n).Sort("dt"))
		}
	}
	return ts
}

// firstOrder returns what the error in a row is to the first order.
func firstOrder(t *table.Table, i int) float64 {
	batches := t.Float(i, "epsilon") * t.Float(i, "dt") * t.Float(i, "v") / 2
	if g := t.Float(i, "gamma"); !math.IsNaN(g) {
		return batches / g
	}
	return batches + t.Float(i, "dt")*t.Float(i, "a")/2
}

// gamma names the friction of a row.
func gamma(t *table.Table, i int) string {
	if g := t.Cell(i, "gamma"); g != "" {
		return ", γ = " + g
	}
	return ""
}

// bounded tests that the rest of the error beyond the first order is bounded by a multiple of
// bound(ε)Δt², as Δt → 0 and uniformly in n. The multiple is √10 times the one of the largest n
// where it is neither 0 nor infinite, at the largest Δt.
func (r results) bounded(method string, bound func(eps float64) float64) (p claim.Points) {
	over := func(t *table.Table, i int) float64 {
		dt, rest := t.Float(i, "dt"), math.Abs(t.Float(i, "value")-firstOrder(t, i))
		if rest == 0 {
			return 0 // whatever the bound
		}
		return rest / (bound(t.Float(i, "epsilon")) * dt * dt)
	}
	ts := r.small(method)
	slices.SortStableFunc(ts, func(x, y *table.Table) int {
		return int(y.Float(0, "n") - x.Float(0, "n"))
	})
	for _, t := range ts {
		reference := math.Inf(1)
		for _, u := range ts {
			x := over(u, u.Len()-1)
			if x > 0 && !math.IsInf(x, 0) && u.Cell(0, "gamma") == t.Cell(0, "gamma") {
				reference = x
				break
			}
		}
		for i := range t.Len() {
			p.Below(claim.Exact(over(t, i)/reference), math.Sqrt(10), "n = %s%s, Δt = %s",
				t.Cell(i, "n"), gamma(t, i), t.Cell(i, "dt"))
		}
	}
	return p
}

// level returns the rows of an ε(n)Δt in the order of Δt.
func (r results) level(t *table.Table, level float64) *table.Table {
	return t.Filter(func(i int) bool {
		return math.Abs(t.Float(i, "epsilon")*t.Float(i, "dt")/level-1) < 1e-9
	}).Sort("dt")
}

// pairs returns the points of SGLD, with the error of Langevin dynamics in the place of the one
// with all data.
func (r results) pairs() (ps []point) {
	for _, x := range r.grid(r.sgld) {
		for _, y := range r.grid(r.langevin) {
			if x.sampling == y.sampling && x.n == y.n && x.dt == y.dt {
				x.all = y.exact
				x.method += " and " + y.method
				ps = append(ps, x)
			}
		}
	}
	return ps
}
