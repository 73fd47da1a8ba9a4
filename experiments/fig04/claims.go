package main

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/table"
)

// claims evaluates what section 2.5.2 says about Figure 4, on the points that mixed.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "2.5.2"
	all := t
	errors := t.Where("quantity", "L1", "source", table.Simulation)
	t = errors.Where("status", table.OK)
	var cs []experiment.Claim
	for _, m := range s.Method {
		t := t.Where("method", m.Name)
		var replaced experiment.ChiSquare // deviations of one sampling from the curve of the other
		worst := 0.0
		var below, above experiment.ChiSquare // of straight lines through errors up to 0.1, and up to 0.5
		for _, dt := range s.Dt {
			u := t.Where("dt", dt)
			with, without := u.Where("sampling", minibatch.With), u.Where("sampling", minibatch.Without)
			for i := range without.Len() {
				y, ok := interpolate(with, without.Float(i, "epsilon"))
				x := estimate.Estimate{Value: without.Float(i, "value"), StdErr: without.Float(i, "stderr")}
				if !ok || x.Z(0) < 5 {
					continue // too near the noise for a curve
				}
				z := estimate.Sub(x, y).Z(0)
				replaced = replaced.Plus(experiment.ChiSquare{Value: float64(z * z), Dof: 1})
				worst = max(worst, math.Abs(x.Value/y.Value-1))
			}
			below = below.Plus(straight(u, 0.1))
			above = above.Plus(straight(u, 0.5))
		}
		cs = append(cs, experiment.Claim{
			Name: "with and without replacement, " + m.Name, Section: section,
			Sentence: "the bias is determined by the value of ε(n), irrespective of replacement",
			Measured: fmt.Sprintf("errors without replacement against the curve of those with: %s, largest relative difference %.1f %%", replaced, 100*worst),
			Verdict:  replaced.Verdict(),
		}, experiment.Claim{
			Name: "affine below 0.1, " + m.Name, Section: section,
			Sentence: "the L¹ error is affine in ε(n) for errors below 0.1",
			Measured: fmt.Sprintf("straight lines for every Δt through the errors below 0.1: %s; below 0.5: %s", below, above),
			Verdict:  below.Verdict(),
		})
		if c, ok := slopes(all.Where("method", m.Name, "quantity", "slope", "per", "epsilon dt"), m.Name, s.Prediction.Fit); ok {
			cs = append(cs, c)
		}
		// the largest error for Δt ≤ 1e-4
		for _, dt := range s.Dt {
			if dt > 1.01e-4 {
				continue
			}
			top := estimate.Estimate{}
			for _, u := range []*table.Table{errors.Where("method", m.Name, "dt", dt)} {
				for i := range u.Len() {
					if v := u.Float(i, "value"); v > top.Value {
						top = estimate.Estimate{Value: v, StdErr: u.Float(i, "stderr")}
					}
				}
			}
			cs = append(cs, experiment.Claim{
				Name: fmt.Sprintf("affine regime at Δt = %g, %s", dt, m.Name), Section: section,
				Sentence: "the affine regime, errors below 0.1, is relevant for Δt ≤ 1e-4 for the values of n considered",
				Measured: fmt.Sprintf("largest error over n: %.3f ± %.3f", top.Value, top.StdErr),
				Verdict:  experiment.Less(top.Value, top.StdErr, 0.1, 2),
			})
		}
	}
	if len(s.Method) == 2 {
		lo, hi, n := math.Inf(1), 0.0, 0
		for i, a := 0, t.Where("method", s.Method[0].Name); i < a.Len(); i++ {
			b := t.Where("method", s.Method[1].Name, "sampling", a.Cell(i, "sampling"), "dt", a.Cell(i, "dt"), "n", a.Cell(i, "n"))
			if b.Len() != 1 || a.Float(i, "value") < 10*a.Float(i, "stderr") || b.Float(0, "value") < 10*b.Float(0, "stderr") {
				continue
			}
			q := a.Float(i, "value") / b.Float(0, "value")
			lo, hi, n = min(lo, q), max(hi, q), n+1
		}
		c := experiment.Claim{
			Name: "SGLD and Langevin alike", Section: section,
			Sentence: "the errors are quite similar for SGLD and Langevin dynamics with Γ = I₂",
			Measured: "no point is known to 10 % for both", Verdict: experiment.Undecided,
		}
		if n > 0 {
			c.Measured = fmt.Sprintf("ratio of the errors from %.2f to %.2f over the %d points that are known to 10 %%, expected 0.5 to 2", lo, hi, n)
			c.Verdict = experiment.Within(lo, 0.1*lo, 0.5, 2, 1)
			c.Verdict = experiment.Worse(c.Verdict, experiment.Within(hi, 0.1*hi, 0.5, 2, 1))
		}
		cs = append(cs, c)
	}
	return cs
}

// slopes compares the predicted slope with that of the simulation.
func slopes(t *table.Table, method string, fit float64) (experiment.Claim, bool) {
	p, x := t.Where("source", table.Prediction), t.Where("source", table.Simulation)
	if p.Len() != 1 || x.Len() != 1 {
		return experiment.Claim{}, false
	}
	want, err := p.Float(0, "value"), p.Float(0, "stderr")
	v, se := x.Float(0, "value"), math.Hypot(x.Float(0, "stderr"), err)
	return experiment.Claim{
		Name: "leading order, " + method, Section: "2.3.2, 2.4 (not in the paper)",
		Sentence: "the L¹ error is ε(n)Δt times the norm of f_mb's marginal, to the leading order",
		Measured: fmt.Sprintf("slope %.4f ± %.4f at ε(n)Δt = 0, from points with ε(n)Δt ≤ %g; predicted %.4f ± %.4f; expected to within 10 %%", v, x.Float(0, "stderr"), fit, want, err),
		Verdict:  experiment.Within(v, se, 0.9*want, 1.1*want, 2),
	}, true
}

// straight is the sum of squares about a line through the errors of a table up to a bound, none where there are fewer than four.
func straight(t *table.Table, bound float64) experiment.ChiSquare {
	var x, y, e []float64
	for i := range t.Len() {
		if v := t.Float(i, "value"); v < bound {
			x, y, e = append(x, t.Float(i, "epsilon")), append(y, v), append(e, t.Float(i, "stderr"))
		}
	}
	if len(x) < 4 {
		return experiment.ChiSquare{}
	}
	return experiment.Deviations(estimate.Fit(x, y, e))
}

// interpolate is the value at ε between the two neighbouring rows of a table, linearly in ε.
func interpolate(t *table.Table, eps float64) (estimate.Estimate, bool) {
	t = t.Sort("epsilon")
	for i := 1; i < t.Len(); i++ {
		a, b := t.Float(i-1, "epsilon"), t.Float(i, "epsilon")
		if a <= eps && eps <= b && a < b {
			w := (eps - a) / (b - a)
			return estimate.Estimate{
				Value:  float64((1-w)*t.Float(i-1, "value")) + float64(w*t.Float(i, "value")),
				StdErr: math.Hypot((1-w)*t.Float(i-1, "stderr"), w*t.Float(i, "stderr")),
			}, true
		}
	}
	return estimate.Estimate{}, false
}
