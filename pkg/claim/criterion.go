package claim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// A Criterion decides about a part of a claim, or a finding of ours, from tables.
//
// It compares each of Rows that counts (status ok) with Is: its value; its ratio to the rows of
// Over with the same By, or to the column exact if Exact; or its value less that of Less. Rows
// without such a partner are left out. Other criteria are functions, Points or Judge.
//
// With Chi, the differences must be noise as well, and with Noise the values of other rows must
// be those of the column exact, or 0 where it is empty, but for noise. Without Is, this decides.
//
// With Sets, the data sets all of whose rows lie within Is are counted.
//
// With Confirm, the column exact decides instead of the values of Rows. Where the values of the
// rows of Confirm refute what is exact, those of Rows decide.
type Criterion struct {
	Of   string // a claim and its part, such as "S3.2.2-4 a"; none of a finding
	Name string // of a finding, or of what a part is about

	Rows           Rows
	Over, Less     Rows
	By             []string       // [Point] if nil
	Steps          bound.Interval // of Δt over that of the partner, if any
	Exact          bool
	Is             bound.Interval
	Chi            bool
	Noise, Confirm Rows
	Rule           Rule
	Sets           string // the column that numbers the data sets, of which Share decides

	Text string // before what was measured

	// Points adds other points, and returns the text before them. Judge decides in another way.
	Points func(ts *Tables, p *Points) (text string)
	Judge  func(ts *Tables, c Part) Part

	more      []Criterion // whose points count as well
	simulated Rows
}

// Point are the columns that two rows at the same point agree in.
var Point = []string{"n", "dt"}

// Claim returns the part, judged, with the first table that it reads as its figure. It is
// undecided if a table that it needs is not there.
func (c Criterion) Claim(ts *Tables) (x Part) {
	ts = &Tables{Tables: ts.Tables, Specs: ts.Specs, Replicas: ts.Replicas}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case missing:
			x = Judged(x, Undecided, "%s has not run", string(r))
		default:
			panic(r)
		}
		x.Figure = cmp.Or(x.Figure, ts.first)
	}()
	if c.Of == "" {
		x = ours(c.Name)
	} else {
		id, part, _ := strings.Cut(c.Of, " ")
		x = Of(id, part)
		x.Name = c.Name
	}
	x = c.judge(ts, x)
	if c.simulated != nil {
		x = noise(ts, c.simulated).Confirms(x)
	}
	return x
}

func (c Criterion) judge(ts *Tables, x Part) Part {
	if c.Judge != nil {
		return c.Judge(ts, x)
	}
	if c.Points != nil {
		p := &Points{Rule: c.Rule}
		text := c.Points(ts, p)
		p.Replicas = ts.replicas()
		return p.Judge(x, text)
	}
	if c.Sets != "" {
		return c.share(c.Rows(ts), x)
	}
	p, chi := c.points(ts, c.Rows)
	for _, o := range c.more {
		q, _ := o.points(ts, o.Rows)
		p.points, p.excluded = append(p.points, q.points...), append(p.excluded, q.excluded...)
	}
	switch {
	case c.Confirm != nil:
		exact, _ := c.points(ts, c.Rows.Exactly())
		return noise(ts, c.Confirm.Filter(Row.hasExact)).ConfirmsOr(exact.Judge(x, c.Text), p)
	case c.Noise != nil:
		chi = noise(ts, c.Noise)
	case !c.Chi:
		return p.Judge(x, c.Text)
	}
	if c.Is == (bound.Interval{}) {
		return chi.Judge(x, c.Text)
	}
	return p.JudgeWith(chi, x, c.Text)
}

// noise sums the squares of the distances of values from the column exact.
func noise(ts *Tables, rows Rows) ChiSquare {
	t := rows(ts).Where("status", table.OK)
	chi := ChiSquare{Replicas: ts.replicas()}
	for _, r := range RowsOf(t) {
		want := 0.0
		if r.hasExact() {
			want = r.Float("exact")
		}
		chi.Add(r.Estimate, want)
	}
	return chi
}

