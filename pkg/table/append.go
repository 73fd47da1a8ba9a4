package table

import (
	"fmt"
	"slices"
)

// Append appends the rows of another table. It panics if that has other columns.
func (t *Table) Append(u *Table) {
	if !slices.Equal(t.columns, u.columns) {
		panic(fmt.Sprintf("table: cannot append rows of %v to rows of %v", u.columns, t.columns))
	}
	t.rows = append(t.rows, u.rows...)
}
