package claim

import (
	"slices"
	"strings"

	"adl/pkg/table"
)

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

// OneOf keeps the rows with one of the numbers in a column.
func (r Rows) OneOf(column string, numbers ...float64) Rows {
	return r.Filter(func(t *table.Table, i int) bool {
		return slices.Contains(numbers, t.Float(i, column))
	})
}

// Resolved keeps the rows whose value is known to be above 0 by z standard errors.
func (r Rows) Resolved(z float64) Rows {
	return r.Filter(func(t *table.Table, i int) bool { return t.Estimate(i).Z(0) > z })
}
