package claim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Rows select rows of tables.
type Rows func(ts *Tables) *table.Table

// From returns the rows of a table that meet conditions, as [table.Table.Where] has them.
func From(name string, conditions ...any) Rows {
	return func(ts *Tables) *table.Table { return ts.Table(name).Where(conditions...) }
}

// Union returns the rows of several tables with the same columns, a row that several of them have
// once.
func Union(names ...string) Rows {
	return func(ts *Tables) *table.Table {
		seen := map[string]bool{}
		all := From(names[0])
		for _, name := range names[1:] {
			all = all.And(From(name))
		}
		return all.Filter(func(r Row) bool {
			var row strings.Builder
			for _, column := range r.In.Columns() {
				row.WriteString(r.Cell(column) + "\n")
			}
			again := seen[row.String()]
			seen[row.String()] = true
			return !again
		})(ts)
	}
}

// And returns the rows of both.
func (r Rows) And(more ...Rows) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		u := table.New(t.Columns()...)
		u.Append(t)
		for _, m := range more {
			u.Append(m(ts))
		}
		return u
	}
}

// Where keeps the rows that meet conditions.
func (r Rows) Where(conditions ...any) Rows {
	return func(ts *Tables) *table.Table { return r(ts).Where(conditions...) }
}

// Filter keeps the rows for which keep is true.
func (r Rows) Filter(keep func(r Row) bool) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		return t.Filter(func(i int) bool { return keep(RowOf(t, i)) })
	}
}

// Small keeps the rows whose value is small.
func (r Rows) Small() Rows {
	return r.Filter(func(r Row) bool { return math.Abs(r.Value) <= bound.SmallSize })
}

// AtMost keeps the rows with at most x in a column.
func (r Rows) AtMost(column string, x float64) Rows {
	return r.Filter(func(r Row) bool { return r.Float(column) <= x })
}

// AtLeast keeps the rows with at least x in a column.
func (r Rows) AtLeast(column string, x float64) Rows {
	return r.Filter(func(r Row) bool { return r.Float(column) >= x })
}

// Among keeps the rows with one of the words in a column.
func (r Rows) Among(column string, words ...string) Rows {
	return r.Filter(func(r Row) bool { return slices.Contains(words, r.Cell(column)) })
}

// OneOf keeps the rows with one of the numbers in a column.
func (r Rows) OneOf(column string, numbers ...float64) Rows {
	return r.Filter(func(r Row) bool { return slices.Contains(numbers, r.Float(column)) })
}

// Starts keeps the rows whose quantity begins with a word.
func (r Rows) Starts(word string) Rows {
	return r.Filter(func(r Row) bool { return strings.HasPrefix(r.Cell("quantity"), word) })
}

// Resolved keeps the rows whose value is known to be above 0 by z standard errors.
func (r Rows) Resolved(z float64) Rows {
	return r.Filter(func(r Row) bool { return r.Z(0) > z })
}

// First keeps the rows with the least number in a column, of those with status ok and the same
// cells in other columns, Last those with the largest.
func (r Rows) First(column string, by ...string) Rows { return r.end(column, by, -1) }
func (r Rows) Last(column string, by ...string) Rows  { return r.end(column, by, 1) }

func (r Rows) end(column string, by []string, sign float64) Rows {
	return r.Where("status", table.OK).Filter(func(r Row) bool {
		return next(r, column, by, sign) < 0
	})
}

// Without keeps the rows that no row of other agrees with in some columns.
func (r Rows) Without(other Rows, by ...string) Rows {
	return func(ts *Tables) *table.Table {
		r, u := r.read(ts), other(ts)
		return r.Filter(func(r Row) bool { return r.agreeing(u, by).Len() == 0 })(ts)
	}
}

// next returns the row with the next larger number in a column, or with sign −1 the next smaller,
// of those that agree with r in other columns, or −1 if there is none.
func next(r Row, column string, by []string, sign float64) int {
	at, least := -1, math.Inf(1)
	x := r.Float(column)
	r.Matches(r.In, by, func(s Row) {
		if d := sign * (s.Float(column) - x); d > 0 && d < least {
			at, least = s.Index, d
		}
	})
	return at
}

