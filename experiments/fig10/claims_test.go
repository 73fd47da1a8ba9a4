package main

import (
	"maps"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// law is the error with a friction at n, relative to that of Langevin dynamics.
type law map[study.Friction]float64

// errorsOf is a table in which every error of n data is c/n in all scalings, with c from a law.
func errorsOf(c law, langevin, all, stderr float64) *table.Table {
	t := table.New(table.Columns([]string{"scaling", "data", "method", "friction", "n"},
		"raw", "floor")...)
	for _, scaling := range scalings {
		add := func(method string, k study.Friction, n int, value float64) {
			row := table.Row{
				"scaling": scaling, "method": method, "friction": k, "n": n, "status": table.OK,
				"source": table.Simulation,
			}
			for _, q := range []string{"error", "signed error"} {
				t.Measure(row, q, estimate.Estimate{Value: value, StdErr: stderr})
			}
		}
		for _, n := range few().N {
			for k, x := range c {
				add("AdL", k, n, x/float64(n))
				add("frozen friction", k, n, 0)
			}
		}
		for _, n := range few().Langevin.N {
			add("Langevin", "", n, langevin/float64(n))
		}
		add("all data", study.Scalar, 12251, all)
	}
	return t
}

func few() (s Spec) {
	s.N, s.Replicas = []int{10, 100, 1000}, 8
	s.Friction = frictions
	s.Langevin.N = s.N
	return s
}

func TestClaims(t *testing.T) {
	var paper, ours, low = map[string]string{}, map[string]string{}, map[string]string{}
	for _, name := range []string{
		"S3-1 a", "S3-1 b", "S3.4-1 a", "S3.4-1 b", "S3.4-4 b", "S3.4-7 a", "S3.4-7 b", "S3.4-7 c",
		"S3.4-8 a", "S3.4-8 b", "S3.4-8 c", "S3.4-8 d", "S3.4-8 e", "S3.4-8 f", "S5-2 a", "S5-2 b",
		"S5-2 c",
	} {
		paper[name], ours[name] = claim.Holds, claim.Fails
	}
	maps.Copy(low, map[string]string{
		"a full friction removes the bias": claim.Fails, "variances with all data": claim.Fails,
		"understood from the Laplace approximation": claim.Fails,
	})
	maps.Copy(ours, low)
	delete(ours, "a full friction removes the bias")
	// the full friction has the largest error, to fail S5-2 c and S3.4-1 apart
	ours["S3.4-1 a"], ours["S3.4-1 b"] = claim.Holds, claim.Holds
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(few(), u) },
		claimtest.Case{
			Name:  "alike, and small",
			Table: errorsOf(law{study.Scalar: 0.5, study.Diagonal: 0.5, study.Full: 0.5}, 100, 0, 1e-6),
			Want:  paper,
		},
		claimtest.Case{
			Name:  "apart, and large",
			Table: errorsOf(law{study.Scalar: 60, study.Diagonal: 40, study.Full: 100}, 100, 1, 1e-6),
			Want:  ours,
		},
		claimtest.Case{
			Name:  "full far below",
			Table: errorsOf(law{study.Scalar: 60, study.Diagonal: 40, study.Full: 0.01}, 1, 0, 1e-6),
			Want: map[string]string{
				"S3.4-1 a": claim.Fails, "S3.4-1 b": claim.Fails,
				"a full friction removes the bias": claim.Holds,
			},
		},
		claimtest.Case{
			Name:  "as predicted",
			Table: errorsOf(law{study.Scalar: 0.1, study.Diagonal: 0.1, study.Full: 0.1}, 1, 0, 1e-6),
			Want:  map[string]string{"understood from the Laplace approximation": claim.Holds},
		})
}
