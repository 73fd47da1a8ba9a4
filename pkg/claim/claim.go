// Package claim decides sentences of the paper from the numbers in a figure's table.
//
// [Pairs], [Line] and [ChiSquareOf] take measurements from the rows of a table. [Less], [Greater],
// [Within] and [ChiSquare] turn a measurement into a verdict: undecided where its noise is too
// large. [Parts] joins the verdicts and words of several measurements about one sentence.
package claim

import (
	"fmt"
	"io"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Claim is a sentence of the paper about a figure, what was measured, and the verdict.
type Claim = table.Claim

// Verdicts of a claim.
const (
	Holds     = "holds"
	Fails     = "fails"
	Undecided = "undecided" // the noise is too large, or nothing that could decide was simulated
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

// Print writes claims for a reader.
func Print(w io.Writer, claims []Claim) {
	for _, c := range claims {
		fmt.Fprintf(w, "  %-9s %s (%s): %s\n", c.Verdict, c.Name, c.Section, c.Sentence)
		fmt.Fprintf(w, "            %s\n", c.Measured)
	}
}
