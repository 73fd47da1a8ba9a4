package main

import (
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// from is a table where Σ̄ is 1 on its diagonal, as each friction estimates it by a factor of its
// own, and ξ̄ − γ is factor ε(n)Δt times as large. The norms off s* I are off.
func from(factor, off, share float64, of map[study.Friction]float64) *table.Table {
	t := table.New(table.Columns([]string{"scaling", "data", "method", "friction", "dt", "i", "j"})...)
	for _, scaling := range []string{"whiten", "scale"} {
		row := table.Row{
			"scaling": scaling, "status": table.OK, "source": table.Prediction, "quantity": "data",
			"value": 10, "stderr": 0,
		}
		t.Add(row)
		row["method"] = "Laplace"
		for q, x := range map[string]float64{
			"s*": 1, "norm of s* I": 1, "norm of the rest of the diagonal": 0,
			"norm off the diagonal": off, "share of entries off the diagonal beyond s*/10": share,
		} {
			t.AddValue(row, q, x)
		}
		for k, x := range of {
			for i := 1; i <= 4; i++ {
				entry := table.Row{
					"scaling": scaling, "method": "AdL", "friction": k, "status": table.OK,
					"source": table.Simulation, "epsilon": 100, "dt": 0.1,
				}
				if k == study.Scalar {
					if i > 1 {
						break
					}
				} else {
					entry["i"], entry["j"] = i, i
				}
				t.Measure(entry, "Sigma", estimate.Estimate{Value: x, StdErr: 1e-4})
				t.Measure(entry, "xi", estimate.Estimate{Value: 1 + 10*factor*x, StdErr: 1e-4})
			}
		}
		for i := 1; i <= 4; i++ {
			row["i"], row["j"] = i, i
			t.AddValue(row, "Sigma", 1)
		}
	}
	return t
}

func TestClaims(t *testing.T) {
	var s Spec
	s.Replicas, s.Gamma = 8, 1
	s.Friction = []study.Friction{study.Scalar, study.Diagonal, study.Full}
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(s, u) },
		claimtest.Case{
			Name: "as the paper says",
			Table: from(1, 0.5, 0.3, map[study.Friction]float64{
				study.Scalar: 1, study.Diagonal: 1, study.Full: 1,
			}),
			Want: map[string]string{
				"S3.4-5 a": claim.Holds, "S3.4-5 b": claim.Holds, "S3.4-5 c": claim.Holds,
				"S3.4-6 a": claim.Holds, "S3.4-6 b": claim.Holds, "S3.4-6 c": claim.Holds,
				"S3.4-6 d": claim.Holds,
			},
		},
		claimtest.Case{
			Name: "the contrary",
			Table: from(0.5, 2, 0.05, map[study.Friction]float64{
				study.Scalar: 1, study.Diagonal: 1.3, study.Full: 1.6,
			}),
			Want: map[string]string{
				"S3.4-5 a": claim.Fails, "S3.4-5 b": claim.Fails, "S3.4-5 c": claim.Fails,
				"S3.4-6 a": claim.Fails, "S3.4-6 b": claim.Fails, "S3.4-6 c": claim.Fails,
				"S3.4-6 d": claim.Fails,
			},
		})
}
