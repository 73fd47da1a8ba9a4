package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const section = "3.2.3"

// visible is the smallest effect of ε(n) that counts, relative to the variance.
const visible = 0.01

// claims decides the sentences of sections 3.2.1 to 3.2.3 about Figure 5. Points without a
// stationary state enter only the last claim.
func claims(s Spec, t *table.Table) []claim.Claim {
	ms := read(t)
	return []claim.Claim{
		notAffected(s, ms), affected(s, ms), timeStep(s, ms),
		belowFigure3(t, ms), belowWithLargerSteps(s, t, ms),
		bound(ms), order(ms), frozenXi(ms),
		meanXi(t), varianceXi(t), noStationaryState(t),
	}
}

func notAffected(s Spec, ms []measured) claim.Claim {
	var p claim.Parts
	for _, e := range effects(s, ms) {
		if e.at.dt <= 0.005 {
			p.Add(claim.Within(e.Estimate, -visible, visible, 2),
				"%s (%v)", percent(e.Estimate), e.at)
		}
	}
	return claim.Claim{
		Name: "not affected by ε(n)", Section: section,
		Sentence: "for Δt ≤ 0.005 the bias is not affected by the value of ε(n), " +
			"even for the very large value obtained when n = 1",
		Measured: "error at the largest ε(n) less the mean of the others, " +
			"expected within 1 % of the variance: " + p.Measured("", "none"),
		Verdict: p.Verdict(),
	}
}

func affected(s Spec, ms []measured) claim.Claim {
	var p claim.Parts
	for _, e := range effects(s, ms) {
		if e.at.dt >= 0.008 {
			p.Add(claim.Greater(abs(e.Estimate), visible, 2),
				"%s (%v)", percent(e.Estimate), e.at)
		}
	}
	return claim.Claim{
		Name: "affected by ε(n)", Section: section,
		Sentence: "for Δt ≥ 0.008 the error is affected by the value of n",
		Measured: "error at the largest ε(n) with a stationary state less the mean of the others, " +
			"expected beyond 1 % of the variance: " + p.Measured("", "none"),
		Verdict: p.Verdict(),
	}
}

func timeStep(s Spec, ms []measured) claim.Claim {
	var chi claim.ChiSquare
	var p claim.Parts
	for _, dt := range s.Dt {
		ms := at(ms, dt)
		if dt > 0.005 || len(ms) == 0 {
			continue
		}
		for _, m := range ms {
			chi.Add(m.batch(), 0)
		}
		m := ms[0]
		p.Add(claim.Less(abs(m.batch()), math.Abs(m.step), 2), "%s beside %s (%v; frozen ξ: %s)",
			percent(m.batch()), percentOf(m.step), m, percentOf(m.frozen-m.step))
	}
	return claim.Claim{
		Name: "due to the time step", Section: section,
		Sentence: "for Δt ≤ 0.005 the bias is simply due to the discretization time step",
		Measured: "all errors against −Δt²/(4σ_post²): " + chi.String() + "; the rest at the " +
			"largest ε(n), expected to be smaller than that: " + p.Measured("", "none"),
		Verdict: p.Verdict(),
	}
}

func belowFigure3(t *table.Table, ms []measured) claim.Claim {
	at := func(m measured) float64 { return m.dt }
	text, verdict := compare(t, ms, "at the same Δt and n", at)
	return claim.Claim{
		Name: "far below Figure 3", Section: section,
		Sentence: "the error obtained with AdL is much smaller than the one obtained with SGLD " +
			"or Langevin dynamics with mini-batching",
		Measured: text, Verdict: verdict,
	}
}

func belowWithLargerSteps(s Spec, t *table.Table, ms []measured) claim.Claim {
	dt := slices.Min(s.Dt)
	ms = slices.DeleteFunc(slices.Clone(ms), func(m measured) bool { return m.dt == dt })
	at := func(measured) float64 { return dt }
	text, verdict := compare(t, ms, fmt.Sprintf("with Δt = %g and the same n", dt), at)
	return claim.Claim{
		Name: "far below Figure 3 with larger time steps", Section: section,
		Sentence: "even with much larger time steps",
		Measured: text, Verdict: verdict,
	}
}

// compare decides whether errors are far below those of SGLD and Langevin dynamics, which are
// known exactly, at the same n and the time step that at returns.
func compare(t *table.Table, ms []measured, where string, at func(measured) float64,
) (text, verdict string) {
	const much = 1. / 3
	const seen = 0.1 // the smallest of their errors that counts
	known := t.Where("quantity", "variance error", "source", table.Exact)
	var p claim.Parts
	var worst largest
	for _, m := range ms {
		least := math.Inf(1) // the smaller of theirs
		for _, method := range []string{"SGLD", "Langevin"} {
			u := known.Where("method", method, "n", m.n, "dt", at(m), "epsilon", m.eps)
			if u.Len() > 0 {
				least = min(least, math.Abs(u.Float(0, "value")))
			}
		}
		if math.IsInf(least, 1) || !(least > seen) {
			continue
		}
		r := over(abs(m.error), least)
		p.Decide(claim.Less(r, much, 2))
		worst.add(r, m)
	}
	text = fmt.Sprintf("error over the smaller of theirs %s, at the %d points where that is "+
		"above %g, expected below 1/3", where, worst.n, seen)
	if worst.n > 0 {
		text += fmt.Sprintf(": at most %.2g ± %.1g (%v)", worst.Value, worst.StdErr, worst.at)
	}
	return text, p.Verdict()
}

