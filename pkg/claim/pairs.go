package claim

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Each calls do for the rows that count, with their names, and names the others among the points.
func (p *Points) Each(t *table.Table, do func(i int, at string)) {
	label := Labels(t)
	for i := range t.Len() {
		if p.counts(t, i, label(t, i)) {
			do(i, label(t, i))
		}
	}
}

// Pairs calls do for the rows i of t and j of u that agree in the columns by, or in [Point] if it
// is nil, and that both count, and names the others among the points.
func (p *Points) Pairs(t, u *table.Table, by []string, do func(i, j int, at string)) {
	p.pairs(t, u, by, Bound{}, do)
}

// pairs is Pairs with Δt of i over that of j within a bound, if it is not zero.
func (p *Points) pairs(
	t, u *table.Table, by []string, steps Bound, do func(i, j int, at string),
) {
	if by == nil {
		by = Point
	}
	label, partner := Labels(t), Labels(u)
	for i := range t.Len() {
		Matches(t, i, u, by, func(j int) {
			if steps != (Bound{}) && !steps.Has(t.Float(i, "dt")/u.Float(j, "dt")) {
				return
			}
			if p.counts(t, i, label(t, i)) && p.counts(u, j, partner(u, j)) {
				do(i, j, beside(label(t, i), t, i, u, j))
			}
		})
	}
}

// counts reports whether row i has status ok, and names it among the points if it does not.
func (p *Points) counts(t *table.Table, i int, name string) bool {
	s := t.Cell(i, "status")
	if s != table.OK {
		p.Exclude(s, "%s", name)
	}
	return s == table.OK
}

// In adds a point whose value is to lie within b.
func (p *Points) In(b Bound, e estimate.Estimate, format string, args ...any) {
	switch {
	case math.IsInf(b.Lo, -1):
		p.Below(e, b.Hi, format, args...)
	case math.IsInf(b.Hi, 1):
		p.Above(e, b.Lo, format, args...)
	default:
		p.Within(e, b.Lo, b.Hi, format, args...)
	}
}

// RatioIn adds a point where x/y is to lie within b.
func (p *Points) RatioIn(b Bound, x, y estimate.Estimate, format string, args ...any) {
	switch {
	case math.IsInf(b.Lo, -1):
		p.RatioBelow(x, y, b.Hi, format, args...)
	case math.IsInf(b.Hi, 1):
		p.RatioAbove(x, y, b.Lo, format, args...)
	default:
		p.RatioWithin(x, y, b.Lo, b.Hi, format, args...)
	}
}
