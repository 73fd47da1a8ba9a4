package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/table"
)

// A winner is the choice with the smallest error after a budget of gradients.
type winner struct {
	Of, Error                     string
	Power                         int // of ten, of the budget
	Seconds, Method, N, Dt, Gamma string
}

// winners returns the smallest errors of means and variances after powers of ten of gradients,
// where they are known to half of their value.
func winners(t *table.Table) (all []winner) {
	if !t.Has(table.Budget) || !t.Has("seconds") {
		return nil
	}
	for _, of := range []string{"mean", "variance"} {
		u := t.Where(table.Quantity, "rmse "+of, table.Source, table.Simulation)
		for power := 6; power <= 8; power++ {
			v := u.Where(table.Budget, math.Pow10(power))
			least := -1
			for i := range v.Len() {
				if _, bound := v.Estimate(i).Bound(false); !bound &&
					(least < 0 || v.Float(i, table.Value) < v.Float(least, table.Value)) {
					least = i
				}
			}
			if least < 0 {
				continue
			}
			e, method := v.Estimate(least).Times(100), v.Cell(least, table.Method)
			if f := v.Cell(least, table.Friction); f != "" {
				method += ", " + f + " ξ"
			}
			all = append(all, winner{
				Of: of, Error: fmt.Sprintf("%.2f ± %.2f %%", e.Value, e.StdErr), Power: power,
				Seconds: fmt.Sprintf("%.2g", v.Float(least, "seconds")),
				Method:  strings.TrimSpace(method + ", " + v.Cell(least, table.Gradient)),
				N:       v.Cell(least, table.N), Dt: v.Cell(least, table.Dt), Gamma: v.Cell(least, table.Gamma),
			})
		}
	}
	return all
}
