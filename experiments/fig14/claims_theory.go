package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// theorem: S4.1-1.
func (b biases) theorem() (cs []claim.Claim) {
	for i, k := range append(b.largerK(), "3", "15")[:2] {
		p := b.points()
		t := b.t.Where("quantity", "L1", "method", gaussian, "K", k)
		each(p, t, func(i int) { b.batchPart(p, t, i) })
		c := p.Judge(claim.Of("S4.1-1", string(rune('a'+i))), "batch part less its bound: ")
		mass, _ := b.t.Lookup("value", "quantity", "mass where S_K is not positive", "K", k)
		if p.Len() == 0 && mass > 0 {
			cs = append(cs, claim.Because(c, claim.Finding, "S_K is not positive on %.2g of the mass of "+
				"π: there is no noise of this covariance, and runs end there", mass))
			continue
		}
		cs = append(cs, claim.IfFails(c, claim.Finding,
			"what is left is due to the time step: kicks of a size that the continuous dynamics has not"))
	}
	return cs
}

// batchPart adds what batches add to the error of row i. Its bound is the error with all data where
// that is resolved, and a tenth of that of K = 0, whichever is larger.
func (b biases) batchPart(p *claim.Points, t *table.Table, i int) {
	dt := t.Cell(i, "dt")
	zero := b.at(0).Where("n", t.Cell(i, "n"), "dt", dt, "status", table.OK)
	alone := b.paper.Where("epsilon", 0, "K", 0, "dt", dt, "status", table.OK)
	if zero.Len() == 0 {
		p.Exclude("no K = 0 for", "%s", place(t, i))
		return
	}
	part, bound := t.Estimate(i), zero.Estimate(0).Times(0.1)
	if alone.Len() > 0 {
		a := alone.Estimate(0)
		part = estimate.Sub(part, a)
		if a.Z(0) > 2 && a.Value > bound.Value {
			bound = a
		}
	}
	p.Below(estimate.Sub(part, bound), 0, "%s, error %.2g, bound %.2g", place(t, i), t.Estimate(i),
		bound)
}

// law: S4.1-2.
func (b biases) law() []claim.Claim {
	t := b.t.Where("method", law, "source", table.Simulation)
	theory := b.t.Where("method", law, "source", table.Prediction)
	p, chi := b.points(), claim.ChiSquare{Replicas: simulate.Groups}
	each(p, t, func(i int) {
		q, e := t.Cell(i, "quantity"), t.Estimate(i)
		if strings.HasPrefix(q, "distance") {
			p.Below(e, 0.02, "%s", q)
			return
		}
		exact, ok := theory.Lookup("value", "quantity", q)
		if !ok {
			return
		}
		chi.Add(e, exact)
		if q[len(q)-1] == q[len(q)-2] || strings.HasPrefix(q, "variance") { // not a mean near 0
			p.RatioWithin(e, claim.Exact(exact), 0.9, 1.1, "%s", q)
		}
	})
	verdict := claim.Worse(p.Verdict(), chi.Verdict())
	if 2*t.Where("status", table.OK).Len() <= t.Len() && verdict == claim.Holds {
		verdict = claim.Undecided // most entries have not relaxed
	}
	return []claim.Claim{claim.Judged(claim.Of("S4.1-2", ""), verdict,
		"over what the theorem gives, or distance from normal: %v; means and variances: %v", p, chi)}
}

// numbers: S4.4-1.
func (b biases) numbers() []claim.Claim {
	const rounding = 1e-9
	var p claim.Points
	same := func(got, want, tolerance float64, what string) {
		p.Below(claim.Exact(math.Abs(got-want)), tolerance, "%s", what)
	}
	variables := b.t.Where("quantity", "variables").Sort("K")
	for i := range variables.Len() {
		k := variables.Float(i, "K")
		more := variables.Float(i, "value") - variables.Float(0, "value")
		same(more, 3*k, rounding, fmt.Sprintf("more variables, K = %g", k))
		if degree, ok := b.t.Lookup("value", "quantity", "degree", "K", k); ok {
			same(k, 4*(degree+1)*(degree+1)-1, rounding, fmt.Sprintf("K of degree %g", degree))
		}
	}
	for _, x := range []struct{ n, epsilon float64 }{{5, 7800}, {15, 2466.67}} {
		if u := b.paper.Where("n", x.n); u.Len() > 0 {
			same(u.Float(0, "epsilon"), x.epsilon, 0.005, fmt.Sprintf("ε(%g)", x.n))
		}
	}
	if difference, ok := b.t.Lookup("value", "quantity", "difference from AdL"); ok {
		same(difference, 0, rounding, "K = 0 and AdL after a thousand steps")
	}
	return []claim.Claim{p.Judge(claim.Of("S4.4-1", ""), "distance from the stated numbers: ")}
}

// friction: S5-1 (b).
func (b biases) friction() []claim.Claim {
	t := b.t.Where("method", mapped, "source", table.Simulation)
	theory := b.t.Where("method", mapped, "source", table.Prediction)
	p := b.points()
	each(p, t, func(i int) {
		q, k, eta := t.Cell(i, "quantity"), t.Cell(i, "K"), t.Cell(i, "eta")
		at := func(entry string) float64 {
			v, _ := theory.Lookup("value", "quantity", "xi "+entry+q[len("xi 11"):], "K", k, "eta", eta)
			return v
		}
		entry := q[len("xi "):len("xi 11")]
		size := math.Sqrt(at(entry[:1]+entry[:1]) * at(entry[1:]+entry[1:]))
		e := estimate.Sub(t.Estimate(i), claim.Exact(at(entry))).Times(1 / size)
		p.Within(e, -0.1, 0.1, "K = %s, η = %s, %s", k, eta, q)
	})
	c := p.Judge(claim.Of("S5-1", "b"), "deviation of E(ξ | θ), relative to the diagonal: ")
	return []claim.Claim{claim.IfFails(c, claim.Finding, "ξ_k adjusts such that the momentum has the "+
		"right mean square on each function: this weighs Σ_x by 1/ξ(θ), unlike the projection S_K, "+
		"and the discretisation adds to ξ")}
}
