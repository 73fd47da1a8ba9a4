package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what section 2.5.1 says about Figure 3.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "2.5.1"
	t = t.Where("source", table.Simulation, "status", table.OK)
	mean, t := t.Where("quantity", "mean"), t.Where("quantity", "variance error")
	var cs []experiment.Claim
	for _, m := range s.Method {
		t := t.Where("method", m.Name)
		if t.Len() == 0 {
			continue
		}
		v := t.Float(0, "v")

		var separate, joint experiment.ChiSquare // of straight lines: one for each sampling, one for both
		var lines []estimate.Line
		for _, dt := range s.Dt {
			u := t.Where("dt", dt)
			l := fit(u)
			lines = append(lines, l)
			joint = joint.Plus(experiment.Deviations(l))
			for _, sampling := range s.Sampling {
				separate = separate.Plus(experiment.Deviations(fit(u.Where("sampling", sampling))))
			}
		}
		cs = append(cs, experiment.Claim{
			Name: "affine in ε(n), " + m.Name, Section: section,
			Sentence: "the bias is affine in ε(n)",
			Measured: "straight lines for every Δt and sampling: " + separate.String(),
			Verdict:  separate.Verdict(),
		})
		rest := joint.Minus(separate)
		cs = append(cs, experiment.Claim{
			Name: "with and without replacement, " + m.Name, Section: section,
			Sentence: "the bias is determined by ε(n), irrespective of replacement",
			Measured: "one line for both samplings instead of two costs " + rest.String(),
			Verdict:  rest.Verdict(),
		})

		// slopes, and errors at the same εΔt, over those of the smallest Δt
		var slopes, levels []string
		slope, level := experiment.Holds, experiment.Holds
		const at = 0.5
		first := lines[0].At(at / s.Dt[0])
		for i, dt := range s.Dt {
			k := float64(v*dt) / 2
			r := estimate.Estimate{Value: lines[i].Slope.Value / k, StdErr: lines[i].Slope.StdErr / k}
			slopes = append(slopes, fmt.Sprintf("%.3f ± %.3f at Δt = %g", r.Value, r.StdErr, dt))
			slope = experiment.Worse(slope, experiment.Within(r.Value, r.StdErr, 0.95, 1.05, 2))
			y := lines[i].At(at / dt)
			q := estimate.Ratio(y, first)
			levels = append(levels, fmt.Sprintf("%.3f ± %.3f at Δt = %g", q.Value, q.StdErr, dt))
			level = experiment.Worse(level, experiment.Within(q.Value, q.StdErr, 0.9, 1.1, 2))
		}
		cs = append(cs, experiment.Claim{
			Name: "slope ∝ Δt, " + m.Name, Section: section,
			Sentence: "the slope in ε(n) is proportional to Δt",
			Measured: "slope/(Δt v/2), expected 1 to within 5 %: " + strings.Join(slopes, ", "),
			Verdict:  slope,
		}, experiment.Claim{
			Name: "one curve in ε(n)Δt, " + m.Name, Section: section,
			Sentence: "all curves would be superimposed as functions of ε(n)Δt",
			Measured: fmt.Sprintf("error at ε(n)Δt = %g over that of the smallest Δt, expected 1 to within 10 %%: %s", at, strings.Join(levels, ", ")),
			Verdict:  level,
		})
	}

	// the two methods at the same point
	if len(s.Method) == 2 {
		var ratios []string
		verdict := experiment.Holds
		for _, dt := range s.Dt {
			at := func(m string) estimate.Estimate { return fit(t.Where("method", m, "dt", dt)).At(0.5 / dt) }
			q := estimate.Ratio(at(s.Method[0].Name), at(s.Method[1].Name))
			ratios = append(ratios, fmt.Sprintf("%.3f ± %.3f at Δt = %g", q.Value, q.StdErr, dt))
			verdict = experiment.Worse(verdict, experiment.Within(q.Value, q.StdErr, 0.9, 1.1, 2))
		}
		cs = append(cs, experiment.Claim{
			Name: "SGLD and Langevin alike", Section: section,
			Sentence: "errors are very similar for SGLD and for Langevin dynamics with γ = 1",
			Measured: "ratio of the errors at ε(n)Δt = 0.5, expected 1 to within 10 %: " + strings.Join(ratios, ", "),
			Verdict:  verdict,
		})
	}

	unbiased := experiment.ChiSquare{}
	for i := range mean.Len() {
		z := mean.Float(i, "value") / mean.Float(i, "stderr")
		if math.IsNaN(z) || math.IsInf(z, 0) {
			continue // the error is not known
		}
		unbiased = unbiased.Plus(experiment.ChiSquare{Value: z * z, Dof: 1})
	}
	return append(cs, experiment.Claim{
		Name: "mean unbiased", Section: section + ", appendix B",
		Sentence: "there is no bias on the mean of the posterior distribution",
		Measured: "means of all points against μ_post: " + unbiased.String(),
		Verdict:  unbiased.Verdict(),
	})
}

// fit is the straight line through the errors of a table against ε(n). Without two ε(n), or where an error is not known or a scheme so unstable that one is out of
// all proportion, its coefficients are NaN, which leaves a claim undecided.
func fit(t *table.Table) estimate.Line {
	x, e := t.Floats("epsilon"), t.Floats("stderr")
	if len(x) < 2 || slices.Min(x) == slices.Max(x) || !(slices.Min(e) > 0 && slices.Max(e) < 1e6*slices.Min(e)) {
		unknown := estimate.Estimate{Value: math.NaN(), StdErr: math.NaN()}
		return estimate.Line{Intercept: unknown, Slope: unknown, Cov: math.NaN()}
	}
	return estimate.Fit(x, t.Floats("value"), e)
}
