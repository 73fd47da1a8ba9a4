package claim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Level is the probability that a part fails by chance, over all its points together.
const Level = 0.05

// inside is the number of standard errors by which a point lies inside its bound.
const inside = 2

// Rule says how many points have to lie inside their bounds.
type Rule int

// Rules.
const (
	Every     Rule = iota // all: one point outside is enough to fail
	Somewhere             // one at least: a part fails if all points that can be decided are outside
	Most                  // more than half of those that can be decided
)

// Points decides a part of a claim from points that are each to lie inside a bound. Its zero
// value has no points.
//
// Let z be the distance of a point beyond its bound in standard errors. The point is outside if z
// is larger than noise explains: the one-sided quantile of Student's t at Level/m for m points. It
// is inside if z < −2. An exact point is inside or outside. Every fails if a point is outside, and
// holds if none is and at least half of the points, and at least three, or all if there are fewer,
// are inside. Somewhere holds if a point is inside by the same quantile. Otherwise the
// part is undecided.
type Points struct {
	Rule Rule
	// behind each standard error, whose Student's t has Replicas − 1 degrees of freedom; many if 0
	Replicas int

	points   []point
	excluded []string // why and where
	chi      *ChiSquare
}

type point struct {
	z    float64 // beyond the bound in standard errors; ±Inf if exact
	size float64 // orders points with equal z: the value over its bound, or the like
	text string
}

// Below adds a point that is to lie below a bound; format and args say where it is.
func (p *Points) Below(e estimate.Estimate, bound float64, format string, args ...any) {
	p.add(e.Z(bound), e.Value-bound, e, format, args)
}

// Above adds a point that is to lie above a bound.
func (p *Points) Above(e estimate.Estimate, bound float64, format string, args ...any) {
	p.add(-e.Z(bound), bound-e.Value, e, format, args)
}

// Within adds a point that is to lie in [lo, hi].
func (p *Points) Within(e estimate.Estimate, lo, hi float64, format string, args ...any) {
	p.add(max(e.Z(hi), -e.Z(lo)), max(e.Value-hi, lo-e.Value), e, format, args)
}

// RatioBelow adds a point where a/b is to lie below r: |a| − r|b| < 0, whatever the noise of b.
func (p *Points) RatioBelow(a, b estimate.Estimate, r float64, format string, args ...any) {
	a, b = abs(a), abs(b)
	p.add(excess(a, b, r), a.Value/b.Value-r, estimate.Ratio(a, b), format, args)
}

// RatioAbove adds a point where a/b is to lie above r.
func (p *Points) RatioAbove(a, b estimate.Estimate, r float64, format string, args ...any) {
	a, b = abs(a), abs(b)
	p.add(-excess(a, b, r), r-a.Value/b.Value, estimate.Ratio(a, b), format, args)
}

// RatioWithin adds a point where a/b is to lie in [lo, hi].
func (p *Points) RatioWithin(
	a, b estimate.Estimate, lo, hi float64, format string, args ...any,
) {
	a, b = abs(a), abs(b)
	q := a.Value / b.Value
	p.add(max(excess(a, b, hi), -excess(a, b, lo)), max(q/hi, lo/q), estimate.Ratio(a, b),
		format, args)
}

// Exclude names a point that supports nothing, such as one that has not mixed, once.
func (p *Points) Exclude(why, format string, args ...any) {
	text := why + " " + fmt.Sprintf(format, args...)
	if !slices.Contains(p.excluded, text) {
		p.excluded = append(p.excluded, text)
	}
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.points) }

func abs(e estimate.Estimate) estimate.Estimate {
	return estimate.Estimate{Value: math.Abs(e.Value), StdErr: e.StdErr}
}

// excess returns a − r b in standard errors.
func excess(a, b estimate.Estimate, r float64) float64 {
	bound := estimate.Estimate{Value: float64(r * b.Value), StdErr: float64(r * b.StdErr)}
	return estimate.Sub(a, bound).Z(0)
}

func (p *Points) add(z, size float64, e estimate.Estimate, format string, args []any) {
	where := fmt.Sprintf(format, args...)
	if math.IsNaN(z) {
		p.excluded = append(p.excluded, "unknown "+where)
		return
	}
	text := Text(e)
	if where != "" {
		text += " (" + where + ")"
	}
	p.points = append(p.points, point{z, size, text})
}

// Text writes a value to two digits of its standard error, or to three of its own if it is exact.
func Text(e estimate.Estimate) string {
	if !(e.StdErr > 0) {
		return fmt.Sprintf("%.3g", e.Value)
	}
	digits := 1 - int(math.Floor(math.Log10(e.StdErr)))
	if digits > 6 {
		return fmt.Sprintf("%.3g ± %.2g", e.Value, e.StdErr)
	}
	return fmt.Sprintf("%.*f", max(digits, 0), e)
}

