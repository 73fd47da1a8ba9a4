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
// With few Replicas a deviation is Student's t, and enters as the normal deviate of the same
// probability.
type ChiSquare struct {
	Value    float64
	Dof      int
	Replicas int // behind each standard error; many if 0
}

// Deviations returns the sum of squares about a fitted line.
func Deviations(l estimate.Line) ChiSquare { return ChiSquare{Value: l.Chi2, Dof: l.DoF} }

// Add adds the deviation of e from exact, unless it is NaN or infinite: a number is not known, a
// scheme is unstable, or the standard error is 0.
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

// Plus returns the sum with an independent one.
func (c ChiSquare) Plus(d ChiSquare) ChiSquare {
	return ChiSquare{c.Value + d.Value, c.Dof + d.Dof, max(c.Replicas, d.Replicas)}
}

// Minus returns the cost of a model beyond that of d, of which it is a special case.
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

// doubt is the level at which a simulation refutes an exact number: Level over the number of parts
// that simulations confirm, some fifty.
const doubt = Level / 50

// Judge returns the verdict, and the sum as what was measured, after a text.
func (c ChiSquare) Judge(text string) (verdict, measured string) {
	return c.Verdict(), text + c.String()
}

// confirms adds the sum, of a simulation, to what was measured and is exact. If it refutes that,
// its own points decide, or nothing.
func (c ChiSquare) confirms(verdict, measured string, simulated *Points) (string, string) {
	measured += "; simulated: " + c.String()
	switch {
	case !(c.P() < doubt):
		return verdict, measured
	case simulated == nil:
		return Undecided, measured + "; they disagree"
	}
	return simulated.Judge(measured + "; so the simulation alone decides: ")
}

func (c ChiSquare) String() string {
	if c.Dof < 1 {
		return "nothing known"
	}
	return fmt.Sprintf("χ² = %.0f for %d degrees of freedom, p = %.2g", c.Value, c.Dof, c.P())
}

// Share decides what depends on a data set from many of the same distribution: it holds if it is
// true for 90 % of them or more, fails if for 10 % or fewer, and else depends on the data set.
func Share(are []bool) (verdict, measured string) {
	n := 0
	for _, is := range are {
		if is {
			n++
		}
	}
	measured = fmt.Sprintf("true for %d of %d data sets", n, len(are))
	switch f := float64(n) / float64(len(are)); {
	case len(are) == 0:
		return Undecided, "no data set"
	case f >= 0.9:
		return Holds, measured
	case f <= 0.1:
		return Fails, measured
	}
	return Undecided, measured
}

// share judges by the data sets all of whose rows lie within the bound.
func (c Criterion) share(t *table.Table) (verdict, measured string) {
	values := t.Floats("value")
	var are []bool
	for _, set := range t.Distinct(c.Sets) {
		are = append(are, !slices.ContainsFunc(t.Where(c.Sets, set).Floats("value"),
			func(v float64) bool { return !c.Is.Has(v) }))
	}
	verdict, measured = Share(are)
	if len(values) == 0 {
		return verdict, measured + "; no value"
	}
	slices.Sort(values)
	last := float64(len(values) - 1)
	return verdict, fmt.Sprintf("%s; nine in ten values are %.3g to %.3g",
		measured, values[int(0.05*last)], values[int(0.95*last)])
}
