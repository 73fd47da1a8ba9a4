package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 7, and what theory says about its model.
func claims(s Spec, t *table.Table) []claim.Claim {
	const full, scalar, diagonal = study.Full, study.Scalar, study.Diagonal
	cs := []claim.Claim{
		s.corrects(t, "b", full), s.corrects(t, "c", scalar),
		identity(t), normalMomentum(t), scalarMomentum(t),
		replaced(t), outsidePosterior(s, t), outsidePoints(t),
		varying(t, "a", full), varying(t, "b", scalar),
		s.prefactor(t, "a", full), s.prefactor(t, "b", scalar),
		ordered(t, "a", full, diagonal), ordered(t, "b", diagonal, scalar),
		ordered(t, "c", full, scalar),
		affine(t), stepOrder(s, t),
		isMetastable(t, "a", full), isMetastable(t, "b", scalar), largerEta(s, t),
		farBelow(t, "a", full), farBelow(t, "b", scalar),
		largerSteps(t, "c", full), largerSteps(t, "d", scalar),
		affected(t, "a", full), affected(t, "b", scalar),
		s.linear(t, "a", full), s.linear(t, "b", scalar), s.linear(t, "c", diagonal),
		s.oneLine(t), s.proportional(t), threeTimes(t), constantXi(t), degrades(s, t),
	}
	return append(cs, s.theoryClaims(t)...)
}

// theoryClaims decides what theory says about the mixture and Adaptive Langevin dynamics.
func (s Spec) theoryClaims(t *table.Table) []claim.Claim {
	cs := []claim.Claim{
		s.oneConstant(t), meanXi(t), varianceXi(t), normalXi(t),
		otherOrder(t, "a", study.Full), otherOrder(t, "b", study.Scalar), oneGradient(t),
	}
	if len(t.Distinct("ndata")) > 1 {
		cs = append(cs, s.normRatio(t), s.becomesNormal(t), s.becomesConstant(t), s.capturesMost(t))
	}
	return cs
}
