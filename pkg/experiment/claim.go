package experiment

import (
	"adl/pkg/claim"
	"adl/pkg/estimate"
)

// The names of package claim, for programs that still use them here.
type (
	Claim     = claim.Claim
	ChiSquare = claim.ChiSquare
)

const (
	Holds     = claim.Holds
	Fails     = claim.Fails
	Undecided = claim.Undecided
)

var (
	Print      = claim.Print
	Worse      = claim.Worse
	Deviations = claim.Deviations
)

func Less(value, stderr, bound, z float64) string {
	return claim.Less(estimate.Estimate{Value: value, StdErr: stderr}, bound, z)
}

func Greater(value, stderr, bound, z float64) string {
	return claim.Greater(estimate.Estimate{Value: value, StdErr: stderr}, bound, z)
}

func Within(value, stderr, lo, hi, z float64) string {
	return claim.Within(estimate.Estimate{Value: value, StdErr: stderr}, lo, hi, z)
}