// points returns the points of rows, and the sum of squares of their differences.
func (c Criterion) points(ts *Tables, rows Rows) (*Points, ChiSquare) {
	if rows == nil {
		return &Points{}, ChiSquare{}
	}
	t := rows(ts)
	p, chi := &Points{Rule: c.Rule, Replicas: ts.replicas()}, ChiSquare{Replicas: ts.replicas()}
	with := c.Over
	if c.Less != nil {
		with = c.Less
	}
	if with == nil {
		p.Each(t, func(r Row, at string) {
			if c.Exact {
				chi.Add(r.Estimate, r.Float("exact"))
				p.RatioIn(c.Is, r.Estimate, estimate.Known(r.Float("exact")), "%s", at)
				return
			}
			chi.Add(r.Estimate, 0)
			p.In(c.Is, r.Estimate, "%s", at)
		})
		return p, chi
	}
	p.pairs(t, with(ts), c.By, c.Steps, func(r, s Row, at string) {
		difference := estimate.Sub(r.Estimate, s.Estimate)
		chi.Add(difference, 0)
		if c.Less != nil {
			p.In(c.Is, difference, "%s", at)
		} else {
			p.RatioIn(c.Is, r.Estimate, s.Estimate, "%s", at)
		}
	})
	return p, chi
}

// And returns a criterion about the points of c and of others, for a claim with several bounds.
func (c Criterion) And(others ...Criterion) Criterion {
	c.more = others
	return c
}

// ConfirmedBy returns c, undecided if a simulation refutes it: if values differ from the column
// exact, or from 0 where that is empty, by more than noise.
func (c Criterion) ConfirmedBy(simulated Rows) Criterion {
	c.simulated = simulated
	return c
}

// Reporting returns c with the values of rows, which decide nothing, behind what was measured.
func (c Criterion) Reporting(text string, rows Rows) Criterion {
	d := c
	d.Judge = func(ts *Tables, _ Part) Part {
		x, t := c.Claim(ts), rows(ts)
		label := Labels(t)
		values := make([]string, t.Len())
		for i, r := range RowsOf(t) {
			values[i] = Text(r.Estimate)
			if name := label(r); name != "" {
				values[i] += " (" + name + ")"
			}
		}
		x.Measured += "; " + text + strings.Join(values, ", ")
		return x
	}
	return d
}

// Tables are the tables of figures and studies by their names, such as "fig07", and the specs that
// they were made with.
type Tables struct {
	Tables map[string]*table.Table
	Specs  map[string]any // as table.Manifest has them

	// Replicas returns the number of replicas behind each standard error of a table, 0 if they are
	// many, as they are everywhere if it is nil.
	Replicas func(name string) int

	first string // the table that was asked for first
}

// Table returns the table of a name. If there is none, what needs it is not judged: Table panics
// with an error that [Criterion.Claim] recovers.
func (ts *Tables) Table(name string) *table.Table {
	ts.first = cmp.Or(ts.first, name)
	if t := ts.Tables[name]; t != nil {
		return t
	}
	panic(missing(name))
}

// replicas returns the number of replicas behind the standard errors of the first table.
func (ts *Tables) replicas() int {
	if ts.Replicas == nil {
		return 0
	}
	return ts.Replicas(ts.first)
}

// missing is the name of a table that is not there.
type missing string

// Spec decodes keys of the spec of a figure into the fields of v, as encoding/json does. If there
// is no spec, it panics as Table does.
func (ts *Tables) Spec(name string, v any) {
	spec, ok := ts.Specs[name]
	if !ok {
		panic(missing(name))
	}
	b, err := json.Marshal(spec)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		panic(fmt.Sprintf("claim: the spec of %s: %v", name, err))
	}
}
