package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of section 2.2 about Figure 2.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return study.NoiseClaims(t, []int{1, 5}, []int{20, 30})
}
