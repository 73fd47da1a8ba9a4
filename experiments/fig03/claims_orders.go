package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// orders decides the sentences of sections 1 to 2.4 about the size of the bias.
func (r results) orders() []claim.Claim {
	return []claim.Claim{
		r.dominates(claim.Of("S1-1", "a"), r.sgld, 3, claim.Every, 0.9),
		r.weakOrder("a", r.sgld, 1), r.weakOrder("b", r.langevin, 2),
		r.similarSampling(), r.largerEpsilon(), r.largerError(),
		r.smallParameter(), r.oneParameter(),
		r.leastEpsilon(), r.necessary(),
		r.epsilonOrder("c", 2, func(n float64) bool { return n <= 2 }),
		r.epsilonOrder("d", 1, func(n float64) bool { return n >= r.total/4 && n <= r.total*3/4 }),
		r.epsilonNear(),
		r.anyLaw(),
		r.sgldSlopes(), r.sgldRest("c", 0), r.sgldRest("d", 1), r.spreads(),
		r.decreases("a"), r.decreases("b"),
		r.dominates(claim.Of("S2.3.2-4", "a"), r.sgld, 100, claim.Most, 0.1),
		r.thirdMoment(), r.noThirdMoment(),
		r.langevinSlopes(), r.dominates(claim.Of("S2.4.2-2", "a"), r.langevin, 3, claim.Every, 0.9),
		r.orderLost(), r.sameOrder(), r.splittings(),
		r.tempered("a", "variance error at small Δt", "1"),
		r.tempered("b", "variance error of p at small Δt", "1"), r.tempered("c", "", ""),
	}
}

// dominates compares what batches add to the error with the error with all data, for n up to a part
// of Nd.
func (r results) dominates(
	c claim.Claim, method string, factor float64, rule claim.Rule, part float64,
) claim.Claim {
	p := claim.Points{Rule: rule}
	var ps []point
	for _, x := range r.grid(method) {
		if x.n < part*r.total || part < 0.5 && x.n == part*r.total {
			ps = append(ps, x)
			p.RatioAbove(x.batch(), claim.Exact(x.all), factor, "%v", x)
		}
	}
	c = p.Judge(c, "exact batch part of the error over the error with all data: ")
	c = claim.Because(c, claim.Finding, "the ratio is ε(n)v/a, about Nd/n − 1, for every Δt: %s",
		upTo(ps, func(x point) bool { return math.Abs(x.exact-x.all) > factor*math.Abs(x.all) }))
	return r.simulated(method).Confirms(c)
}

func (r results) weakOrder(part, method string, order float64) claim.Claim {
	var p claim.Points
	for _, t := range r.small(method) {
		if t.Float(0, "epsilon") != 0 {
			continue
		}
		for i := range t.Len() - 1 {
			if t.Float(i+1, "dt")*r.a <= 0.1 {
				p.Within(claim.Exact(exponent(t, i)), order-0.1, order+0.1, "Δt = %s to %s%s",
					t.Cell(i, "dt"), t.Cell(i+1, "dt"), gamma(t, i))
			}
		}
	}
	return p.Judge(claim.Of("S2.1-2", part), "exponent in Δt of the exact error with all data: ")
}

// epsilons returns the pairs of ε(n) with and without replacement.
func (r results) epsilons() (n []float64, ps []claim.Pair) {
	t := r.table.Where("quantity", "ε(n)")
	with := t.Where("sampling", "with")
	for _, p := range claim.Pairs(with, t.Where("sampling", "without"), "n") {
		n, ps = append(n, with.Float(p.Row, "n")), append(ps, p)
	}
	return n, ps
}

func (r results) similarSampling() claim.Claim {
	var p claim.Points
	n, ps := r.epsilons()
	for i, x := range ps {
		if n[i] <= r.total/10 {
			p.RatioWithin(x.A, x.B, 0.8, 1.25, "n = %g", n[i])
		}
	}
	return p.Judge(claim.Of("S2.2-2", "a"), "ε(n) with replacement over the one without: ")
}

