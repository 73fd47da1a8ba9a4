package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

func TestClaims(t *testing.T) {
	made := func(points, inside int) *table.Table {
		u := table.New(table.Columns([]string{"seed", "datum", "class"})...)
		for i := range points {
			u.Add(table.Row{"datum": i, "class": i % 2, "quantity": "x1", "value": 0})
		}
		for seed := range 201 { // 0 is our own
			x := 0.4
			if seed <= inside {
				x = 0.1
			}
			u.Add(table.Row{"seed": seed, "quantity": "distance of x", "value": x, "stderr": 0})
			u.Add(table.Row{"seed": seed, "quantity": "between neighbours", "value": 0.2, "stderr": 0})
		}
		return u
	}
	judge := func(u *table.Table) []claim.Claim { return claims(Spec{}, u) }
	claimtest.Run(t, judge,
		claimtest.Case{Name: "as in the paper", Table: made(500, 20), Want: map[string]string{
			"S3.5-3 a": claim.Holds, "S3.5-3 b": claim.Holds,
		}},
		claimtest.Case{Name: "too few, among them", Table: made(498, 180), Want: map[string]string{
			"S3.5-3 a": claim.Fails, "S3.5-3 b": claim.Fails,
		}},
		claimtest.Case{Name: "now and then", Table: made(500, 100), Want: map[string]string{
			"S3.5-3 b": claim.Undecided,
		}},
	)
}
