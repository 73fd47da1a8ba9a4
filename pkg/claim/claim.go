// Package claim decides sentences of the paper from the numbers in a figure's table.
//
// [Sentences] lists them with their criteria. [Of] makes the claim about a part of one; [Points],
// [ChiSquare] and [Share] decide it. [Judge] joins the claims of all figures about a sentence.
// [Pairs], [Line] and [ChiSquareOf] take measurements from the rows of a table; [Less], [Greater]
// and [Within] decide about a single one.
package claim

import (
	"math"
	"strings"

	"adl/pkg/estimate"
)

// Claim is a part of a sentence of the paper, or a finding of ours, what was measured about it, and
// the verdict.
type Claim struct {
	ID        string // of the sentence, such as "S2.5.1-7"; none of a finding
	Part      string // "a", "b", …, if the sentence has several
	Name      string // of a finding, or of what a part is about
	Figure    string // or study, such as "fig07"
	Section   string
	Sentence  string
	Criterion string
	Measured  string // with its error, such as "0.98 ± 0.02"
	Verdict   string // Holds, Fails or Undecided
}

// Title names the claim: the sentence with the part, such as "S2.5.1-7 b", or the finding.
func (c Claim) Title() string {
	if c.ID == "" {
		return c.Name
	}
	return strings.TrimSpace(c.ID + " " + c.Part)
}

// Verdicts of a claim.
const (
	Holds     = "holds"
	Fails     = "fails"
	Undecided = "undecided" // the noise is too large, or nothing that could decide was simulated
)

// Known returns the estimate of a number that is known without error.
func Known(x float64) estimate.Estimate { return estimate.Estimate{Value: x} }

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
