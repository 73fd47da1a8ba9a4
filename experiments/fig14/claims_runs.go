package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// replacement: S2.2-5 (c). The error without replacement is carried to the ε(n) of batches with
// replacement by the power of ε(n) between two n.
func (b biases) replacement() []claim.Claim {
	p, chi := b.points(), claim.ChiSquare{Replicas: b.s.Replicas}
	with := b.s.paper(b.t).Where("sampling", "with")
	each(p, with, func(i int) {
		without := b.at(with.Cell(i, "K")).Where("dt", with.Cell(i, "dt"), "status", table.OK)
		same := without.Where("n", with.Cell(i, "n"))
		if same.Len() == 0 {
			p.Exclude("no partner of", "%s", place(with, i))
			return
		}
		e, eps := same.Estimate(0), same.Float(0, "epsilon")
		factor := 1.0
		if want := with.Float(i, "epsilon"); math.Abs(want/eps-1) > 1e-9 {
			power := 1.0
			for j := range without.Len() {
				if x := without.Float(j, "epsilon"); x != eps && without.Estimate(j).Z(0) > 10 {
					power = math.Log(without.Float(j, "value")/e.Value) / math.Log(x/eps)
				}
			}
			factor = math.Pow(want/eps, power)
		}
		e = scaled(e, factor)
		p.RatioWithin(with.Estimate(i), e, 0.9, 1.1, "%s", place(with, i))
		chi.Add(estimate.Sub(with.Estimate(i), e), 0)
	})
	c := claim.Judged(claim.Of("S2.2-5", "c"), claim.Worse(p.Verdict(), chi.Verdict()),
		"error with over without replacement at the same ε(n): %v; %v", p, chi)
	return []claim.Claim{c}
}

// outside: S2.5.2-6.
func (b biases) outside() []claim.Claim {
	mass, _ := b.t.Lookup("value", "quantity", "posterior outside")
	posterior, points := b.points(), b.points()
	shown := b.paper.Filter(func(i int) bool {
		return slices.ContainsFunc(b.s.N, func(n int) bool { return b.paper.Float(i, "n") == float64(n) })
	})
	each(posterior, shown, func(i int) {
		posterior.RatioBelow(claim.Exact(mass), shown.Estimate(i), 0.1, "%s", place(shown, i))
	})
	out := b.t.Where("quantity", "outside", "method", curve, "friction", b.s.Friction, "eta", b.s.Eta,
		"sampling", b.s.Sampling[0])
	out = out.Filter(func(i int) bool { return b.s.ours(out.Cell(i, "cuts")) })
	for _, k := range b.ks() {
		b.pairs(points, out.Where("K", k), b.paper.Where("K", k),
			func(x, y estimate.Estimate, where string) { points.RatioBelow(x, y, 0.1, "%s", where) })
	}
	return []claim.Claim{
		posterior.Judge(claim.Of("S2.5.2-6", "a"),
			fmt.Sprintf("mass of π outside, %.2g, over an error: ", mass)),
		points.Judge(claim.Of("S2.5.2-6", "b"), "observed mass outside over the error: "),
	}
}

// factors: S4.3-2 (b).
func (b biases) factors() []claim.Claim {
	t := b.t.Where("quantity", "L1", "method", uncapped).Sort("K")
	verdict, text := claim.Undecided, []string{}
	for i := range t.Len() {
		s := t.Cell(i, "status")
		if s == table.Diverged {
			verdict = claim.Holds
		} else if verdict == claim.Undecided {
			verdict = claim.Fails
		}
		text = append(text, fmt.Sprintf("K = %s: %s", t.Cell(i, "K"), s))
	}
	return []claim.Claim{claim.Judged(claim.Of("S4.3-2", "b"), verdict,
		"runs with all functions of norm 1: %s", strings.Join(text, ", "))}
}
