package main

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// claims decides the sentences of the abstract and of sections 1, 3.3.2 and 4.3 about Figure 6.
// "The region that the dynamics explores" is that of highest density with 95 % or 99 % of the mass.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		notConstant(t),
		varies(t, claim.Of("S1-4", "a"), "99 %", 3), variesX(t, claim.Of("S1-4", "b"), "99 %", 3),
		varies(t, claim.Of("S3.3.2-2", "a"), "95 %", 1.25),
		variesX(t, claim.Of("S3.3.2-2", "b"), "95 %", 1.25),
		limit(t), rapid(t), rapidX(t),
	}
}

// notConstant decides whether Σ_x is far from constant under the posterior, for the mixture.
func notConstant(t *table.Table) claim.Claim {
	c := claim.Of("S0-2", "a")
	c.Name = "mixture"
	of := func(quantity string) float64 { return number(t, "data", "quantity", quantity) }
	average := []float64{
		of("mean Sigma11"), of("mean Sigma12"), of("mean Sigma12"), of("mean Sigma22"),
	}
	own := of("distance from the mean") / floats.Norm(average, 2)
	return shareOf(t, func(u *table.Table) bool {
		return number(u, "value", "quantity", "relative deviation of Sigma_x") > 0.1
	}).Judge(c, "for the data of the figure the ratio is %.3f", own)
}

// varies decides whether the largest Σ₁₁ and Σ₂₂ in a region are above a multiple of the least.
func varies(t *table.Table, c claim.Claim, region string, bound float64) claim.Claim {
	var p claim.Points
	for i, x := range ratios(t, "value", region) {
		p.Above(claim.Exact(x), bound, "Σ%s", []string{"₁₁", "₂₂"}[i])
	}
	return little(p.Judge(c, fmt.Sprintf("largest over least, where π has %s of its mass: %s; on "+
		"the square: "+
		"%s; ", region, words(ratios(t, "value", region)), words(ratios(t, "value", "square")))))
}

// variesX decides the same about Σ_x.
func variesX(t *table.Table, c claim.Claim, region string, bound float64) claim.Claim {
	c = shareOf(t, func(u *table.Table) bool {
		u = u.Where("region", region)
		return number(u, "value", "quantity", "largest over least Sigma_x11") > bound &&
			number(u, "value", "quantity", "largest over least Sigma_x22") > bound
	}).Judge(c, "for the data of the figure, largest over least where π has %s of its mass: %s; on "+
		"the square: %s", region, words(ratios(t, "data", region)), words(ratios(t, "data", "square")))
	return little(c)
}

// limit decides about the power of the number of data with which Σ_x tends to Σ.
func limit(t *table.Table) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", "relative distance of Sigma_x", "source", table.Simulation).Sort("ndata")
	if n := u.Floats("ndata"); len(n) > 1 {
		if l, err := estimate.FitPower(n, u.Floats("value"), u.Floats("stderr")); err == nil {
			p.Within(l.Slope, -0.6, -0.4, "Nd from %g to %g", n[0], n[len(n)-1])
		}
	}
	return p.Judge(claim.Of("S3.3.2-3", ""), "exponent in Nd: ")
}

const substantial = 1.0 / 3 // of the norm of the mean

// rapid decides whether Σ changes substantially over one standard deviation somewhere in the region
// that the dynamics explores.
func rapid(t *table.Table) claim.Claim {
	var p claim.Points
	p.Above(claim.Exact(number(t, "value", "quantity", "largest change", "region", "99 %")),
		substantial, "where π has 99 %% of its mass; on the square %.2f",
		number(t, "value", "quantity", "largest change", "region", "square"))
	return little(p.Judge(claim.Of("S4.3-1", "a"),
		"largest change over one standard deviation, relative to the mean: "))
}

// rapidX decides the same about Σ_x.
func rapidX(t *table.Table) claim.Claim {
	c := shareOf(t, func(u *table.Table) bool {
		return number(u, "value", "quantity", "largest change of Sigma_x") > substantial
	}).Judge(claim.Of("S4.3-1", "b"), "for the data of the figure the largest change is %.2f where "+
		"π has 99 %% of its mass, and %.2f on the square",
		number(t, "data", "quantity", "largest change", "region", "99 %"),
		number(t, "data", "quantity", "largest change", "region", "square"))
	return little(c)
}

// little gives the reason why a matrix does not vary as a claim says.
func little(c claim.Claim) claim.Claim {
	if c.Verdict == claim.Undecided {
		return claim.Because(c, claim.DataSet, "some data sets are above the bound and others below")
	}
	return claim.Because(c, claim.Finding, "the larger changes are in parts of the square where π "+
		"is small")
}

// shareOf counts the data sets whose rows meet a condition.
func shareOf(t *table.Table, meets func(*table.Table) bool) (s claim.Share) {
	for _, set := range t.Distinct("set") {
		s.Add(meets(t.Where("set", set)))
	}
	return s
}

// number returns the number in a column of the only row that meets the conditions, or NaN.
func number(t *table.Table, column string, conditions ...any) float64 {
	x, _ := t.Lookup(column, conditions...)
	return x
}

// ratios returns the largest over the least Σ₁₁ and Σ₂₂ in a region: of Σ in the column value, or
// of Σ_x in the column data.
func ratios(t *table.Table, column, region string) (r []float64) {
	t = t.Where("region", region)
	for _, k := range []string{"11", "22"} {
		r = append(r, number(t, column, "quantity", "largest Sigma"+k)/
			number(t, column, "quantity", "least Sigma"+k))
	}
	return r
}

func words(r []float64) string { return fmt.Sprintf("%.2f and %.2f", r[0], r[1]) }
