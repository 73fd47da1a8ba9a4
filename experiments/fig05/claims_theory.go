package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// alike is the s up to which Lemma lemmeADL, about continuous time, also holds for the scheme.
const alike = 0.05

// correlation begins the name of a correlation of ξ with a square.
const correlation = "correlation of xi and "

// theory decides what is said about ξ, p and the marginal of θ in continuous time.
func theory(t *table.Table) []claim.Claim {
	return []claim.Claim{
		corrects(t), kineticEnergy(t), lawOfVelocities(t), bySampling(t),
		exactInTheLimit(t), independent(t), meanXi(t), varianceXi(t), normalXi(t),
		compensates(t), advised("a", "theta", t), advised("b", "theta^2", t),
	}
}

// corrects compares ξ̄ − γ with the noise that the batches add.
func corrects(t *table.Table) claim.Claim {
	var p claim.Points
	quantity(t, drawn, "xi", alike, &p, func(m measured, e estimate.Estimate) {
		if noise := m.a1() - m.gamma; noise >= 0.1 {
			p.RatioWithin(estimate.Sub(e, claim.Exact(m.gamma)), claim.Exact(noise), 0.9, 1.1, "%v", m)
		}
	})
	return p.Judge(claim.Of("S0-1", "a"), "mean of ξ less γ over ε(n)Δt Σ_x/2: ")
}

// kineticEnergy takes E p² over the D steps from ξ, which grows by (Δt/η)(p² − 1) in a step.
func kineticEnergy(t *table.Table) claim.Claim {
	var chi claim.ChiSquare
	hottest := 0.0
	quantity(t, drawn, "growth of xi", small, &claim.Points{},
		func(m measured, e estimate.Estimate) {
			chi.Add(e, 0)
			hottest = max(hottest, (m.a1()-m.gamma)/m.gamma)
		})
	return chi.Judge(claim.Of("S1-2", "a"), fmt.Sprintf("E p² − 1 over the D steps, from the growth "+
		"of ξ; Langevin dynamics would have up to %.0f: ", hottest))
}

func lawOfVelocities(t *table.Table) claim.Claim {
	var p claim.Points
	quantity(t, laws, "D of p", small, &p, func(m measured, e estimate.Estimate) {
		p.Below(e, 0.02, "%v", m)
	})
	return p.Judge(claim.Of("S1-2", "b"), "D of p at the last D of a step: ")
}

// bySampling compares batches with and without replacement at equal ε(n).
func bySampling(t *table.Table) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	ms := read(t, samplings)
	for _, a := range ms {
		for _, b := range ms {
			if a.sampling == "with" && b.sampling == "without" && a.dt == b.dt &&
				math.Abs(a.eps/b.eps-1) < 1e-9 && a.ok && b.ok {
				p.RatioWithin(a.error, b.error, 0.9, 1.1,
					"n = %g with, %g without, Δt = %g", a.n, b.n, a.dt)
				chi.Add(estimate.Sub(a.error, b.error), 0)
			}
		}
	}
	return p.JudgeWith(chi, claim.Of("S2.2-5", "a"), "error with over error without replacement: ")
}

// exactInTheLimit takes the exponents of Δt between neighbours with the same ε(n)Δt.
func exactInTheLimit(t *table.Table) claim.Claim {
	ms := nearlyFrozen(read(t, sameA))
	rate := func(m measured) float64 { return math.Round(1e6*m.eps*m.dt) / 1e6 }
	var p claim.Points
	for _, x := range distinct(ms, rate) {
		at := filter(ms, func(m measured) bool { return rate(m) == x })
		for i := range at[:len(at)-1] {
			k := exponent(at[i:i+2], timeStep, measured.batchFrozen, 1)
			p.Above(claim.Exact(k), 1.9, "ε(n)Δt = %g, Δt = %.3g to %.3g", x, at[i].dt, at[i+1].dt)
		}
	}
	c := p.Judge(claim.Of("S3.2.1-1", "a"),
		"exponent of Δt in the part due to batches at the same A, frozen ξ: ")
	return agreement(ms).Confirms(c)
}

