package claim

import (
	"fmt"
	"math"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// ChiSquare is a sum of squares of deviations in units of their standard errors,
//
//	χ² = Σ ((value − exact)/stderr)²,
//
// with its degrees of freedom: the number of terms less that of fitted parameters.
type ChiSquare struct {
	Value float64
	Dof   int
}

// ChiSquareOf returns the sum over the rows of a table with the columns value, stderr and exact.
func ChiSquareOf(t *table.Table) ChiSquare {
	var c ChiSquare
	for i := range t.Len() {
		c.Add(t.Estimate(i), t.Float(i, "exact"))
	}
	return c
}

// Deviations returns the sum of squares about a fitted line.
func Deviations(l estimate.Line) ChiSquare { return ChiSquare{l.Chi2, l.DoF} }

// Add adds the deviation of e from exact. It skips one that is not known, where a number is NaN,
// and an infinite one, where a scheme is unstable or the standard error is 0.
func (c *ChiSquare) Add(e estimate.Estimate, exact float64) {
	z := e.Z(exact)
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	c.Value, c.Dof = c.Value+float64(z*z), c.Dof+1
}

// Plus returns the sum of independent sums.
func (c ChiSquare) Plus(d ChiSquare) ChiSquare {
	return ChiSquare{c.Value + d.Value, c.Dof + d.Dof}
}

// Minus returns what a model costs beyond d, a model of which it is a special case.
func (c ChiSquare) Minus(d ChiSquare) ChiSquare {
	return ChiSquare{c.Value - d.Value, c.Dof - d.Dof}
}

// Verdict decides whether the deviations are noise. If they are, the sum has mean Dof and
// variance 2 Dof, and a little more because the standard errors are estimates.
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

// Judge returns x with the verdict, and as the measurement prefix and the sum.
func (c ChiSquare) Judge(x Claim, prefix string) Claim {
	x.Measured, x.Verdict = prefix+c.String(), c.Verdict()
	return x
}

func (c ChiSquare) String() string {
	return fmt.Sprintf("χ² = %.0f for %d degrees of freedom", c.Value, c.Dof)
}
