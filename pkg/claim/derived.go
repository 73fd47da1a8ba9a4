package claim

import (
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Map replaces the values, and the numbers in the column exact, by functions of their rows and of
// themselves.
func (r Rows) Map(of func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate) Rows {
	return r.rewrite(func(t *table.Table, i int, row table.Row) {
		e := of(t, i, t.Estimate(i))
		row["value"], row["stderr"] = e.Value, e.StdErr
		if hasExact(t, i) {
			row["exact"] = of(t, i, Exact(t.Float(i, "exact"))).Value
		}
	})
}

// Exactly keeps the rows with a number in the column exact, which becomes their value. Their status
// is ok: it is that of a simulation.
func (r Rows) Exactly() Rows {
	return r.Filter(hasExact).rewrite(func(t *table.Table, i int, row table.Row) {
		row["value"], row["stderr"], row["status"] = row["exact"], 0, table.OK
	})
}

func hasExact(t *table.Table, i int) bool {
	return slices.Contains(t.Columns(), "exact") && t.Cell(i, "exact") != ""
}

// Accept gives the rows with other statuses status ok, where the question is about those as well.
func (r Rows) Accept(statuses ...string) Rows {
	return r.rewrite(func(t *table.Table, i int, row table.Row) {
		if slices.Contains(statuses, t.Cell(i, "status")) {
			row["status"] = table.OK
		}
	})
}

// Put writes something into a column, a new one if the rows do not have it.
func (r Rows) Put(column string, of func(t *table.Table, i int) any) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		columns := t.Columns()
		if !slices.Contains(columns, column) {
			columns = append(columns, column)
		}
		u := table.New(columns...)
		for i := range t.Len() {
			row := shared(t.Filter(func(j int) bool { return j == i }))
			row[column] = of(t, i)
			u.Add(row)
		}
		return u
	}
}

// rewrite returns the rows as change leaves them.
func (r Rows) rewrite(change func(t *table.Table, i int, row table.Row)) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		u := table.New(t.Columns()...)
		for i := range t.Len() {
			row := cells(t, i)
			change(t, i, row)
			u.Add(row)
		}
		return u
	}
}

// Per divides the values by those of the rows of other with the same cells in some columns, Minus
// subtracts them. Rows without such a partner are left out. Several partners are a panic.
func (r Rows) Per(other Rows, by ...string) Rows   { return r.join(other, by, estimate.Ratio) }
func (r Rows) Minus(other Rows, by ...string) Rows { return r.join(other, by, estimate.Sub) }

func (r Rows) join(
	other Rows, by []string, of func(a, b estimate.Estimate) estimate.Estimate,
) Rows {
	return func(ts *Tables) *table.Table {
		u := other(ts)
		partner := func(t *table.Table, i int) int {
			at := -1
			Matches(t, i, u, by, func(j int) {
				if at >= 0 {
					panic("claim: several rows agree in " + strings.Join(by, ", "))
				}
				at = j
			})
			return at
		}
		return r.Filter(func(t *table.Table, i int) bool { return partner(t, i) >= 0 }).
			Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
				return of(e, u.Estimate(partner(t, i)))
			})(ts)
	}
}

// Shift writes the next larger number of a column into it, of the rows with status ok and the same
// cells in other columns. With the same number in the column, the result has the preceding row.
func (r Rows) Shift(column string, by ...string) Rows {
	return r.Where("status", table.OK).Put(column, func(t *table.Table, i int) any {
		if k := next(t, i, column, by, 1); k >= 0 {
			return t.Cell(k, column)
		}
		return nil
	}).Filter(func(t *table.Table, i int) bool { return t.Cell(i, column) != "" })
}

// Exponents returns the power of a column with which values grow between neighbours, of the rows
// with the same cells in other columns, at the first of the two.
func (r Rows) Exponents(column string, by ...string) Rows {
	return r.Map(func(t *table.Table, i int, e estimate.Estimate) estimate.Estimate {
		k := next(t, i, column, by, 1)
		if k < 0 {
			return estimate.Unknown()
		}
		return Exact(math.Log(math.Abs(t.Float(k, "value")/e.Value)) /
			math.Log(t.Float(k, column)/t.Float(i, column)))
	}).Filter(func(t *table.Table, i int) bool { return !math.IsNaN(t.Float(i, "value")) })
}

// Reduce returns a row for each group of rows with the same cells in some columns, or for all. It
// has the cells that the group shares, and its value is a function of the group.
func (r Rows) Reduce(of func(t *table.Table) estimate.Estimate, by ...string) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		u := table.New(t.Columns()...)
		for i := range t.Len() {
			var group []int
			Matches(t, i, t, by, func(j int) { group = append(group, j) })
			if group[0] != i {
				continue
			}
			g := t.Filter(func(j int) bool { return slices.Contains(group, j) })
			e, row := of(g), shared(g)
			row["value"], row["stderr"], row["status"] = e.Value, e.StdErr, table.OK
			u.Add(row)
		}
		return u
	}
}

// cells returns the cells of row i.
func cells(t *table.Table, i int) table.Row {
	row := table.Row{}
	for _, c := range t.Columns() {
		if cell := t.Cell(i, c); cell != "" {
			row[c] = cell
		}
	}
	return row
}

// shared returns the cells that all rows of a table share.
func shared(t *table.Table) table.Row {
	row := table.Row{}
	for _, c := range t.Columns() {
		if cell := t.Cell(0, c); cell != "" && t.Where(c, cell).Len() == t.Len() {
			row[c] = cell
		}
	}
	return row
}
