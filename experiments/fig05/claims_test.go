package main

import (
	"math"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/claimtest"
	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// testSpec is a small version of the spec.
func testSpec() (s Spec) {
	s.Word, s.Gamma, s.Eta = "ODABADO", 1, 1
	s.Model.SigmaX, s.Model.SigmaTheta = 1, 1
	s.Dt = []float64{1e-3, 2e-3, 5e-3, 8e-3, 1e-2, 1.5e-2, 2e-2}
	s.N = []int{1, 2, 5, 10, 20, 50, 80, 95, 100}
	s.Sampling = []minibatch.Sampling{minibatch.Without}
	some := []float64{0.1, 1, 10}
	both := []minibatch.Sampling{minibatch.With, minibatch.Without}
	s.Extra = []Extra{
		{Run: laws, Dt: []float64{2e-3, 1e-2}, N: []int{1, 2, 10}},
		{Run: samplings, Dt: []float64{8e-3, 1e-2}, N: []int{1}, Sampling: both},
		{Run: sameA, EpsilonDt: []float64{5, 20}, N: []int{1, 2, 5, 10}},
		{Run: inertia, Dt: []float64{1e-3}, N: []int{1, 10}, Eta: []float64{0.1, 10}},
		{Run: asymptote, Dt: []float64{5e-3}, N: []int{95}, Gamma: some, Eta: some},
		{Run: anyNoise, Dt: []float64{1e-3, 5e-3}, N: []int{1}, S: []float64{0.01, 0.9}},
		{Run: symmetric, Dt: []float64{5e-3, 1e-2}, N: []int{1, 10, 50}, Symmetric: true},
	}
	return s
}

// world is a law of everything that is measured. A nil function is that of a frozen ξ.
type world struct {
	batch     func(j job) float64 // the part of the error that is due to batches
	simulated float64             // times the part that is simulated
	third     func(j job) float64
	mirrored  float64 // the third moment of symmetric data
	xi        float64 // times the mean of ξ, 1/η and s of p²
	off       float64 // D, correlations, and the growth of ξ where it has a stationary state
	growth    float64 // times that at s ≥ 1
	sampling  float64 // times the error with replacement
	asymptote func(gamma float64) float64
}

// frozenWorld is what we found.
func frozenWorld() world {
	return world{
		simulated: 1, xi: 1, growth: 1.1, sampling: 1,
		asymptote: func(gamma float64) float64 { return gamma },
	}
}

// table is what the program would measure, nearly without noise.
func (w world) table(t *testing.T, s Spec) *table.Table {
	js, err := s.jobs(nil, dataset.Gaussian(100, 0, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	tab := newTable()
	for _, j := range js {
		row, noise := j.row("AdL"), j.noise()
		row["eta"], row["s"] = j.Eta, noise
		if noise >= 1 {
			row["status"] = table.Runaway
		}
		add := func(quantity string, value, exact float64) {
			row["quantity"], row["value"], row["stderr"], row["exact"] = quantity, value, 1e-9, exact
			tab.Add(row)
		}
		step := -j.law.A * j.Dt * j.Dt / 4
		frozen := j.frozen(j.Epsilon)
		if w.batch != nil {
			frozen = step + w.batch(j)
		}
		e := step + w.simulated*(frozen-step)
		if noise >= 1 {
			e, frozen = -0.5, math.NaN()
		}
		if j.run == samplings && j.Sampling == minibatch.With {
			e *= w.sampling
		}
		add("variance error", e, frozen)
		third := j.frozenThird()
		switch {
		case j.run == symmetric:
			third = w.mirrored
		case w.third != nil:
			third = w.third(j)
		}
		add("third moment", third, third)
		mean := j.Gamma + j.Epsilon*j.Dt*j.law.V/2
		add("xi", w.xi*mean, mean)
		add("var xi", w.xi/j.Eta, 1/j.Eta)
		add("growth of xi", w.off+w.growth*max(noise-1, 0), max(noise-1, 0))
		add("mean of p^2", 1+w.xi*noise, 1+noise)
		for _, q := range []string{
			"D of p", "D of xi", "correlation of xi and theta^2", "correlation of xi and p^2",
		} {
			add(q, w.off, 0)
		}
		for _, q := range []string{"theta", "theta^2"} {
			add("asymptotic variance of "+q, w.asymptote(j.Gamma), 0)
		}
		known(tab, j, third)
	}
	return tab
}

func TestClaims(t *testing.T) {
	s := testSpec()
	judge := func(t *table.Table) []claim.Claim { return claims(s, t) }

	// The paper's: the order ε^(3/2)Δt² everywhere, and a statistical error that γ hardly changes.
	paper := frozenWorld()
	order := func(j job) float64 { return -1e-5 * power32(j.Epsilon) * j.Dt * j.Dt }
	paper.batch, paper.third = order, order
	paper.asymptote = func(float64) float64 { return 1 }

	// The friction adjusts itself to something else, and compensates nothing.
	wrong := frozenWorld()
	wrong.batch = func(j job) float64 {
		return 2 * math.Abs(j.law.Langevin(j.Epsilon, j.Gamma, j.Dt))
	}
	wrong.mirrored, wrong.xi, wrong.off, wrong.growth, wrong.sampling = 0.1, 1.5, 0.1, 0, 2

	// The simulation is not that of a frozen ξ.
	other := frozenWorld()
	other.simulated = 1.2

	// The part due to batches has another exponent from some Δt on.
	bent := frozenWorld()
	bent.batch = func(j job) float64 {
		return -1e-3 * j.Epsilon * j.Dt * j.Dt * (1 + math.Pow(j.Dt/7e-3, 6))
	}

	holds := func(want map[string]string, names ...string) map[string]string {
		for _, n := range names {
			want[n] = claim.Holds
		}
		return want
	}
	fails := func(want map[string]string, names ...string) map[string]string {
		for _, n := range names {
			want[n] = claim.Fails
		}
		return want
	}
	always := []string{
		"S0-1 a", "S1-2 a", "S1-2 b", "S2.2-5 a", "S3.2.1-1 b", "S3.2.1-2 a", "S3.2.1-2 b",
		"S3.2.1-2 c", "S3.2.1-3", "S3.2.2-1", "S3.2.2-2 a", "S3.2.2-2 b", "S3.2.2-3 c", "S3.2.3-1 a",
		"S3.2.3-1 b", "S3.2.3-4 a", "S3.2.3-4 b", "ξ nearly independent", "frozen ξ",
		"velocities within a step", "no stationary state",
	}
	found := []string{
		"S3.2.1-4 a", "S3.2.1-4 b", "S3.2.2-3 a", "S3.2.2-3 b", "S3.2.3-1 c", "S3.2.3-1 d",
	}
	claimtest.Run(t, judge,
		claimtest.Case{Name: "frozen", Table: frozenWorld().table(t, s), Want: fails(holds(
			map[string]string{"S3.2.3-3": claim.Undecided}, append(always, "S3.2.1-1 a", "S3.2.3-2")...),
			found...)},
		claimtest.Case{Name: "paper", Table: paper.table(t, s), Want: fails(holds(
			map[string]string{}, append(always, found...)...), "S3.2.3-2", "S3.2.3-3")},
		claimtest.Case{Name: "wrong", Table: wrong.table(t, s), Want: fails(holds(
			map[string]string{}, "S3.2.3-2"),
			append(always[:len(always)-3:len(always)-3], "S3.2.1-1 a", "velocities within a step",
				"no stationary state")...)},
		claimtest.Case{Name: "other", Table: other.table(t, s), Want: fails(
			map[string]string{"S3.2.3-4 a": claim.Holds, "S3.2.1-1 a": claim.Undecided}, "frozen ξ")},
		claimtest.Case{Name: "bent", Table: bent.table(t, s), Want: holds(
			map[string]string{}, "S3.2.3-3")},
	)
	for _, c := range judge(newTable()) {
		if c.Verdict != claim.Undecided {
			t.Errorf("no data: %s %s", c.Title(), c.Verdict)
		}
	}
}
