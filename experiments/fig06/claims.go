package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// claims decides the sentences of sections 3.3.2 and 4.3 about Figure 6.
func claims(s Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		sigmaDepends(s, t), sigmaXNotConstant(s, t), limit(s, t), rapidVariation(s, t),
	}
}

func sigmaDepends(s Spec, t *table.Table) claim.Claim {
	p := depends(s, t, "value")
	return p.Judge(claim.Claim{
		Name:     "Σ depends on θ",
		Sentence: "it is clear that the variance genuinely depends on the value of the parameter θ",
	}, "", "")
}

func sigmaXNotConstant(s Spec, t *table.Table) claim.Claim {
	p := depends(s, t, "data")
	return p.Judge(claim.Claim{
		Name:     "Σ_x is not constant",
		Sentence: "so that the assumption of a constant Σ_x fails in this case",
	}, "for Σ_x of the data, ", "")
}

// limit fits the power of the number of data with which Σ_x tends to Σ.
func limit(s Spec, t *table.Table) claim.Claim {
	var p claim.Parts
	u := t.Where("quantity", "relative distance of Sigma_x", "source", table.Simulation).Sort("ndata")
	if n := u.Floats("ndata"); len(n) > 1 {
		l, err := estimate.FitPower(n, u.Floats("value"), u.Floats("stderr"))
		if last := len(n) - 1; err == nil {
			p.Add(claim.Within(l.Slope, -0.65, -0.35, 2),
				"relative distance in L²(π), root mean square over %d data sets: "+
					"%.3f for %g data; it decays with the power %.3f of their number, "+
					"expected −0.5 to within 0.15; %.3f for the data of the posterior",
				s.Limit.Sets, u.Estimate(last), n[last], l.Slope,
				number(t, "value", "quantity", "relative distance of Sigma_x", "source", table.Exact))
		}
	}
	return p.Judge(claim.Claim{
		Name:     "Σ is the limit of Σ_x",
		Sentence: "Σ(θ) is the limit of Σ_x(θ) when the number of data is large",
	}, "", "needs two sizes")
}

func rapidVariation(s Spec, t *table.Table) claim.Claim {
	var within []string
	width := math.Inf(1) // of the narrowest mode
	for _, mode := range t.Distinct("mode") {
		_, words := ratios(t, "value", "mode "+mode)
		within = append(within, words)
		for _, k := range []string{"11", "22"} {
			variance := number(t, "value", "mode", mode, "quantity", "Laplace"+k)
			width = min(width, 4*math.Sqrt(variance))
		}
	}
	steepest, typical := steepness(t)
	return claim.Claim{
		Name: "rapid variation", Section: "4.3",
		Sentence: "the covariance matrix of the estimator of the gradient may change rapidly " +
			"in certain regions of the parameter space (see in particular the figure)",
		Measured: fmt.Sprintf("relative change of Σ over the width of a mode, four standard "+
			"deviations (%.3f), where it is steepest on the square, expected above 1: %.2f "+
			"(median over the square: %.2f); within %g standard deviations of a mode "+
			"the largest over the least of the two variances are %s",
			width, steepest*width, typical*width, s.Ellipse, strings.Join(within, ", and ")),
		Verdict: claim.Greater(claim.Exact(steepest*width), 1, 2),
	}
}

// number returns the number in a column of the only row that meets the conditions, or NaN.
func number(t *table.Table, column string, conditions ...any) float64 {
	x, _ := t.Lookup(column, conditions...)
	return x
}

// ratios compares the largest with the least variance in a region: of Σ in the column value, or
// of Σ_x in the column data. It returns the smaller of the two ratios, and both in words.
func ratios(t *table.Table, column, region string) (least float64, words string) {
	t = t.Where("region", region)
	ratio := func(k string) float64 {
		return number(t, column, "quantity", "largest Sigma"+k) /
			number(t, column, "quantity", "least Sigma"+k)
	}
	a, b := ratio("11"), ratio("22")
	return min(a, b), fmt.Sprintf("%.2f and %.2f", a, b)
}

// depends decides whether Σ (column value) or Σ_x (column data) varies by more than a tenth where
// the posterior has its mass.
func depends(s Spec, t *table.Table, column string) (p claim.Parts) {
	least, inside := ratios(t, column, "posterior")
	_, everywhere := ratios(t, column, "square")
	deviation := number(t, column, "quantity", "distance from the mean") /
		number(t, column, "quantity", "norm")
	p.Add(claim.Greater(claim.Exact(least), 1.1, 2),
		"largest over least of the two variances, 1 if constant, expected above 1.1: "+
			"%s where the posterior has %g of its mass, %s on the square; "+
			"the deviation from the posterior mean is %.3f of the norm in L²(π)",
		inside, s.Mass, everywhere, deviation)
	return p
}

// steepness returns the largest and the median relative change of Σ per unit of θ₁ or θ₂ on the
// square, in the Frobenius norm, between neighbours on the grid.
func steepness(t *table.Table) (largest, median float64) {
	t = t.Sort("theta1", "theta2")
	entry := func(k string) []float64 { return t.Where("quantity", "Sigma"+k).Floats("value") }
	s11, s22, s12 := entry("11"), entry("22"), entry("12")
	matrix := func(i int) []float64 { return []float64{s11[i], s12[i], s12[i], s22[i]} }
	theta := numbers(t.Where("quantity", "Sigma11"), "theta1")
	n := len(theta)
	var s []float64
	for i := range s11 {
		for _, next := range []struct{ step, at int }{{1, i % n}, {n, i / n}} {
			if next.at+1 == n {
				continue
			}
			a, b := matrix(i), matrix(i+next.step)
			size := (floats.Norm(a, 2) + floats.Norm(b, 2)) / 2
			s = append(s, floats.Distance(a, b, 2)/size/(theta[next.at+1]-theta[next.at]))
		}
	}
	slices.Sort(s)
	return s[len(s)-1], s[len(s)/2]
}
