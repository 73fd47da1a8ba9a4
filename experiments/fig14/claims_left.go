package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// remains: S4.4-4. An error above 0 at one Δt is enough: at others it may be lost in noise.
func (b biases) remains() (cs []claim.Claim) {
	ks := b.largerK()
	for i, k := range ks[min(1, len(ks)):] {
		above := &claim.Points{Rule: claim.Somewhere, Replicas: simulate.Groups}
		rest := b.points()
		t := b.drawn(b.at(k))
		each(above, t, func(i int) { above.Above(t.Estimate(i), 0, "%s", place(t, i)) })
		b.pairs(rest, t, b.at(0), func(x, y estimate.Estimate, where string) {
			rest.RatioBelow(x, y, 0.1, "%s", where)
		})
		cs = append(cs,
			above.Judge(claim.Of("S4.4-4", string(rune('a'+2*i))), "error: "),
			rest.Judge(claim.Of("S4.4-4", string(rune('b'+2*i))), "error over that of K = 0: "))
	}
	return cs
}

// timeStep: S4.4-5. What is left counts where it is resolved.
func (b biases) timeStep() (cs []claim.Claim) {
	ks := b.largerK()
	all := b.paper.Where("epsilon", 0)
	for i, k := range ks[min(1, len(ks)):] {
		p := b.points()
		t := b.drawn(b.at(k))
		each(p, t, func(i int) {
			e := t.Estimate(i)
			alone := all.Where("K", k, "dt", t.Cell(i, "dt"), "status", table.OK)
			if e.Z(0) > 2 && alone.Len() > 0 {
				p.RatioAbove(alone.Estimate(0), e, 0.5, "%s", place(t, i))
			}
		})
		c := p.Judge(claim.Of("S4.4-5", string(rune('a'+i))), "error with all data over what is left: ")
		cs = append(cs, claim.IfFails(c, claim.Finding,
			"what is left comes from the part of Σ_x that the functions do not represent"))
	}
	return cs
}

// alone: with all data the error at the largest Δt, which is large enough to be measured, gives
// that at the others by Δt².
func (b biases) alone() claim.Claim {
	p := b.points()
	ks := b.largerK()
	all := b.paper.Where("epsilon", 0, "status", table.OK).Sort("dt")
	for _, k := range ks[min(1, len(ks)):] {
		largest := all.Where("K", k)
		t := b.drawn(b.at(k))
		if largest.Len() == 0 {
			continue
		}
		last := largest.Len() - 1
		each(p, t, func(i int) {
			if e := t.Estimate(i); e.Z(0) > 2 {
				q := t.Float(i, "dt") / largest.Float(last, "dt")
				p.RatioBelow(largest.Estimate(last).Times(q*q), e, 0.5, "%s", place(t, i))
			}
		})
	}
	return p.Judge(claim.Ours("what is left at K ≥ 15 is not the time step's",
		"What is left at K ≥ 15 is more than twice the error of the time step, if that is "+
			"proportional to Δt².",
		"error with all data at the largest Δt, times the square of the ratio of the time steps, over "+
			"what is left: below 1/2 wherever that is resolved"),
		"ratio: ")
}

// noise: at the same ε(n)Δt but smaller n and Δt an error of the time step is smaller.
func (b biases) noise() claim.Claim {
	p := b.points()
	ks := b.largerK()
	for _, k := range ks[min(1, len(ks)):] {
		t := b.drawn(b.at(k))
		small := b.at(k).Where("status", table.OK)
		each(p, t, func(i int) {
			if t.Estimate(i).Z(0) < 4 {
				return
			}
			for j := range small.Len() {
				d, dt := small.Float(j, "dt"), t.Float(i, "dt")
				same := small.Float(j, "epsilon") * d / float64(t.Float(i, "epsilon")*dt)
				if d < dt/2 && math.Abs(same-1) < 0.05 {
					p.RatioWithin(small.Estimate(j), t.Estimate(i), 0.8, 1.25, "%s for %s",
						place(small, j), place(t, i))
				}
			}
		})
	}
	return claim.IfUndecided(p.Judge(claim.Ours("what is left at K ≥ 15 depends on ε(n)Δt",
		"What is left at K ≥ 15 is due to mini-batching: it is similar at the same ε(n)Δt with a "+
			"time step that is smaller by a factor of five.",
		"error at n = 1 over that at n = 5 with five times Δt: 0.8 to 1.25, where the latter is "+
			"known to 25 %"),
		"error over error: "),
		"the errors at n = 1 are not known to 20 %%")
}
