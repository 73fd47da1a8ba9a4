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
// It compares each of Rows that counts (status ok) with Is: its value, its ratio to the rows of
// Over with the same By, or its value less that of Less. Rows without a partner are left out. Other
// criteria are functions, Points or Judge.
//
// Values are noise if they differ from the column exact, or from 0 where that is empty, by no more
// than their errors explain.
type Criterion struct {
	Of   string // a claim and its part, such as "S3.2.2-4 a"; none of a finding
	Name string // of a finding, or of what a part is about

	Rows       Rows
	Over, Less Rows
	By         []string       // [Point] if nil
	Steps      bound.Interval // of Δt over that of the partner, if any
	Is         bound.Interval
	Rule       Rule
	And        []Criterion // their points count as well
	Sets       string      // the column that numbers data sets: Share decides by all rows of each

	Chi   bool // the differences must be noise as well
	Noise Rows // which must be noise as well; without Is, they alone decide

	// Confirm are simulated rows that confirm values which are exact: if they are no noise, the part
	// is undecided. With Exact, the column exact decides instead of the values of Rows, and if it is
	// not confirmed these values do.
	Confirm Rows
	Exact   bool

	Text string // before what was measured

	// Points adds other points, and returns the text before them. Judge decides in another way.
	Points func(ts *Tables, p *Points) (text string)
	Judge  func(ts *Tables) (verdict, measured string)

	Reports []Report // behind what was measured
}

// Report is a text and rows with values that decide nothing.
type Report struct {
	Text string
	Rows Rows
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
			x.Verdict, x.Measured = Undecided, string(r)+" has not run"
		default:
			panic(r)
		}
		x.Figure = ts.first
	}()
	if id, part, _ := strings.Cut(c.Of, " "); id != "" {
		x = Of(id, part)
		x.Name = c.Name
	} else {
		x = finding(c.Name)
	}
	x.Verdict, x.Measured = c.judge(ts)
	if c.Confirm != nil && !c.Exact {
		x.Verdict, x.Measured = noise(ts, c.Confirm).confirms(x.Verdict, x.Measured, nil)
	}
	for _, r := range c.Reports {
		x.Measured += "; " + r.Text + values(r.Rows(ts))
	}
	return x
}

func (c Criterion) judge(ts *Tables) (verdict, measured string) {
	switch {
	case c.Judge != nil:
		return c.Judge(ts)
	case c.Points != nil:
		p := &Points{Rule: c.Rule}
		text := c.Points(ts, p)
		p.Replicas = ts.replicas()
		return p.Judge(text)
	case c.Sets != "":
		return c.share(c.Rows(ts))
	case c.Noise != nil && c.Is == bound.Interval{}:
		return noise(ts, c.Noise).Judge(c.Text)
	}
	p := c.points(ts, c.Rows)
	for _, o := range c.And {
		q := o.points(ts, o.Rows)
		p.points, p.excluded = append(p.points, q.points...), append(p.excluded, q.excluded...)
	}
	if c.Exact {
		verdict, measured = c.points(ts, c.Rows.Exactly()).Judge(c.Text)
		return noise(ts, c.Confirm.Filter(Row.hasExact)).confirms(verdict, measured, p)
	}
	if c.Noise != nil {
		p.Noise(noise(ts, c.Noise))
	}
	return p.Judge(c.Text)
}

// noise sums the squares of the distances of values from the column exact, or from 0.
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

// values lists the values of a table with the names of their rows.
func values(t *table.Table) string {
	label := Labels(t)
	texts := make([]string, t.Len())
	for i, r := range RowsOf(t) {
		texts[i] = textAt(r.Estimate, label(r))
	}
	return strings.Join(texts, ", ")
}

// points returns the points of rows, with Chi and the sum of squares of their differences.
func (c Criterion) points(ts *Tables, rows Rows) *Points {
	t := rows(ts)
	p := &Points{Rule: c.Rule, Replicas: ts.replicas()}
	chi := ChiSquare{Replicas: p.Replicas}
	switch {
	case c.Over != nil:
		p.Pairs(t, c.Over(ts), c.By, c.Steps, func(r, s Row, at string) {
			chi.Add(estimate.Sub(r.Estimate, s.Estimate), 0)
			p.RatioIn(c.Is, r.Estimate, s.Estimate, at)
		})
	case c.Less != nil:
		p.Pairs(t, c.Less(ts), c.By, c.Steps, func(r, s Row, at string) {
			difference := estimate.Sub(r.Estimate, s.Estimate)
			chi.Add(difference, 0)
			p.In(c.Is, difference, at)
		})
	default:
		p.Each(t, func(r Row, at string) {
			chi.Add(r.Estimate, 0)
			p.In(c.Is, r.Estimate, at)
		})
	}
	if c.Chi {
		p.Noise(chi)
	}
	return p
}

// Tables are the tables of figures and studies, by names such as "fig07", with their specs.
type Tables struct {
	Tables map[string]*table.Table
	Specs  map[string]any // as table.Manifest has them

	// Replicas returns the number of replicas behind each standard error of a table, 0 if they are
	// many. So they are if it is nil.
	Replicas func(name string) int

	first string // the table that was asked for first
}

// Table returns the table of a name. If there is none, it panics for [Criterion.Claim] to recover.
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
