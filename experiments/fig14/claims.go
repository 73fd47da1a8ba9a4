package main

import (
	"slices"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// judge decides the sentences about Figure 14, and that on its cost.
func judge(s Spec, t *table.Table) []claim.Claim { return append(claims(s, t), cost(t)...) }

// claims decides the sentences about Figure 14.
func claims(s Spec, t *table.Table) []claim.Claim {
	b := biases{s, t, s.paper(t).Where("sampling", s.Sampling[0])}
	return slices.Concat(
		b.proportional(), b.replacement(), b.outside(), b.allAffine(),
		b.controlled(), b.ordered(), b.forms(), b.factors(),
		b.below(), b.dramatic(), b.remains(), b.timeStep(), b.similar(), b.striking(),
		b.theorem(), b.law(), b.numbers(), b.friction(), b.slopes(),
		[]claim.Claim{b.always(), b.noise(), b.alone()},
	)
}
