package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/minibatch"
	"adl/pkg/spec"
	"adl/pkg/study"
	"adl/pkg/table"
)

func paper(t *testing.T) Spec {
	t.Helper()
	var s Spec
	src := spec.Source{Name: "spec.toml", Text: specText, Profile: "paper"}
	if err := spec.Decode(&s, src); err != nil {
		t.Fatal(err)
	}
	return s
}

// spot is a point whose error a law gives.
type spot struct {
	method, friction, cuts, sampling string
	k, n                             int
	eta, dt, noise, norm             float64 // noise is ε(n)Δt
}

// world is what a table is made from.
type world struct {
	stderr  float64
	law     func(x spot) float64
	norm    func(x spot) float64
	outside float64
	status  func(x spot) string
	shift   float64 // of what is known without a run
}

// norms are those of Σ_x − S_K, by K, a little larger for other cuts and forms.
func norms(x spot) float64 {
	v := map[int]float64{0: 0.6, 3: 0.15, 15: 0.02, 35: 0.01}[x.k]
	if x.cuts != "" && x.cuts != "[[0.7] [0.7]]" {
		v *= 1.3
		if strings.Contains(x.cuts, "0.9") {
			v *= 1.3
		}
	}
	return v * map[string]float64{"full": 1, "diagonal": 2, "scalar": 3}[x.friction]
}

// proportional is the law under which the sentences are true: the error is proportional to ε(n)Δt
// and the norm, and with all data, or noise of covariance ε(n) S_K, to Δt².
func proportional(x spot) float64 {
	if x.noise == 0 || x.method == gaussian {
		return 10 * x.dt * x.dt
	}
	return 0.01 * x.norm * x.noise
}

func ok(x spot) string {
	if x.method == uncapped {
		return table.Diverged
	}
	return table.OK
}

// sample returns the table of a world.
func sample(s Spec, w world) *table.Table {
	t := table.New(columns...)
	const total = 200
	add := func(x spot, sampling minibatch.Sampling) {
		epsilon := sampling.Epsilon(total, x.n)
		x.sampling, x.noise, x.norm = string(sampling), epsilon*x.dt, w.norm(x)
		row := table.Row{
			"method": x.method, "sampling": x.sampling, "n": x.n, "dt": x.dt, "epsilon": epsilon,
			"status": w.status(x), "source": table.Simulation,
		}
		if x.method != langevin {
			row["friction"], row["K"], row["cuts"], row["eta"] = x.friction, x.k, x.cuts, x.eta
		} else {
			x.norm = 3
		}
		measure := func(quantity string, value, stderr float64) {
			row["quantity"], row["value"], row["stderr"] = quantity, value, stderr
			t.Add(row)
		}
		known := func(quantity string, value float64) {
			row["source"] = table.Prediction
			measure(quantity, value, 0)
			row["source"] = table.Simulation
		}
		switch x.method {
		case law:
			for _, q := range []string{"mean of xi_0 11", "mean of xi_0 12", "variance of xi_0 12"} {
				measure(q, 1+w.shift, 0.01)
				known(q, 1)
			}
			measure("distance from normal of xi_0 11", 0.01, 0.001)
		case mapped:
			for _, e := range []string{"11", "12", "22"} {
				measure("xi "+e+" in cell 4, 3", 5*(1+w.shift), 0.01)
				known("xi "+e+" in cell 4, 3", 5)
			}
		default:
			measure("L1", w.law(x), w.stderr)
			measure("outside", w.outside, 0)
		}
	}
	cuts := func(k int, cut float64) string {
		switch {
		case k == 0:
			return ""
		case cut == 0:
			cut = 0.7
		}
		return fmt.Sprint([][]float64{{cut}, {cut}})
	}
	more := append(slices.Clone(s.More),
		More{Method: curve, N: s.N, Dt: s.Dt}, More{Method: curve, N: []int{total}, Dt: s.All.Dt})
	for _, m := range more {
		if m.K == nil {
			m.K = []int{0, 3, 15, 35}
		}
		if m.Method == langevin {
			m.K = m.K[:1]
		}
		if m.Friction == "" {
			m.Friction = study.Full
		}
		if m.Eta == 0 {
			m.Eta = s.Eta
		}
		for _, k := range m.K {
			for _, n := range m.N {
				for _, dt := range m.Dt {
					add(spot{
						method: m.Method, friction: string(m.Friction), cuts: cuts(k, m.Cut), k: k, n: n,
						eta: m.Eta, dt: dt,
					}, m.sampling())
				}
			}
		}
	}
	exact := func(quantity string, x spot, value float64) {
		t.AddValue(table.Row{
			"friction": x.friction, "K": x.k, "cuts": x.cuts, "status": table.OK, "source": table.Exact,
		}, quantity, value)
	}
	for i, k := range []int{0, 3, 15, 35} {
		for _, f := range []string{"scalar", "diagonal", "full"} {
			x := spot{friction: f, k: k, cuts: cuts(k, 0)}
			exact("projection error", x, w.norm(x))
			for _, cut := range []float64{0.5, 0.9} {
				if x.cuts = cuts(k, cut); f == "full" && (k == 3 || k == 15) {
					exact("projection error", x, w.norm(x))
				}
			}
		}
		x := spot{friction: "full", k: k, cuts: cuts(k, 0)}
		exact("variables", x, 3*float64(k+1))
		exact("mass where S_K is not positive", x, 0)
		if i > 0 {
			exact("degree", x, float64(i-1))
		} else {
			exact("difference from AdL", x, w.shift)
		}
	}
	row := table.Row{"status": table.OK, "source": table.Exact}
	t.AddValue(row, "norm of Sigma", 3)
	t.AddValue(row, "posterior outside", w.outside)
	return t
}

