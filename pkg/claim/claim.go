// Package claim decides sentences of the paper from the numbers in a figure's table.
//
// [Sentences] lists them with their criteria. [Of] makes the claim about a part of one; [Points],
// [ChiSquare] and [Share] decide it. [Judge] joins the claims of all figures about a sentence.
// [Pairs], [Line] and [ChiSquareOf] take measurements from the rows of a table; [Less], [Greater]
// and [Within] decide about a single one.
package claim

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Claim is a part of a sentence of the paper, or a finding of ours, what was measured about it, and
// the verdict.
type Claim = table.Claim

// Verdicts of a claim.
const (
	Holds     = "holds"
	Fails     = "fails"
	Undecided = "undecided" // the noise is too large, or nothing that could decide was simulated
)

// Reasons why a claim does not hold.
const (
	Finding    = "finding"    // decided with what the paper gives
	Parameters = "parameters" // holds on a part of the values that the paper leaves open
	DataSet    = "data set"   // depends on it
	Noise      = "noise"      // of what is undecided
)

// Exact returns the estimate of a number that is known without error.
func Exact(x float64) estimate.Estimate { return estimate.Estimate{Value: x} }

// Less decides whether e lies below bound, at z standard errors.
func Less(e estimate.Estimate, bound, z float64) string {
	switch {
	case math.IsNaN(e.Value) || math.IsNaN(e.StdErr):
		return Undecided
	case e.Value+z*e.StdErr < bound:
		return Holds
	case e.Value-z*e.StdErr > bound:
		return Fails
	}
	return Undecided
}

// Greater decides whether e lies above bound, at z standard errors.
func Greater(e estimate.Estimate, bound, z float64) string {
	return Less(estimate.Estimate{Value: -e.Value, StdErr: e.StdErr}, -bound, z)
}

// Within decides whether e lies in [lo, hi], at z standard errors.
func Within(e estimate.Estimate, lo, hi, z float64) string {
	return Worse(Greater(e, lo, z), Less(e, hi, z))
}

// Worse returns the worse of two verdicts: fails before undecided before holds.
func Worse(a, b string) string {
	for _, v := range []string{Fails, Undecided} {
		if a == v || b == v {
			return v
		}
	}
	return Holds
}
