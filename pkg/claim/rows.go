package claim

import (
	"math"
	"slices"
	"strings"

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
		t := table.New(ts.Table(names[0]).Columns()...)
		for k, name := range names {
			if slices.Contains(names[:k], name) {
				continue
			}
			u := ts.Table(name)
			columns := u.Columns()
			t.Append(u.Filter(func(i int) bool {
				cells := make([]string, len(columns))
				for c, column := range columns {
					cells[c] = u.Cell(i, column)
				}
				row := strings.Join(cells, "\n")
				again := seen[row]
				seen[row] = true
				return !again
			}))
		}
		return t
	}
}

// And returns the rows of both.
func (r Rows) And(more ...Rows) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		for _, m := range more {
			u := table.New(t.Columns()...)
			u.Append(t)
			u.Append(m(ts))
			t = u
		}
		return t
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
func (r Rows) Small() Rows { return r.Filter(IsSmall) }

// IsSmall reports whether the value of a row is small.
func IsSmall(r Row) bool { return math.Abs(r.Value) <= SmallSize }

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

// Least keeps the row with the least value of those with status ok, Largest that with the largest.
func (r Rows) Least() Rows   { return r.extreme(-1) }
func (r Rows) Largest() Rows { return r.extreme(1) }

func (r Rows) extreme(sign float64) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts).Where("status", table.OK)
		most, at := math.Inf(-1), -1
		for i := range t.Len() {
			if v := sign * t.Float(i, "value"); v > most {
				most, at = v, i
			}
		}
		return t.Filter(func(i int) bool { return i == at })
	}
}

// First keeps the rows with the least number in a column, of those with status ok and the same
// cells in other columns, Last those with the largest, and NotFirst those that First does not.
func (r Rows) First(column string, by ...string) Rows {
	return r.where(column, by, -1, func(neighbour int) bool { return neighbour < 0 })
}

func (r Rows) Last(column string, by ...string) Rows {
	return r.where(column, by, 1, func(neighbour int) bool { return neighbour < 0 })
}

func (r Rows) NotFirst(column string, by ...string) Rows {
	return r.where(column, by, -1, func(neighbour int) bool { return neighbour >= 0 })
}

func (r Rows) where(column string, by []string, sign float64, is func(neighbour int) bool) Rows {
	return r.Where("status", table.OK).Filter(func(r Row) bool {
		return is(next(r, column, by, sign))
	})
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
