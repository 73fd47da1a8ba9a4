package claim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A Criterion decides about a part of a sentence, or a finding of ours, from tables.
//
// It compares each of Rows that counts (status ok) with Is: its value; its ratio to the row of Over
// with the same By, or to the column exact if Exact; or its value less that of Less. Rows without
// such a partner are left out. With Chi, the differences must be noise as well. What does not fit
// this is a function, Judge.
type Criterion struct {
	Of   string // a sentence and its part, such as "S3.2.2-4 a"; none of a finding
	Name string // of a finding, or of what a part is about
	In   string // the figure or study that the claim is listed with

	Rows       Rows
	Over, Less Rows
	By         []string // [Point] if nil
	Exact      bool
	Is         Bound
	Chi        bool
	Rule       Rule
	Replicas   int // behind each standard error; many if 0

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
	p, chi := Points{Rule: c.Rule, Replicas: c.Replicas}, ChiSquare{Replicas: c.Replicas}
	c.points(ts, &p, &chi)
	if c.Chi {
		return p.JudgeWith(chi, x, c.Text)
	}
	return p.Judge(x, c.Text)
}

// points adds the rows to the points, and their differences to the sum of squares.
func (c Criterion) points(ts *Tables, p *Points, chi *ChiSquare) {
	t := c.Rows(ts)
	label := Labels(t)
	var other *table.Table
	if with := or(c.Over, c.Less); with != nil {
		other = with(ts)
	}
	by := c.By
	if by == nil {
		by = Point
	}
	for i := range t.Len() {
		if !counts(p, t, i, label) {
			continue
		}
		e := t.Estimate(i)
		switch {
		case other != nil:
			Matches(t, i, other, by, func(j int) {
				if !counts(p, other, j, label) {
					return
				}
				o := other.Estimate(j)
				chi.Add(estimate.Sub(e, o), 0)
				if c.Less != nil {
					p.In(c.Is, estimate.Sub(e, o), "%s", label(t, i))
				} else {
					p.RatioIn(c.Is, e, o, "%s", label(t, i))
				}
			})
		case c.Exact:
			chi.Add(e, t.Float(i, "exact"))
			p.RatioIn(c.Is, e, Exact(t.Float(i, "exact")), "%s", label(t, i))
		default:
			chi.Add(e, 0)
			p.In(c.Is, e, "%s", label(t, i))
		}
	}
}

func or(a, b Rows) Rows {
	if a != nil {
		return a
	}
	return b
}

// counts reports whether row i has status ok, and names it among the points if it does not.
func counts(p *Points, t *table.Table, i int, label func(*table.Table, int) string) bool {
	s := t.Cell(i, "status")
	if s != table.OK {
		p.Exclude(s, "%s", label(t, i))
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
	{"data", "data %s"}, {"data set", "data %s"},
}

// Labels returns a function that names a row of a table by its parameters that are not the same in
// all rows of t, or else by n and Δt.
func Labels(t *table.Table) func(u *table.Table, i int) string {
	has := t.Columns()
	var vary, point []struct{ column, format string }
	for _, l := range labels {
		if !slices.Contains(has, l.column) {
			continue
		}
		if len(t.Distinct(l.column)) > 1 {
			vary = append(vary, l)
		}
		if slices.Contains(Point, l.column) {
			point = append(point, l)
		}
	}
	if len(vary) == 0 {
		vary = point
	}
	return func(u *table.Table, i int) string {
		var parts []string
		for _, l := range vary {
			if v := u.Cell(i, l.column); v != "" {
				parts = append(parts, fmt.Sprintf(l.format, v))
			}
		}
		return strings.Join(parts, ", ")
	}
}
