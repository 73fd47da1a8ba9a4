package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// prefactor compares the slopes of the errors.
func (s Spec) prefactor(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	a := slope(adl(t, k))
	for _, method := range []string{sgld, langevin} {
		b := slope(errors(t, method, ""))
		p.RatioBelow(a, b, 1./3, "slope %.3g over that of %s, %.3g", a, method, b)
	}
	c := p.Judge(claim.Of("S3.3.1-1", part), "")
	return claim.IfFails(c, claim.Finding, "‖Σ_x − S*‖ is %.2g of ‖Σ_x‖", norm(t, s.Data.Seed, k)/
		s.own(t, "norm of Sigma"))
}

// farBelow compares the errors with those of SGLD and Langevin dynamics at the same points.
func farBelow(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	for _, method := range []string{sgld, langevin} {
		pairs(&p, adl(t, k), errors(t, method, ""), func(x, y estimate.Estimate, at string) {
			p.RatioBelow(x, y, 1./3, "%s, %s", method, at)
		})
	}
	c := p.Judge(claim.Of("S3.3.2-5", part), "error over that of SGLD and Langevin dynamics: ")
	upTo, ok := belowUpTo(t, k)
	if !ok {
		return claim.IfFails(c, claim.Finding,
			"the slope of the error is not below a third of theirs either")
	}
	return claim.IfFails(c, claim.Parameters, "%s", upTo)
}

// belowUpTo says up to which ε(n)Δt no ratio of farBelow exceeds 1/3 by two standard errors.
// It reports false where there is no such range.
func belowUpTo(t *table.Table, k study.Friction) (text string, ok bool) {
	worst, least := math.Inf(1), math.Inf(1)
	for _, method := range []string{sgld, langevin} {
		a := adl(t, k).Where("status", table.OK)
		for i := range a.Len() {
			e, ok := errors(t, method, "").Where("status", table.OK).LookupEstimate(
				"n", a.Cell(i, "n"), "dt", a.Cell(i, "dt"))
			third := estimate.Estimate{Value: e.Value / 3, StdErr: e.StdErr / 3}
			if !ok {
				continue
			}
			switch z := estimate.Sub(a.Estimate(i), third).Z(0); {
			case z > 2:
				worst = min(worst, noise(a, i))
			case z < -2:
				least = min(least, noise(a, i))
			}
		}
	}
	return fmt.Sprintf("holds below ε(n)Δt = %.3g", worst), least < worst
}

// largerSteps compares the errors with those of the other methods at time steps 3 to 5 times
// smaller.
func largerSteps(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	a := adl(t, k)
	for _, method := range []string{sgld, langevin} {
		b := errors(t, method, "")
		for i := range a.Len() {
			for j := range b.Len() {
				r := a.Float(i, "dt") / b.Float(j, "dt")
				if a.Cell(i, "n") == b.Cell(j, "n") && 2.99 < r && r < 5.01 &&
					settled(&p, a, i) && settled(&p, b, j) {
					p.Below(estimate.Sub(a.Estimate(i), b.Estimate(j)), 0, "%s at %.0f times Δt, %s",
						method, r, where(b, j))
				}
			}
		}
	}
	c := p.Judge(claim.Of("S3.3.2-5", part),
		"error at 3 to 5 Δt less that of SGLD and Langevin dynamics at Δt: ")
	return claim.IfFails(c, claim.Finding, "a gain of less than 3 in the slope is lost at 3 times Δt")
}
