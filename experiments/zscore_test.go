package experiments

import (
	"math"
	"path/filepath"
	"testing"

	"adl/pkg/table"
)

// Standard errors are right: at profile quick, the distances of simulated values from exact values
// of the same scheme, in standard errors, have mean 0 and variance 1. Figures 1 to 3 have exact
// values. In Figure 5 and study-frozen-xi the exact values are for ξ fixed at its mean, a
// difference too small to see in the variance of θ and the mean of ξ. (Other figures have exact
// values of the posterior, without a bias.)
func TestZScores(t *testing.T) {
	for _, c := range []struct {
		figure, quantity string
		least            int // number of points
	}{
		{"fig01", "skewness", 4}, {"fig01", "density", 80},
		{"fig02", "skewness", 14}, {"fig02", "density", 200},
		{"fig03", "variance error", 190}, {"fig03", "mean", 190},
		{"fig05", "variance error", 60}, {"fig05", "xi", 60}, {"study-frozen-xi", "xi", 10},
	} {
		u, err := table.ReadFile(filepath.Join("..", "results", "quick", c.figure+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		u = u.Where("source", table.Simulation, "status", table.OK, "quantity", c.quantity)
		n, sum, square := 0.0, 0.0, 0.0
		for i := range u.Len() {
			exact, e := u.Float(i, "exact"), u.Estimate(i)
			if z := e.Z(exact); !math.IsNaN(z) && e.StdErr > 0 {
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