// least returns the z from which on a point is significantly outside.
func (p *Points) least() float64 {
	q := 1 - Level/float64(max(len(p.points), 1))
	if p.Replicas > 1 {
		return distuv.StudentsT{Sigma: 1, Nu: float64(p.Replicas - 1)}.Quantile(q)
	}
	return distuv.UnitNormal.Quantile(q)
}

// count returns the numbers of points that are inside by two standard errors, inside significantly,
// and outside.
func (p *Points) count() (in, sure, out int) {
	least := p.least()
	for _, x := range p.points {
		if x.z < -inside {
			in++
		}
		if x.z < -least {
			sure++
		}
		if x.z > least {
			out++
		}
	}
	return in, sure, out
}

// Verdict returns the verdict over all points.
func (p *Points) Verdict() string {
	in, sure, out := p.count()
	n := len(p.points)
	enough := max((n+1)/2, min(n, 3))
	switch p.Rule {
	case Somewhere:
		switch {
		case sure > 0:
			return Holds
		case out > 0 && in == 0:
			return Fails
		}
	case Most:
		switch decided := in + out; {
		case decided < max(1, (n+1)/2):
		case 2*in > decided:
			return Holds
		default:
			return Fails
		}
	default:
		switch {
		case out > 0:
			return Fails
		case n > 0 && in >= enough:
			return Holds
		}
	}
	return Undecided
}

// String describes the points: how many are inside and outside, the farthest, and those that do not
// count.
func (p *Points) String() string {
	if len(p.points) == 0 {
		return strings.Join(append([]string{"no point"}, p.without()...), "; ")
	}
	in, _, out := p.count()
	far := p.points[0]
	for _, x := range p.points {
		if x.z > far.z || x.z == far.z && x.size > far.size {
			far = x
		}
	}
	s := far.text
	if n := len(p.points); n > 1 {
		s = fmt.Sprintf("%d of %d points inside, %d outside, the farthest %s", in, n, out, far.text)
	}
	return strings.Join(append([]string{s}, p.without()...), "; ")
}

// without names the points that do not count, the first three of them.
func (p *Points) without() []string {
	const most = 3
	n := len(p.excluded)
	if n == 0 {
		return nil
	}
	s := "not counted: " + strings.Join(p.excluded[:min(n, most)], ", ")
	if n > most {
		s += fmt.Sprintf(" and %d more", n-most)
	}
	return []string{s}
}

// Noise adds a sum of squares, which has to be noise as well.
func (p *Points) Noise(chi ChiSquare) {
	if p.chi != nil {
		chi = p.chi.Plus(chi)
	}
	p.chi = &chi
}

// Judge returns c with the verdict and the measurement of the points, after a prefix.
func (p *Points) Judge(c Part, prefix string) Part {
	if p.chi != nil {
		return p.JudgeWith(*p.chi, c, prefix)
	}
	return Judged(c, p.Verdict(), "%s%s", prefix, p)
}

// JudgeWith returns c with the worse of the verdicts of the points and of a sum of squares, and as
// the measurement prefix, the points and the sum.
func (p *Points) JudgeWith(chi ChiSquare, c Part, prefix string) Part {
	return Judged(c, Worse(p.Verdict(), chi.Verdict()), "%s%s; %s", prefix, p, chi)
}

// Judged returns c with a verdict and the text of the measurement.
func Judged(c Part, verdict, format string, args ...any) Part {
	c.Verdict, c.Measured = verdict, fmt.Sprintf(format, args...)
	return c
}

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
	p.pairs(t, u, by, bound.Interval{}, do)
}

// pairs is Pairs with Δt of r over that of s within a bound, if it is not zero.
func (p *Points) pairs(
	t, u *table.Table, by []string, steps bound.Interval, do func(r, s Row, at string),
) {
	if by == nil {
		by = Point
	}
	label, partner := Labels(t), Labels(u)
	for _, r := range RowsOf(t) {
		r.Matches(u, by, func(s Row) {
			if steps != (bound.Interval{}) && !steps.Has(r.Float("dt")/s.Float("dt")) {
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
func (p *Points) In(b bound.Interval, e estimate.Estimate, format string, args ...any) {
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
func (p *Points) RatioIn(b bound.Interval, x, y estimate.Estimate, format string, args ...any) {
	switch {
	case math.IsInf(b.Lo, -1):
		p.RatioBelow(x, y, b.Hi, format, args...)
	case math.IsInf(b.Hi, 1):
		p.RatioAbove(x, y, b.Lo, format, args...)
	default:
		p.RatioWithin(x, y, b.Lo, b.Hi, format, args...)
	}
}
