package claims

import (
	"math"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// noiseWorld has distances c/√n of Z from N(0, 1), but 0 in the first data sets, and draws that are
// off by some standard errors. The mean and the covariance are right up to a rounding.
func noiseWorld(c float64, zeros, rounding, off float64) world {
	return func(t *table.Table, i int) (e estimate.Estimate, status string) {
		e = t.Estimate(i)
		switch q := t.Cell(i, "quantity"); {
		case q == "distance of the mean from 0" || q == "distance of the covariance from I":
			e.Value = rounding
		case q == "kolmogorov of another data set":
			// Sets are numbered from 10001 or 20001.
			if set := float64(int(t.Float(i, "set")) % 1000); set > zeros {
				e.Value = c / math.Sqrt(t.Float(i, "n"))
			} else {
				e.Value = 0
			}
		case t.Cell(i, "exact") != "":
			e = estimate.Estimate{Value: t.Float(i, "exact") + 0.001*off, StdErr: 0.001}
		}
		return e, table.OK
	}
}

func TestNoise(t *testing.T) {
	const mean, covariance, moments = "S2.2-3 a", "S2.2-3 b", "skewness and kurtosis"
	judgeWorlds(t, "fig02", []string{"fig02"}, []string{
		mean, covariance, "S2.2-7 a", "S2.2-8 c", "S2.2-8 d", "S2.2-9 a", "S2.2-9 b", "S0-2 b", moments,
	},
		caseOf{name: "far", world: noiseWorld(0.2, 0, 0, 0),
			hold: []string{mean, covariance, "S2.2-8 c", "S0-2 b", "S2.2-8 d", "S2.2-7 a", moments},
			fail: []string{"S2.2-9 a", "S2.2-9 b"}},
		caseOf{name: "near", world: noiseWorld(0.015, 0, 1e-3, 0),
			hold: []string{"S2.2-9 a", "S2.2-9 b", "S2.2-7 a"},
			fail: []string{mean, covariance, "S2.2-8 c", "S0-2 b", "S2.2-8 d"}},
		caseOf{name: "very far", world: noiseWorld(1, 0, 0, 9), fail: []string{"S2.2-7 a", moments},
			isUndecided: []string{mean, covariance, "S2.2-8 d", "S2.2-9 a"}},
		caseOf{name: "half of the sets", world: noiseWorld(0.2, 100, 0, 0),
			isUndecided: []string{"S2.2-8 c", "S2.2-9 b", "S2.2-7 a", "S0-2 b"}})
	judgeWorlds(t, "fig01", []string{"fig01"}, []string{
		mean, covariance, "S2.2-8 a", "S2.2-8 b", moments,
	},
		caseOf{name: "far", world: noiseWorld(0.2, 0, 0, 0),
			hold: []string{mean, covariance, "S2.2-8 a", "S2.2-8 b", moments}},
		caseOf{name: "far at n = 1", world: noiseWorld(0.06, 0, 1e-3, 0), hold: []string{"S2.2-8 a"},
			fail: []string{mean, covariance, "S2.2-8 b"}},
		caseOf{name: "near", world: noiseWorld(0.03, 0, 0, 0), fail: []string{"S2.2-8 a"}},
		caseOf{name: "other draws", world: noiseWorld(0.03, 0, 0, 9), fail: []string{moments},
			isUndecided: []string{covariance, "S2.2-8 b"}})
}
