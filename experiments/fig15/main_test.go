package main

import (
	"math"
	"testing"

	"adl/pkg/table"
)

// The parts of the cell are those of the points of a grid.
func TestMonomials(t *testing.T) {
	u := table.New(table.Columns([]string{"friction", "K", "set", "degree"}, "relative")...)
	monomials(u)
	const n = 400
	for _, degree := range []int{1, 2, 5} {
		one, two := 0, 0
		for i := range n {
			x := math.Pow((float64(i)+0.5)/n, float64(degree))
			if x > 0.1 {
				one++
			}
			for j := range n {
				if x*math.Pow((float64(j)+0.5)/n, float64(degree)) > 0.1 {
					two++
				}
			}
		}
		for quantity, want := range map[string]float64{
			"part of a cell where the monomial is above 0.1": float64(one) / n,
			"part of a cell where the product is above 0.1":  float64(two) / n / n,
		} {
			got, _ := u.Lookup("value", "quantity", quantity, "degree", degree)
			if math.Abs(got-want) > 0.005 {
				t.Errorf("%s, degree %d: %g, want %g", quantity, degree, got, want)
			}
		}
	}
}
