package main

import (
	"fmt"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// isMetastable compares the rates at which modes are exchanged.
func isMetastable(t *table.Table, part string, k study.Friction) claim.Claim {
	p := claim.Points{Rule: claim.Somewhere, Replicas: simulate.Groups}
	u := t.Where("method", metastable, "friction", k, "quantity", "crossings")
	for _, seed := range u.Distinct("data") {
		for _, dt := range u.Where("data", seed).Distinct("dt") {
			v := u.Where("data", seed, "dt", dt).Sort("eta")
			for i := 1; i < v.Len(); i++ {
				at := fmt.Sprintf("η = %s, ε(n)Δt = %.3g, data %s", v.Cell(i, "eta"), noise(v, i), seed)
				if s := v.Cell(i, "status"); s != table.OK && s != table.Unmixed && s != table.Unsettled {
					p.Exclude(s, "%s", at)
				} else {
					p.RatioBelow(v.Estimate(i), v.Estimate(0), 1./3, "%s", at)
				}
			}
		}
	}
	c := p.Judge(claim.Of("S3.3.2-4", part), "exchanges of modes over those at η = 0.1: ")
	return claim.IfFails(c, claim.Finding,
		"what freezes the modes is ε(n)Δt with a scalar ξ, and the "+
			"data, at every η")
}

// largerEta is what η does instead.
func largerEta(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := errors(t, metastable, study.Full).Where("data", s.Data.Seed, "status", table.OK).Sort("eta")
	for i := 1; i < u.Len(); i++ {
		p.Above(estimate.Sub(u.Estimate(i), u.Estimate(0)), 0, "η = %s, %.3f beside %.3f at η = %s",
			u.Cell(i, "eta"), u.Estimate(i), u.Estimate(0), u.Cell(0, "eta"))
	}
	return p.Judge(claim.Ours("error grows with eta",
		"With a full friction and much noise, a larger η makes the error larger.",
		"the error at larger η above that at the smallest, by the difference"), "difference: ")
}
