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

// visible is the smallest effect of ε(n) that counts, relative to the variance.
const visible = 0.01

// claims decides the sentences of sections 3.2.1 to 3.2.3 about Figure 5. Points without a
// stationary state enter only the last claim.
func claims(s Spec, t *table.Table) []claim.Claim {
	ms, es := read(t), effects(s, t)
	return []claim.Claim{
		notAffected(es), affected(es), timeStep(s, t),
		belowFigure3(t, ms), belowWithLargerSteps(s, t, ms),
		bound(ms), order(ms), frozenXi(ms),
		meanXi(t), varianceXi(t), noStationaryState(t),
	}
}

func notAffected(es []effect) claim.Claim {
	var p claim.Parts
	for _, e := range es {
		if e.at.dt <= 0.005 {
			p.Add(claim.Within(e.Estimate, -visible, visible, 2),
				"%s (%v)", percent(e.Estimate), e.at)
		}
	}
	return p.Judge(claim.Claim{
		Name: "not affected by ε(n)",
		Sentence: "for Δt ≤ 0.005 the bias is not affected by the value of ε(n), " +
			"even for the very large value obtained when n = 1",
	}, "error at the largest ε(n) less the mean of the others, "+
		"expected within 1 % of the variance: ", "no Δt with two ε(n)")
}

func affected(es []effect) claim.Claim {
	var p claim.Parts
	for _, e := range es {
		if e.at.dt >= 0.008 {
			p.Add(claim.Greater(abs(e.Estimate), visible, 2),
				"%s (%v)", percent(e.Estimate), e.at)
		}
	}
	return p.Judge(claim.Claim{
		Name:     "affected by ε(n)",
		Sentence: "for Δt ≥ 0.008 the error is affected by the value of n",
	}, "error at the largest ε(n) with a stationary state less the mean of the others, "+
		"expected beyond 1 % of the variance: ", "no Δt with two ε(n)")
}

func timeStep(s Spec, t *table.Table) claim.Claim {
	var chi claim.ChiSquare
	var p claim.Parts
	for _, dt := range s.Dt {
		ms := read(t.Where("dt", dt).Sort("epsilon"))
		if dt > 0.005 || len(ms) == 0 {
			continue
		}
		for _, m := range ms {
			chi.Add(m.batch, 0)
		}
		m := ms[len(ms)-1]
		p.Add(claim.Less(abs(m.batch), math.Abs(m.step), 2),
			"%s beside %.3f %% (%v; frozen ξ: %.3f %%)",
			percent(m.batch), 100*m.step, m, 100*(m.frozen-m.step))
	}
	return p.Judge(claim.Claim{
		Name:     "due to the time step",
		Sentence: "for Δt ≤ 0.005 the bias is simply due to the discretization time step",
	}, fmt.Sprintf("all errors against −Δt²/(4σ_post²): %s; the rest at the "+
		"largest ε(n), expected to be smaller than that: ", chi), "no such Δt")
}

func belowFigure3(t *table.Table, ms []measured) claim.Claim {
	return farBelow(claim.Claim{
		Name: "far below Figure 3",
		Sentence: "the error obtained with AdL is much smaller than the one obtained with SGLD " +
			"or Langevin dynamics with mini-batching",
	}, t, ms, "at the same Δt and n", func(m measured) float64 { return m.dt })
}

func belowWithLargerSteps(s Spec, t *table.Table, ms []measured) claim.Claim {
	dt := slices.Min(s.Dt)
	ms = slices.DeleteFunc(slices.Clone(ms), func(m measured) bool { return m.dt == dt })
	where := fmt.Sprintf("with Δt = %g and the same n", dt)
	return farBelow(claim.Claim{
		Name:     "far below Figure 3 with larger time steps",
		Sentence: "even with much larger time steps",
	}, t, ms, where, func(measured) float64 { return dt })
}

