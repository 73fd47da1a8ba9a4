package main

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// level is the ε(n)Δt at which errors are compared.
const level = 0.5

// claims decides the sentences about Figure 3.
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
	return deviations(s, t).Judge(claim.Claim{
		Name:     "affine in ε(n), " + method,
		Sentence: "the bias is affine in ε(n)",
	}, "straight lines for every Δt and sampling: ")
}

func replacement(s Spec, method string, t *table.Table) claim.Claim {
	var joint claim.ChiSquare // about one line for both samplings
	for _, dt := range s.Dt {
		joint = joint.Plus(claim.Deviations(line(t, dt)))
	}
	return joint.Minus(deviations(s, t)).Judge(claim.Claim{
		Name:     "with and without replacement, " + method,
		Sentence: "the bias is determined by ε(n), irrespective of replacement",
	}, "one line for both samplings instead of two costs ")
}

func slope(s Spec, method string, t *table.Table) claim.Claim {
	p := ones(s, 0.05, func(dt float64) estimate.Estimate {
		return estimate.Ratio(line(t, dt).Slope, claim.Exact(float64(t.Float(0, "v")*dt)/2))
	})
	return p.Judge(claim.Claim{
		Name:     "slope ∝ Δt, " + method,
		Sentence: "the slope in ε(n) is proportional to Δt",
	}, "slope/(Δt v/2), expected 1 to within 5 %: ", "no slope")
}

func oneCurve(s Spec, method string, t *table.Table) claim.Claim {
	p := ones(s, 0.1, func(dt float64) estimate.Estimate {
		return estimate.Ratio(at(t, dt), at(t, s.Dt[0]))
	})
	return p.Judge(claim.Claim{
		Name:     "one curve in ε(n)Δt, " + method,
		Sentence: "all curves would be superimposed as functions of ε(n)Δt",
	}, fmt.Sprintf("error at ε(n)Δt = %g over that of the smallest Δt, "+
		"expected 1 to within 10 %%: ", level), "no error")
}

func alike(s Spec, t *table.Table) claim.Claim {
	a, b := t.Where("method", s.Method[0].Name), t.Where("method", s.Method[1].Name)
	p := ones(s, 0.1, func(dt float64) estimate.Estimate {
		return estimate.Ratio(at(a, dt), at(b, dt))
	})
	return p.Judge(claim.Claim{
		Name:     "SGLD and Langevin alike",
		Sentence: "errors are very similar for SGLD and for Langevin dynamics with γ = 1",
	}, fmt.Sprintf("ratio of the errors at ε(n)Δt = %g, "+
		"expected 1 to within 10 %%: ", level), "no error")
}

func unbiased(means *table.Table) claim.Claim {
	return claim.ChiSquareOf(means).Judge(claim.Claim{
		Name: "mean unbiased", Section: "2.5.1, appendix B",
		Sentence: "there is no bias on the mean of the posterior distribution",
	}, "means of all points against μ_post: ")
}

// deviations returns the sum of squares about straight lines, one for each Δt and sampling.
func deviations(s Spec, t *table.Table) (c claim.ChiSquare) {
	for _, dt := range s.Dt {
		for _, sampling := range s.Sampling {
			c = c.Plus(claim.Deviations(line(t.Where("sampling", sampling), dt)))
		}
	}
	return c
}

// ones decides whether a ratio is 1 within a tolerance at every Δt.
func ones(s Spec, tolerance float64, ratio func(dt float64) estimate.Estimate) (p claim.Parts) {
	for _, dt := range s.Dt {
		r := ratio(dt)
		p.Add(claim.Within(r, 1-tolerance, 1+tolerance, 2), "%.3f at Δt = %g", r, dt)
	}
	return p
}

// at returns the error at ε(n)Δt = level on the straight line of a Δt.
func at(t *table.Table, dt float64) estimate.Estimate { return line(t, dt).At(level / dt) }

// line returns the straight line through the errors at a Δt against ε(n).
func line(t *table.Table, dt float64) estimate.Line {
	return claim.Line(t.Where("dt", dt), "epsilon")
}
