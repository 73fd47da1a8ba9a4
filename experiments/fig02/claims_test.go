package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

// sample is a table of ten data sets whose distance of Z from N(0, 1) is c/√n, but 0 in some of
// them, and of draws that are off by some standard errors. Its covariance is I up to a rounding.
func sample(c float64, zeros int, rounding, off float64) *table.Table {
	t := table.New(table.Columns(
		[]string{"sampling", "n", "coordinate", "ndata", "set", "z", "z2"}, "exact", "floor")...)
	root := map[int]float64{1: 1, 5: 2.236, 10: 3.162, 20: 4.472, 30: 5.477, 32: 5.66, 100: 10}
	for _, size := range []struct {
		ndata int
		n     []int
	}{{100, []int{1, 5, 10, 20, 30}}, {1000, []int{32}}, {10000, []int{100}}} {
		for _, n := range size.n {
			row := table.Row{
				"sampling": "without", "n": n, "epsilon": float64(size.ndata) / float64(n),
				"status": table.OK,
			}
			add := func(source, quantity string, value, stderr float64, exact any) {
				row["quantity"], row["source"], row["exact"] = quantity, source, exact
				row["value"], row["stderr"] = value, stderr
				t.Add(row)
			}
			add(table.Exact, "distance of the mean from 0", rounding, 0, nil)
			add(table.Exact, "distance of the covariance from I", rounding, 0, nil)
			for i := range 2 {
				row["coordinate"] = i + 1
				d := c / root[n]
				for _, q := range []struct {
					name  string
					exact float64
				}{{"mean", 0}, {"variance", 1}, {"skewness", d}, {"excess kurtosis", d}, {"kolmogorov", d}} {
					add(table.Simulation, q.name, q.exact+0.001*off, 0.001, q.exact)
				}
				row["ndata"] = size.ndata
				for k := range 10 {
					row["set"] = k
					if k < zeros {
						d = 0
					} else {
						d = c / root[n]
					}
					add(table.Exact, "kolmogorov of another data set", d, 0, nil)
				}
				row["ndata"], row["set"] = nil, nil
			}
		}
	}
	return t
}

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	const far5, close20, close30 = "S2.2-8 d", "S2.2-9 a", "S2.2-9 b"
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(Spec{}, u) },
		claimtest.Case{Name: "far", Table: sample(0.2, 0, 0, 0), Want: map[string]string{
			"S2.2-3 a": claim.Holds, "S2.2-3 b": claim.Holds, "S2.2-8 c": claim.Holds, "S0-2 b": claim.Holds,
			far5: claim.Holds, close20: claim.Fails, close30: claim.Fails, "S2.2-7 a": claim.Holds,
			"skewness and kurtosis": claim.Holds,
		}},
		claimtest.Case{Name: "near", Table: sample(0.015, 0, 1e-3, 0), Want: map[string]string{
			"S2.2-3 a": claim.Fails, "S2.2-3 b": claim.Fails, "S2.2-8 c": claim.Fails, "S0-2 b": claim.Fails,
			far5: claim.Fails, close20: claim.Holds, close30: claim.Holds, "S2.2-7 a": claim.Holds,
		}},
		claimtest.Case{Name: "very far", Table: sample(1, 0, 0, 9), Want: map[string]string{
			"S2.2-3 a": claim.Undecided, "S2.2-3 b": claim.Undecided, "S2.2-7 a": claim.Fails,
			"skewness and kurtosis": claim.Fails, far5: claim.Undecided, close20: claim.Undecided,
		}},
		claimtest.Case{Name: "half of the sets", Table: sample(0.2, 5, 0, 0), Want: map[string]string{
			"S2.2-8 c": claim.Undecided, close30: claim.Undecided, "S2.2-7 a": claim.Undecided,
			"S0-2 b": claim.Undecided,
		}},
	)
	for _, c := range claims(Spec{}, sample(1, 0, 0, 0).Where("set", nil)) {
		if (c.ID == "S2.2-9" || c.ID == "S2.2-7" || c.ID == "S0-2") && c.Verdict != claim.Undecided {
			t.Errorf("%s without data sets: %s", c.Title(), c.Verdict)
		}
	}
}
