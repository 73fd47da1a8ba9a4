package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// below: S4.4-2.
func (b biases) below() []claim.Claim {
	ks := b.largerK()
	if len(ks) == 0 {
		ks = []string{"3"}
	}
	var cs []claim.Claim
	for i, eta := range []float64{b.s.Eta, 0.1} {
		p := b.points()
		zero := b.other("eta", eta, "friction", b.s.Friction, "K", 0)
		b.pairs(p, b.at(ks[0]), zero, func(x, y estimate.Estimate, where string) {
			p.Below(estimate.Sub(x, y), 0, "%s, ratio %.2f", where, x.Value/y.Value)
		})
		cs = append(cs, p.Judge(claim.Of("S4.4-2", string(rune('a'+i))), "difference: "))
	}
	return cs
}

// dramatic: S4.4-3.
func (b biases) dramatic() (cs []claim.Claim) {
	ks := append(b.ks(), "", "", "")
	for i, n := range b.s.N[:min(2, len(b.s.N))] {
		p := b.points()
		b.pairs(p, b.at(ks[2]).Where("n", n), b.at(ks[1]), func(x, y estimate.Estimate, where string) {
			p.RatioBelow(x, y, 1./5, "%s", where)
		})
		c := p.Judge(claim.Of("S4.4-3", string(rune('a'+i))),
			fmt.Sprintf("error over that of K = %s: ", ks[1]))
		cs = append(cs, claim.IfUndecided(c,
			"where the error of K = %s is not many times the noise, a fifth of it is in the noise",
			ks[1]))
	}
	return cs
}

// striking: S5-5.
func (b biases) striking() []claim.Claim {
	ks := append(b.ks(), "", "", "", "")
	one := func(n int) bool { return n == 1 }
	drawn := func(n int) bool { return slices.Contains(b.s.N, n) }
	either := func(n int) bool { return one(n) || drawn(n) }
	return []claim.Claim{
		b.falls("a", ks[2:4], 1./5, one), b.falls("b", ks[2:4], 1./5, drawn),
		b.falls("c", ks[1:2], 1./3, either),
	}
}

// falls judges that the error at some K and n is below a bound times that of K = 0.
func (b biases) falls(part string, ks []string, bound float64, at func(n int) bool) claim.Claim {
	upTo := func(most float64) *claim.Points { // ε(n)Δt
		p := b.points()
		for _, k := range ks {
			t := b.at(k)
			noise := noiseOf(t)
			t = t.Filter(func(i int) bool { return at(int(t.Float(i, "n"))) && noise[i] <= most })
			b.pairs(p, t, b.at(0), func(e, f estimate.Estimate, where string) {
				p.RatioBelow(e, f, bound, "%s", where)
			})
		}
		return p
	}
	c := upTo(math.Inf(1)).Judge(claim.Of("S5-5", part), "error over that of K = 0: ")
	return b.within(c, upTo)
}

// within returns a claim that fails with the largest ε(n)Δt up to which it holds, if there is one.
func (b biases) within(c claim.Claim, upTo func(most float64) *claim.Points) claim.Claim {
	noise := noiseOf(b.at(0))
	slices.Sort(noise)
	for _, x := range slices.Backward(noise) {
		if c.Verdict == claim.Fails && upTo(x).Verdict() == claim.Holds {
			return claim.Because(c, claim.Parameters, "holds for ε(n)Δt ≤ %.3g", x)
		}
	}
	return c
}

// always: S5-6. A point that diverges at K > 0 is an exception.
func (b biases) always() claim.Claim {
	over := func(forms ...study.Friction) *claim.Points {
		p := b.points()
		for _, eta := range []float64{b.s.Eta, 0.1} {
			for _, f := range forms {
				zero := b.other("eta", eta, "friction", f, "K", 0)
				for _, k := range b.largerK() {
					t := b.other("eta", eta, "friction", f, "K", k)
					b.less(p, t.Filter(func(i int) bool { return b.s.ours(t.Cell(i, "cuts")) }), zero)
				}
			}
		}
		return p
	}
	all := over(study.Full, study.Diagonal, study.Scalar)
	c := all.Judge(claim.Of("S5-6", ""), "error less that of AdL, for this model and these bases: ")
	if c.Verdict == claim.Fails && over(b.s.Friction).Verdict() == claim.Holds {
		return claim.Because(c, claim.Parameters, "holds for symmetric matrices, which the paper runs")
	}
	return c
}

// less judges that errors are less than those of K = 0.
func (b biases) less(p *claim.Points, t, zero *table.Table) {
	for i := range t.Len() {
		if t.Cell(i, "status") == table.Diverged {
			p.Below(claim.Exact(1), 0, "diverged, %s", place(t, i))
		}
	}
	b.pairs(p, t, zero, func(x, y estimate.Estimate, where string) {
		p.Below(estimate.Sub(x, y), 0, "%s", where)
	})
}
