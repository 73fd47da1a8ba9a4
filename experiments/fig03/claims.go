package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const section = "2.5.1"

// level is the ε(n)Δt at which errors are compared.
const level = 0.5

// claims decides the sentences of section 2.5.1 about Figure 3.
func claims(s Spec, t *table.Table) []claim.Claim {
	t = t.Where("source", table.Simulation, "status", table.OK)
	errors := t.Where("quantity", "variance error")
	var cs []claim.Claim
	for _, m := range s.Method {
		if u := errors.Where("method", m.Name); u.Len() > 0 {
			cs = append(cs, affine(s, m.Name, u), replacement(s, m.Name, u),
				slope(s, m.Name, u), oneCurve(s, m.Name, u))
		}
	}
	if len(s.Method) == 2 {
		cs = append(cs, alike(s, errors))
	}
	return append(cs, unbiased(t.Where("quantity", "mean")))
}

func affine(s Spec, method string, t *table.Table) claim.Claim {
	c := deviations(s, t)
	return claim.Claim{
		Name: "affine in ε(n), " + method, Section: section,
		Sentence: "the bias is affine in ε(n)",
		Measured: "straight lines for every Δt and sampling: " + c.String(),
		Verdict:  c.Verdict(),
	}
}

func replacement(s Spec, method string, t *table.Table) claim.Claim {
	var joint claim.ChiSquare // about one line for both samplings
	for _, dt := range s.Dt {
		joint = joint.Plus(claim.Deviations(fit(t.Where("dt", dt))))
	}
	rest := joint.Minus(deviations(s, t))
	return claim.Claim{
		Name: "with and without replacement, " + method, Section: section,
		Sentence: "the bias is determined by ε(n), irrespective of replacement",
		Measured: "one line for both samplings instead of two costs " + rest.String(),
		Verdict:  rest.Verdict(),
	}
}

func slope(s Spec, method string, t *table.Table) claim.Claim {
	v := t.Float(0, "v")
	var p claim.Parts
	for _, dt := range s.Dt {
		l, k := fit(t.Where("dt", dt)).Slope, float64(v*dt)/2
		one(&p, estimate.Estimate{Value: l.Value / k, StdErr: l.StdErr / k}, dt, 0.05)
	}
	return p.Judge(claim.Claim{
		Name: "slope ∝ Δt, " + method, Section: section,
		Sentence: "the slope in ε(n) is proportional to Δt",
	}, "slope/(Δt v/2), expected 1 to within 5 %: ", "no slope")
}

func oneCurve(s Spec, method string, t *table.Table) claim.Claim {
	first := at(t, s.Dt[0])
	var p claim.Parts
	for _, dt := range s.Dt {
		one(&p, estimate.Ratio(at(t, dt), first), dt, 0.1)
	}
	return p.Judge(claim.Claim{
		Name: "one curve in ε(n)Δt, " + method, Section: section,
		Sentence: "all curves would be superimposed as functions of ε(n)Δt",
	}, fmt.Sprintf("error at ε(n)Δt = %g over that of the smallest Δt, "+
		"expected 1 to within 10 %%: ", level), "no error")
}

func alike(s Spec, t *table.Table) claim.Claim {
	a, b := t.Where("method", s.Method[0].Name), t.Where("method", s.Method[1].Name)
	var p claim.Parts
	for _, dt := range s.Dt {
		one(&p, estimate.Ratio(at(a, dt), at(b, dt)), dt, 0.1)
	}
	return p.Judge(claim.Claim{
		Name: "SGLD and Langevin alike", Section: section,
		Sentence: "errors are very similar for SGLD and for Langevin dynamics with γ = 1",
	}, fmt.Sprintf("ratio of the errors at ε(n)Δt = %g, "+
		"expected 1 to within 10 %%: ", level), "no error")
}

func unbiased(means *table.Table) claim.Claim {
	c := claim.ChiSquareOf(means)
	return claim.Claim{
		Name: "mean unbiased", Section: section + ", appendix B",
		Sentence: "there is no bias on the mean of the posterior distribution",
		Measured: "means of all points against μ_post: " + c.String(),
		Verdict:  c.Verdict(),
	}
}

// deviations returns the sum of squares about straight lines, one for each Δt and sampling.
func deviations(s Spec, t *table.Table) (c claim.ChiSquare) {
	for _, dt := range s.Dt {
		for _, sampling := range s.Sampling {
			c = c.Plus(claim.Deviations(fit(t.Where("dt", dt, "sampling", sampling))))
		}
	}
	return c
}

// one adds the ratio r at Δt = dt, expected to be 1 within a tolerance.
func one(p *claim.Parts, r estimate.Estimate, dt, tolerance float64) {
	p.Add(claim.Within(r, 1-tolerance, 1+tolerance, 2),
		"%.3f ± %.3f at Δt = %g", r.Value, r.StdErr, dt)
}

// at returns the error at ε(n)Δt = level on the straight line of a Δt.
func at(t *table.Table, dt float64) estimate.Estimate {
	return fit(t.Where("dt", dt)).At(level / dt)
}

// fit returns the straight line through the errors of a table against ε(n). Its coefficients are
// NaN, which leaves a claim undecided, unless there are two ε(n) and every error is known. A
// standard error 10⁶ times another comes from an unstable scheme, and its error is not known.
func fit(t *table.Table) estimate.Line {
	x, e := t.Floats("epsilon"), t.Floats("stderr")
	if len(x) < 2 || slices.Min(x) == slices.Max(x) ||
		!(slices.Min(e) > 0 && slices.Max(e) < 1e6*slices.Min(e)) {
		return estimate.Line{
			Intercept: estimate.Unknown(), Slope: estimate.Unknown(), Cov: math.NaN(),
		}
	}
	return estimate.Fit(x, t.Floats("value"), e)
}
