package main

import (
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// allAffine: S4.2-1.
func (b biases) allAffine() []claim.Claim {
	affine, chi := b.points(), claim.ChiSquare{}
	slopes := b.points()
	for _, k := range b.largerK() {
		t := b.at(k)
		each(affine, t, func(int) {})
		t = smallErrors(t)
		if t.Len() < 3 {
			continue
		}
		l := estimate.Fit(noiseOf(t), t.Floats("value"), t.Floats("stderr"))
		chi = chi.Plus(claim.Deviations(l))
		for i, x := range noiseOf(t) {
			fit := claim.Exact(l.At(x).Value)
			affine.RatioWithin(t.Estimate(i), fit, 0.9, 1.1, "%s", place(t, i))
		}
		x, y := slope(b.at(k)), slope(b.at(0))
		if math.IsNaN(x.Value) || math.IsNaN(y.Value) {
			slopes.Exclude("no small error at", "K = %s or 0", k)
			continue
		}
		slopes.Below(estimate.Sub(x, y), 0, "K = %s: %.2g, K = 0: %.2g", k, x, y)
	}
	a := claim.Judged(claim.Of("S4.2-1", "a"), claim.Worse(affine.Verdict(), chi.Verdict()),
		"errors below 0.1 over a line in ε(n)Δt, for each K: %v; %v", affine, chi)
	a = found(a, "the error bends upwards in ε(n)Δt already below 0.1")
	return []claim.Claim{a, slopes.Judge(claim.Of("S4.2-1", "b"), "slope less that of K = 0: "),
		b.square()}
}

// square: S4.2-1 (c).
func (b biases) square() claim.Claim {
	t := b.paper.Where("epsilon", 0, "status", table.OK)
	p, chi := b.points(), claim.ChiSquare{}
	resolved := 0
	for _, k := range t.Distinct("K") {
		u := t.Where("K", k)
		xy, xx := 0.0, 0.0
		for i := range u.Len() {
			x, e := math.Pow(u.Float(i, "dt"), 2), u.Estimate(i)
			w := 1 / float64(e.StdErr*e.StdErr)
			xy, xx = xy+float64(w*x*e.Value), xx+float64(w*x*x)
		}
		for i := range u.Len() {
			e, fit := u.Estimate(i), xy/xx*math.Pow(u.Float(i, "dt"), 2)
			chi.Add(e, fit)
			if e.Z(0) > 2 {
				resolved++
				p.RatioWithin(e, claim.Exact(fit), 0.9, 1.1, "%s", place(u, i))
			}
		}
		chi.Dof--
	}
	c := claim.Of("S4.2-1", "c")
	if resolved == 0 && t.Len() > 0 {
		return claim.Judged(c, claim.Holds, "the error with all data is noise at %d points", t.Len())
	}
	return found(claim.Judged(c, claim.Worse(p.Verdict(), chi.Verdict()),
		"error with all data over a fit by c Δt²: %v; %v", p, chi),
		"beyond noise, higher orders enter at the larger Δt")
}
