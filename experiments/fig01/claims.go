package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences of section 2.2 about Figure 1. That the law is close to Gaussian at
// n = 20–30 is a sentence about Figure 2, which is checked here as well.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return study.NoiseClaims(t, []int{1, 2}, []int{20, 30})
}
