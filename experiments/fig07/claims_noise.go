package main

import (
	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// replaced compares errors with replacement with the curve of those without.
func replaced(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	u := errors(t, replacement, "")
	for i := range u.Len() {
		line := errors(t, curve, study.Friction(u.Cell(i, "friction"))).Where("dt", u.Cell(i, "dt"))
		e, ok := claim.Interpolate(line.Where("status", table.OK), "epsilon", u.Float(i, "epsilon"))
		switch {
		case !settled(&p, u, i):
		case !ok:
			p.Exclude("no point without replacement that mixed beside", "%s", where(u, i))
		default:
			p.RatioWithin(u.Estimate(i), e, 0.9, 1.1, "%s", where(u, i))
			chi.Add(estimate.Sub(u.Estimate(i), e), 0)
		}
	}
	return p.JudgeWith(chi, claim.Of("S2.2-5", "b"), "errors with replacement over those without: ")
}

// varying compares the errors with constant covariance with those of Σ_x(θ).
func varying(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	pairs(&p, errors(t, constant, k), errors(t, curve, k), func(x, y estimate.Estimate, at string) {
		if y.Value <= small {
			p.RatioBelow(x, y, 1./3, "%s", at)
		}
	})
	return p.Judge(claim.Of("S3.2.2-4", part), "error with constant covariance over that of batches: ")
}

// otherOrder compares the errors of other orders of the steps with those of the paper's.
func otherOrder(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := errors(t, order, k)
	for _, word := range u.Distinct("scheme") {
		pairs(&p, u.Where("scheme", word), errors(t, curve, k), func(x, y estimate.Estimate, at string) {
			p.RatioWithin(x, y, 0.8, 1.25, "%s, %s", word, at)
		})
	}
	return p.Judge(claim.Of("S3.2.2-5", part), "error over that of ODABADO: ")
}

func oneGradient(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := t.Where("method", order, "quantity", "gradients a step")
	for _, word := range u.Distinct("scheme") {
		p.Within(u.Where("scheme", word).Estimate(0), 0.5, 1.5, "%s", word)
	}
	return p.Judge(claim.Of("S3.2.2-5", "c"), "evaluations of the gradient in a step: ")
}
