package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// outsidePosterior compares the mass outside the histogram with the least error that is resolved.
func outsidePosterior(s Spec, t *table.Table) claim.Claim {
	least := math.Inf(1)
	for _, k := range s.Friction {
		u := errors(t, curve, k).Where("status", table.OK)
		for i := range u.Len() {
			if e := u.Estimate(i); e.Z(0) > 2 {
				least = min(least, e.Value)
			}
		}
	}
	p := claim.Points{Replicas: simulate.Groups}
	if !math.IsInf(least, 1) {
		p.Below(claim.Exact(s.own(t, "posterior outside")), least/10,
			"the least error of two standard errors is %.2g", least)
	}
	slopes := t.Where("method", langevin, "source", table.Prediction)
	var by []string
	for i := range slopes.Len() {
		by = append(by, fmt.Sprintf("%.5f in %s", slopes.Estimate(i),
			strings.TrimPrefix(slopes.Cell(i, "quantity"), "slope in ")))
	}
	c := p.Judge(claim.Of("S2.5.2-6", "a"), "mass of π outside: ")
	c.Measured += "; Langevin's predicted slope " + strings.Join(by, ", ")
	return c
}

func outsidePoints(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	for _, k := range t.Distinct("friction") {
		u := t.Where("method", curve, "friction", k)
		pairs(&p, u.Where("quantity", "outside"), errors(u, curve, ""),
			func(out, e estimate.Estimate, at string) { p.RatioBelow(out, e, 0.1, "%s", at) })
	}
	return p.Judge(claim.Of("S2.5.2-6", "b"), "mass outside over the error: ")
}
