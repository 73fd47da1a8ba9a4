package claims

import (
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

func TestMarginals(t *testing.T) {
	names := []string{
		"S3.4-3 a", "S3.4-3 b", "S3.4-4 a", "S0-2 a", "S0-2 b", "labels of the data held out",
	}
	values := func(d, posterior, change, noise, accuracy float64) world {
		return byQuantity(map[string]float64{
			"D to normal": d, "D to posterior": posterior, "change of Sigma": change,
			"D of Z at n = 1": noise, "accuracy": accuracy,
		}, 1e-4)
	}
	judgeWorlds(t, []string{"fig08"}, names,
		caseOf{name: "as the paper says", world: values(0.01, 0.01, 0.2, 0.3, 0.96), hold: names},
		caseOf{name: "the contrary", world: values(0.03, 0.1, 0.01, 0.01, 0.5), fail: names})
}

func TestMeanSigma(t *testing.T) {
	names := []string{
		"S3.4-5 a", "S3.4-5 b", "S3.4-5 c", "S3.4-6 a", "S3.4-6 b", "S3.4-6 c", "S3.4-6 d",
	}
	// Σ̄ is 1 on its diagonal, which each friction estimates by a factor of its own; ξ̄ − γ is a
	// factor times ε(n)Δt as large. The norm off the diagonal is off.
	values := func(factor, off, share float64, of map[string]float64) world {
		known := byQuantity(map[string]float64{
			"Sigma": 1, "s*": 1, "norm of s* I": 1, "norm of the rest of the diagonal": 0,
			"norm off the diagonal": off, "share of entries off the diagonal beyond s*/10": share,
		}, 0)
		return func(t *table.Table, i int) (estimate.Estimate, string) {
			x := estimate.Estimate{Value: of[t.Cell(i, "friction")], StdErr: 1e-4}
			switch adl := t.Cell(i, "method") == "AdL"; {
			case adl && t.Cell(i, "quantity") == "Sigma":
				return x, table.OK
			case adl && t.Cell(i, "quantity") == "xi":
				x.Value = 1 + factor*noise(claim.RowOf(t, i))*x.Value
				return x, table.OK
			}
			return known(t, i)
		}
	}
	judgeWorlds(t, []string{"fig09"}, names,
		caseOf{name: "as the paper says", hold: names,
			world: values(1, 0.5, 0.3, map[string]float64{"scalar": 1, "diagonal": 1, "full": 1})},
		caseOf{name: "the contrary", fail: names,
			world: values(0.5, 2, 0.05, map[string]float64{"scalar": 1, "diagonal": 1.3, "full": 1.6})})
}

func TestVariances(t *testing.T) {
	claims := []string{
		"S3-1 a", "S3-1 b", "S3.4-1 a", "S3.4-1 b", "S3.4-4 b", "S3.4-7 a", "S3.4-7 b", "S3.4-7 c",
		"S3.4-8 a", "S3.4-8 b", "S3.4-8 c", "S3.4-8 d", "S3.4-8 e", "S3.4-8 f", "S5-2 a", "S5-2 b",
		"S5-2 c",
	}
	const removed, laplace, all = "a full friction removes the bias",
		"understood from the Laplace approximation", "variances with all data"
	// Errors at n are c/n.
	values := func(scalar, diagonal, full, langevin, allData float64) world {
		c := map[string]float64{"scalar": scalar, "diagonal": diagonal, "full": full}
		return func(t *table.Table, i int) (estimate.Estimate, string) {
			e := estimate.Estimate{StdErr: 1e-6}
			switch n := t.Float(i, "n"); t.Cell(i, "method") {
			case "AdL":
				e.Value = c[t.Cell(i, "friction")] / n
			case "Langevin":
				e.Value = langevin / n
			case "all data":
				e.Value = allData
			}
			return e, table.OK
		}
	}
	judgeWorlds(t, []string{"fig10"}, append(claims, removed, laplace, all),
		caseOf{name: "alike, and small", world: values(0.5, 0.5, 0.5, 100, 0), hold: claims},
		// The full friction has the largest error, to fail S5-2 c and S3.4-1 apart.
		caseOf{name: "apart, and large", world: values(60, 40, 100, 100, 1),
			fail: append(without(claims, "S3.4-1 a", "S3.4-1 b"), laplace, all)},
		caseOf{name: "full far below", world: values(60, 40, 0.01, 1, 0), hold: []string{removed, all},
			fail: []string{"S3.4-1 a", "S3.4-1 b"}},
		caseOf{name: "as predicted", world: values(0.1, 0.1, 0.5, 1, 0), hold: []string{laplace},
			fail: []string{removed}})
}

func TestCosts(t *testing.T) {
	names := []string{
		"S2.2-1 a", "S2.2-1 b", "S2.2-1 c", "S2.3.2-5 a", "S2.3.2-5 b", "S2.3.2-5 c",
		"S3.4-2 a", "S3.4-2 b", "S4.2-6 a", "S4.2-6 b",
	}
	const batch = "estimate of Sigma from the same batch"
	judgeWorlds(t, []string{"study-costs"}, append(names, batch),
		caseOf{name: "as counted", world: byQuantity(nil, 0), hold: names, fail: []string{batch}},
		caseOf{name: "a gradient whose cost hardly depends on n", fail: names, hold: []string{batch},
			world: func(t *table.Table, i int) (estimate.Estimate, string) {
				e := t.Estimate(i)
				switch q := t.Cell(i, "quantity"); {
				case q == opsGradient || q == opsBatch:
					e.Value = 1000
				case q == opsStep || q == opsAllStep: // the rest dominates
					e.Value = 1e6 + e.Value/1e9
				case q == opsSeries:
					e.Value = 1e6 - 1
				case strings.HasPrefix(q, "operations"):
					e.Value /= 1e6
				}
				return e, table.OK
			}})
}

// The replicas are those of the runs.
func TestReplicas(t *testing.T) {
	for _, figure := range []string{"fig08", "fig09", "fig10"} {
		m, err := table.ReadManifest("../../results/paper/" + figure + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var s struct{ Replicas, Gamma int }
		ts := &claim.Tables{Specs: map[string]any{figure: m.Spec}}
		if ts.Spec(figure, &s); s.Replicas != replicas(figure) || s.Gamma != 1 {
			t.Errorf("%s: %+v", figure, s)
		}
	}
}
