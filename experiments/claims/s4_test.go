package claims

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// spot is a point whose error a distribution gives; norm is that of Σ_x − S_K.
type spot struct {
	method, sampling string
	k                float64
	dt, noise, norm  float64
}

// proportional is the distribution under which the claims are true: the error is proportional to
// ε(n)Δt and the norm, and with all data, or noise of covariance ε(n) S_K, to Δt².
func proportional(x spot) float64 {
	if x.noise == 0 || x.method == "Gaussian noise" {
		return 10 * x.dt * x.dt
	}
	return 0.01 * x.norm * x.noise
}

// basisWorld has the values from which the rows of section 4.4 are made.
type basisWorld struct {
	stderr  float64
	law     func(x spot) float64
	inverse bool // of the norms
	outside float64
	status  string  // of runs, but that those without a cap diverge if it is ok
	capped  bool    // and those do not
	shift   float64 // of what is known without a run
}

// norm is a little larger for other cuts and forms.
func (w basisWorld) norm(t *table.Table, i int) float64 {
	if t.Cell(i, "K") == "" {
		return 3
	}
	v := map[float64]float64{0: 0.6, 3: 0.15, 15: 0.02, 35: 0.01}[t.Float(i, "K")]
	if c := t.Cell(i, "cuts"); c != "" && c != "[[0.7] [0.7]]" {
		v *= 1.3
		if strings.Contains(c, "0.9") {
			v *= 1.3
		}
	}
	v *= map[string]float64{"full": 1, "diagonal": 2, "scalar": 3}[t.Cell(i, "friction")]
	if w.inverse {
		return 1 / v
	}
	return v
}

func (w basisWorld) row(t *table.Table, i int) (e estimate.Estimate, status string) {
	e, status = estimate.Estimate{StdErr: 1e-3}, table.OK
	simulated := t.Cell(i, "source") == table.Simulation
	if simulated {
		status = w.status
	}
	x := spot{
		t.Cell(i, "method"), t.Cell(i, "sampling"), t.Float(i, "K"), t.Float(i, "dt"),
		noise(claim.RowOf(t, i)), w.norm(t, i),
	}
	switch q := t.Cell(i, "quantity"); {
	case q == "L1":
		e = estimate.Estimate{Value: w.law(x), StdErr: w.stderr}
		if x.method == "no cap" && status == table.OK && !w.capped {
			status = table.Diverged
		}
	case q == "outside" || q == "posterior outside":
		e = estimate.Estimate{Value: w.outside}
	case q == "projection error" || q == "norm of Sigma":
		e = estimate.Estimate{Value: w.norm(t, i)}
	case q == "difference from AdL":
		e = estimate.Estimate{Value: w.shift}
	case strings.HasPrefix(q, "distance from normal"):
		e.Value = 0.01
	case x.method == "law" || x.method == "map":
		if e.Value = 1; simulated {
			e.Value += w.shift
		}
	default:
		e = t.Estimate(i)
	}
	return e, status
}

var basisTables = []string{"fig14", "study-basis", "study-basis-xi", "study-basis-time-step"}

