package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		friction         string
		errors           []float64
		decays, dramatic string
	}{
		{"full", []float64{0.6, 0.5, 0.05, 0.01}, claim.Holds, claim.Holds},
		{"full", []float64{0.6, 0.5, 0.05, 0.06}, claim.Fails, claim.Holds},
		{"full", []float64{0.6, 0.5, 0.07, 0.01}, claim.Holds, claim.Fails},
		{"full", []float64{0.6, 0.1, 0.05, 0.01}, claim.Holds, claim.Fails},
		{"full", []float64{0.6, 0.5}, claim.Holds, claim.Undecided},
		{"full", []float64{0.6}, claim.Undecided, claim.Undecided},
		{"scalar", []float64{0.6, 0.5, 0.05, 0.01}, claim.Undecided, claim.Undecided},
	} {
		u := table.New(table.Columns([]string{"friction", "K"}, "relative")...)
		for i, k := range []int{0, 3, 15, 35}[:len(c.errors)] {
			u.Add(table.Row{
				"friction": c.friction, "K": k, "quantity": "projection error", "value": c.errors[i],
				"stderr": 0, "status": table.OK, "source": table.Exact,
			})
		}
		cs := claims(Spec{}, u)
		if len(cs) != 2 || cs[0].Verdict != c.decays || cs[1].Verdict != c.dramatic {
			t.Errorf("%s, %v: %+v", c.friction, c.errors, cs)
		}
	}
}
