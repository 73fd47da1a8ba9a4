package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 3.
func claims(s Spec, t *table.Table) []claim.Claim {
	r := newResults(s, t)
	return slices.Concat(r.gaussian(), r.orders(), r.proofs())
}

// gaussian decides the sentences of section 2.5.1.
func (r results) gaussian() []claim.Claim {
	return []claim.Claim{
		r.identities(), r.unbiased("a", r.sgld), r.unbiased("b", r.langevin),
		r.notGaussian(), r.nearlyGaussian(),
		r.variance("a", r.sgld), r.variance("b", r.langevin),
		r.rest("c", r.sgld), r.rest("d", r.langevin),
		r.coincide(), r.irrespective("a", r.sgld), r.irrespective("b", r.langevin),
		r.affine(), r.slopes("b", r.sgld), r.slopes("c", r.langevin),
		r.superimposed("a", r.sgld), r.superimposed("b", r.langevin),
		r.smallWithout("a", r.sgld), r.smallWithout("b", r.langevin), r.alike(),
	}
}

func (r results) identities() claim.Claim {
	var p claim.Points
	for _, q := range r.table.Distinct("quantity") {
		if q != "mean of the posterior" && q != "variance of the posterior" &&
			!strings.HasPrefix(q, "Σ_x at ") {
			continue
		}
		t := r.table.Where("quantity", q)
		p.Below(claim.Exact(math.Abs(t.Float(0, "value")/t.Float(0, "exact")-1)), 1e-10, "%s", q)
	}
	return p.Judge(claim.Of("S2.5.1-1", ""), "quadrature and definition over formula, less 1: ")
}

func (r results) unbiased(part, method string) claim.Claim {
	var p claim.Points
	t := r.table.Where("method", method)
	fixed := t.Where("quantity", "stationary mean less μ_post")
	for i := range fixed.Len() {
		p.Below(claim.Exact(math.Abs(fixed.Float(i, "value"))*math.Sqrt(r.a)), 1e-9,
			"Δt = %g", fixed.Float(i, "dt"))
	}
	c := p.Judge(claim.Of("S2.5.1-2", part), "exact mean less μ_post, over σ_post: ")
	means := claim.ChiSquare{Replicas: r.spec.Replicas}
	t = t.Where("quantity", "mean", "status", table.OK)
	for i := range t.Len() {
		means.Add(t.Estimate(i), 0)
	}
	return means.Confirms(c)
}

func (r results) notGaussian() claim.Claim {
	var p claim.Points
	for _, m := range []string{r.sgld, r.langevin} {
		kurtosis := r.shapes("excess kurtosis", m)
		for i, t := range r.shapes("skewness", m) {
			last := t.Len() - 1
			p.Above(claim.Exact(max(math.Abs(t.Float(last, "value")),
				math.Abs(kurtosis[i].Float(last, "value")))), 1e-12,
				"%s, n = %s, Δt = %s", m, t.Cell(last, "n"), t.Cell(last, "dt"))
		}
	}
	return p.Judge(claim.Of("S2.5.1-3", "a"), "largest of |skewness| and |excess kurtosis| of θ: ")
}

func (r results) nearlyGaussian() claim.Claim {
	var p claim.Points
	for _, m := range []string{r.sgld, r.langevin} {
		for _, q := range []string{"skewness", "excess kurtosis"} {
			for _, t := range r.shapes(q, m) {
				for i := range t.Len() - 1 {
					p.Above(claim.Exact(exponent(t, i)), 1.1, "%s of θ, %s, n = %s, Δt = %s", q, m,
						t.Cell(i, "n"), t.Cell(i, "dt"))
				}
			}
		}
	}
	return p.Judge(claim.Of("S2.5.1-3", "b"), "exponents in Δt: ")
}

func (r results) variance(part, method string) claim.Claim {
	var p claim.Points
	for _, t := range r.small(method) {
		if first := firstOrder(t, 0); first != 0 {
			p.Below(claim.Exact(math.Abs(t.Float(0, "value")/first-1)), 1e-3, "n = %s%s, Δt = %s",
				t.Cell(0, "n"), gamma(t, 0), t.Cell(0, "dt"))
		}
	}
	return p.Judge(claim.Of("S2.5.1-4", part), "error over its first-order term, less 1, as Δt → 0: ")
}

func (r results) rest(part, method string) claim.Claim {
	p := r.bounded(method, func(eps float64) float64 { return 1 + eps*eps })
	return p.Judge(claim.Of("S2.5.1-4", part),
		"rest over (1 + ε²)Δt², over that of the largest n for which it is not 0: ")
}

func (r results) coincide() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "ε(n)")
	least := math.NaN()
	for i := range t.Len() {
		if eps := t.Float(i, "value"); eps >= 10 {
			p.RatioWithin(claim.Exact(eps*t.Float(i, "v")+t.Float(i, "a")),
				claim.Exact(eps*t.Float(i, "v")), 0.9, 1.1, "%s replacement, n = %s",
				t.Cell(i, "sampling"), t.Cell(i, "n"))
		}
		least = 10 * t.Float(i, "a") / t.Float(i, "v")
	}
	c := p.Judge(claim.Of("S2.5.1-5", ""), "1 + a/(ε(n)v): ")
	return claim.Because(c, claim.Finding,
		"it takes ε(n)v ≫ a, not ε(n) ≫ 1: holds from ε(n) = %.0f on, n ≤ %.0f without replacement",
		least, math.Floor(r.total*r.total/(least+r.total)))
}

