package claim

import (
	"math"
	"slices"

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

// hasExact reports whether row i has a number in the column exact, which not all tables have.
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

// rewrite returns the rows as change leaves them.
func (r Rows) rewrite(change func(t *table.Table, i int, row table.Row)) Rows {
	return func(ts *Tables) *table.Table {
		t := r(ts)
		u := table.New(t.Columns()...)
		for i := range t.Len() {
			row := shared(t.Filter(func(j int) bool { return j == i }))
			change(t, i, row)
			u.Add(row)
		}
		return u
	}
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
