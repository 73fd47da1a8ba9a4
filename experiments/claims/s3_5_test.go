package claims

import (
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

func TestOutput(t *testing.T) {
	names := []string{
		"S0-2 a", "S0-2 b", "S3.5-1 a", "S3.5-1 b", "S3.5-2 a", "S3.5-2 b", "stationary states",
	}
	// The mass below ½, the variance over the median of those at the data, the distance of a run
	// with batches, ‖Σ_x − Σ̄‖ where ‖Σ̄‖ is 1, D, and the status of n = 1.
	values := func(below, variance, l1, sigma float64, status string) world {
		known := byQuantity(map[string]float64{
			"variance": 0.01 * variance, "median variance": 0.01, "Sigma less its mean": sigma,
			"D of a datum": sigma, "norm of mean Sigma": 1, "L1": l1,
		}, 1e-5)
		return func(t *table.Table, i int) (e estimate.Estimate, s string) {
			e, s = known(t, i)
			switch q := t.Cell(i, "quantity"); {
			case q == "density":
				e = estimate.Estimate{Value: 2 * below, StdErr: 1e-5}
				if t.Float(i, "output") > 0.5 {
					e.Value = 2 - 2*below
				}
			case q == "L1" && t.Float(i, "epsilon") == 0:
				e.Value = 0.01
			}
			if t.Cell(i, "n") == "1" {
				s = status
			}
			return e, s
		}
	}
	judgeWorlds(t, []string{"fig12"}, names,
		caseOf{name: "as in the paper", world: values(0.4, 5, 0.3, 0.5, table.OK), hold: names},
		caseOf{name: "certain, unchanged", world: values(0.01, 2, 0, 0.01, table.Runaway), fail: names},
		caseOf{name: "n = 1 has not settled", world: values(0.4, 5, 0.3, 0.5, table.Unmixed),
			hold: []string{"S3.5-2 a"}, isUndecided: []string{"stationary states"}})
}

func TestNetworkErrors(t *testing.T) {
	names := []string{
		"S3-1 c", "S3.5-4", "S3.5-5", "S3.5-6", "S3.5-7 a", "S3.5-7 b", "S5-4", "one ξ a layer",
	}
	// Errors are 0.02 ε(n)Δt times a number for each friction; the mean of ξ less γ and the variances
	// of its entries are proportional to ε(n)Δt.
	type law struct{ diagonal, layers, average, spread, mean, norms, reference float64 }
	values := func(l law) world {
		return func(t *table.Table, i int) (estimate.Estimate, string) {
			x, k, xi := noise(claim.RowOf(t, i)), 1.0, l.mean
			switch t.Cell(i, "friction") {
			case "diagonal":
				k, xi = l.diagonal, l.mean*l.average
			case "layers":
				k = l.layers
			}
			e := estimate.Estimate{StdErr: 1e-5}
			switch q := t.Cell(i, "quantity"); {
			case q == "L1" && x > 0:
				e.Value = 0.02 * x * k
			case q == "mean xi":
				e.Value = 1 + xi*x
			case strings.HasPrefix(q, "spread"):
				e.Value = l.spread * x
			case q == "L1" || q == "time step":
				e.Value = l.reference
			case q == "Sigma less its mean scalar":
				e.Value = l.norms
			case q == "Sigma less its mean diagonal":
				e.Value = 1
			}
			return e, table.OK
		}
	}
	judgeWorlds(t, []string{"fig13"}, names,
		caseOf{name: "diagonal better", world: values(law{0.5, 0.7, 1, 0.1, 0.1, 2, 1e-7}),
			hold: []string{"S3.5-4", "S3.5-5", "S3.5-6", "S3.5-7 a", "S3.5-7 b", "S5-4", "one ξ a layer"},
			fail: []string{"S3-1 c"}},
		caseOf{name: "the same", world: values(law{1.1, 1.1, 0.5, 0.1, 2000, 2, 0.1}),
			hold: []string{"S3-1 c"},
			fail: []string{"S3.5-4", "S3.5-5", "S3.5-6", "S3.5-7 b", "S5-4", "one ξ a layer"}},
		caseOf{name: "the same, as the norms", world: values(law{1.1, 1.1, 1, 1000, 1, 1, 0.1}),
			hold: []string{"S5-4"}, fail: []string{"S3.5-7 a"}, isUndecided: []string{"S3.5-7 b"}})
}
