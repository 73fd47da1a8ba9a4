package claim

import (
	"slices"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

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
func (r Row) Minus(x float64) estimate.Estimate { return estimate.Sub(r.Estimate, Known(x)) }

// hasExact reports whether there is a number in the column exact, if there is one.
func (r Row) hasExact() bool {
	return slices.Contains(r.In.Columns(), "exact") && r.Cell("exact") != ""
}

// Matches calls do for the rows of a table that agree with r in the columns by.
func (r Row) Matches(t *table.Table, by []string, do func(s Row)) {
	for i := range t.Len() {
		if !slices.ContainsFunc(by, func(c string) bool { return r.Cell(c) != t.Cell(i, c) }) {
			do(RowOf(t, i))
		}
	}
}
