package claim

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/table"
)

// Tables are the tables of figures and studies by their names, such as "fig07", and the specs that
// they were made with.
type Tables struct {
	Tables map[string]*table.Table
	Specs  map[string]any // as table.Manifest has them
}

// Table returns the table of a name. If there is none, what needs it is not judged: Table panics
// with an error that [Criterion.Claim] recovers.
func (ts *Tables) Table(name string) *table.Table {
	if t := ts.Tables[name]; t != nil {
		return t
	}
	panic(missing(name))
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

// Rows select rows of tables.
type Rows func(ts *Tables) *table.Table

// From returns the rows of a table that meet conditions, as [table.Table.Where] has them.
func From(name string, conditions ...any) Rows {
	return func(ts *Tables) *table.Table { return ts.Table(name).Where(conditions...) }
}

// Where keeps the rows that meet conditions.
func (r Rows) Where(conditions ...any) Rows {
	return func(ts *Tables) *table.Table { return r(ts).Where(conditions...) }
}

// Filter keeps the rows for which keep is true.
func (r Rows) Filter(keep func(t *table.Table, i int) bool) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		return t.Filter(func(i int) bool { return keep(t, i) })
	}
}

// Small keeps the rows whose value is small.
func (r Rows) Small() Rows { return r.Filter(IsSmall) }

// IsSmall reports whether the value of row i is small.
func IsSmall(t *table.Table, i int) bool { return math.Abs(t.Float(i, "value")) <= SmallSize }

// AtMost keeps the rows with at most x in a column.
func (r Rows) AtMost(column string, x float64) Rows {
	return r.Filter(func(t *table.Table, i int) bool { return t.Float(i, column) <= x })
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

// One keeps the rows whose quantity is one of the names.
func (r Rows) One(quantities ...string) Rows {
	return r.Filter(func(t *table.Table, i int) bool {
		return slices.Contains(quantities, t.Cell(i, "quantity"))
	})
}

// Starts keeps the rows whose quantity begins with a word.
func (r Rows) Starts(word string) Rows {
	return r.Filter(func(t *table.Table, i int) bool {
		return strings.HasPrefix(t.Cell(i, "quantity"), word)
	})
}
