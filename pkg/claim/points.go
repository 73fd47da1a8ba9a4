package claim

import (
	"cmp"
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

// Points decides from points that are each to lie inside a bound. Its zero value has none.
//
// Let z be the distance of a point beyond its bound in standard errors. The point is outside if z
// is larger than noise explains: the one-sided quantile of Student's t at Level/m for m points. It
// is inside if z < −2. Every fails if a point is outside, and holds if none is and at least half of
// the points, and at least three, or all if there are fewer, are inside. Somewhere holds if a point
// is inside by the same quantile. Otherwise the part is undecided.
type Points struct {
	Rule     Rule
	Replicas int // behind each standard error, one more than Student's t is of; many if 0

	points   []point
	excluded []excluded
	chi      *ChiSquare
}

// excluded is a point that does not count: why, and where it is.
type excluded struct{ status, at string }

type point struct {
	z    float64 // beyond the bound in standard errors; ±Inf if exact
	size float64 // of that, which orders points with equal z
	text string
}

// In adds a point whose value is to lie within b; at says where it is.
func (p *Points) In(b bound.Interval, e estimate.Estimate, at string) {
	p.add(b, e.Z, func(end float64) float64 { return e.Value - end }, e, at)
}

// RatioIn adds a point where |x/y| is to lie within b: |x| − r|y| < 0 below an end r, whatever the
// noise of y.
func (p *Points) RatioIn(b bound.Interval, x, y estimate.Estimate, at string) {
	x.Value, y.Value = math.Abs(x.Value), math.Abs(y.Value)
	p.add(b,
		func(end float64) float64 { return estimate.Sub(x, y.Times(end)).Z(0) },
		func(end float64) float64 { return math.Log(x.Value / y.Value / end) },
		estimate.Ratio(x, y), at)
}

// add adds a point by its distance above an end of b in standard errors, and in its size.
func (p *Points) add(
	b bound.Interval, z, size func(end float64) float64, e estimate.Estimate, at string,
) {
	x := point{math.Inf(-1), math.Inf(-1), textAt(e, at)}
	if !math.IsInf(b.Hi, 1) {
		x.z, x.size = z(b.Hi), size(b.Hi)
	}
	if !math.IsInf(b.Lo, -1) {
		x.z, x.size = max(x.z, -z(b.Lo)), max(x.size, -size(b.Lo))
	}
	if math.IsNaN(x.z) {
		p.excluded = append(p.excluded, excluded{"not known", at})
		return
	}
	p.points = append(p.points, x)
}

// Len returns the number of points.
func (p *Points) Len() int { return len(p.points) }

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

// textAt adds where the value is.
func textAt(e estimate.Estimate, at string) string {
	if at == "" {
		return Text(e)
	}
	return Text(e) + " (" + at + ")"
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

// Verdict returns the verdict over all points, or that of the sum of Noise if it is worse.
func (p *Points) Verdict() string {
	if p.chi != nil {
		return Worse(p.decide(), p.chi.Verdict())
	}
	return p.decide()
}

func (p *Points) decide() string {
	in, sure, out := p.count()
	n := len(p.points)
	switch {
	case p.Rule == Somewhere && sure > 0:
		return Holds
	case p.Rule == Somewhere && out > 0 && in == 0:
		return Fails
	case p.Rule == Most && in+out >= max(1, (n+1)/2):
		if in > out {
			return Holds
		}
		return Fails
	case p.Rule == Every && out > 0:
		return Fails
	case p.Rule == Every && n > 0 && in >= max((n+1)/2, min(n, 3)):
		return Holds
	}
	return Undecided
}

// String describes the points: how many are inside and outside, the farthest, those that do not
// count, and the sum of Noise.
func (p *Points) String() string {
	s := "no point"
	if n := len(p.points); n > 0 {
		far := slices.MaxFunc(p.points, func(x, y point) int {
			return cmp.Or(cmp.Compare(x.z, y.z), cmp.Compare(x.size, y.size))
		})
		s = far.text
		if n > 1 {
			in, _, out := p.count()
			s = fmt.Sprintf("%d of %d points inside, %d outside, the farthest %s", in, n, out, s)
		}
	}
	if len(p.excluded) > 0 {
		s += "; not counted: " + p.others()
	}
	if p.chi != nil {
		s += "; " + p.chi.String()
	}
	return s
}

// others tells by their status how many points do not count, and where the first three are.
func (p *Points) others() string {
	const most = 3
	var statuses, parts []string
	at := map[string][]string{}
	for _, x := range p.excluded {
		if at[x.status] == nil {
			statuses = append(statuses, x.status)
		}
		at[x.status] = append(at[x.status], x.at)
	}
	for _, status := range statuses {
		where := at[status]
		n := len(where)
		text := strings.Join(where[:min(n, most)], "; ")
		if n > most {
			text += "; …"
		}
		parts = append(parts, fmt.Sprintf("%d %s (%s)", n, table.InWords(status), text))
	}
	return strings.Join(parts, ", ")
}

// Noise adds a sum of squares, which has to be noise as well.
func (p *Points) Noise(chi ChiSquare) {
	if p.chi != nil {
		chi = p.chi.Plus(chi)
	}
	p.chi = &chi
}

// Judge returns the verdict, and the points as what was measured, after a text.
func (p *Points) Judge(text string) (verdict, measured string) {
	return p.Verdict(), text + p.String()
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
// is nil, and if steps is not zero, with Δt of r over that of s within it. It names those that do
// not count among the points.
func (p *Points) Pairs(
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

// counts reports whether a row has status ok, and names it among the points, once, if it does not.
func (p *Points) counts(r Row, name string) bool {
	x := excluded{r.Cell("status"), name}
	ok := x.status == table.OK
	if !ok && !slices.Contains(p.excluded, x) {
		p.excluded = append(p.excluded, x)
	}
	return ok
}
