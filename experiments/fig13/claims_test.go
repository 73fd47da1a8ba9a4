package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/study"
	"adl/pkg/table"
)

// law is what a made-up table follows: the errors are 0.02 ε(n)Δt times a number for each friction.
type law struct {
	diagonal, layers float64
	average          float64 // of the diagonal of ξ less γ, over that of a scalar ξ
	spread           float64 // in every layer, for ε(n)Δt = 1
	mean             float64 // of ξ less γ, for ε(n)Δt = 1
	norms            float64 // ‖Σ_x − s* I‖/‖Σ_x − D*‖
	reference        float64 // distance of two runs with all data
}

func made(l law) *table.Table {
	t := table.New(table.Columns([]string{"friction", "n", "dt"})...)
	add := func(f study.Friction, n int, dt, epsilon float64, quantity string, value, stderr float64) {
		t.Add(table.Row{
			"friction": f, "n": n, "dt": dt, "epsilon": epsilon, "quantity": quantity, "value": value,
			"stderr": stderr, "status": table.OK, "source": table.Simulation,
		})
	}
	for n, epsilon := range map[int]float64{1: 1000, 10: 100, 100: 10} {
		for _, dt := range []float64{0.01, 0.001} {
			noise := epsilon * dt
			for f, k := range map[study.Friction]float64{
				study.Scalar: 1, study.Diagonal: l.diagonal, study.Layers: l.layers,
			} {
				add(f, n, dt, epsilon, "L1", 0.02*noise*k, 1e-5)
				xi := l.mean * noise
				if f == study.Diagonal {
					xi *= l.average
				}
				add(f, n, dt, epsilon, "mean xi", 1+xi, 1e-4)
			}
			for _, layer := range []string{"W1", "b", "W2"} {
				add(study.Diagonal, n, dt, epsilon, "spread "+layer, l.spread*noise, 1e-3)
			}
		}
	}
	add(study.Scalar, 500, 0.01, 0, "time step", l.reference, 1e-6)
	add(study.Diagonal, 500, 0.01, 0, "L1", l.reference, 1e-6)
	add(study.Scalar, 500, 0.01, 0, "Sigma less its mean scalar", l.norms, 1e-3)
	add(study.Scalar, 500, 0.01, 0, "Sigma less its mean diagonal", 1, 1e-3)
	return t
}

func TestClaims(t *testing.T) {
	s := Spec{}
	s.Replicas, s.Gamma = 64, 1
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(s, u) },
		claimtest.Case{Name: "diagonal better", Table: made(law{0.5, 0.7, 1, 2, 1, 2, 1e-7}),
			Want: map[string]string{
				"S3-1 c": claim.Fails, "S3.5-4": claim.Holds, "S3.5-5": claim.Holds,
				"S3.5-6": claim.Holds, "S3.5-7 a": claim.Holds, "S3.5-7 b": claim.Holds,
				"S5-4": claim.Holds, "one ξ a layer": claim.Holds,
			}},
		claimtest.Case{Name: "the same", Table: made(law{1.1, 1.1, 0.5, 1000, 2000, 2, 0.1}),
			Want: map[string]string{
				"S3-1 c": claim.Holds, "S3.5-4": claim.Fails, "S3.5-5": claim.Fails,
				"S3.5-6": claim.Fails, "S3.5-7 a": claim.Fails, "S3.5-7 b": claim.Fails,
				"S5-4": claim.Fails, "one ξ a layer": claim.Fails,
			}},
		claimtest.Case{Name: "the same, as the norms", Table: made(law{1.1, 1.1, 1, 1, 1, 1, 0.1}),
			Want: map[string]string{"S5-4": claim.Holds}},
	)
}
