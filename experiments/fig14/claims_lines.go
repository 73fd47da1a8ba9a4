package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// allAffine: S4.2-1.
func (b biases) allAffine() []claim.Claim {
	return []claim.Claim{b.affine(), b.smallerSlopes(), b.square()}
}

// affine: S4.2-1 (a).
func (b biases) affine() claim.Claim {
	p, chi := b.points(), claim.ChiSquare{}
	for _, k := range b.largerK() {
		t := b.at(k)
		each(p, t, func(int) {}) // names those that do not count
		t = smallErrors(t)
		if t.Len() < 3 {
			continue
		}
		l := estimate.Fit(noiseOf(t), t.Floats("value"), t.Floats("stderr"))
		chi = chi.Plus(claim.Deviations(l))
		for i, x := range noiseOf(t) {
			p.RatioWithin(t.Estimate(i), claim.Exact(l.At(x).Value), 0.9, 1.1, "%s", place(t, i))
		}
	}
	c := p.JudgeWith(chi, claim.Of("S4.2-1", "a"),
		"errors below 0.1 over a line in ε(n)Δt, for each K: ")
	return claim.IfFails(c, claim.Finding, "the error bends upwards in ε(n)Δt already below 0.1")
}

// smallerSlopes: S4.2-1 (b).
func (b biases) smallerSlopes() claim.Claim {
	p := b.points()
	for _, k := range b.largerK() {
		if smallErrors(b.at(k)).Len() < 3 {
			continue
		}
		x, y := slope(b.at(k)), slope(b.at(0))
		if math.IsNaN(x.Value) || math.IsNaN(y.Value) {
			p.Exclude("no small error at", "K = %s or 0", k)
			continue
		}
		p.Below(estimate.Sub(x, y), 0, "K = %s: %.2g, K = 0: %.2g", k, x, y)
	}
	return p.Judge(claim.Of("S4.2-1", "b"), "slope less that of K = 0: ")
}

// square: S4.2-1 (c).
func (b biases) square() claim.Claim {
	t := b.paper.Where("epsilon", 0, "status", table.OK)
	p, chi := b.points(), claim.ChiSquare{}
	for _, k := range t.Distinct("K") {
		u := t.Where("K", k)
		var x []float64 // Δt²
		for _, dt := range u.Floats("dt") {
			x = append(x, dt*dt)
		}
		l := estimate.FitOrigin(x, u.Floats("value"), u.Floats("stderr"))
		chi = chi.Plus(claim.Deviations(l))
		for i := range x {
			if e := u.Estimate(i); e.Z(0) > 2 { // resolved
				p.RatioWithin(e, claim.Exact(l.At(x[i]).Value), 0.9, 1.1, "%s", place(u, i))
			}
		}
	}
	c := claim.Of("S4.2-1", "c")
	if p.Len() == 0 && t.Len() > 0 {
		return claim.Judged(c, claim.Holds, "the error with all data is noise at %d points", t.Len())
	}
	c = claim.IfFails(p.JudgeWith(chi, c, "error with all data over a fit by c Δt²: "),
		claim.Finding, "beyond noise, higher orders enter at the larger Δt")
	return claim.IfUndecided(c, "the errors at the smaller Δt are not known to 10 %%")
}
