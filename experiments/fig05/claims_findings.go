package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// findings are what we found and the paper does not say.
func findings(t *table.Table) []claim.Claim {
	return []claim.Claim{frozenXi(t), nearlyIndependent(t), withinStep(t), noStationaryState(t)}
}

func frozenXi(t *table.Table) claim.Claim {
	var x, y, e []float64
	for _, r := range runs {
		for _, m := range nearlyFrozen(read(t, r)) {
			if b := m.batch(); m.ok && m.eps > 0 && b.StdErr > 0 {
				x, y, e = append(x, m.batchFrozen()), append(y, b.Value), append(e, b.StdErr)
			}
		}
	}
	c := claim.Ours("frozen ξ", "The error is that of a ξ that stays at its mean, "+
		"tanh(ξΔt)(1 − γ/ξ) = s, as long as s ≤ 1/2",
		"errors against it: χ²; the part due to batches over its own: within 10 %")
	if len(x) < 2 {
		return claim.Judged(c, claim.Undecided, "no point")
	}
	k, chi := estimate.FitOrigin(x, y, e).Slope, everywhere(t)
	verdict := claim.Worse(claim.Within(k, 0.9, 1.1, 2), chi.Verdict())
	return claim.IfFails(claim.Judged(c, verdict, "%s; ratio %.3f", chi, k), claim.Finding,
		"by chance, or because the formula neglects that ξ fluctuates")
}

func nearlyIndependent(t *table.Table) claim.Claim {
	var p claim.Points
	for _, of := range []string{"theta^2", "p^2"} {
		quantity(t, laws, correlation+of, alike, &p, func(m measured, e estimate.Estimate) {
			p.Within(e, -0.01, 0.01, "%v", m)
		})
	}
	return p.Judge(claim.Ours("ξ nearly independent", "What the scheme leaves of the correlations of "+
		"ξ with θ² and p² is small", "at most 0.01 at s ≤ 0.05"), "")
}

// withinStep looks at p where it is observed, at the last D.
func withinStep(t *table.Table) claim.Claim {
	var p claim.Points
	quantity(t, laws, "mean of p^2", small, &p, func(m measured, e estimate.Estimate) {
		if m.s >= alike {
			p.RatioWithin(estimate.Sub(e, claim.Exact(1)), claim.Exact(m.s), 0.9, 1.1, "%v", m)
		}
	})
	c := claim.Ours("velocities within a step", "E p² is 1 on the average of the two D's of a step "+
		"only: at the last one, after the kick of the batch, it is 1 + s, at the first 1 − s",
		"(E p² − 1)/s at the last D within 10 % of 1, 0.05 ≤ s ≤ 0.5")
	return p.Judge(c, "")
}

func noStationaryState(t *table.Table) claim.Claim {
	t = t.Where("run", string(drawn), "quantity", "growth of xi", "status", table.Runaway)
	var p claim.Points
	for i := range t.Len() {
		if m := point(t, i); m.s >= 1 && !math.IsNaN(m.frozen) {
			// frozen is the least growth here
			p.RatioAbove(m.error, claim.Exact(m.frozen), 0.9, "%v, s = %.2f", m, m.s)
		}
	}
	c := claim.Ours("no stationary state", "Where s = Δt² ε(n) Σ_x/2 ≥ 1, ξ grows without bound, "+
		"by at least (s − 1)/η a unit of time", "growth over (s − 1)/η above 0.9")
	return p.Judge(c, "growth over the least: ")
}