// farBelow decides whether errors are far below those of SGLD and Langevin dynamics, which are
// known exactly, at the same n and the time step that at returns.
func farBelow(
	c claim.Claim, t *table.Table, ms []measured, where string, at func(measured) float64,
) claim.Claim {
	const seen = 0.1 // the smallest of their errors that counts
	t = t.Where("quantity", "variance error", "source", table.Exact)
	var p claim.Parts
	for _, m := range ms {
		theirs := study.Abs(t.Where("n", m.n, "dt", at(m), "epsilon", m.eps).Floats("value"))
		if len(theirs) > 0 && slices.Min(theirs) > seen {
			r := estimate.Ratio(abs(m.error), claim.Exact(slices.Min(theirs)))
			p.Decide(claim.Less(r, 1./3, 2))
			p.NoteLargest(r.Value, "at most %.2g ± %.1g (%v)", r.Value, r.StdErr, m)
		}
	}
	return p.Judge(c, fmt.Sprintf("error over the smaller of theirs %s, at the %d points where that "+
		"is above %g, expected below 1/3: ", where, p.Decided(), seen), "theirs is small everywhere")
}

// bound takes the constant C that the error with all the data needs, 1/(4σ_post²), at the points
// where the error is known well enough.
func bound(ms []measured) claim.Claim {
	var p claim.Parts
	for _, m := range ms {
		most := (1 + power32(m.eps)) * math.Abs(m.step)
		r := estimate.Ratio(abs(m.error), claim.Exact(most))
		if m.eps == 0 || !(r.StdErr < 0.25) {
			continue
		}
		verdict := claim.Holds
		if r.Z(1) > 3 {
			verdict = claim.Fails
		}
		p.Decide(verdict)
		p.NoteLargest(r.Value, "at most %.2g ± %.1g of it (%v)", r.Value, r.StdErr, m)
	}
	return p.Judge(claim.Claim{
		Name: "bound (1 + ε(n)^(3/2))Δt²", Section: "3.2.2",
		Sentence: "the bias is at most C (1 + ε(n)^(3/2)) Δt²",
	}, fmt.Sprintf("with C = 1/(4σ_post²), which n = Nd needs, at the %d points where the "+
		"error is known to a quarter of it: ", p.Decided()), "no point")
}

// order fits the power of s, ∝ ε(n)Δt², with which the part due to batches grows, at the points
// where it is visible according to the prediction.
func order(ms []measured) claim.Claim {
	u := table.New("n", "dt", "epsilon", "s", "value", "stderr")
	lo, hi := math.Inf(1), 0.0
	for _, m := range ms {
		if b := m.batch; m.s > 0 && m.s <= 0.5 && m.step-m.frozen > 4*b.StdErr {
			r := math.Abs(b.Value) / (power32(m.eps) * m.dt * m.dt)
			lo, hi = min(lo, r), max(hi, r)
			u.Add(table.Row{
				"n": m.n, "dt": m.dt, "epsilon": m.eps, "s": m.s, "value": -b.Value, "stderr": b.StdErr,
			})
		}
	}
	p := claim.Parts{Sep: "; "}
	where := fmt.Sprintf("the part due to batches is visible at %d points with s ≤ 0.5",
		u.Len())
	if l, ok := power(u, "s"); ok && u.Len() >= 3 {
		k := l.Slope
		p.Add(claim.Within(k, 1.3, 1.7, 2),
			", where it is ∝ (ε(n)Δt²)^k, k = %.2f, %s: ε(n)^%.2f Δt^%.2f",
			k, claim.Deviations(l), k.Value, 2*k.Value)
		p.Join("power of ε(n) ", powers(u, "epsilon", "dt", "Δt"))
		p.Join("power of Δt ", powers(u, "dt", "n", "n"))
		p.Note("it is %.1g to %.1g of ε(n)^(3/2)Δt²; k expected within 0.2 of 3/2", lo, hi)
	}
	return p.Judge(claim.Claim{
		Name: "order ε(n)^(3/2)Δt²", Section: "3.2.2",
		Sentence: "the order of magnitude of the bias is ε(n)^(3/2)Δt²",
	}, where, where)
}

func power32(x float64) float64 { return x * math.Sqrt(x) }

// power fits the power of a column with which the values grow, if the column takes several values.
func power(t *table.Table, column string) (estimate.Line, bool) {
	if len(t.Distinct(column)) < 2 {
		return estimate.Line{}, false
	}
	l, err := estimate.FitPower(t.Floats(column), t.Floats("value"), t.Floats("stderr"))
	return l, err == nil
}

// powers lists the powers of one column at fixed values of another, whose name is at.
func powers(t *table.Table, column, fixed, at string) (p claim.Parts) {
	for _, v := range t.Distinct(fixed) {
		if l, ok := power(t.Where(fixed, v), column); ok {
			p.Note("%.2f at %s = %s", l.Slope, at, v)
		}
	}
	return p
}