func (r results) largerEpsilon() claim.Claim {
	var p claim.Points
	n, ps := r.epsilons()
	for i, x := range ps {
		if n[i] > 1 {
			p.RatioAbove(x.A, x.B, 1, "n = %g", n[i])
		}
	}
	return p.Judge(claim.Of("S2.2-2", "b"), "ε(n) with replacement over the one without: ")
}

func (r results) largerError() claim.Claim {
	var p claim.Points
	for _, m := range []string{r.sgld, r.langevin} {
		ps := r.grid(m)
		for _, x := range ps {
			for _, y := range ps {
				if x.sampling == "with" && y.sampling == "without" && x.n == y.n && x.dt == y.dt &&
					x.n >= r.total/5 {
					p.RatioAbove(claim.Exact(x.exact), claim.Exact(y.exact), 1, "%v", x)
				}
			}
		}
	}
	c := p.Judge(claim.Of("S2.2-2", "c"), "exact error with replacement over the one without: ")
	return r.simulated(r.sgld, r.langevin).Confirms(c)
}

// leading returns the error to the leading order, the terms of mini-batching and of the time step
// together.
func (r results) leading(method string, eps, dt, v float64) float64 {
	batches := eps * dt * v / 2
	if method == r.sgld {
		return batches + r.a*dt/2
	}
	gamma := 1.0
	for _, m := range r.spec.Method {
		if m.Name == method {
			gamma = m.Gamma
		}
	}
	return batches/gamma - r.a*dt*dt/4
}

func (r results) smallParameter() claim.Claim {
	var p claim.Points
	most := math.Inf(1) // the Δt below which all points are inside
	for _, x := range r.points {
		if x.epsilon*x.dt > 0.1 {
			continue
		}
		first := r.leading(x.method, x.epsilon, x.dt, x.v)
		p.RatioWithin(claim.Exact(x.exact), claim.Exact(first), 0.9, 1.1, "%v", x)
		if q := x.exact / first; q < 0.9 || q > 1.1 {
			most = min(most, x.dt)
		}
	}
	c := p.Judge(claim.Of("S2.2-4", "a"), "exact error over its leading order: ")
	c = claim.Because(c, claim.Finding,
		"for SGLD aΔt has to be small as well: the ratio is 1/(1 − aΔt/2), outside from aΔt = %.2g on",
		r.a*most)
	return r.simulated(r.sgld, r.langevin).Confirms(c)
}

func (r results) oneParameter() claim.Claim {
	var p claim.Points
	most := math.Inf(1)
	all := r.table.Where("quantity", "variance error at equal ε(n)Δt")
	for _, m := range []string{r.sgld, r.langevin} {
		t := all.Where("method", m)
		for _, level := range r.spec.Checks.Theory.Levels {
			u := r.level(t, level)
			ratio := func(i int) float64 {
				return u.Float(i, "value") /
					r.leading(m, u.Float(i, "epsilon"), u.Float(i, "dt"), u.Float(i, "v"))
			}
			for i := 1; i < u.Len(); i++ {
				q := ratio(i) / ratio(0)
				p.Within(claim.Exact(q), 0.9, 1.1, "%s, ε(n)Δt = %g, Δt = %s", m, level, u.Cell(i, "dt"))
				if q < 0.9 || q > 1.1 {
					most = min(most, u.Float(i, "dt"))
				}
			}
		}
	}
	c := p.Judge(claim.Of("S2.2-4", "b"),
		"exact error over its leading order, over that of the smallest Δt: ")
	return claim.Because(c, claim.Finding,
		"aΔt is a second parameter of SGLD: outside from aΔt = %.2g on", r.a*most)
}

