package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

// sample is a table of ten data sets whose distance of Z from N(0, 1) is d for one datum and d/2
// for two. The computed moments are off by a rounding, the draws by some standard errors.
func sample(d, rounding, off float64) *table.Table {
	t := table.New(table.Columns(
		[]string{"sampling", "n", "coordinate", "ndata", "set", "z", "z2"}, "exact", "floor")...)
	for n := 1; n <= 2; n++ {
		d := d / float64(n)
		add := func(row table.Row, quantity string, value float64) {
			row["sampling"], row["n"], row["epsilon"], row["status"] = "without", n, 50, table.OK
			row["quantity"], row["value"] = quantity, value
			t.Add(row)
		}
		exact := func() table.Row { return table.Row{"source": table.Exact, "stderr": 0} }
		add(exact(), "distance of the mean from 0", rounding)
		add(exact(), "distance of the covariance from I", rounding)
		for q, x := range map[string]float64{
			"mean": 0, "variance": 1, "skewness": d, "excess kurtosis": d, "kolmogorov": d,
		} {
			add(table.Row{
				"coordinate": 1, "source": table.Simulation, "stderr": 0.001, "exact": x,
			}, q, x+0.001*off)
		}
		for k := range 10 {
			row := exact()
			row["coordinate"], row["ndata"], row["set"] = 1, 100, k
			add(row, "kolmogorov of another data set", d)
		}
	}
	return t
}

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(Spec{}, u) },
		claimtest.Case{Name: "far", Table: sample(0.2, 0, 0), Want: map[string]string{
			"S2.2-3 a": claim.Holds, "S2.2-3 b": claim.Holds, "S2.2-8 a": claim.Holds,
			"S2.2-8 b": claim.Holds, "skewness and kurtosis": claim.Holds,
		}},
		claimtest.Case{Name: "far at n = 1", Table: sample(0.06, 1e-3, 0), Want: map[string]string{
			"S2.2-3 a": claim.Fails, "S2.2-3 b": claim.Fails, "S2.2-8 a": claim.Holds,
			"S2.2-8 b": claim.Fails,
		}},
		claimtest.Case{Name: "near", Table: sample(0.03, 0, 9), Want: map[string]string{
			"S2.2-3 b": claim.Undecided, "S2.2-8 b": claim.Undecided, "skewness and kurtosis": claim.Fails,
		}},
		claimtest.Case{Name: "near, as drawn", Table: sample(0.03, 0, 0), Want: map[string]string{
			"S2.2-8 a": claim.Fails,
		}},
	)
}
