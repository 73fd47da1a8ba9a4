package claim

import (
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Map replaces the values, and the numbers in the column exact, by a function of their rows.
func (r Rows) Map(of func(r Row) estimate.Estimate) Rows {
	return r.rewrite(func(r Row, row table.Row) {
		e := of(r)
		row["value"], row["stderr"] = e.Value, e.StdErr
		if r.hasExact() {
			r.Estimate = estimate.Known(r.Float("exact"))
			row["exact"] = of(r).Value
		}
	})
}

// Exactly keeps the rows with a number in the column exact, which becomes their value. Their
// status, which was that of a simulation, becomes ok.
func (r Rows) Exactly() Rows {
	return r.Filter(Row.hasExact).rewrite(func(_ Row, row table.Row) {
		row["value"], row["stderr"], row["status"] = row["exact"], 0, table.OK
	})
}

// Accept gives rows with other statuses status ok.
func (r Rows) Accept(statuses ...string) Rows {
	return r.rewrite(func(r Row, row table.Row) {
		if slices.Contains(statuses, r.Cell("status")) {
			row["status"] = table.OK
		}
	})
}

// Put writes something into a column, a new one if the rows do not have it.
func (r Rows) Put(column string, of func(r Row) any) Rows {
	return r.rewrite(func(r Row, row table.Row) { row[column] = of(r) }, column)
}

// rewrite returns the rows as change leaves them, with columns that they may lack.
func (r Rows) rewrite(change func(r Row, row table.Row), columns ...string) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		columns := slices.DeleteFunc(slices.Clone(columns), t.Has)
		u := table.New(append(t.Columns(), columns...)...)
		for i := range t.Len() {
			row := shared(t.Filter(func(j int) bool { return j == i }))
			change(RowOf(t, i), row)
			u.Add(row)
		}
		return u
	}
}

// read returns the rows as they are, read before others.
func (r Rows) read(ts *Tables) Rows {
	t := r(ts)
	return func(*Tables) *table.Table { return t }
}

// Per divides the values by those of the rows of other with the same cells in some columns, Minus
// subtracts them. It leaves out rows without a partner, and panics if there are several.
func (r Rows) Per(other Rows, by ...string) Rows   { return r.join(other, by, estimate.Ratio) }
func (r Rows) Minus(other Rows, by ...string) Rows { return r.join(other, by, estimate.Sub) }

func (r Rows) join(
	other Rows, by []string, of func(a, b estimate.Estimate) estimate.Estimate,
) Rows {
	return func(ts *Tables) *table.Table {
		r, u := r.read(ts), other(ts)
		return r.Filter(func(r Row) bool { return r.agreeing(u, by).Len() > 0 }).
			Map(func(r Row) estimate.Estimate {
				s := r.agreeing(u, by)
				if s.Len() > 1 {
					panic("claim: several rows agree in " + strings.Join(by, ", "))
				}
				return of(r.Estimate, s.Estimate(0))
			})(ts)
	}
}

// Along replaces the values by those of curves at the number in a column. A curve interpolates the
// rows of other with status ok and the same cells in some columns.
func (r Rows) Along(column string, other Rows, by ...string) Rows {
	return func(ts *Tables) *table.Table {
		r, t := r.read(ts), other.Where("status", table.OK)(ts)
		return r.Map(func(r Row) estimate.Estimate {
			return interpolate(r.agreeing(t, by), column, r.Float(column))
		})(ts)
	}
}

// Shift writes the next larger number of a column into it, of the rows with status ok and the same
// cells in other columns: at a number in the column there is then the preceding row.
func (r Rows) Shift(column string, by ...string) Rows {
	return r.Where("status", table.OK).Put(column, func(r Row) any {
		if k := next(r, column, by, 1); k >= 0 {
			return r.In.Cell(k, column)
		}
		return nil
	}).Filter(func(r Row) bool { return r.Cell(column) != "" })
}

// Exponents returns the power of a column with which values grow between neighbours, of the rows
// with the same cells in other columns, at the first of the two.
func (r Rows) Exponents(column string, by ...string) Rows {
	return r.Map(func(r Row) estimate.Estimate {
		k := next(r, column, by, 1)
		if k < 0 {
			return estimate.Unknown()
		}
		return estimate.Known(math.Log(math.Abs(r.In.Float(k, "value")/r.Value)) /
			math.Log(r.In.Float(k, column)/r.Float(column)))
	}).Filter(func(r Row) bool { return !math.IsNaN(r.Value) })
}

// Reduce returns a row for each group of rows with the same cells in some columns, or for all, with
// a function of the group as its value and the cells that the group shares.
func (r Rows) Reduce(of func(t *table.Table) estimate.Estimate, by ...string) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		u := table.New(t.Columns()...)
		done := map[int]bool{}
		for _, r := range RowsOf(t) {
			if done[r.Index] {
				continue
			}
			r.Matches(t, by, func(s Row) { done[s.Index] = true })
			group := r.agreeing(t, by)
			e, row := of(group), shared(group)
			row["value"], row["stderr"], row["status"] = e.Value, e.StdErr, table.OK
			u.Add(row)
		}
		return u
	}
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