// lines returns the sum of squares about straight lines, one for each Δt and, if apart, sampling.
func (r results) lines(method string, apart bool) (c claim.ChiSquare) {
	t := r.table.Where("method", method, "quantity", "variance error", "source", table.Simulation,
		"status", table.OK)
	for _, dt := range r.spec.Dt {
		u := t.Where("dt", dt)
		if !apart {
			c = c.Plus(claim.Deviations(claim.Line(u, "epsilon")))
			continue
		}
		for _, sampling := range r.spec.Sampling {
			c = c.Plus(claim.Deviations(claim.Line(u.Where("sampling", sampling), "epsilon")))
		}
	}
	return c
}

func (r results) irrespective(part, method string) claim.Claim {
	return r.lines(method, false).Minus(r.lines(method, true)).Judge(claim.Of("S2.5.1-6", part),
		"the exact error has ε(n) alone; one line for both samplings instead of two costs ")
}

func (r results) affine() claim.Claim {
	return r.lines(r.sgld, true).Plus(r.lines(r.langevin, true)).Judge(claim.Of("S2.5.1-7", "a"),
		"the exact error is affine; straight lines for every Δt and sampling: ")
}

func (r results) slopes(part, method string) claim.Claim {
	var p claim.Points
	fitted := claim.ChiSquare{Replicas: r.spec.Replicas}
	slope := func(dt float64) float64 {
		for _, x := range r.grid(method) {
			if x.dt == dt {
				return (x.exact - x.all) / x.epsilon
			}
		}
		return math.NaN()
	}
	least := slices.Min(r.spec.Dt)
	most := least
	for _, dt := range slices.Sorted(slices.Values(r.spec.Dt)) {
		ratio := slope(dt) / dt / (slope(least) / least)
		p.Within(claim.Exact(ratio), 0.9, 1.1, "Δt = %g", dt)
		if most < dt && ratio > 0.9 && ratio < 1.1 {
			most = dt
		}
		t := r.table.Where("method", method, "quantity", "variance error", "source", table.Simulation,
			"status", table.OK, "dt", dt)
		fitted.Add(claim.Line(t, "epsilon").Slope, slope(dt))
	}
	c := p.Judge(claim.Of("S2.5.1-7", part),
		fmt.Sprintf("exact slope over Δt, over that at Δt = %g: ", least))
	c = claim.Because(c, claim.Parameters,
		"the slope is (v/2) Δt/(1 − aΔt/2): holds up to Δt = %g, aΔt = %.2g", most, r.a*most)
	return fitted.Confirms(c)
}

func (r results) superimposed(part, method string) claim.Claim {
	var p claim.Points
	var ranges []string
	t := r.table.Where("quantity", "variance error at equal ε(n)Δt", "method", method)
	for _, level := range r.spec.Checks.Theory.Levels {
		u := r.level(t, level)
		if u.Len() < 2 {
			continue
		}
		most := 0
		for i := range u.Len() {
			ratio := u.Float(i, "value") / u.Float(0, "value")
			if i > 0 {
				p.Within(claim.Exact(ratio), 0.9, 1.1, "ε(n)Δt = %g, Δt = %s", level, u.Cell(i, "dt"))
			}
			if most == i-1 && ratio > 0.9 && ratio < 1.1 {
				most = i
			}
		}
		where := fmt.Sprintf("up to Δt = %s, ε(n) ≥ %.0f", u.Cell(most, "dt"), u.Float(most, "epsilon"))
		if most == 0 {
			where = "for no two Δt"
		}
		ranges = append(ranges, fmt.Sprintf("%s at ε(n)Δt = %g", where, level))
	}
	c := p.Judge(claim.Of("S2.5.1-8", part), "exact error over that of the smallest Δt: ")
	c = claim.Because(c, claim.Parameters, "the error is (ε(n)Δt v + aΔt)/(2 − aΔt), which has two "+
		"parameters: holds %s", strings.Join(ranges, "; "))
	return r.simulated(method).Confirms(c)
}

func (r results) smallWithout(part, method string) claim.Claim {
	var p claim.Points
	ps := r.grid(method)
	for _, x := range ps {
		p.RatioBelow(claim.Exact(x.all), x.batch(), 1./3, "%v", x)
	}
	c := p.Judge(claim.Of("S2.5.1-9", part), "exact error with all data over that of batches: ")
	c = claim.Because(c, claim.Parameters, "the ratio is a/(ε(n)v), about n/(Nd − n): %s",
		upTo(ps, func(x point) bool { return math.Abs(x.all) < math.Abs(x.exact-x.all)/3 }))
	return r.simulated(method).Confirms(c)
}

func (r results) alike() claim.Claim {
	var p claim.Points
	ps := r.pairs()
	for _, x := range ps {
		p.RatioWithin(claim.Exact(x.exact), claim.Exact(x.all), 0.8, 1.25, "%v", x)
	}
	c := p.Judge(claim.Of("S2.5.1-10", ""), "exact error of SGLD over that of Langevin dynamics: ")
	c = claim.Because(c, claim.Parameters,
		"the ratio is about (1 + a/(ε(n)v))/(1 − aΔt/2); for both samplings it %s",
		upTo(ps, func(x point) bool { return x.exact < 1.25*x.all && x.exact > 0.8*x.all }))
	return r.simulated(r.sgld, r.langevin).Confirms(c)
}