func (r results) leastEpsilon() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "ε(n)", "sampling", "with")
	for i := range t.Len() {
		if t.Float(i, "n") <= r.total {
			p.Above(claim.Exact(t.Float(i, "value")-(r.total-1)), -1e-9, "n = %s", t.Cell(i, "n"))
		}
	}
	return p.Judge(claim.Of("S2.2-6", "a"), "ε(n) − (Nd − 1) with replacement: ")
}

func (r results) necessary() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "variance error at n = Nd")
	with := t.Where("sampling", "with")
	for _, x := range claim.Pairs(with, t.Where("sampling", "without"), "method", "dt") {
		p.RatioAbove(x.A, x.B, 1, "%s, Δt = %s", with.Cell(x.Row, "method"), with.Cell(x.Row, "dt"))
	}
	return p.Judge(claim.Of("S2.2-6", "b"),
		"exact error at n = Nd with replacement over the one with all data: ")
}

// epsilonOrder compares ε(n) with Nd^power for some n.
func (r results) epsilonOrder(part string, power float64, of func(n float64) bool) claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "ε(n)")
	unit := math.Pow(r.total, power)
	for i := range t.Len() {
		if n := t.Float(i, "n"); of(n) {
			eps := t.Float(i, "value")
			p.RatioWithin(claim.Exact(eps), claim.Exact(unit), 1/math.Sqrt(10), math.Sqrt(10),
				"%s replacement, n = %g", t.Cell(i, "sampling"), n)
		}
	}
	unitText := "ε(n)/Nd: "
	if power == 2 {
		unitText = "ε(n)/Nd²: "
	}
	c := p.Judge(claim.Of("S2.2-6", part), unitText)
	return claim.Because(c, claim.Parameters,
		"with replacement ε(n) is about Nd²/n: within √10 of Nd from n = Nd/√10 on")
}

func (r results) epsilonNear() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "ε(n)")
	for i := range t.Len() {
		eps, n := claim.Exact(t.Float(i, "value")), t.Float(i, "n")
		switch {
		case t.Cell(i, "sampling") == "with":
			p.Above(eps, math.Sqrt(10), "with replacement, n = %g", n)
		case n == r.total-1:
			p.Within(eps, 1/math.Sqrt(10), math.Sqrt(10), "without replacement, n = %g", n)
		}
	}
	return p.Judge(claim.Of("S2.2-6", "e"), "ε(n): ")
}

func (r results) anyLaw() claim.Claim {
	c := claim.ChiSquare{Replicas: r.spec.Replicas}
	for _, p := range r.points {
		if p.ok && p.n <= 2 {
			c.Add(p.error, p.exact)
		}
	}
	return c.Judge(claim.Of("S2.2-7", "b"), "the exact error has the mean and the variance of Z "+
		"alone; simulated at n ≤ 2, where Z is far from normal: ")
}

func (r results) sgldSlopes() claim.Claim {
	var p claim.Points
	for _, x := range r.grid(r.sgld) {
		if x.exact < 0.1 {
			p.RatioWithin(x.batch(), claim.Exact(x.epsilon*x.dt*x.v/2), 0.9, 1.1, "ε(n)Δt, %v", x)
			p.RatioWithin(claim.Exact(x.all), claim.Exact(x.dt*r.a/2), 0.9, 1.1, "Δt, %v", x)
		}
	}
	c := p.Judge(claim.Of("S2.3.2-1", "a"), "exact slopes over the predicted ones, v/2 and a/2: ")
	return r.simulated(r.sgld).Confirms(c)
}

func (r results) sgldRest(part string, one float64) claim.Claim {
	p := r.bounded(r.sgld, func(eps float64) float64 { return one + math.Pow(eps, 1.5) })
	bound := "ε^{3/2}Δt²"
	if one > 0 {
		bound = "(1 + ε^{3/2})Δt²"
	}
	c := p.Judge(claim.Of("S2.3.2-1", part),
		"rest over "+bound+", over that of the largest n for which it is finite: ")
	return claim.Because(c, claim.Finding,
		"with all data the rest is a²Δt²/4, not 0: a misprint, the 1 of eq. T_op is missing")
}

