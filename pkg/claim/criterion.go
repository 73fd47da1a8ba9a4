package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A Criterion decides about a part of a sentence, or a finding of ours, from tables.
//
// It compares each of Rows that counts (status ok) with Is: its value; its ratio to the rows of
// Over with the same By, or to the column exact if Exact; or its value less that of Less. Rows
// without such a partner are left out. What does not fit this is a function, Judge.
//
// With Chi, the differences must be noise as well, and with Noise the values of other rows must
// be those of the column exact, or 0 where it is empty, but for noise. Without Is, this decides.
//
// With Confirm, the column exact decides instead of the values of Rows. Where the values of the
// rows of Confirm refute what is exact, those of Rows decide.
type Criterion struct {
	Of   string // a sentence and its part, such as "S3.2.2-4 a"; none of a finding
	Name string // of a finding, or of what a part is about
	In   string // the figure or study that the claim is listed with

	Rows           Rows
	Over, Less     Rows
	By             []string // [Point] if nil
	Steps          Bound    // of Δt over that of the partner, if any
	Exact          bool
	Is             Bound
	Chi            bool
	Noise, Confirm Rows
	Rule           Rule
	Replicas       int // behind each standard error; many if 0

	Text string // before what was measured

	Sentence, Criterion string // of a finding

	Judge func(ts *Tables, c Claim) Claim
}

// Point are the columns that two rows at the same point agree in.
var Point = []string{"n", "dt"}

// Claim returns the claim, judged. It is undecided if a table that it needs is not there.
func (c Criterion) Claim(ts *Tables) (x Claim) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case missing:
			x = Judged(x, Undecided, "%s has not run", string(r))
		default:
			panic(r)
		}
	}()
	x = Ours(c.Name, c.Sentence, c.Criterion)
	if c.Of != "" {
		id, part, _ := strings.Cut(c.Of, " ")
		x = Of(id, part)
		x.Name = c.Name
	}
	x.Figure = c.In
	if c.Judge != nil {
		return c.Judge(ts, x)
	}
	p, chi := c.points(ts, c.Rows)
	switch {
	case c.Confirm != nil:
		exact, _ := c.points(ts, c.Rows.Exactly())
		return c.noise(c.Confirm.Filter(hasExact)(ts)).ConfirmsOr(exact.Judge(x, c.Text), p)
	case c.Noise != nil:
		chi = c.noise(c.Noise(ts))
	case !c.Chi:
		return p.Judge(x, c.Text)
	}
	if c.Is == (Bound{}) {
		return chi.Judge(x, c.Text)
	}
	return p.JudgeWith(chi, x, c.Text)
}

// noise sums the squares of the distances of values from the column exact.
func (c Criterion) noise(t *table.Table) ChiSquare {
	chi := ChiSquare{Replicas: c.Replicas}
	t = t.Where("status", table.OK)
	for i := range t.Len() {
		want := 0.0
		if hasExact(t, i) {
			want = t.Float(i, "exact")
		}
		chi.Add(t.Estimate(i), want)
	}
	return chi
}

// points returns the points of rows, and the sum of squares of their differences.
func (c Criterion) points(ts *Tables, rows Rows) (*Points, ChiSquare) {
	p, chi := &Points{Rule: c.Rule, Replicas: c.Replicas}, ChiSquare{Replicas: c.Replicas}
	if rows == nil {
		return p, chi
	}
	t := rows(ts)
	with := c.Over
	if c.Less != nil {
		with = c.Less
	}
	if with == nil {
		p.Each(t, func(i int, at string) {
			if c.Exact {
				chi.Add(t.Estimate(i), t.Float(i, "exact"))
				p.RatioIn(c.Is, t.Estimate(i), Exact(t.Float(i, "exact")), "%s", at)
				return
			}
			chi.Add(t.Estimate(i), 0)
			p.In(c.Is, t.Estimate(i), "%s", at)
		})
		return p, chi
	}
	u := with(ts)
	p.pairs(t, u, c.By, c.Steps, func(i, j int, at string) {
		x, y := t.Estimate(i), u.Estimate(j)
		chi.Add(estimate.Sub(x, y), 0)
		if c.Less != nil {
			p.In(c.Is, estimate.Sub(x, y), "%s", at)
		} else {
			p.RatioIn(c.Is, x, y, "%s", at)
		}
	})
	return p, chi
}

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

// beside adds to the name of a row what its partner does not share with it, if that is one of
// several, or the only row of its table.
func beside(name string, t *table.Table, i int, u *table.Table, j int) string {
	other := func(column string) bool {
		return u.Cell(j, column) != t.Cell(i, column) &&
			(u.Len() == 1 || len(u.Distinct(column)) > 1)
	}
	if name == "" {
		name = words(t, i, other)
	}
	if partner := words(u, j, other); partner != "" {
		return name + " beside " + partner
	}
	return name
}

// counts reports whether row i has status ok, and names it among the points if it does not.
func (p *Points) counts(t *table.Table, i int, name string) bool {
	s := t.Cell(i, "status")
	if s != table.OK {
		p.Exclude(s, "%s", name)
	}
	return s == table.OK
}

// Matches calls do for the rows j of u that agree with row i of t in the columns by.
func Matches(t *table.Table, i int, u *table.Table, by []string, do func(j int)) {
	for j := range u.Len() {
		if !slices.ContainsFunc(by, func(c string) bool { return t.Cell(i, c) != u.Cell(j, c) }) {
			do(j)
		}
	}
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

// labels name the value of a column in a text.
var labels = []struct{ column, format string }{
	{"quantity", "%s"}, {"method", "%s"}, {"scheme", "%s"}, {"friction", "%s"}, {"scaling", "%s"},
	{"sampling", "%s"}, {"component", "θ_%s"}, {"K", "K = %s"}, {"cuts", "cuts %s"},
	{"gamma", "γ = %s"}, {"eta", "η = %s"}, {"n", "n = %s"}, {"dt", "Δt = %s"}, {"ndata", "Nd = %s"},
	{"data", "data %s"}, {"data set", "data %s"}, {"theta1", "θ₁ = %s"}, {"theta2", "θ₂ = %s"},
}

// Labels returns a function that names a row of a table by its parameters that are not the same in
// all rows of t, or else by n and Δt.
func Labels(t *table.Table) func(u *table.Table, i int) string {
	vary := map[string]bool{}
	for _, c := range t.Columns() {
		vary[c] = len(t.Distinct(c)) > 1
	}
	return func(u *table.Table, i int) string {
		if s := words(u, i, func(column string) bool { return vary[column] }); s != "" {
			return s
		}
		return words(u, i, func(column string) bool { return slices.Contains(Point, column) })
	}
}

// words are the labels of the columns of a row that are taken.
func words(t *table.Table, i int, take func(column string) bool) string {
	var parts []string
	for _, l := range labels {
		if !slices.Contains(t.Columns(), l.column) || t.Cell(i, l.column) == "" || !take(l.column) {
			continue
		}
		cell := t.Cell(i, l.column)
		if x, err := strconv.ParseFloat(cell, 64); err == nil && len(cell) > 6 {
			cell = fmt.Sprintf("%.3g", x)
		}
		if s := fmt.Sprintf(l.format, cell); !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}
