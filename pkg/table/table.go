// Package table holds the results of a figure: tidy tables in CSV, their comparison with golden
// numbers and with other runs, the manifest that records where they came from, and raw arrays in
// NPZ.
//
// # Tidy tables
//
// A [Table] has one row per measured quantity. Columns come in this order: the parameters by their
// names (method, sampling, n, dt, …), then
//
//	epsilon   ε(n), the amount of noise of a minibatch of size n
//	quantity  the name of the value
//	value     the number
//	stderr    its standard error, 0 where the source is exact
//	status    ok, runaway, unmixed or diverged
//	source    simulation, exact or prediction
//
// then the figure's own columns. [Columns] returns this list. A cell is text: a float is a decimal
// with at most ten significant digits, or NaN, +Inf or -Inf; an absent cell is empty. So a table
// and its CSV have the same content, and equal tables have equal bytes. Further digits would depend
// on the machine, and a tenth digit may (see [Compare]). The columns epsilon, value and stderr hold
// numbers, status and source hold the words above, and all may be empty.
package table

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adl/pkg/linalg"
)

// The words of the column status.
const (
	OK       = "ok"       // measured as intended
	Runaway  = "runaway"  // no stationary state: ξ grows without bound
	Diverged = "diverged" // the state became infinite or NaN

	// TooLong: Δt is above dynamics.Scheme.Longest, so that the run does not show the posterior.
	TooLong = "step too long"
	// PredictedRunaway: theory predicts no stationary state, but ξ does not grow in the run.
	PredictedRunaway = "predicted runaway"
	// Unsettled: the run may remember its start: the burn-in is short, or a number has a trend.
	Unsettled = "unsettled"
	// Unmixed: the replicas disagree, or change modes too rarely.
	Unmixed = "unmixed"
)

// Statuses lists the words of the column status.
func Statuses() []string { return slices.Clone(words["status"]) }

// The words of the column source.
const (
	Simulation = "simulation" // computed from a run
	Exact      = "exact"      // known without a run
	Prediction = "prediction" // known to leading order without a run
)

// Columns returns the columns of a tidy table with these parameters and extra columns.
func Columns(params []string, extra ...string) []string {
	return slices.Concat(params,
		[]string{"epsilon", "quantity", "value", "stderr", "status", "source"}, extra)
}

// words are the words that a standard column may hold.
var words = map[string][]string{
	"status": {OK, Runaway, PredictedRunaway, Unsettled, Unmixed, TooLong, Diverged},
	"source": {Simulation, Exact, Prediction},
}

// checkCell returns the fault of a cell of a column, or nil.
func checkCell(column, cell string) error {
	if !utf8.ValidString(cell) || strings.Contains(cell, "\r") { // CSV readers drop \r
		return fmt.Errorf("%q is not UTF-8 or contains a carriage return", cell)
	}
	if cell == "" {
		return nil
	}
	switch column {
	case "epsilon", "value", "stderr":
		if _, err := strconv.ParseFloat(cell, 64); err != nil {
			return fmt.Errorf("expected a number, got %q", cell)
		}
	case "status", "source":
		if w := words[column]; !slices.Contains(w, cell) {
			return fmt.Errorf("expected one of %s, got %q", strings.Join(w, ", "), cell)
		}
	}
	return nil
}

// Table is a table of text cells with named columns. Rows can be added but not changed, so tables
// share them.
type Table struct {
	columns []string
	rows    [][]string
}

// Row maps columns to the cells of a row: strings, integers, floats, types derived from these, or
// nil for an absent cell.
type Row map[string]any

// New returns an empty table. It panics if a name is empty, is not UTF-8, contains a carriage
// return, or occurs twice.
func New(columns ...string) *Table {
	t, err := newTable(columns)
	if err != nil {
		panic("table: " + err.Error())
	}
	return t
}

func newTable(columns []string) (*Table, error) {
	for i, c := range columns {
		if c == "" || checkCell("", c) != nil {
			return nil, fmt.Errorf("column %d: %q is not a name", i+1, c)
		}
		if slices.Contains(columns[:i], c) {
			return nil, fmt.Errorf("column %d: there are two columns %q", i+1, c)
		}
	}
	return &Table{columns: slices.Clone(columns)}, nil
}