func (r results) spreads() claim.Claim {
	var p claim.Points
	t := r.table.Where("quantity", "slope in ε(n)Δt for other v").Sort("v")
	for i := range t.Len() - 1 {
		p.RatioAbove(claim.Exact(t.Float(i+1, "value")), claim.Exact(t.Float(i, "value")), 1,
			"v = %.3g to %.3g", t.Float(i, "v"), t.Float(i+1, "v"))
	}
	return p.Judge(claim.Of("S2.3.2-2", "a"), "exact slope over that for the next smaller v: ")
}

// decreases compares neighbours in Δt (part a) or in n (part b).
func (r results) decreases(part string) claim.Claim {
	var p claim.Points
	of := func(x point) (others string, by float64) {
		if part == "a" {
			return fmt.Sprint(x.method, x.sampling, x.n), -x.dt
		}
		return fmt.Sprint(x.method, x.sampling, x.dt), x.n
	}
	ps := slices.Clone(r.points)
	slices.SortStableFunc(ps, func(x, y point) int {
		a, u := of(x)
		b, v := of(y)
		return cmp.Or(strings.Compare(a, b), cmp.Compare(u, v))
	})
	for i := range len(ps) - 1 {
		a, _ := of(ps[i])
		if b, _ := of(ps[i+1]); a == b {
			p.RatioBelow(claim.Exact(ps[i+1].exact), claim.Exact(ps[i].exact), 1, "%v", ps[i+1])
		}
	}
	c := p.Judge(claim.Of("S2.3.2-3", part), "exact error over that of the neighbour: ")
	return r.simulated(r.sgld, r.langevin).Confirms(c)
}

func (r results) thirdMoment() claim.Claim {
	var p claim.Points
	skew := r.table.Where("quantity", "E Z³")
	ts := r.shapes("third central moment", r.sgld)
	for j, t := range ts {
		for i := range t.Len() - 1 {
			p.Within(claim.Exact(exponent(t, i)), 1.9, 2.1, "in Δt, n = %s, Δt = %s to %s",
				t.Cell(i, "n"), t.Cell(i, "dt"), t.Cell(i+1, "dt"))
		}
		if j == 0 {
			continue
		}
		per := func(t *table.Table) float64 {
			z, _ := skew.Lookup("value", "n", t.Cell(0, "n"))
			return t.Float(0, "value") / z
		}
		p.Within(claim.Exact(math.Log(per(t)/per(ts[0]))/
			math.Log(t.Float(0, "epsilon")/ts[0].Float(0, "epsilon"))), 1.4, 1.6,
			"in ε(n), n = %s and %s", ts[0].Cell(0, "n"), t.Cell(0, "n"))
	}
	return p.Judge(claim.Of("S2.3.2-6", "a"),
		"exponents of the third central moment of θ over E[Z³]: ")
}

func (r results) noThirdMoment() claim.Claim {
	var p claim.Points
	given := r.shapes("third central moment", r.sgld)
	for j, t := range r.shapes("third central moment for symmetric data", r.sgld) {
		for i := range t.Len() {
			p.RatioBelow(claim.Exact(t.Float(i, "value")), claim.Exact(given[j].Float(i, "value")), 1e-9,
				"n = %s, Δt = %s", t.Cell(i, "n"), t.Cell(i, "dt"))
		}
	}
	return p.Judge(claim.Of("S2.3.2-6", "b"),
		"third central moment of θ for symmetric data over that for the data as given: ")
}

func (r results) langevinSlopes() claim.Claim {
	var p claim.Points
	for _, x := range r.grid(r.langevin) {
		p.RatioWithin(x.batch(), claim.Exact(r.leading(r.langevin, x.epsilon, x.dt, x.v)+
			r.a*x.dt*x.dt/4), 0.9, 1.1, "%v", x)
	}
	c := p.Judge(claim.Of("S2.4.2-1", "a"), "exact slope in ε(n)Δt over the predicted one, v/(2γ): ")
	return r.simulated(r.langevin).Confirms(c)
}

