package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 4 from the points that mixed.
func claims(s Spec, t *table.Table) []claim.Claim {
	errors := t.Where("quantity", "L1", "source", table.Simulation)
	mixed := errors.Where("status", table.OK)
	var cs []claim.Claim
	for _, m := range s.Method {
		u := mixed.Where("method", m.Name)
		cs = append(cs, replacement(s, m.Name, u), affine(s, m.Name, u))
		slopes := t.Where("method", m.Name, "quantity", "slope", "per", "epsilon dt")
		if c, ok := leadingOrder(slopes, m.Name, s.Prediction.Fit); ok {
			cs = append(cs, c)
		}
		for _, dt := range s.Dt {
			if dt <= 1.01e-4 {
				cs = append(cs, affineRegime(errors.Where("method", m.Name, "dt", dt), m.Name, dt))
			}
		}
	}
	if len(s.Method) == 2 {
		cs = append(cs, alike(s, mixed))
	}
	return cs
}

// replacement compares the errors without replacement with the curve of the errors with
// replacement. It leaves out errors that are too close to the noise.
func replacement(s Spec, method string, t *table.Table) claim.Claim {
	var c claim.ChiSquare
	worst := 0.0
	for _, dt := range s.Dt {
		u := t.Where("dt", dt)
		with, without := u.Where("sampling", minibatch.With), u.Where("sampling", minibatch.Without)
		for i := range without.Len() {
			x := without.Estimate(i)
			y, ok := interpolate(with, without.Float(i, "epsilon"))
			if !ok || x.Z(0) < 5 {
				continue
			}
			c.Add(estimate.Sub(x, y), 0)
			worst = max(worst, math.Abs(x.Value/y.Value-1))
		}
	}
	return claim.Claim{
		Name:     "with and without replacement, " + method,
		Sentence: "the bias is determined by the value of ε(n), irrespective of replacement",
		Measured: fmt.Sprintf("errors without replacement against the curve of those with: %s, "+
			"largest relative difference %.1f %%", c, 100*worst),
		Verdict: c.Verdict(),
	}
}

func affine(s Spec, method string, t *table.Table) claim.Claim {
	var below, above claim.ChiSquare
	for _, dt := range s.Dt {
		u := t.Where("dt", dt)
		below, above = below.Plus(straight(u, 0.1)), above.Plus(straight(u, 0.5))
	}
	return claim.Claim{
		Name:     "affine below 0.1, " + method,
		Sentence: "the L¹ error is affine in ε(n) for errors below 0.1",
		Measured: fmt.Sprintf("straight lines for every Δt through the errors below 0.1: %s; "+
			"below 0.5: %s", below, above),
		Verdict: below.Verdict(),
	}
}

// leadingOrder compares the predicted slope with the simulated one, if both are known.
func leadingOrder(t *table.Table, method string, fit float64) (claim.Claim, bool) {
	want, predicted := t.LookupEstimate("source", table.Prediction)
	got, simulated := t.LookupEstimate("source", table.Simulation)
	return claim.Claim{
		Name: "leading order, " + method, Section: "2.3.2, 2.4 (not in the paper)",
		Sentence: "the L¹ error is ε(n)Δt times the norm of f_mb's marginal, to the leading order",
		Measured: fmt.Sprintf("slope %.4f at ε(n)Δt = 0, from points with ε(n)Δt ≤ %g; "+
			"predicted %.4f; expected to within 10 %%", got, fit, want),
		Verdict: claim.Within(estimate.Sub(got, want), -0.1*want.Value, 0.1*want.Value, 2),
	}, predicted && simulated
}

// affineRegime decides from the errors at one Δt, including points that did not mix.
func affineRegime(t *table.Table, method string, dt float64) claim.Claim {
	top := estimate.Estimate{}
	for i := range t.Len() {
		if e := t.Estimate(i); e.Value > top.Value {
			top = e
		}
	}
	return claim.Claim{
		Name: fmt.Sprintf("affine regime at Δt = %g, %s", dt, method),
		Sentence: "the affine regime, errors below 0.1, is relevant for Δt ≤ 1e-4 " +
			"for the values of n considered",
		Measured: fmt.Sprintf("largest error over n: %.3f", top),
		Verdict:  claim.Less(top, 0.1, 2),
	}
}

// alike compares the two methods at the points where both errors are known to 10 %.
func alike(s Spec, t *table.Table) claim.Claim {
	a, b := t.Where("method", s.Method[0].Name), t.Where("method", s.Method[1].Name)
	var ratios []float64
	for _, e := range claim.Pairs(a, b, "sampling", "dt", "n") {
		if e.A.Z(0) >= 10 && e.B.Z(0) >= 10 {
			ratios = append(ratios, e.Ratio().Value)
		}
	}
	var p claim.Parts
	if len(ratios) > 0 {
		lo, hi := slices.Min(ratios), slices.Max(ratios)
		p.Note("ratio of the errors from %.2f to %.2f over the %d points that are known to 10 %%, "+
			"expected 0.5 to 2", lo, hi, len(ratios))
		for _, q := range []float64{lo, hi} {
			p.Decide(claim.Within(estimate.Estimate{Value: q, StdErr: 0.1 * q}, 0.5, 2, 1))
		}
	}
	return p.Judge(claim.Claim{
		Name:     "SGLD and Langevin alike",
		Sentence: "the errors are quite similar for SGLD and Langevin dynamics with Γ = I₂",
	}, "", "no point is known to 10 % for both")
}

// straight returns the sum of squares about a line through the errors of a table that are below a
// bound, 0 for fewer than four.
func straight(t *table.Table, bound float64) (c claim.ChiSquare) {
	t = t.Filter(func(i int) bool { return t.Float(i, "value") < bound })
	if t.Len() >= 4 {
		c = claim.Deviations(claim.Line(t, "epsilon"))
	}
	return c
}

// interpolate returns the error at ε(n) = eps by linear interpolation in ε(n) between two rows.
func interpolate(t *table.Table, eps float64) (estimate.Estimate, bool) {
	t = t.Sort("epsilon")
	for i := 1; i < t.Len(); i++ {
		lo, hi := t.Float(i-1, "epsilon"), t.Float(i, "epsilon")
		if lo <= eps && eps <= hi && lo < hi {
			u := t.Filter(func(k int) bool { return k == i-1 || k == i })
			return claim.Line(u, "epsilon").At(eps), true
		}
	}
	return estimate.Unknown(), false
}
