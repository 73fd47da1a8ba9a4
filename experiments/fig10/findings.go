package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// signed returns a signed error at n.
func (e errs) signed(method, scaling string, k study.Friction, n int) (estimate.Estimate, bool) {
	return e.t.LookupEstimate("method", method, "quantity", "signed error", "status", table.OK,
		"scaling", scaling, "friction", k, "n", n)
}

// fullRemoves decides whether a full friction removes the error: where its signed error is below
// one per cent.
func (e errs) fullRemoves() claim.Claim {
	p := e.points()
	for _, scaling := range scalings {
		for _, n := range e.N {
			if x, ok := e.signed("AdL", scaling, study.Full, n); ok {
				p.Within(x, -0.01, 0.01, "%s, n = %d", study.ScalingTitle(scaling), n)
			}
		}
	}
	return p.Judge(claim.Ours("a full friction removes the bias",
		"With a full friction the variances are those of the posterior.",
		"signed mean relative error of the variances within 1 %, at every n"), "signed error: ")
}

// understood decides whether the errors are those of the Laplace approximation with ξ frozen at its
// mean. Both are relative to the posterior.
func (e errs) understood() claim.Claim {
	p := e.points()
	for _, scaling := range scalings {
		for _, k := range e.Friction {
			for _, n := range e.N {
				x, okx := e.signed("AdL", scaling, k, n)
				y, oky := e.signed("frozen friction", scaling, k, n)
				if okx && oky {
					p.Within(estimate.Estimate{Value: x.Value - y.Value, StdErr: x.StdErr}, -0.05, 0.05,
						"%s, %s, n = %d", study.ScalingTitle(scaling), k, n)
				}
			}
		}
	}
	return claim.IfFails(p.Judge(claim.Ours("understood from the Laplace approximation",
		"The error is that of the Laplace approximation with ξ frozen at its mean.",
		"difference of the signed errors, relative to the posterior's variances, within 0.05, at "+
			"every n"),
		"measured less predicted: "), claim.Finding, "the prediction neglects that ξ fluctuates, and "+
		"that Σ_x and the curvature of the posterior change with θ")
}

// allData decides whether the scheme finds the posterior's variances where there is no
// mini-batching.
func (e errs) allData() claim.Claim {
	var p claim.Points
	u := e.t.Where("method", "all data", "quantity", "signed error", "status", table.OK)
	for i := range u.Len() {
		p.Within(u.Estimate(i), -0.05, 0.05, "%s", study.ScalingTitle(u.Cell(i, "scaling")))
	}
	v := e.t.Where("method", "Laplace", "quantity", "signed error")
	worst := 0.0
	for i := range v.Len() {
		worst = max(worst, math.Abs(v.Float(i, "stderr")))
	}
	c := p.Judge(claim.Ours("variances with all data",
		"Adaptive Langevin dynamics with all data has the posterior's variances.",
		"signed mean relative error within 5 %"), "signed error: ")
	if u.Len() > 0 {
		c.Measured += "; standard error of the posterior's own mean variance " + percent(worst)
	}
	return c
}

func percent(x float64) string { return fmt.Sprintf("%.2f %%", 100*x) }
