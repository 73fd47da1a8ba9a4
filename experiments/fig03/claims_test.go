package main

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/study"
	"adl/pkg/table"
)

// example is a spec at the time steps dt, with n = n₀ … Nd = 100 for ε(n).
func example(n []int, dt, small, levels []float64) Spec {
	return Spec{
		Settings: study.Settings{Replicas: 64},
		Grid: study.Grid{
			Dt: dt, N: n, Sampling: []minibatch.Sampling{minibatch.With, minibatch.Without},
		},
		Method: []study.Method{
			{Name: "SGLD", Word: dynamics.SGLD}, {Name: "Langevin", Word: langevin, Gamma: 1},
		},
		Checks: Checks{
			Means: Means{T: 1000, Replicas: 1024, Dt: dt[0], N: []int{1, 5}},
			Theory: Theory{
				Dt: small, Gamma: []float64{0.5, 1}, Cumul: []int{1, 2, 5}, N: []int{75, 99, 100},
				Levels: levels, Spread: []float64{0.5, 1, 2, 4}, Theta: []float64{0, 1},
				Kinetic: []float64{0.01, 1},
			},
		},
	}
}

// tabulate returns the table of a spec for 100 standard normal data in a model with σ_x = sigma.
// The simulation gives the exact values.
func tabulate(s Spec, sigma float64) *table.Table {
	m := &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: sigma, SigmaTheta: 1}
	r := newRows(m)
	for _, method := range s.Method {
		for _, sampling := range s.Sampling {
			for _, dt := range s.Dt {
				for i, n := range append(slices.Clone(s.N), 100) {
					p := study.Point{Sampling: sampling, Dt: dt, N: n, Epsilon: sampling.Epsilon(100, n)}
					row, want := r.row(method, p), r.varianceError(method, p.Epsilon, dt)
					// deviations of half a standard error in turn, as those of noise are
					se := 0.01*math.Abs(want) + 1e-5
					e := estimate.Estimate{Value: want + 0.5*se*float64(1-2*(i%2)), StdErr: se}
					r.Measure(row, "variance error", e, want)
					r.Measure(row, "mean", estimate.Estimate{Value: 0.5, StdErr: 1}, 0)
				}
			}
		}
		for _, n := range s.Checks.Means.N {
			for _, f := range factors {
				row := r.row(method, study.Point{Sampling: minibatch.Without, Dt: s.Checks.Means.Dt, N: n})
				row["T"] = f * s.Checks.Means.T
				r.Measure(row, "standard error of the mean",
					estimate.Estimate{Value: 0.1 / math.Sqrt(f), StdErr: 0.002 / math.Sqrt(f)})
				r.AddValue(row, "Shapiro–Wilk deviate of the means of replicas", 1)
			}
		}
	}
	r.curves(s)
	r.theory(s)
	return r.Table
}

// changed returns a table with other values: change gets the index of a row, its quantity, value
// and exact value.
func changed(
	t *table.Table, change func(i int, quantity string, value, exact float64) (v, e float64),
) *table.Table {
	u := table.New(t.Columns()...)
	for i := range t.Len() {
		row := table.Row{}
		for _, c := range t.Columns() {
			text := t.Cell(i, c)
			if x, err := strconv.ParseFloat(text, 64); err == nil {
				row[c] = x
			} else if text != "" {
				row[c] = text
			}
		}
		v, e := change(i, t.Cell(i, "quantity"), t.Float(i, "value"), t.Float(i, "exact"))
		row["value"] = v
		if !math.IsNaN(e) {
			row["exact"] = e
		}
		u.Add(row)
	}
	return u
}

// wrong multiplies everything by numbers from 1/20 to 20, the exact and the simulated value by the
// same.
func wrong(i int, quantity string, v, e float64) (float64, float64) {
	f := math.Exp(3 * math.Sin(float64(7*i)))
	switch quantity {
	case "variance error":
		return e * f, e * f
	case "variance error at n = Nd":
		return 1000 * v * f, e
	case "mean":
		return 0, 0
	case "stationary mean less μ_post", "E Z³ for symmetric data",
		"third central moment for symmetric data", "distance of a step's map from appendix B":
		return v + f, e
	case "Shapiro–Wilk deviate of the means of replicas":
		return 9, e
	case "ε(n)":
		return v * f / 20, e
	case "skewness", "excess kurtosis":
		return 0, e
	}
	if len(quantity) > 8 && quantity[:8] == "one-step" {
		return 2, e
	}
	return v * f, e
}