func TestBasis(t *testing.T) {
	good := basisWorld{stderr: 1e-5, law: proportional, status: table.OK}
	with := func(change func(w *basisWorld)) world {
		w := good
		change(&w)
		return w.row
	}
	of := func(law func(x spot) float64) world { return with(func(w *basisWorld) { w.law = law }) }
	const left, alone = "what is left at K ≥ 15 depends on ε(n)Δt",
		"what is left at K ≥ 15 is not the time step's"
	names := []string{
		"S1-5", "S1-6 b", "S1-6 c", "S1-6 d", "S2.2-5 c", "S2.5.2-6 a", "S2.5.2-6 b", "S4.1-1 a",
		"S4.1-1 b", "S4.1-2", "S4.2-1 a", "S4.2-1 b", "S4.2-1 c", "S4.2-2 a", "S4.2-2 b", "S4.2-3",
		"S4.2-4 a", "S4.2-4 b", "S4.3-2 b", "S4.4-1", "S4.4-2 a", "S4.4-2 b", "S4.4-3 a", "S4.4-3 b",
		"S4.4-4 a", "S4.4-4 b", "S4.4-4 c", "S4.4-4 d", "S4.4-5 a", "S4.4-5 b", "S4.4-6 a", "S4.4-6 b",
		"S5-1 b", "S5-5 a", "S5-5 b", "S5-5 c", "S5-6", left, alone,
	}
	judgeWorlds(t, basisTables, names,
		caseOf{name: "true", world: good.row, hold: without(names, "S4.4-5 a", "S4.4-5 b", left)},
		caseOf{name: "true, with errors that are known less well", hold: []string{left, "S5-6"},
			world: with(func(w *basisWorld) { w.stderr = 1e-4 })},
		caseOf{name: "the error is larger where the norm is smaller",
			world: of(func(x spot) float64 { return 1e-6/x.norm*x.noise + 1e-9 }),
			fail: []string{
				"S1-6 b", "S1-6 c", "S1-6 d", "S4.2-1 b", "S4.2-2 a", "S4.2-2 b", "S4.2-3", "S4.2-4 b",
				"S4.4-2 a", "S4.4-2 b", "S4.4-3 a", "S4.4-3 b", "S4.4-4 b", "S4.4-4 d", "S4.4-5 a",
				"S4.4-5 b", "S4.4-6 b", "S5-5 a", "S5-5 b", "S5-5 c", "S5-6", "S1-5",
			}},
		caseOf{name: "the noise of the projection matters", fail: []string{"S4.1-1 a", "S4.1-1 b"},
			world: of(func(x spot) float64 { return proportional(x) + 0.01*0.3*x.noise })},
		caseOf{name: "quadratic in ε(n)Δt, linear in Δt, with replacement twice as much",
			world: of(func(x spot) float64 {
				v := x.dt + 0.01*x.norm*x.noise*x.noise/10
				if x.sampling == "with" {
					v *= 2
				}
				return v
			}),
			fail: []string{"S4.2-1 a", "S4.2-1 c", "S2.2-5 c"}},
		caseOf{name: "the time step alone",
			world: of(func(x spot) float64 {
				if x.k >= 15 {
					return 30 * x.dt * x.dt
				}
				return proportional(x)
			}),
			hold: []string{"S4.4-5 a", "S4.4-5 b"}, fail: []string{left, alone}},
		caseOf{name: "nothing remains", fail: []string{"S4.4-4 a", "S4.4-4 c"},
			world: of(func(x spot) float64 {
				if x.k >= 15 {
					return -1e-3
				}
				return proportional(x)
			})},
		caseOf{name: "other exact values, mass outside, capped functions",
			world: with(func(w *basisWorld) {
				w.inverse, w.capped, w.outside, w.shift = true, true, 0.3, 1
			}),
			fail: []string{
				"S2.5.2-6 a", "S2.5.2-6 b", "S4.1-2", "S4.2-4 a", "S4.3-2 b", "S4.4-1", "S4.4-6 a",
				"S5-1 b",
			}},
		caseOf{name: "noise", world: with(func(w *basisWorld) { w.stderr = 10 }),
			isUndecided: []string{"S1-6 b", "S4.2-3", "S4.4-3 a", "S4.4-4 a", "S5-5 a", "S5-6"}},
		caseOf{name: "diverged", world: with(func(w *basisWorld) { w.status = table.Diverged }),
			isUndecided: []string{"S1-5", "S4.1-2", "S4.4-4 a"}},
		caseOf{name: "nothing settled", world: with(func(w *basisWorld) { w.status = table.Unsettled }),
			isUndecided: []string{
				"S1-5", "S1-6 b", "S2.2-5 c", "S4.1-1 a", "S4.2-3", "S4.4-3 a", "S4.4-4 a", "S4.4-5 a",
				"S5-5 a", "S5-6", "S5-1 b", "S4.1-2", left,
			}},
	)
}

// Runs that diverge at K > 0 alone are an exception to S5-6.
func TestDiverged(t *testing.T) {
	w := basisWorld{stderr: 1e-5, law: proportional, status: table.OK}
	judgeWorlds(t, basisTables, []string{"S5-6"},
		caseOf{name: "stable", world: w.row, hold: []string{"S5-6"}},
		caseOf{name: "diverged", fail: []string{"S5-6"},
			world: func(t *table.Table, i int) (estimate.Estimate, string) {
				e, status := w.row(t, i)
				if t.Cell(i, "K") == "35" {
					return estimate.Unknown(), table.Diverged
				}
				return e, status
			}})
}

func TestFrictionCosts(t *testing.T) {
	names := []string{"S4.2-5 a", "S4.2-5 b", "S4.2-5 c", "S4.2-5 d"}
	judgeWorlds(t, []string{"study-costs"}, names,
		caseOf{name: "as counted", world: byQuantity(nil, 0), hold: names},
		caseOf{name: "more for large d", fail: names,
			world: func(t *table.Table, i int) (estimate.Estimate, string) {
				return t.Estimate(i).Times(math.Sqrt(t.Float(i, "d"))), table.OK
			}})
}