// bound takes the constant C that the error with all the data needs, 1/(4σ_post²), at the points
// where the error is known well enough.
func bound(ms []measured) claim.Claim {
	var p claim.Parts
	var worst largest
	for _, m := range ms {
		r := over(abs(m.error), (1+power32(m.eps))*math.Abs(m.step))
		if m.eps == 0 || !(r.StdErr < 0.25) {
			continue
		}
		worst.add(r, m)
		if r.Z(1) > 3 {
			p.Decide(claim.Fails)
		} else {
			p.Decide(claim.Holds)
		}
	}
	text := "no point"
	if worst.n > 0 {
		text = fmt.Sprintf("with C = 1/(4σ_post²), which n = Nd needs, at the %d points where the "+
			"error is known to a quarter of it: at most %.2g ± %.1g of it (%v)",
			worst.n, worst.Value, worst.StdErr, worst.at)
	}
	return claim.Claim{
		Name: "bound (1 + ε(n)^(3/2))Δt²", Section: "3.2.2",
		Sentence: "the bias is at most C (1 + ε(n)^(3/2)) Δt²",
		Measured: text, Verdict: p.Verdict(),
	}
}

// order fits the power of s, ∝ ε(n)Δt², with which the part due to batches grows, at the points
// where it is visible according to the prediction.
func order(ms []measured) claim.Claim {
	var used []measured
	lo, hi := math.Inf(1), 0.0
	for _, m := range ms {
		if b := m.batch(); m.s > 0 && m.s <= 0.5 && m.step-m.frozen > 4*b.StdErr {
			r := math.Abs(b.Value) / (power32(m.eps) * m.dt * m.dt)
			lo, hi = min(lo, r), max(hi, r)
			used = append(used, m)
		}
	}
	text, verdict := fmt.Sprintf("the part due to batches is visible at %d points with s ≤ 0.5",
		len(used)), claim.Undecided
	if l, ok := power(used, func(m measured) float64 { return m.s }); ok && len(used) >= 3 {
		k := l.Slope
		text += fmt.Sprintf(", where it is ∝ (ε(n)Δt²)^k, k = %.2f ± %.2f, %s: ε(n)^%.2f Δt^%.2f; ",
			k.Value, k.StdErr, claim.Deviations(l), k.Value, 2*k.Value)
		text += powers(used, "ε(n)", "Δt", func(m measured) (x, fixed float64) { return m.eps, m.dt })
		text += powers(used, "Δt", "n", func(m measured) (x, fixed float64) { return m.dt, m.n })
		text += fmt.Sprintf("it is %.1g to %.1g of ε(n)^(3/2)Δt²; k expected within 0.2 of 3/2",
			lo, hi)
		verdict = claim.Within(k, 1.3, 1.7, 2)
	}
	return claim.Claim{
		Name: "order ε(n)^(3/2)Δt²", Section: "3.2.2",
		Sentence: "the order of magnitude of the bias is ε(n)^(3/2)Δt²",
		Measured: text, Verdict: verdict,
	}
}

// power fits the power of x with which the part due to batches grows, if x takes several values.
func power(ms []measured, x func(measured) float64) (estimate.Line, bool) {
	var xs, ys, es []float64
	for _, m := range ms {
		xs, ys, es = append(xs, x(m)), append(ys, -m.batch().Value), append(es, m.error.StdErr)
	}
	if len(xs) == 0 || slices.Min(xs) == slices.Max(xs) {
		return estimate.Line{}, false
	}
	l, err := estimate.FitPower(xs, ys, es)
	return l, err == nil
}

// powers lists the powers of one parameter at fixed values of another.
func powers(ms []measured, x, fixed string, of func(measured) (x, fixed float64)) string {
	var parts []string
	var done []float64
	for _, m := range ms {
		_, value := of(m)
		if slices.Contains(done, value) {
			continue
		}
		done = append(done, value)
		same := slices.DeleteFunc(slices.Clone(ms), func(m measured) bool {
			_, v := of(m)
			return v != value
		})
		if l, ok := power(same, func(m measured) float64 { x, _ := of(m); return x }); ok {
			parts = append(parts, fmt.Sprintf("%.2f ± %.2f at %s = %g",
				l.Slope.Value, l.Slope.StdErr, fixed, value))
		}
	}
	if parts == nil {
		return ""
	}
	return "power of " + x + " " + strings.Join(parts, ", ") + "; "
}