func TestClaims(t *testing.T) {
	dt := []float64{1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3}
	paper := example([]int{1, 2, 5, 10, 20, 50, 80, 95}, dt, []float64{1e-6, 1e-5, 1e-4, 9e-4},
		[]float64{0.005, 0.05, 0.5})
	paper.Checks.Theory.N = append(paper.Checks.Theory.N, 25)
	given := tabulate(paper, 1)

	// σ_x = 1/100: Σ_x is a hundred times the posterior's precision a = 10⁶, with aΔt ≤ 1/200
	sharp := example([]int{1, 2, 5, 10, 20, 50, 80, 95}, []float64{1e-10, 5e-10, 2e-9, 5e-9},
		[]float64{1e-12, 1e-11, 1e-10}, []float64{5e-8})
	small := tabulate(sharp, 0.01)

	const holds, fails, undecided = claim.Holds, claim.Fails, claim.Undecided
	judge := func(t *table.Table) []claim.Claim {
		if t.Len() > 0 && t.Float(0, "dt") == 1e-10 {
			return claims(sharp, t)
		}
		return claims(paper, t)
	}
	claimtest.Run(t, judge,
		claimtest.Case{Name: "as in the paper", Table: given, Want: map[string]string{
			"S1-1 a": fails, "S2.1-1 a": holds, "S2.1-1 b": holds, "S2.1-2 a": holds, "S2.1-2 b": holds,
			"S2.2-2 a": holds, "S2.2-2 b": holds, "S2.2-2 c": holds, "S2.2-4 a": fails,
			"S2.2-4 b": fails, "S2.2-6 a": holds, "S2.2-6 b": holds, "S2.2-6 c": holds,
			"S2.2-6 d": fails, "S2.2-6 e": holds, "S2.2-7 b": holds, "S2.3.2-1 a": holds,
			"S2.3.2-1 c": fails, "S2.3.2-1 d": holds, "S2.3.2-2 a": holds, "S2.3.2-3 a": holds,
			"S2.3.2-3 b": holds, "S2.3.2-4 a": fails, "S2.3.2-6 a": holds, "S2.3.2-6 b": holds,
			"S2.4.2-1 a": holds, "S2.4.2-2 a": holds, "S2.4.2-3": holds, "S2.4.2-4 a": fails,
			"S2.4.2-5": holds, "S2.4.3-2 a": holds, "S2.4.3-2 b": holds, "S2.4.3-2 c": holds,
			"S2.5.1-1": holds, "S2.5.1-2 a": holds, "S2.5.1-2 b": holds, "S2.5.1-3 a": holds,
			"S2.5.1-3 b": holds, "S2.5.1-4 a": holds, "S2.5.1-4 b": holds, "S2.5.1-4 c": holds,
			"S2.5.1-4 d": holds, "S2.5.1-5": fails, "S2.5.1-6 a": holds, "S2.5.1-6 b": holds,
			"S2.5.1-7 a": holds, "S2.5.1-7 b": fails, "S2.5.1-7 c": holds, "S2.5.1-8 a": fails,
			"S2.5.1-8 b": holds, "S2.5.1-9 a": fails, "S2.5.1-9 b": holds, "S2.5.1-10": fails,
			"SA-1 a": holds, "SA-1 b": holds, "SA-1 c": holds, "SA-1 d": holds, "SB-1 a": holds,
			"SB-1 b": holds,
		}},
		// much noise, small time steps
		claimtest.Case{Name: "small σ_x", Table: small, Want: map[string]string{
			"S1-1 a": holds, "S2.2-4 a": holds, "S2.2-4 b": holds, "S2.2-6 d": holds,
			"S2.3.2-4 a": holds, "S2.4.2-4 a": holds, "S2.5.1-5": holds, "S2.5.1-7 b": holds,
			"S2.5.1-8 a": holds, "S2.5.1-9 a": holds, "S2.5.1-10": holds,
		}},
		claimtest.Case{Name: "all wrong", Table: changed(given, wrong), Want: map[string]string{
			"S2.1-1 a": fails, "S2.1-1 b": fails, "S2.5.1-3 a": fails, "S2.2-7 b": holds,
		}},
		claimtest.Case{
			Name: "the rest vanishes with all data", Want: map[string]string{"S2.3.2-1 c": holds},
			Table: changed(given, func(i int, q string, v, e float64) (float64, float64) {
				n, dt := given.Float(i, "n"), given.Float(i, "dt")
				if q == "variance error at small Δt" && n == 100 && given.Cell(i, "gamma") == "" {
					v = dt * given.Float(i, "a") / 2
				}
				return v, e
			}),
		},
		claimtest.Case{
			Name: "the simulation is wrong", Want: map[string]string{
				"S2.2-7 b": fails, "S2.3.2-3 a": undecided, "S2.5.1-2 a": undecided,
			},
			Table: changed(given, func(i int, q string, v, e float64) (float64, float64) {
				switch q {
				case "variance error":
					return 1.1 * v, e
				case "mean":
					return 10, e
				}
				return v, e
			}),
		},
		claimtest.Case{
			Name: "third moments of lower order", Want: map[string]string{"S2.5.1-3 b": fails},
			Table: changed(given, func(i int, q string, v, e float64) (float64, float64) {
				if q == "skewness" {
					v /= given.Float(i, "dt")
				}
				return v, e
			}),
		},
		claimtest.Case{
			Name: "errors grow like the root of Δt", Want: map[string]string{
				"S2.5.1-7 a": holds, "S2.5.1-7 c": fails,
			},
			Table: changed(given, func(i int, q string, v, e float64) (float64, float64) {
				f := math.Sqrt(1e-4 / given.Float(i, "dt"))
				switch q {
				case "variance error", "variance error at n = Nd":
					return f * v, f * e
				}
				return v, e
			}),
		},
		claimtest.Case{Name: "nothing", Table: table.New(given.Columns()...)},
	)
}

// Where a condition holds is said by ranges of Δt.
func TestUpTo(t *testing.T) {
	var ps []point
	for _, dt := range []float64{1, 2, 3} {
		for _, n := range []float64{1, 5, 9} {
			ps = append(ps, point{n: n, dt: dt})
		}
	}
	for _, c := range []struct {
		is   func(point) bool
		want string
	}{
		{func(p point) bool { return p.n < 9 }, "holds up to n = 5 at any Δt"},
		{func(p point) bool { return p.n*p.dt < 6 },
			"holds up to n = 5 at Δt = 1, up to n = 1 at Δt = 2 to 3"},
		{func(p point) bool { return p.n != 1 }, "holds for no n at any Δt"},
	} {
		if got := upTo(ps, c.is); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