// Claims hold where they are true, and fail where they are false.
func TestClaims(t *testing.T) {
	s := paper(t)
	good := world{1e-5, proportional, norms, 0, ok, 0}
	with := func(change func(w *world)) *table.Table {
		w := good
		change(&w)
		return sample(s, w)
	}
	all := func(verdict string, names ...string) map[string]string {
		want := map[string]string{}
		for _, n := range names {
			want[n] = verdict
		}
		return want
	}
	const left = "what is left at K ≥ 15 depends on ε(n)Δt"
	const alone = "what is left at K ≥ 15 is not the time step's"
	claimtest.Run(t, func(u *table.Table) []claim.Claim { return claims(s, u) },
		claimtest.Case{Name: "true", Table: sample(s, good), Want: all(claim.Holds,
			"S1-5", "S1-6 b", "S1-6 c", "S1-6 d", "S2.2-5 c", "S2.5.2-6 a", "S2.5.2-6 b", "S4.1-1 a",
			"S4.1-1 b", "S4.1-2", "S4.2-1 a", "S4.2-1 b", "S4.2-1 c", "S4.2-2 a", "S4.2-2 b", "S4.2-3",
			"S4.2-4 a", "S4.2-4 b", "S4.3-2 b", "S4.4-1", "S4.4-2 a", "S4.4-2 b", "S4.4-3 a", "S4.4-3 b",
			"S4.4-4 a", "S4.4-4 b", "S4.4-4 c", "S4.4-4 d", "S4.4-6 a", "S4.4-6 b", "S5-1 b", "S5-5 a",
			"S5-5 b", "S5-5 c", "S5-6", left, alone)},
		claimtest.Case{Name: "the error is larger where the norm is smaller",
			Table: with(func(w *world) {
				w.law = func(x spot) float64 { return 1e-6 / x.norm * x.noise }
			}),
			Want: all(claim.Fails, "S1-6 b", "S1-6 c", "S1-6 d", "S4.2-1 b", "S4.2-2 a", "S4.2-2 b",
				"S4.2-3", "S4.2-4 b", "S4.4-2 a", "S4.4-2 b", "S4.4-3 a", "S4.4-3 b", "S4.4-4 b",
				"S4.4-4 d", "S4.4-5 a", "S4.4-5 b", "S4.4-6 b", "S5-5 a", "S5-5 b", "S5-5 c", "S5-6",
				"S1-5")},
		claimtest.Case{Name: "the noise of the projection matters",
			Table: with(func(w *world) {
				w.law = func(x spot) float64 { return proportional(x) + 0.01*0.3*x.noise }
			}),
			Want: all(claim.Fails, "S4.1-1 a", "S4.1-1 b")},
		claimtest.Case{Name: "quadratic in ε(n)Δt, linear in Δt, with replacement twice as much",
			Table: with(func(w *world) {
				w.law = func(x spot) float64 {
					v := x.dt + 0.01*x.norm*x.noise*x.noise/10
					if x.sampling == "with" {
						v *= 2
					}
					return v
				}
			}),
			Want: all(claim.Fails, "S4.2-1 a", "S4.2-1 c", "S2.2-5 c")},
		claimtest.Case{Name: "the time step alone",
			Table: with(func(w *world) {
				w.law = func(x spot) float64 {
					if x.k >= 15 {
						return 30 * x.dt * x.dt
					}
					return proportional(x)
				}
			}),
			Want: map[string]string{"S4.4-5 a": claim.Holds, "S4.4-5 b": claim.Holds, left: claim.Fails,
				alone: claim.Fails}},
		claimtest.Case{Name: "nothing remains",
			Table: with(func(w *world) {
				w.law = func(x spot) float64 {
					if x.k >= 15 {
						return -1e-3
					}
					return proportional(x)
				}
			}),
			Want: all(claim.Fails, "S4.4-4 a", "S4.4-4 c")},
		claimtest.Case{Name: "other exact values, mass outside, capped functions",
			Table: with(func(w *world) {
				w.norm = func(x spot) float64 { return 1 / norms(x) }
				w.outside, w.status, w.shift = 0.3, func(spot) string { return table.OK }, 1
			}),
			Want: all(claim.Fails, "S2.5.2-6 a", "S2.5.2-6 b", "S4.1-2", "S4.2-4 a", "S4.3-2 b", "S4.4-1",
				"S4.4-6 a", "S5-1 b")},
		claimtest.Case{Name: "noise", Table: with(func(w *world) { w.stderr = 10 }),
			Want: all(claim.Undecided, "S1-6 b", "S4.2-3", "S4.4-3 a", "S4.4-4 a", "S5-5 a", "S5-6")},
		claimtest.Case{Name: "nothing settled",
			Table: with(func(w *world) { w.status = func(spot) string { return table.Unsettled } }),
			Want: all(claim.Undecided, "S1-5", "S1-6 b", "S2.2-5 c", "S4.1-1 a", "S4.2-3", "S4.4-3 a",
				"S4.4-4 a", "S4.4-5 a", "S5-5 a", "S5-6", "S5-1 b", "S4.1-2", left)},
	)
}

// Points of every status are drawn, in any number, and no text says NaN.
func TestStatus(t *testing.T) {
	s := paper(t)
	for _, status := range []string{
		table.Runaway, table.PredictedRunaway, table.Diverged, table.Unmixed, table.Unsettled,
	} {
		for _, only := range []int{-1, 35} { // K, or all of them
			hit := func(x spot) bool { return only < 0 || x.k == only }
			u := sample(s, world{1e-5, func(x spot) float64 {
				if hit(x) && status == table.Diverged {
					return math.NaN()
				}
				return proportional(x)
			}, norms, 0, func(x spot) string {
				if hit(x) {
					return status
				}
				return ok(x)
			}, 0})
			f, err := render(s, u)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := f.PNG(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s at K = %d: %v", status, only, err)
			}
			for _, c := range claims(s, u) {
				if strings.Contains(c.Measured, "NaN") {
					t.Errorf("%s at K = %d: %s: %s", status, only, c.Title(), c.Measured)
				}
			}
		}
	}
}