// Add appends a row. Cells of columns that the row does not name are absent. It panics if the row
// names a column that the table does not have, if a value has a type that [Row] does not list, or
// if a standard column cannot hold its value.
func (t *Table) Add(row Row) {
	list := make([]string, len(t.columns))
	for c, v := range row {
		list[t.column(c)] = format(v)
	}
	if err := t.checkRow(list); err != nil {
		panic("table: " + err.Error())
	}
	t.rows = append(t.rows, list)
}

// digits is the number of significant digits of a float.
const digits = 10

// format returns the cell of a value.
func format(v any) string {
	switch r := reflect.ValueOf(v); {
	case v == nil:
		return ""
	case r.Kind() == reflect.String:
		return r.String()
	case r.CanInt():
		return strconv.FormatInt(r.Int(), 10)
	case r.CanUint():
		return strconv.FormatUint(r.Uint(), 10)
	case r.CanFloat():
		return strconv.FormatFloat(linalg.Round(r.Float(), digits), 'g', -1, r.Type().Bits())
	}
	panic(fmt.Sprintf("table: a cell cannot be a %T", v))
}

// column returns the index of a column.
func (t *Table) column(name string) int {
	i := slices.Index(t.columns, name)
	if i < 0 {
		panic(fmt.Sprintf("table: there is no column %q among %s", name, strings.Join(t.columns, ", ")))
	}
	return i
}

// Columns returns the names of the columns.
func (t *Table) Columns() []string { return slices.Clone(t.columns) }

// Has reports whether there is a column of that name.
func (t *Table) Has(column string) bool { return slices.Contains(t.columns, column) }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Cell returns the text in row i of a column. It panics if there is no such cell, as do other
// methods.
func (t *Table) Cell(i int, column string) string { return t.rows[i][t.column(column)] }

// Float returns the number in row i of a column, NaN where the cell is absent. It panics if the
// cell is not a number.
func (t *Table) Float(i int, column string) float64 {
	cell := t.Cell(i, column)
	if cell == "" {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("table: row %d of column %q is %q, not a number", i, column, cell))
	}
	return x
}

// Strings returns the cells of a column.
func (t *Table) Strings(column string) (s []string) {
	for i := range t.rows {
		s = append(s, t.Cell(i, column))
	}
	return s
}

// Floats returns the numbers of a column, as Float does.
func (t *Table) Floats(column string) (x []float64) {
	for i := range t.rows {
		x = append(x, t.Float(i, column))
	}
	return x
}

// Distinct returns the distinct cells of a column in order of appearance, without absent ones.
func (t *Table) Distinct(column string) (s []string) {
	for _, cell := range t.Strings(column) {
		if cell != "" && !slices.Contains(s, cell) {
			s = append(s, cell)
		}
	}
	return s
}

// Where returns the rows that have the given values in the given columns. Columns and values
// alternate: t.Where("method", "SGLD", "dt", 1e-4). A value matches a cell that agrees with it (see
// [Agree]), nil an absent cell.
func (t *Table) Where(conditions ...any) *Table {
	u := t
	for k := 0; k < len(conditions); k += 2 {
		j, want := t.column(conditions[k].(string)), format(conditions[k+1])
		u = u.Filter(func(i int) bool { return Agree(u.rows[i][j], want) })
	}
	return u
}

// Filter returns the rows i for which keep returns true.
func (t *Table) Filter(keep func(i int) bool) *Table {
	u := &Table{columns: t.columns}
	for i, row := range t.rows {
		if keep(i) {
			u.rows = append(u.rows, row)
		}
	}
	return u
}

// Lookup returns the number in a column of the only row that meets the conditions (see Where), and
// false if there is no such row. It panics if there are several.
func (t *Table) Lookup(column string, conditions ...any) (x float64, ok bool) {
	u := t.Where(conditions...)
	if u.Len() == 0 {
		return math.NaN(), false
	} else if u.Len() > 1 {
		panic(fmt.Sprintf("table: %d rows meet the conditions %v, Lookup needs one", u.Len(), conditions))
	}
	return u.Float(0, column), true
}

// Sort returns the rows in ascending order of the first column, then of the second, and so on. Rows
// that are equal in all columns keep their order. Numbers come before text and are ordered by
// value, NaN first.
func (t *Table) Sort(columns ...string) *Table {
	u := &Table{t.columns, slices.Clone(t.rows)}
	slices.SortStableFunc(u.rows, func(a, b []string) int {
		for _, c := range columns {
			if order := compareCells(a[t.column(c)], b[t.column(c)]); order != 0 {
				return order
			}
		}
		return 0
	})
	return u
}

func compareCells(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}