func frozenXi(ms []measured) claim.Claim {
	var chi claim.ChiSquare
	var x, y, e []float64
	var beyond claim.Parts
	for _, m := range ms {
		switch {
		case math.IsNaN(m.frozen):
		case m.s > 0.5:
			beyond.Note("%s, frozen %s (%v, s = %.2f)", percent(m.error), percentOf(m.frozen), m, m.s)
		default:
			chi.Add(m.error, m.frozen)
			if m.eps > 0 {
				x, y = append(x, m.frozen-m.step), append(y, m.batch().Value)
				e = append(e, m.error.StdErr)
			}
		}
	}
	text, verdict := "errors against it: "+chi.String(), claim.Undecided
	if len(x) > 1 && slices.Min(x) < slices.Max(x) {
		k := estimate.FitOrigin(x, y, e).Slope
		text += fmt.Sprintf("; the part due to batches over its own, "+
			"expected 1 to within 10 %%: %.3f ± %.3f", k.Value, k.StdErr)
		verdict = claim.Within(k, 0.9, 1.1, 2)
	}
	return claim.Claim{
		Name: "frozen ξ", Section: section + " (not in the paper)",
		Sentence: "the error is that of a ξ that stays at its mean, " +
			"tanh(ξΔt)(1 − γ/ξ) = s, for s ≤ 0.5",
		Measured: text + beyond.Measured("; beyond s = 0.5: ", ""), Verdict: verdict,
	}
}

func meanXi(t *table.Table) claim.Claim {
	text, verdict := law(t, "xi", "over its frozen value")
	return claim.Claim{
		Name: "mean of ξ", Section: "3.2.1", Sentence: "the mean of ξ is A = γ + ε(n)Δt Σ_x/2",
		Measured: text, Verdict: verdict,
	}
}

func varianceXi(t *table.Table) claim.Claim {
	text, verdict := law(t, "var xi", "over 1/η")
	return claim.Claim{
		Name: "variance of ξ", Section: "3.2.1", Sentence: "the variance of ξ is 1/η",
		Measured: text, Verdict: verdict,
	}
}

// law compares a moment of ξ with Lemma lemmeADL, where s is small and the lemma also holds for the
// scheme.
func law(t *table.Table, quantity, of string) (text, verdict string) {
	const small = 0.05
	t = t.Where("quantity", quantity, "source", table.Simulation, "status", table.OK)
	var x, y, e []float64
	var chi claim.ChiSquare
	var worst estimate.Estimate
	farthest := ""
	for i := range t.Len() {
		v, want, s := t.Estimate(i), t.Float(i, "exact"), t.Float(i, "s")
		if !(v.StdErr > 0 && want > 0) {
			continue
		}
		r := over(v, want)
		if s <= small {
			chi.Add(v, want)
			x, y, e = append(x, 1), append(y, r.Value), append(e, r.StdErr)
		} else if farthest == "" || math.Abs(r.Value-1) > math.Abs(worst.Value-1) {
			worst, farthest = r, fmt.Sprintf("%.3f ± %.3f at n = %s, Δt = %s, s = %.2f",
				r.Value, r.StdErr, t.Cell(i, "n"), t.Cell(i, "dt"), s)
		}
	}
	if len(x) == 0 {
		return fmt.Sprintf("no point with s ≤ %g", small), claim.Undecided
	}
	k := estimate.FitOrigin(x, y, e).Slope
	return fmt.Sprintf("%s, s ≤ %g: %.4f ± %.4f, %s; farthest beyond: %s",
		of, small, k.Value, k.StdErr, chi, cmp.Or(farthest, "none")), chi.Verdict()
}

func noStationaryState(t *table.Table) claim.Claim {
	var p claim.Parts
	t = t.Where("quantity", "growth of xi", "status", table.Runaway)
	for i := range t.Len() {
		g, least := t.Estimate(i), t.Float(i, "exact")
		verdict := claim.Undecided
		switch {
		case g.Z(least) < -3:
			verdict = claim.Fails
		case g.Z(0) > 3:
			verdict = claim.Holds
		}
		p.Add(verdict, "%.3f ± %.3f, at least %.3f expected (n = %s, Δt = %s, s = %.2f)",
			g.Value, g.StdErr, least, t.Cell(i, "n"), t.Cell(i, "dt"), t.Float(i, "s"))
	}
	return claim.Claim{
		Name: "no stationary state", Section: section + " (not in the paper)",
		Sentence: "where s = Δt² ε(n) Σ_x/2 ≥ 1, ξ grows without bound, " +
			"by at least (s − 1)/η a unit of time",
		Measured: "growth: " + p.Measured("", "none"), Verdict: p.Verdict(),
	}
}
