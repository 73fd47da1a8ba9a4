package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// identity is about the mean of p pᵀ over the D's.
func identity(t *table.Table) claim.Claim {
	chi := claim.ChiSquare{Replicas: simulate.Groups}
	u := t.Where("method", momentum, "status", table.OK)
	for i := range u.Len() {
		if strings.HasPrefix(u.Cell(i, "quantity"), "mean of pp - 1") && u.Float(i, "s") <= 0.5 {
			chi.Add(u.Estimate(i), 0)
		}
	}
	return chi.Judge(claim.Of("S1-2", "a"), "E(p_i p_j) − δ_ij over the D's, from the slope of ξ: ")
}

// scalarMomentum is what a scalar friction leaves of the law of p.
func scalarMomentum(t *table.Table) claim.Claim {
	p := claim.Points{Rule: claim.Somewhere, Replicas: simulate.Groups}
	u := t.Where("method", momentum, "friction", study.Scalar, "quantity", "pp at the last D 12")
	for i := range u.Len() {
		if settled(&p, u, i) {
			e := u.Estimate(i)
			e.Value = math.Abs(e.Value)
			p.Above(e, 0.1, "%s", where(u, i))
		}
	}
	return p.Judge(claim.Ours("velocities with a scalar friction", "With a scalar friction only the "+
		"kinetic energy is right: the components of p are correlated where the noise of batches is.",
		"|E(p₁p₂)| above 0.1 at one point"), "|E(p₁p₂)|: ")
}

func normalMomentum(t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	u := t.Where("method", momentum)
	for i := range u.Len() {
		if q := u.Cell(i, "quantity"); strings.HasPrefix(q, "D of p") && u.Float(i, "s") <= 0.5 &&
			settled(&p, u, i) {
			p.Below(u.Estimate(i), 0.02, "%s, %s", q, where(u, i))
		}
	}
	c := p.Judge(claim.Of("S1-2", "b"), "D of p at the last D of a step: ")
	return claim.IfFails(c, claim.Parameters, "%s", rangeOf(u, "D of p", 0.02))
}

// rangeOf says up to which s no point of a quantity is above a bound by its standard error.
func rangeOf(t *table.Table, prefix string, bound float64) string {
	least := math.Inf(1)
	for i := range t.Len() {
		if strings.HasPrefix(t.Cell(i, "quantity"), prefix) && t.Estimate(i).Z(bound) > 2 {
			least = min(least, t.Float(i, "s"))
		}
	}
	if math.IsInf(least, 1) {
		return "no point is above the bound by two standard errors"
	}
	return fmt.Sprintf("where s, the noise of a step, is below %.2g", least)
}
