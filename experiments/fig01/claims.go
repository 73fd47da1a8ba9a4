package main

import (
	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what section 2.2 says about Figure 1. Closeness at n = 20–30 is said of Figure 2; it is checked here too.
func claims(_ Spec, t *table.Table) []experiment.Claim {
	return experiment.NoiseClaims(t, []int{1, 2}, []int{20, 30})
}