func independent(t *table.Table) claim.Claim {
	var steps []float64
	// upTo is the sum over the points with at most a time step
	upTo := func(dt float64, names ...string) (chi claim.ChiSquare) {
		for _, of := range names {
			quantity(t, laws, correlation+of, alike, &claim.Points{},
				func(m measured, e estimate.Estimate) {
					if steps = append(steps, m.dt); m.dt <= dt {
						chi.Add(e, 0)
					}
				})
		}
		return chi
	}
	all := math.Inf(1)
	c := upTo(all, "theta^2", "p^2").Judge(claim.Of("S3.2.1-1", "b"), fmt.Sprintf(
		"correlations of ξ in the middle of a step with θ²: %s; with p²: %s; both: ",
		upTo(all, "theta^2"), upTo(all, "p^2")))
	why := "the lemma is about continuous time: with p² at the last D alone a correlation of the " +
		"order sΔt is left"
	slices.Sort(steps)
	for _, dt := range slices.Backward(slices.Compact(steps)) {
		if chi := upTo(dt, "theta^2", "p^2"); chi.Verdict() == claim.Holds {
			return claim.Because(c, claim.Parameters, "holds for Δt ≤ %g (%s); %s", dt, chi, why)
		}
	}
	return claim.Because(c, claim.Finding, "%s", why)
}

// eachXi compares a moment of ξ with Lemma lemmeADL, for several η, and sums the deviations from
// its value at the time step, which the lemma, about continuous time, does not give.
func eachXi(t *table.Table, part, name, prefix string, want func(measured) float64) claim.Claim {
	var p claim.Points
	var chi claim.ChiSquare
	for _, r := range []run{drawn, inertia} {
		quantity(t, r, name, alike, &p, func(m measured, e estimate.Estimate) {
			p.RatioWithin(e, claim.Exact(want(m)), 0.9, 1.1, "%v, η = %g", m, m.eta)
			chi.Add(e, m.frozen)
		})
	}
	return p.JudgeWith(chi, claim.Of("S3.2.1-2", part), prefix)
}

func meanXi(t *table.Table) claim.Claim {
	return eachXi(t, "a", "xi", "mean of ξ over A: ", measured.a1)
}

func varianceXi(t *table.Table) claim.Claim {
	return eachXi(t, "b", "var xi", "variance of ξ over 1/η: ",
		func(m measured) float64 { return 1 / m.eta })
}

func normalXi(t *table.Table) claim.Claim {
	var p claim.Points
	quantity(t, laws, "D of xi", alike, &p, func(m measured, e estimate.Estimate) {
		p.Below(e, 0.02, "%v", m)
	})
	return p.Judge(claim.Of("S3.2.1-2", "c"), "one entry, which has no correlation; D of ξ: ")
}

// compensates compares the part due to batches with Langevin's error, for noise up to s near 1.
func compensates(t *table.Table) claim.Claim {
	var p claim.Points
	for _, m := range read(t, anyNoise) {
		theirs, where := claim.Exact(m.langevin()), fmt.Sprintf("s = %.2g, Δt = %g", m.s, m.dt)
		p.RatioBelow(claim.Exact(m.batchFrozen()), theirs, 0.1, "%s, frozen ξ", where)
		if m.ok {
			p.RatioBelow(m.batch(), theirs, 0.1, "%s", where)
		} else {
			p.Exclude(m.status, "%s", where)
		}
	}
	return p.Judge(claim.Of("S3.2.1-3", ""), "part due to batches over Langevin's error: ")
}

// advised compares the statistical error at γ = η = 1 with the least of all.
func advised(part, of string, t *table.Table) claim.Claim {
	t = t.Where("run", string(asymptote), "quantity", "asymptotic variance of "+of)
	var p claim.Points
	one, least, where := estimate.Unknown(), estimate.Unknown(), measured{}
	for i := range t.Len() {
		m := point(t, i)
		if !m.ok {
			p.Exclude(t.Cell(i, "status"), "γ = %g, η = %g", m.gamma, m.eta)
			continue
		}
		if m.gamma == 1 && m.eta == 1 {
			one = m.error
		}
		if !(m.error.Value >= least.Value) {
			least, where = m.error, m
		}
	}
	if least.Value > 0 {
		p.RatioBelow(one, least, math.Sqrt(10), "least at γ = %g, η = %g", where.gamma, where.eta)
	}
	c := p.Judge(claim.Of("S3.2.1-4", part), "asymptotic variance at γ = η = 1 over the least: ")
	return claim.Because(c, claim.Finding, "both are proportional to γ as long as γ < √a = 1/σ_post: "+
		"without noise the average of θ over a period is its mean, and ξ fixes the average of p², "+
		"thereby that of aθ²; 1 is not a natural size of γ where a is far from 1")
}
