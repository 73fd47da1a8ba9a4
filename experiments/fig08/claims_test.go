package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// with is a table in which each quantity has one value everywhere.
func with(values map[string]float64) *table.Table {
	t := table.New(table.Columns([]string{"scaling", "data", "method", "friction", "component",
		"component2"}, "raw", "floor")...)
	for _, q := range []string{
		"D to normal", "skewness", "excess kurtosis", "D to posterior", "change of Sigma",
		"D of Z at n = 1", "accuracy",
	} {
		for _, k := range []int{3, 44, 50} {
			t.Measure(table.Row{
				"scaling": "whiten", "method": "AdL", "friction": "full", "component": k,
				"status": table.OK, "source": table.Simulation,
			}, q, estimate.Estimate{Value: values[q], StdErr: 1e-4})
		}
	}
	return t
}

func TestClaims(t *testing.T) {
	var s Spec
	s.Replicas, s.Observe.Components = 8, []int{3, 44}
	s.Friction = nil
	names := []string{
		"S3.4-3 a", "S3.4-3 b", "S3.4-4 a", "S0-2 a",
		"S0-2 b", "labels of the data held out",
	}
	all := func(verdict string) map[string]string {
		want := map[string]string{}
		for _, name := range names {
			want[name] = verdict
		}
		return want
	}
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(s, u) },
		claimtest.Case{Name: "as the paper says", Want: all(claim.Holds), Table: with(map[string]float64{
			"D to normal": 0.01, "D to posterior": 0.01, "change of Sigma": 0.2, "D of Z at n = 1": 0.3,
			"accuracy": 0.96,
		})},
		claimtest.Case{Name: "the contrary", Want: all(claim.Fails), Table: with(map[string]float64{
			"D to normal": 0.03, "D to posterior": 0.1, "change of Sigma": 0.01, "D of Z at n = 1": 0.01,
			"accuracy": 0.5,
		})})
}
