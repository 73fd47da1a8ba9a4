package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what sections 3.3.2 and 4.3 say about Figure 6.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "3.3.2"
	number := func(column string, conditions ...any) float64 {
		x, _ := t.Lookup(column, conditions...)
		return x
	}
	// ratios are those of the largest to the least variance in a region, of Σ (column value) or of Σ_x (data)
	ratios := func(column, region string) (least float64, words string) {
		var parts []string
		for i, k := range []string{"11", "22"} {
			r := number(column, "region", region, "quantity", "largest Sigma"+k) / number(column, "region", region, "quantity", "least Sigma"+k)
			if i == 0 || r < least {
				least = r
			}
			parts = append(parts, fmt.Sprintf("%.2f", r))
		}
		return least, strings.Join(parts, " and ")
	}
	// a constant would have the ratio 1; Greater(…, 1.1) asks for a tenth
	depends := func(column string) (string, string) {
		least, inside := ratios(column, "posterior")
		_, everywhere := ratios(column, "square")
		deviation := number(column, "quantity", "distance from the mean") / number(column, "quantity", "norm")
		return fmt.Sprintf("largest over least of the two variances, 1 if constant, expected above 1.1: %s where the posterior has %g of its mass, %s on the square; the deviation from the posterior mean is %.3f of the norm in L²(π)",
			inside, s.Mass, everywhere, deviation), experiment.Greater(least, 0, 1.1, 2)
	}
	var cs []experiment.Claim
	measured, verdict := depends("value")
	cs = append(cs, experiment.Claim{
		Name: "Σ depends on θ", Section: section,
		Sentence: "it is clear that the variance genuinely depends on the value of the parameter θ",
		Measured: measured, Verdict: verdict,
	})
	measured, verdict = depends("data")
	cs = append(cs, experiment.Claim{
		Name: "Σ_x is not constant", Section: section,
		Sentence: "so that the assumption of a constant Σ_x fails in this case",
		Measured: "for Σ_x of the data, " + measured, Verdict: verdict,
	})

	limit := t.Where("quantity", "relative distance of Sigma_x", "source", table.Simulation)
	c := experiment.Claim{
		Name: "Σ is the limit of Σ_x", Section: section,
		Sentence: "Σ(θ) is the limit of Σ_x(θ) when the number of data is large",
		Measured: "wants two sizes", Verdict: experiment.Undecided,
	}
	if limit.Len() > 1 {
		if l, err := estimate.FitPower(limit.Floats("ndata"), limit.Floats("value"), limit.Floats("stderr")); err == nil {
			largest := limit.Sort("ndata").Where("ndata", limit.Sort("ndata").Cell(limit.Len()-1, "ndata"))
			c.Measured = fmt.Sprintf("relative distance in L²(π), root mean square over %d data sets: %.3f ± %.3f for %s data; it decays with the power %.3f ± %.3f of their number, expected −0.5 to within 0.15; %.3f for the data of the posterior",
				s.Limit.Sets, largest.Float(0, "value"), largest.Float(0, "stderr"), largest.Cell(0, "ndata"), l.Slope.Value, l.Slope.StdErr,
				number("value", "quantity", "relative distance of Sigma_x", "source", table.Exact))
			c.Verdict = experiment.Within(l.Slope.Value, l.Slope.StdErr, -0.65, -0.35, 2)
		}
	}
	cs = append(cs, c)

	var within []string
	width := math.Inf(1)
	for _, mode := range t.Distinct("mode") {
		_, words := ratios("value", "mode "+mode)
		within = append(within, words)
		for _, k := range []string{"11", "22"} {
			width = min(width, 4*math.Sqrt(number("value", "mode", mode, "quantity", "Laplace"+k)))
		}
	}
	steepest, typical := steepness(t)
	return append(cs, experiment.Claim{
		Name: "rapid variation", Section: "4.3",
		Sentence: "the covariance matrix of the estimator of the gradient may change rapidly in certain regions of the parameter space (see in particular the figure)",
		Measured: fmt.Sprintf("relative change of Σ over the width of a mode, four standard deviations (%.3f), where it is steepest on the square, expected above 1: %.2f (median over the square: %.2f); within %g standard deviations of a mode the largest over the least of the two variances are %s",
			width, steepest*width, typical*width, s.Ellipse, strings.Join(within, ", and ")),
		Verdict: experiment.Greater(steepest*width, 0, 1, 2),
	})
}

// steepness is the largest and the median relative change of Σ per unit of θ₁ or θ₂ on the square, in the Frobenius norm, between neighbours on the grid.
func steepness(t *table.Table) (largest, median float64) {
	var z [3][]float64
	var theta []float64
	for k, c := range components {
		u := t.Where("quantity", "Sigma"+c.name).Sort("theta1", "theta2")
		z[k], theta = u.Floats("value"), numbers(u, "theta1")
	}
	norm := func(a, b, c float64) float64 { return math.Sqrt(a*a + b*b + 2*c*c) }
	n := len(theta)
	var s []float64
	for i := range z[0] {
		for _, step := range []int{1, n} {
			j, at := i+step, i%n
			if step == n {
				at = i / n
			}
			if at+1 == n {
				continue
			}
			change := norm(z[0][j]-z[0][i], z[1][j]-z[1][i], z[2][j]-z[2][i])
			size := (norm(z[0][i], z[1][i], z[2][i]) + norm(z[0][j], z[1][j], z[2][j])) / 2
			s = append(s, change/size/(theta[at+1]-theta[at]))
		}
	}
	slices.Sort(s)
	return s[len(s)-1], s[len(s)/2]
}
