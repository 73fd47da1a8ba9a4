package main

import (
	"fmt"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// replacement: S2.2-5 (c).
func (b biases) replacement() []claim.Claim {
	p, chi := b.points(), claim.ChiSquare{Replicas: simulate.Groups}
	with := b.s.paper(b.t).Where("sampling", "with")
	each(p, with, func(i int) {
		without := b.at(with.Cell(i, "K")).Where("dt", with.Cell(i, "dt"), "status", table.OK)
		e, ok := claim.Interpolate(without, "epsilon", with.Float(i, "epsilon"))
		if !ok {
			p.Exclude("no partner of", "%s", place(with, i))
			return
		}
		p.RatioWithin(with.Estimate(i), e, 0.9, 1.1, "%s", place(with, i))
		chi.Add(estimate.Sub(with.Estimate(i), e), 0)
	})
	return []claim.Claim{claim.IfUndecided(p.JudgeWith(chi, claim.Of("S2.2-5", "c"),
		"error with over without replacement at the same ε(n): "),
		"few of the errors are known to 5 %%")}
}

// outside: S2.5.2-6.
func (b biases) outside() []claim.Claim {
	return []claim.Claim{b.posteriorOutside(), b.pointsOutside()}
}

func (b biases) posteriorOutside() claim.Claim {
	mass, _ := b.t.Lookup("value", "quantity", "posterior outside")
	p, shown := b.points(), b.drawn(b.paper)
	each(p, shown, func(i int) {
		p.RatioBelow(claim.Exact(mass), shown.Estimate(i), 0.1, "%s", place(shown, i))
	})
	return p.Judge(claim.Of("S2.5.2-6", "a"),
		fmt.Sprintf("mass of π outside, %.2g, over an error: ", mass))
}

func (b biases) pointsOutside() claim.Claim {
	p := b.points()
	out := b.t.Where("quantity", "outside", "method", curve, "friction", b.s.Friction, "eta", b.s.Eta,
		"sampling", b.s.Sampling[0])
	out = out.Filter(func(i int) bool { return b.s.ours(out.Cell(i, "cuts")) })
	for _, k := range b.ks() {
		b.pairs(p, out.Where("K", k), b.paper.Where("K", k),
			func(x, y estimate.Estimate, where string) { p.RatioBelow(x, y, 0.1, "%s", where) })
	}
	return p.Judge(claim.Of("S2.5.2-6", "b"), "observed mass outside over the error: ")
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
