package claim

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Each calls do for the rows that count, with their names, and names the others among the points.
func (p *Points) Each(t *table.Table, do func(r Row, at string)) {
	label := Labels(t)
	for _, r := range RowsOf(t) {
		if p.counts(r, label(r)) {
			do(r, label(r))
		}
	}
}

// Pairs calls do for the rows r of t and s of u that agree in the columns by, or in [Point] if it
// is nil, and that both count, and names the others among the points.
func (p *Points) Pairs(t, u *table.Table, by []string, do func(r, s Row, at string)) {
	p.pairs(t, u, by, Bound{}, do)
}

// pairs is Pairs with Δt of r over that of s within a bound, if it is not zero.
func (p *Points) pairs(
	t, u *table.Table, by []string, steps Bound, do func(r, s Row, at string),
) {
	if by == nil {
		by = Point
	}
	label, partner := Labels(t), Labels(u)
	for _, r := range RowsOf(t) {
		r.Matches(u, by, func(s Row) {
			if steps != (Bound{}) && !steps.Has(r.Float("dt")/s.Float("dt")) {
				return
			}
			if p.counts(r, label(r)) && p.counts(s, partner(s)) {
				do(r, s, beside(label(r), r, s))
			}
		})
	}
}

// counts reports whether a row has status ok, and names it among the points if it does not.
func (p *Points) counts(r Row, name string) bool {
	s := r.Cell("status")
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
