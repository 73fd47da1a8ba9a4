package experiments

import (
	"math"
	"path/filepath"
	"testing"

	"adl/pkg/table"
)

// Standard errors are honest: at profile quick, the distances of simulated values from the exact
// ones of the same scheme, in standard errors, have mean 0 and variance 1. Figure 3 is exact; in
// Figure 5, ξ is taken as frozen, which the variance of θ and the mean of ξ do not show.
func TestZScores(t *testing.T) {
	for _, c := range []struct {
		figure, quantity string
		least            int // points
	}{
		{"fig03", "variance error", 150}, {"fig03", "mean", 150},
		{"fig05", "variance error", 40}, {"fig05", "xi", 40},
	} {
		u, err := table.ReadFile(filepath.Join("..", "results", "quick", c.figure+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		u = u.Where("quantity", c.quantity, "source", table.Simulation, "status", table.OK)
		n, sum, square := 0.0, 0.0, 0.0
		for i := range u.Len() {
			if exact := u.Float(i, "exact"); !math.IsNaN(exact) {
				z := u.Estimate(i).Z(exact)
				n, sum, square = n+1, sum+z, square+z*z
			}
		}
		if n < float64(c.least) {
			t.Errorf("%s, %s: %g points", c.figure, c.quantity, n)
			continue
		}
		// four standard errors: of the mean, 1/√n, and of the mean square, √(2/n)
		if mean := sum / n; !(math.Abs(mean) < 4/math.Sqrt(n)) {
			t.Errorf("%s, %s: the mean of %g z-scores is %.2f", c.figure, c.quantity, n, mean)
		}
		if v := square / n; !(math.Abs(v-1) < 4*math.Sqrt(2/n)) {
			t.Errorf("%s, %s: the mean square of %g z-scores is %.2f", c.figure, c.quantity, n, v)
		}
	}
}