func frozenXi(ms []measured) claim.Claim {
	var chi claim.ChiSquare
	var x, y, e []float64
	var beyond claim.Parts
	for _, m := range ms {
		switch {
		case math.IsNaN(m.frozen):
		case m.s > 0.5:
			beyond.Note("%s, frozen %.3f %% (%v, s = %.2f)", percent(m.error), 100*m.frozen, m, m.s)
		default:
			chi.Add(m.error, m.frozen)
			if m.eps > 0 {
				x, y = append(x, m.frozen-m.step), append(y, m.batch.Value)
				e = append(e, m.error.StdErr)
			}
		}
	}
	p := claim.Parts{Sep: "; "}
	p.Note("errors against it: %s", chi)
	if len(x) > 1 && slices.Min(x) < slices.Max(x) {
		k := estimate.FitOrigin(x, y, e).Slope
		p.Add(claim.Within(k, 0.9, 1.1, 2),
			"the part due to batches over its own, expected 1 to within 10 %%: %.3f", k)
	}
	p.Join("beyond s = 0.5: ", beyond)
	return p.Judge(claim.Claim{
		Name: "frozen ξ", Section: "3.2.3 (not in the paper)",
		Sentence: "the error is that of a ξ that stays at its mean, " +
			"tanh(ξΔt)(1 − γ/ξ) = s, for s ≤ 0.5",
	}, "", "")
}

func meanXi(t *table.Table) claim.Claim {
	return law(claim.Claim{
		Name: "mean of ξ", Section: "3.2.1", Sentence: "the mean of ξ is A = γ + ε(n)Δt Σ_x/2",
	}, t, "xi", "over its frozen value")
}

func varianceXi(t *table.Table) claim.Claim {
	return law(claim.Claim{
		Name: "variance of ξ", Section: "3.2.1", Sentence: "the variance of ξ is 1/η",
	}, t, "var xi", "over 1/η")
}

// law compares a moment of ξ with Lemma lemmeADL, where s is small and the lemma also holds for the
// scheme.
func law(c claim.Claim, t *table.Table, quantity, of string) claim.Claim {
	const small = 0.05
	t = t.Where("quantity", quantity, "source", table.Simulation, "status", table.OK)
	t = t.Filter(func(i int) bool { return t.Float(i, "stderr") > 0 && t.Float(i, "exact") > 0 })
	u := t.Filter(func(i int) bool { return t.Float(i, "s") <= small })
	if u.Len() == 0 {
		c.Measured, c.Verdict = fmt.Sprintf("no point with s ≤ %g", small), claim.Undecided
		return c
	}
	var beyond claim.Parts
	for i := range t.Len() {
		r := estimate.Ratio(t.Estimate(i), claim.Exact(t.Float(i, "exact")))
		if s := t.Float(i, "s"); s > small {
			beyond.NoteLargest(math.Abs(r.Value-1), "%.3f at n = %s, Δt = %s, s = %.2f",
				r, t.Cell(i, "n"), t.Cell(i, "dt"), s)
		}
	}
	ratio := estimate.FitOrigin(u.Floats("exact"), u.Floats("value"), u.Floats("stderr")).Slope
	c.Verdict = claim.ChiSquareOf(u).Verdict()
	c.Measured = fmt.Sprintf("%s, s ≤ %g: %.4f, %s; farthest beyond: %s",
		of, small, ratio, claim.ChiSquareOf(u), beyond.Measured("", "none"))
	return c
}

func noStationaryState(t *table.Table) claim.Claim {
	var p claim.Parts
	t = t.Where("quantity", "growth of xi", "status", table.Runaway)
	for i := range t.Len() {
		g, least := t.Estimate(i), t.Float(i, "exact")
		verdict := claim.Greater(g, 0, 3)
		if g.Z(least) < -3 {
			verdict = claim.Fails
		}
		p.Add(verdict, "%.3f, at least %.3f expected (n = %s, Δt = %s, s = %.2f)",
			g, least, t.Cell(i, "n"), t.Cell(i, "dt"), t.Float(i, "s"))
	}
	return p.Judge(claim.Claim{
		Name: "no stationary state", Section: "3.2.3 (not in the paper)",
		Sentence: "where s = Δt² ε(n) Σ_x/2 ≥ 1, ξ grows without bound, " +
			"by at least (s − 1)/η a unit of time",
	}, "growth: ", "no point with s ≥ 1")
}
