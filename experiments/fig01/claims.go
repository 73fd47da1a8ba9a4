package main

import (
	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides what section 2.2 says about Figure 1. The paper says of Figure 2 that the law is
// close to Gaussian at n = 20–30; it is checked here too.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return study.NoiseClaims(t, []int{1, 2}, []int{20, 30})
}
