package main

import (
	"math"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/table"
)

// sample is a table where Σ varies by a factor, where some of ten data sets have a Σ_x that varies
// so and the others have one that does not, and where Σ_x tends to Σ with a power of the number of
// data.
func sample(factor float64, sets int, power float64) *table.Table {
	t := table.New(table.Columns([]string{"region", "mode", "ndata", "set", "theta1", "theta2"},
		"exact", "data")...)
	for _, region := range []string{"95 %", "99 %", "square"} {
		for _, k := range []string{"11", "22"} {
			add(t, "least Sigma"+k, 1, "region", region, "data", 1)
			add(t, "largest Sigma"+k, factor, "region", region, "data", factor)
		}
		add(t, "largest change", (factor-1)/4, "region", region, "data", (factor-1)/4)
	}
	for _, k := range []string{"11", "12", "22"} {
		add(t, "mean Sigma"+k, 1, "data", 1)
	}
	add(t, "distance from the mean", factor-1, "data", factor-1)
	for i := range 10 {
		f := factor
		if i >= sets {
			f = 1.01
		}
		for _, region := range []string{"95 %", "99 %"} {
			for _, k := range []string{"11", "22"} {
				add(t, "largest over least Sigma_x"+k, f, "region", region, "set", i)
			}
		}
		add(t, "largest change of Sigma_x", (f-1)/4, "region", "99 %", "set", i)
		add(t, "relative deviation of Sigma_x", f-1, "set", i)
	}
	for _, n := range []float64{200, 800, 3200} {
		add(t, "relative distance of Sigma_x", math.Pow(n, power), "stderr", 0.02*math.Pow(n, power),
			"ndata", n, "source", table.Simulation)
	}
	return t
}

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	all := func(verdict string, but map[string]string) map[string]string {
		want := map[string]string{}
		for _, name := range []string{
			"S0-2 a", "S1-4 a", "S1-4 b", "S3.3.2-2 a", "S3.3.2-2 b", "S3.3.2-3", "S4.3-1 a", "S4.3-1 b",
		} {
			want[name] = verdict
		}
		for name, v := range but {
			want[name] = v
		}
		return want
	}
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(Spec{}, u) },
		claimtest.Case{Name: "varies", Table: sample(3.5, 9, -0.5), Want: all(claim.Holds, nil)},
		claimtest.Case{Name: "constant", Table: sample(1.05, 10, -1), Want: all(claim.Fails, nil)},
		claimtest.Case{Name: "a little", Table: sample(1.5, 10, -0.7), Want: all(claim.Fails,
			map[string]string{
				"S0-2 a": claim.Holds, "S3.3.2-2 a": claim.Holds, "S3.3.2-2 b": claim.Holds,
			})},
		claimtest.Case{Name: "half of the sets", Table: sample(3.5, 5, -0.5), Want: all(claim.Undecided,
			map[string]string{
				"S1-4 a": claim.Holds, "S3.3.2-2 a": claim.Holds, "S3.3.2-3": claim.Holds,
				"S4.3-1 a": claim.Holds,
			})},
	)
}
