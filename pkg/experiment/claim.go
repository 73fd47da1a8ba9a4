package experiment

import (
	"fmt"
	"io"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// Claim is a sentence of the paper about a figure, and what became of it.
type Claim = table.Claim

// Verdicts of a claim.
const (
	Holds     = "holds"
	Fails     = "fails"
	Undecided = "undecided" // the noise is too large, or nothing was simulated that could decide
)

// Less decides whether value ± stderr lies below bound, at z standard errors.
func Less(value, stderr, bound, z float64) string {
	switch {
	case math.IsNaN(value) || math.IsNaN(stderr):
		return Undecided
	case value+z*stderr < bound:
		return Holds
	case value-z*stderr > bound:
		return Fails
	}
	return Undecided
}

// Greater decides whether value ± stderr lies above bound, at z standard errors.
func Greater(value, stderr, bound, z float64) string { return Less(-value, stderr, -bound, z) }

// Within decides whether value ± stderr lies in [lo, hi], at z standard errors.
func Within(value, stderr, lo, hi, z float64) string {
	a, b := Greater(value, stderr, lo, z), Less(value, stderr, hi, z)
	switch {
	case a == Fails || b == Fails:
		return Fails
	case a == Holds && b == Holds:
		return Holds
	}
	return Undecided
}

// Print writes claims for a reader.
func Print(w io.Writer, claims []Claim) {
	for _, c := range claims {
		fmt.Fprintf(w, "  %-9s %s (%s): %s\n", c.Verdict, c.Name, c.Section, c.Sentence)
		fmt.Fprintf(w, "            %s\n", c.Measured)
	}
}

// Worse is the worse of two verdicts, for claims of several parts: fails before undecided before holds.
func Worse(a, b string) string {
	for _, v := range []string{Fails, Undecided} {
		if a == v || b == v {
			return v
		}
	}
	return Holds
}

// ChiSquare is a sum of squares of deviations in units of their standard errors.
type ChiSquare struct {
	Value float64
	Dof   int
}

// Plus adds independent sums.
func (c ChiSquare) Plus(d ChiSquare) ChiSquare { return ChiSquare{c.Value + d.Value, c.Dof + d.Dof} }

// Minus is what a model costs beyond one of which it is a special case.
func (c ChiSquare) Minus(d ChiSquare) ChiSquare { return ChiSquare{c.Value - d.Value, c.Dof - d.Dof} }

// Verdict says whether the deviations are noise: the sum has mean Dof and variance 2 Dof if they are, and a little more
// because the standard errors are estimates.
func (c ChiSquare) Verdict() string {
	switch s := math.Sqrt(2 * float64(c.Dof)); {
	case c.Dof < 1 || math.IsNaN(c.Value):
		return Undecided
	case c.Value < float64(c.Dof)+4*s:
		return Holds
	case c.Value > float64(c.Dof)+6*s:
		return Fails
	}
	return Undecided
}

// Deviations is the sum of squares about a fitted line.
func Deviations(l estimate.Line) ChiSquare { return ChiSquare{l.Chi2, l.DoF} }

func (c ChiSquare) String() string {
	return fmt.Sprintf("χ² = %.0f for %d degrees of freedom", c.Value, c.Dof)
}