func (r results) orderLost() claim.Claim {
	var p claim.Points
	for _, t := range r.small(r.langevin) {
		order := 1.0
		if t.Float(0, "epsilon") == 0 {
			order = 2
		}
		for i := range t.Len() - 1 {
			p.Below(claim.Exact(math.Abs(exponent(t, i)-order)), 0.1, "n = %s%s, Δt = %s to %s",
				t.Cell(i, "n"), gamma(t, i), t.Cell(i, "dt"), t.Cell(i+1, "dt"))
		}
	}
	return p.Judge(claim.Of("S2.4.2-3", ""),
		"distance of the exponent in Δt of the exact error from 1, and from 2 with all data: ")
}

func (r results) sameOrder() claim.Claim {
	var p claim.Points
	ps := r.pairs()
	for _, x := range ps {
		p.RatioWithin(claim.Exact(x.exact), claim.Exact(x.all), 1/math.Sqrt(10), math.Sqrt(10), "%v", x)
	}
	c := p.Judge(claim.Of("S2.4.2-4", "a"), "exact error of SGLD over that of Langevin dynamics: ")
	c = claim.Because(c, claim.Parameters,
		"the ratio is about (1 + a/(ε(n)v))/(1 − aΔt/2); for both samplings it %s",
		upTo(ps, func(x point) bool { return x.exact < math.Sqrt(10)*x.all }))
	return r.simulated(r.sgld, r.langevin).Confirms(c)
}

func (r results) splittings() claim.Claim {
	var p claim.Points
	var others []string
	t := r.table.Where("quantity", "slope in ε(n)Δt").Sort("dt")
	shared := r.table.Where("quantity", "slope in ε(n)Δt with one batch a step").Sort("dt")
	reference := t.Where("method", langevin)
	for _, word := range t.Distinct("method") {
		u := t.Where("method", word)
		if strings.Count(word, "B") > 1 {
			others = append(others, fmt.Sprintf("%s %.3f (%.3f)", word,
				shared.Where("method", word).Float(0, "value")/reference.Float(0, "value"),
				u.Float(0, "value")/reference.Float(0, "value")))
			continue
		}
		for i := range u.Len() {
			lo, hi := 0.8, 1.25
			if i == 0 {
				lo, hi = 0.9, 1.1
			}
			p.RatioWithin(claim.Exact(u.Float(i, "value")), claim.Exact(reference.Float(i, "value")),
				lo, hi, "%s, Δt = %s", word, u.Cell(i, "dt"))
		}
	}
	c := p.Judge(claim.Of("S2.4.2-5", ""), "slope in ε(n)Δt over that of OABAO: ")
	c.Measured += "; words with two B's that share one batch (that have a batch each): " +
		strings.Join(others, ", ")
	return c
}

// tempered compares excess variances with 1/β − 1 (eq. beta_eff), of one quantity and γ or of both
// quantities and the other frictions.
func (r results) tempered(part, quantity, gammaText string) claim.Claim {
	var p claim.Points
	for _, q := range []string{"variance error at small Δt", "variance error of p at small Δt"} {
		t := r.table.Where("method", r.langevin, "quantity", q)
		for i := range t.Len() {
			if quantity != "" && (q != quantity || t.Cell(i, "gamma") != gammaText) ||
				t.Float(i, "epsilon") == 0 {
				continue
			}
			variable := "θ"
			if q != "variance error at small Δt" {
				variable = "p"
			}
			p.RatioWithin(claim.Exact(t.Float(i, "value")), claim.Exact(firstOrder(t, i)), 0.9, 1.1,
				"%s, n = %s%s, Δt = %s", variable, t.Cell(i, "n"), gamma(t, i), t.Cell(i, "dt"))
		}
	}
	return p.Judge(claim.Of("S2.4.3-2", part), "exact excess of the variance over 1/β − 1: ")
}
