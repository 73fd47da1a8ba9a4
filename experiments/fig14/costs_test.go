package main

import (
	"math"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

// TestCost judges the counts, and counts that grow with another power of d.
func TestCost(t *testing.T) {
	as := func(verdict string) map[string]string {
		return map[string]string{
			"S4.2-5 a": verdict, "S4.2-5 b": verdict, "S4.2-5 c": verdict, "S4.2-5 d": verdict,
		}
	}
	claimtest.Run(t, cost,
		claimtest.Case{Name: "as counted", Table: changed(0), Want: as(claim.Holds)},
		claimtest.Case{Name: "more for large d", Table: changed(0.5), Want: as(claim.Fails)},
	)
}

// changed returns the counts, times a power of d.
func changed(power float64) *table.Table {
	columns := table.Columns([]string{"friction", "K", "d"})
	t, u := table.New(columns...), table.New(columns...)
	count(t)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range columns {
			row[c] = t.Cell(i, c)
		}
		row["value"] = t.Float(i, "value") * math.Pow(t.Float(i, "d"), power)
		u.Add(row)
	}
	return u
}
