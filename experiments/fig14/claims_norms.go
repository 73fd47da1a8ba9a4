package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

var rootTen = math.Sqrt(10)

// slopes: S1-5.
func (b biases) slopes() []claim.Claim {
	norm, _ := b.t.Lookup("value", "quantity", "norm of Sigma")
	l1 := b.t.Where("quantity", "L1", "source", table.Simulation)
	reference := slope(l1.Where("method", langevin))
	p := b.points()
	c := claim.Of("S1-5", "")
	if math.IsNaN(reference.Value) {
		return []claim.Claim{p.Judge(c, "no error of Langevin dynamics: ")}
	}
	for _, eta := range []float64{b.s.Eta, 0.1} {
		for _, f := range []study.Friction{study.Scalar, study.Diagonal, study.Full} {
			for _, k := range b.ks() {
				t := b.other("eta", eta, "friction", f, "K", k)
				t = t.Filter(func(i int) bool { return b.s.ours(t.Cell(i, "cuts")) })
				if e := slope(t); !math.IsNaN(e.Value) {
					x := b.norm(f, k) / norm
					p.RatioBelow(e.Times(1/x), reference, rootTen, "%s, K = %s, η = %g", f, k, eta)
				}
			}
		}
	}
	return []claim.Claim{p.Judge(c, fmt.Sprintf(
		"slope per norm over that of Langevin dynamics, %.3g: ", reference.Times(1/norm)))}
}

// proportional: S1-6.
func (b biases) proportional() (cs []claim.Claim) {
	for i, k := range b.largerK() {
		p := b.points()
		b.ratios(p, k, 0.9, 1.1)
		c := p.Judge(claim.Of("S1-6", string(rune('b'+i))), "error over that of K = 0: ")
		cs = append(cs, claim.IfFails(c, claim.Finding, "the norm bounds the error but does not "+
			"measure it: it does not see where the part of Σ_x that is left out acts on θ₁"))
	}
	return cs
}

// ratios judges that the error at each K over that of K = 0 lies in [lo, hi] times the same ratio
// of the norms.
func (b biases) ratios(p *claim.Points, k string, lo, hi float64) {
	q := b.ratio(k)
	b.pairs(p, b.at(k), b.at(0), func(x, y estimate.Estimate, where string) {
		p.RatioWithin(x, y, lo*q, hi*q, "%s, the norms give %.3g", where, q)
	})
}

// controlled: S4.2-2.
func (b biases) controlled() []claim.Claim {
	slopes, every := b.points(), b.points()
	var far []string
	for _, k := range b.largerK() {
		q := b.ratio(k)
		x, y := slope(b.at(k)), slope(b.at(0))
		slopes.RatioBelow(x, y, rootTen*q, "K = %s, the norms give %.3g", k, q)
		if r := x.Value / y.Value / q; r < 1/rootTen {
			far = append(far, fmt.Sprintf("K = %s: %.2g", k, r))
		}
		b.pairs(every, b.at(k), b.at(0), func(x, y estimate.Estimate, where string) {
			every.RatioBelow(x, y, rootTen*q, "%s, the norms give %.3g", where, q)
		})
	}
	prefix := "slope over that of K = 0"
	if len(far) > 0 {
		prefix += ", far below the ratio of the norms at " + strings.Join(far, ", ")
	}
	return []claim.Claim{
		slopes.Judge(claim.Of("S4.2-2", "a"), prefix+": "),
		every.Judge(claim.Of("S4.2-2", "b"), "error over that of K = 0: "),
	}
}

// similar: S4.4-6.
func (b biases) similar() []claim.Claim {
	ks := b.ks()
	exact, p := &claim.Points{}, b.points()
	for i := 1; i < len(ks); i++ {
		fall := b.norm(b.s.Friction, ks[i]) - b.norm(b.s.Friction, ks[i-1])
		exact.Below(claim.Exact(fall), 0, "K = %s less K = %s", ks[i], ks[i-1])
		b.ratios(p, ks[i], 0.8, 1.25)
	}
	c := p.Judge(claim.Of("S4.4-6", "b"), "error over that of K = 0: ")
	return []claim.Claim{
		exact.Judge(claim.Of("S4.4-6", "a"), "norm: "),
		claim.IfFails(c, claim.Finding, "both decrease with K, but the error falls more at K = 3 than "+
			"the norm does"),
	}
}
