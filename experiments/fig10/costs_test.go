package main

import (
	"maps"
	"slices"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

// TestCosts judges the counts, and counts that are changed.
func TestCosts(t *testing.T) {
	names := []string{
		"S2.2-1 a", "S2.2-1 b", "S2.2-1 c", "S2.3.2-5 a", "S2.3.2-5 b", "S2.3.2-5 c",
		"S3.4-2 a", "S3.4-2 b", "S4.2-6 a", "S4.2-6 b", "estimate of Sigma from the same batch",
	}
	as := func(verdict string, names ...string) map[string]string {
		m := map[string]string{}
		for _, n := range names {
			m[n] = verdict
		}
		return m
	}
	counted := as(claim.Holds, names[:10]...)
	counted[names[10]] = claim.Fails
	other := as(claim.Fails, names...)
	other[names[10]] = claim.Holds
	claimtest.Run(t, costs,
		claimtest.Case{Name: "as counted", Table: changed(nil), Want: counted},
		claimtest.Case{Name: "a gradient whose cost hardly depends on n", Table: changed(
			func(quantity string, x float64) float64 {
				switch quantity {
				case all, batch:
					return 1000
				case step, allStep: // the rest dominates
					return 1e6 + x/1e9
				case serial:
					return 1e6 - 1
				}
				return x / 1e6
			}), Want: other},
	)
	if names := slices.Sorted(maps.Keys(counted)); len(names) != len(costs(changed(nil))) {
		t.Errorf("%d claims, expected %q", len(costs(changed(nil))), names)
	}
}

// changed returns the counts with changed values.
func changed(change func(quantity string, x float64) float64) *table.Table {
	columns := table.Columns([]string{"model", "d", "method", "friction", "n"})
	t, u := table.New(columns...), table.New(columns...)
	count(t)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range columns {
			row[c] = t.Cell(i, c)
		}
		if change != nil {
			row["value"] = change(t.Cell(i, "quantity"), t.Float(i, "value"))
		}
		u.Add(row)
	}
	return u
}
