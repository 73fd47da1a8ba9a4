package main

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// proofs decides the sentences of the appendices, and those of section 2.1 about the statistical
// error.
func (r results) proofs() []claim.Claim {
	return []claim.Claim{
		r.decay(), r.normalMeans(),
		r.remainder("a", r.sgld), r.remainder("b", r.langevin), r.remainder("c", "AdL"), r.symmetric(),
		r.map1(), r.contracts(),
	}
}

func (r results) decay() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "standard error of the mean", "status", table.OK)
	for _, m := range t.Distinct("method") {
		for _, n := range t.Distinct("n") {
			u := t.Where("method", m, "n", n)
			l, err := estimate.FitPower(u.Floats("T"), u.Floats("value"), u.Floats("stderr"))
			if err != nil {
				l.Slope = estimate.Unknown()
			}
			p.Within(l.Slope, -0.6, -0.4, "%s, n = %s", m, n)
		}
	}
	return p.Judge(claim.Of("S2.1-1", "a"), "exponent in T of the standard error of the mean of θ: ")
}

func (r results) normalMeans() claim.Claim {
	t := r.table.Where("quantity", "Shapiro–Wilk deviate of the means of replicas",
		"status", table.OK)
	worst, where := math.Inf(-1), ""
	for i := range t.Len() {
		if z := t.Float(i, "value"); !(z <= worst) {
			worst = z
			where = t.Cell(i, "method") + ", n = " + t.Cell(i, "n") + ", T = " + t.Cell(i, "T")
		}
	}
	c := claim.Of("S2.1-1", "b")
	if t.Len() == 0 {
		return claim.Judged(c, claim.Undecided, "no point")
	}
	least := distuv.UnitNormal.Quantile(1 - claim.Level/float64(t.Len()))
	verdict := claim.Holds
	if !(worst <= least) {
		verdict = claim.Fails
	}
	return claim.Judged(c, verdict,
		"the largest of %d normal deviates of W: %.2f (%s); noise explains %.2f",
		t.Len(), worst, where, least)
}

// power returns a power of Δt at which a step and the modified generator differ.
func (r results) power(method, what string) float64 {
	x, ok := r.table.Lookup("value", "method", method, "quantity", "one-step power of Δt: "+what)
	if !ok {
		return math.NaN()
	}
	return x
}

func (r results) remainder(part, method string) claim.Claim {
	var p claim.Points
	for _, what := range []string{"mean", "covariance", "covariance from batches", "third cumulants"} {
		p.Above(claim.Exact(r.power(method, what)), 2.5, "%s", what)
	}
	third := claim.Exact(r.power(method, "third cumulants"))
	p.Within(third, 2.5, 3.5, "the term with E[Z³], of order ε^{3/2}")
	return p.Judge(claim.Of("SA-1", part), "least powers of Δt at which the cumulants of a step "+
		"differ from those of the modified generator (4: none through Δt³): ")
}

func (r results) symmetric() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "E Z³ for symmetric data")
	for i := range t.Len() {
		p.Below(claim.Exact(math.Abs(t.Float(i, "value"))), 1e-12, "|E[Z³]|, n = %s", t.Cell(i, "n"))
	}
	for _, m := range []string{r.sgld, r.langevin, "AdL"} {
		p.Above(claim.Exact(r.power(m, "covariance from batches")), 2.5,
			"power of Δt of the term with ε, %s", m)
	}
	return p.Judge(claim.Of("SA-1", "d"), "for symmetric data the only term with ε^{3/2} vanishes: ")
}

func (r results) map1() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "distance of a step's map from appendix B")
	for i := range t.Len() {
		p.Below(claim.Exact(t.Float(i, "value")), 1e-12, "aΔt² = %.3g%s", r.a*square(t.Float(i, "dt")),
			gamma(t, i))
	}
	return p.Judge(claim.Of("SB-1", "a"), "distance of the entries of M₁, M₂, V₃: ")
}

func (r results) contracts() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "spectral radius")
	for i := range t.Len() {
		if q := r.a * square(t.Float(i, "dt")); q < 4 {
			p.Below(claim.Exact(t.Float(i, "value")), 1, "aΔt² = %.3g%s", q, gamma(t, i))
		}
	}
	return p.Judge(claim.Of("SB-1", "b"), "spectral radius of M₁: ")
}

func square(x float64) float64 { return x * x }
