package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/study"
	"adl/pkg/table"
)

// law is what a made-up table follows.
type law struct {
	below    float64 // of the density on [0, ½]; the rest lies above
	variance float64 // over the median of those at the data
	l1       float64 // of batches
	sigma    float64 // ‖Σ_x − Σ̄‖, where ‖Σ̄‖ is 1, and D
	status   string  // of n = 1
}

func made(l law) *table.Table {
	t := table.New(table.Columns(
		[]string{"method", "friction", "data", "sampling", "n", "dt", "output"}, "s_xi")...)
	row := func(f study.Friction, n int, epsilon float64, status string) table.Row {
		return table.Row{
			"friction": f, "n": n, "dt": 0.01, "epsilon": epsilon, "status": status,
			"source": table.Simulation, "s_xi": 0.5,
		}
	}
	add := func(r table.Row, quantity string, value, stderr float64) {
		r["quantity"], r["value"], r["stderr"] = quantity, value, stderr
		t.Add(r)
	}
	for _, f := range []study.Friction{study.Scalar, study.Diagonal} {
		for n := 1; n <= 25; n *= 5 {
			status := table.OK
			if n == 1 {
				status = l.status
			}
			r := row(f, n, float64(1000/n), status)
			add(r, "L1", l.l1, 0.01)
			add(r, "mean xi", 2, 0.01)
		}
		add(row(f, 500, 0, table.OK), "L1", 0.01, 0.01)
	}
	for _, data := range []string{"", "2", "3"} {
		r := row(study.Scalar, 500, 0, table.OK)
		r["data"] = data
		add(r, "variance", l.variance*0.01, 1e-5)
		add(r, "median variance", 0.01, 1e-5)
		for _, q := range []string{"Sigma less its mean", "D of a datum"} {
			add(r, q, l.sigma, 0.001)
		}
		add(r, "norm of mean Sigma", 1, 0.001)
		r["output"] = 0.25
		add(r, "density", 2*l.below, 0.001)
		r["output"] = 0.75
		add(r, "density", 2-2*l.below, 0.001)
	}
	return t
}

func TestClaims(t *testing.T) {
	s := Spec{}
	s.Dt, s.Reference, s.Replicas = []float64{0.01}, study.Scalar, 64
	s.Histogram = study.Histogram{Lo: 0, Hi: 1, Bins: 2}
	all := func(v string) map[string]string {
		m := map[string]string{"stationary states": v}
		for _, c := range []string{"S0-2 a", "S0-2 b", "S3.5-1 a", "S3.5-1 b", "S3.5-2 a", "S3.5-2 b"} {
			m[c] = v
		}
		return m
	}
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(s, u) },
		claimtest.Case{
			Name: "as in the paper", Table: made(law{0.4, 5, 0.3, 0.5, table.OK}), Want: all(claim.Holds),
		},
		claimtest.Case{
			Name: "certain, unchanged", Table: made(law{0.01, 2, -0.05, 0.01, table.Runaway}),
			Want: all(claim.Fails),
		},
		claimtest.Case{
			Name: "n = 1 has not settled", Table: made(law{0.4, 5, 0.3, 0.5, table.Unmixed}),
			Want: map[string]string{"stationary states": claim.Undecided, "S3.5-2 a": claim.Holds},
		},
	)
}