// Row is a row of a table, with its value.
type Row struct {
	estimate.Estimate
	In    *table.Table
	Index int
}

// RowOf returns row i of a table.
func RowOf(t *table.Table, i int) Row { return Row{t.Estimate(i), t, i} }

// RowsOf returns all rows of a table.
func RowsOf(t *table.Table) []Row {
	rows := make([]Row, t.Len())
	for i := range rows {
		rows[i] = RowOf(t, i)
	}
	return rows
}

// Cell returns the cell of a column, Float the number in it.
func (r Row) Cell(column string) string   { return r.In.Cell(r.Index, column) }
func (r Row) Float(column string) float64 { return r.In.Float(r.Index, column) }

// Minus returns the value less a number.
func (r Row) Minus(x float64) estimate.Estimate {
	return estimate.Sub(r.Estimate, estimate.Known(x))
}

// hasExact reports whether there is a number in the column exact, if there is one.
func (r Row) hasExact() bool {
	return r.In.Has("exact") && r.Cell("exact") != ""
}

// Matches calls do for the rows of a table that agree with r in the columns by.
func (r Row) Matches(t *table.Table, by []string, do func(s Row)) {
	cells := make([]string, len(by))
	for k, c := range by {
		cells[k] = r.Cell(c)
	}
	for i := range t.Agreeing(by, cells) {
		do(RowOf(t, i))
	}
}

// agreeing returns the rows that Matches calls do for.
func (r Row) agreeing(t *table.Table, by []string) *table.Table {
	at := map[int]bool{}
	r.Matches(t, by, func(s Row) { at[s.Index] = true })
	return t.Filter(func(i int) bool { return at[i] })
}

// labels name the value of a column in a text.
var labels = []struct{ column, format string }{
	{"quantity", "%s"}, {"method", "%s"}, {"scheme", "%s"}, {"friction", "%s"}, {"scaling", "%s"},
	{"sampling", "%s"}, {"component", "θ_%s"}, {"K", "K = %s"}, {"cuts", "cuts %s"},
	{"gamma", "γ = %s"}, {"eta", "η = %s"}, {"n", "n = %s"}, {"dt", "Δt = %s"}, {"ndata", "Nd = %s"},
	{"data", "data %s"}, {"data set", "data %s"}, {"theta1", "θ₁ = %s"}, {"theta2", "θ₂ = %s"},
}

// Labels returns a function that names a row of a table by the parameters that vary in it, or else
// by n and Δt.
func Labels(t *table.Table) func(r Row) string {
	vary := map[string]bool{}
	for _, c := range t.Columns() {
		vary[c] = len(t.Distinct(c)) > 1
	}
	return func(r Row) string {
		if s := words(r, func(column string) bool { return vary[column] }); s != "" {
			return s
		}
		return words(r, func(column string) bool { return slices.Contains(Point, column) })
	}
}

// words are the labels of the columns of a row that are taken.
func words(r Row, take func(column string) bool) string {
	var parts []string
	for _, l := range labels {
		if !r.In.Has(l.column) || r.Cell(l.column) == "" || !take(l.column) {
			continue
		}
		cell := r.Cell(l.column)
		if x, err := strconv.ParseFloat(cell, 64); err == nil && len(cell) > 6 {
			cell = fmt.Sprintf("%.3g", x)
		}
		if s := fmt.Sprintf(l.format, cell); !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// beside adds to the name of a row the parameters of its partner that differ, if they vary among
// partners or there is one only.
func beside(name string, r, s Row) string {
	other := func(column string) bool {
		return s.Cell(column) != r.Cell(column) &&
			(s.In.Len() == 1 || len(s.In.Distinct(column)) > 1)
	}
	if name == "" {
		name = words(r, other)
	}
	if partner := words(s, other); partner != "" {
		return name + " beside " + partner
	}
	return name
}
