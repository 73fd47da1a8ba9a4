package claim

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// ChiSquare is a sum of squares of deviations in units of their standard errors,
//
//	χ² = Σ ((value − exact)/stderr)²,
//
// with its degrees of freedom: the number of terms less that of fitted parameters.
//
// Standard errors from few replicas are noise themselves: with Replicas, a deviation is Student's t
// and enters as the normal deviate of the same probability.
type ChiSquare struct {
	Value    float64
	Dof      int
	Replicas int // behind each standard error; many if 0
}

// ChiSquareOf returns the sum over the rows of a table with the columns value, stderr and exact.
func ChiSquareOf(t *table.Table) ChiSquare {
	var c ChiSquare
	for _, r := range RowsOf(t) {
		c.Add(r.Estimate, r.Float("exact"))
	}
	return c
}

// Deviations returns the sum of squares about a fitted line.
func Deviations(l estimate.Line) ChiSquare { return ChiSquare{Value: l.Chi2, Dof: l.DoF} }

// Add adds the deviation of e from exact. It skips one that is not known, where a number is NaN,
// and an infinite one, where a scheme is unstable or the standard error is 0.
func (c *ChiSquare) Add(e estimate.Estimate, exact float64) {
	z := e.Z(exact)
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	if c.Replicas > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(c.Replicas - 1)}
		z = distuv.UnitNormal.Quantile(t.CDF(-math.Abs(z)))
	}
	c.Value, c.Dof = c.Value+float64(z*z), c.Dof+1
}

// Plus returns the sum of independent sums.
func (c ChiSquare) Plus(d ChiSquare) ChiSquare {
	return ChiSquare{c.Value + d.Value, c.Dof + d.Dof, max(c.Replicas, d.Replicas)}
}

// Minus returns what a model costs beyond d, a model of which it is a special case.
func (c ChiSquare) Minus(d ChiSquare) ChiSquare {
	return ChiSquare{c.Value - d.Value, c.Dof - d.Dof, max(c.Replicas, d.Replicas)}
}

// P returns the probability that noise alone gives as large a sum.
func (c ChiSquare) P() float64 {
	if c.Dof < 1 || math.IsNaN(c.Value) {
		return math.NaN()
	}
	return distuv.ChiSquared{K: float64(c.Dof)}.Survival(c.Value)
}

// Verdict decides whether the deviations are noise, at Level.
func (c ChiSquare) Verdict() string {
	switch p := c.P(); {
	case math.IsNaN(p):
		return Undecided
	case p < Level:
		return Fails
	}
	return Holds
}

// doubt is the level at which a simulation casts doubt on what is exact: Level over the parts, some
// fifty, that simulations confirm.
const doubt = Level / 50

// refutes reports whether the deviations are not noise, beyond doubt.
func (c ChiSquare) refutes() bool { return c.P() < doubt }

// Confirms returns x with the sum behind its measurement: the simulation confirms what is exact. If
// it refutes it, the part is undecided until that is understood.
func (c ChiSquare) Confirms(x Part) Part {
	x.Measured += "; simulated: " + c.String()
	if c.refutes() {
		x.Verdict = Undecided
		x.Measured += "; they disagree"
	}
	return x
}

// ConfirmsOr is Confirms, but where the simulation refutes what is exact, its own points decide.
func (c ChiSquare) ConfirmsOr(x Part, simulated *Points) Part {
	if !c.refutes() {
		return c.Confirms(x)
	}
	return Judged(x, simulated.Verdict(), "%s; simulated: %s; so the simulation alone decides: %s",
		x.Measured, c, simulated)
}

// Judge returns x with the verdict, and as the measurement prefix and the sum.
func (c ChiSquare) Judge(x Part, prefix string) Part {
	return Judged(x, c.Verdict(), "%s%s", prefix, c)
}

func (c ChiSquare) String() string {
	if c.Dof < 1 {
		return "nothing known"
	}
	return fmt.Sprintf("χ² = %.0f for %d degrees of freedom, p = %.2g", c.Value, c.Dof, c.P())
}

// Share decides what depends on a data set from many of the same distribution: it holds if it is
// true for 90 % of them or more, fails if for 10 % or fewer, and else depends on the data set.
type Share struct{ True, All int }

// Add counts a data set.
func (s *Share) Add(is bool) {
	s.All++
	if is {
		s.True++
	}
}

// Verdict returns the verdict.
func (s Share) Verdict() string {
	switch f := float64(s.True) / float64(s.All); {
	case f >= 0.9:
		return Holds
	case f <= 0.1:
		return Fails
	}
	return Undecided
}

func (s Share) String() string {
	if s.All == 0 {
		return "no data set"
	}
	return fmt.Sprintf("true for %d of %d data sets", s.True, s.All)
}

// Judge returns c with the verdict of the share; format and args say what the value is for the
// project's own data.
func (s Share) Judge(c Part, format string, args ...any) Part {
	return Judged(c, s.Verdict(), "%s; %s", s, fmt.Sprintf(format, args...))
}

// share judges by the data sets all of whose rows lie within the bound.
func (c Criterion) share(t *table.Table, x Part) Part {
	var share Share
	for _, set := range t.Distinct(c.Sets) {
		share.Add(!slices.ContainsFunc(t.Where(c.Sets, set).Floats("value"),
			func(v float64) bool { return !c.Is.Has(v) }))
	}
	values := t.Floats("value")
	if len(values) == 0 {
		return share.Judge(x, "no value")
	}
	slices.Sort(values)
	last := float64(len(values) - 1)
	return share.Judge(x, "nine in ten values are %.3g to %.3g",
		values[int(0.05*last)], values[int(0.95*last)])
}
