package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// claims decides the sentences about Adaptive Langevin dynamics with constant Σ_x.
func claims(_ Spec, t *table.Table) []claim.Claim {
	return slices.Concat(theory(t), bounds(t), orders(t), section323(t), findings(t))
}

// section323 decides what section 3.2.3 says about the figure.
func section323(t *table.Table) []claim.Claim {
	ms, inert := read(t, drawn), read(t, inertia)
	return []claim.Claim{
		notAffected("a", 1e-3, ms, inert), notAffected("b", 2e-3, ms, inert),
		notAffected("c", 5e-3, ms, inert), dueToTimeStep(ms, inert),
		affected(ms), notAsymptotic(ms),
		farBelow("a", "", ms, t, func(dt, theirs float64) bool { return dt == theirs }),
		farBelow("b", "at 3 to 5 times their Δt, ", ms, t, func(dt, theirs float64) bool {
			return dt >= 2.999*theirs && dt <= 5.001*theirs
		}),
	}
}

// notAffected compares the part due to batches with that due to the time step.
func notAffected(part string, dt float64, ms, inert []measured) claim.Claim {
	at := func(m measured) bool { return m.dt == dt && m.s < 1 }
	var p, simulated claim.Points
	var above []string
	for _, m := range filter(ms, at) {
		if m.eps > 0 {
			b := m.batchFrozen()
			p.RatioBelow(claim.Exact(b), claim.Exact(m.step), 1, "n = %g", m.n)
			if m.ok {
				simulated.RatioBelow(m.batch(), claim.Exact(m.step), 1, "n = %g", m.n)
			}
			if math.Abs(b) > math.Abs(m.step) {
				above = append(above, fmt.Sprint(m.n))
			}
		}
	}
	c := p.Judge(claim.Of("S3.2.3-1", part),
		"part due to batches over part due to the time step, frozen ξ: ")
	c = claim.Because(c, claim.Finding,
		"at Δt = %g batches of n = %s add more than the time step does", dt, strings.Join(above, ", "))
	// η does not matter to a frozen ξ
	return agreement(append(filter(ms, at), filter(inert, at)...)).ConfirmsOr(c, &simulated)
}

func dueToTimeStep(ms, inert []measured) claim.Claim {
	at := func(m measured) bool { return m.dt <= 5e-3 && m.s < 1 }
	var p, simulated claim.Points
	var less []string
	for _, m := range filter(ms, at) {
		if m.eps > 0 {
			p.RatioAbove(claim.Exact(m.step), claim.Exact(m.frozen), 0.5, "%v", m)
			if m.ok {
				simulated.RatioAbove(claim.Exact(m.step), m.error, 0.5, "%v", m)
			}
			if math.Abs(m.step) < math.Abs(m.frozen)/2 {
				less = append(less, m.String())
			}
		}
	}
	c := p.Judge(claim.Of("S3.2.3-1", "d"), "part due to the time step over the error, frozen ξ: ")
	c = claim.Because(c, claim.Finding, "the part due to batches, s (s + γΔt)/4 for small s, is "+
		"larger than that of the time step, aΔt²/4, at %s", strings.Join(less, "; "))
	return agreement(append(filter(ms, at), filter(inert, at)...)).ConfirmsOr(c, &simulated)
}

// affected takes the least n that has a stationary state at each Δt.
func affected(ms []measured) claim.Claim {
	var p claim.Points
	for _, dt := range distinct(ms, timeStep) {
		at := filter(ms, func(m measured) bool { return m.dt == dt && m.s < 1 && m.eps > 0 })
		if dt < 8e-3 || len(at) == 0 {
			continue
		}
		m := slices.MinFunc(at, func(a, b measured) int { return int(a.n - b.n) })
		p.RatioAbove(claim.Exact(m.batchFrozen()), claim.Exact(m.step), 1, "%v, frozen ξ", m)
		if m.ok {
			p.RatioAbove(m.batch(), claim.Exact(m.step), 1, "%v", m)
		} else {
			p.Exclude(m.status, "%v", m)
		}
	}
	return p.Judge(claim.Of("S3.2.3-2", ""),
		"part due to batches over part due to the time step: ")
}

// notAsymptotic compares the exponents of Δt in the part due to batches below and above.
func notAsymptotic(ms []measured) claim.Claim {
	var least, most float64 = math.Inf(1), 0
	var texts []string
	for _, n := range []float64{1, 2, 5} {
		of := func(lo, hi float64) float64 {
			return exponent(filter(nearlyFrozen(ms), func(m measured) bool {
				return m.n == n && m.dt >= lo && m.dt <= hi
			}), timeStep, measured.batchFrozen, 1.2)
		}
		below, above := of(0, 5e-3), of(8e-3, math.Inf(1))
		if d := math.Abs(above - below); !math.IsNaN(d) {
			least, most = min(least, d), max(most, d)
			texts = append(texts, fmt.Sprintf("%.2f and %.2f (n = %g)", below, above, n))
		}
	}
	verdict := claim.Undecided
	switch {
	case len(texts) == 0:
	case least > 0.5:
		verdict = claim.Holds
	case most < 0.1:
		verdict = claim.Fails
	}
	c := claim.Judged(claim.Of("S3.2.3-3", ""), verdict,
		"exponents of Δt in the part due to batches, frozen ξ, up to 0.005 and from 0.008 on, s ≤ "+
			"0.5: %s",
		strings.Join(texts, ", "))
	c = claim.Because(c, claim.Finding, "the part due to batches has the same form, s (s + γΔt)/4, "+
		"below and above, and its exponent changes little; what changes is that it outgrows the part "+
		"of the time step. What limits is s = Δt² ε(n) v/2 reaching 1, not Δt alone")
	return agreement(ms).Confirms(c)
}

// farBelow compares errors with the smaller of those of SGLD and Langevin dynamics at the same n,
// where the time steps match.
func farBelow(
	part, where string, ms []measured, t *table.Table, match func(dt, theirs float64) bool,
) claim.Claim {
	t = t.Where("quantity", "variance error", "source", table.Exact)
	var p, simulated claim.Points
	ms = filter(nearlyFrozen(ms), func(m measured) bool { return m.eps > 0 && m.n < 0.9*total(m) })
	for _, m := range ms {
		u := t.Where("n", m.n, "sampling", m.sampling)
		for _, dt := range distinct(ms, timeStep) {
			if v := u.Where("dt", dt); v.Len() > 0 && match(m.dt, dt) {
				least, where := claim.Exact(smallest(v.Floats("value"))), "n = %g, Δt = %g beside %g"
				p.RatioBelow(claim.Exact(m.frozen), least, 1./3, where, m.n, m.dt, dt)
				if m.ok {
					simulated.RatioBelow(m.error, least, 1./3, where, m.n, m.dt, dt)
				}
			}
		}
	}
	c := p.Judge(claim.Of("S3.2.3-4", part),
		where+"error with a frozen ξ over the smaller of theirs, which are exact: ")
	return agreement(ms).ConfirmsOr(c, &simulated)
}

// total is the number of data, from ε(n) = N(N − n)/n.
func total(m measured) float64 {
	return (m.n + math.Sqrt(m.n*m.n+4*m.n*m.eps)) / 2
}

// smallest returns the smallest absolute value.
func smallest(xs []float64) float64 {
	least := math.Inf(1)
	for _, x := range xs {
		least = min(least, math.Abs(x))
	}
	return least
}

// bounds decides the bounds of section 3.2.2, whose constant is that which n = Nd needs.
func bounds(t *table.Table) []claim.Claim {
	bound := func(id, part string, ms []measured, of func(eps float64) float64) claim.Claim {
		var p, simulated claim.Points
		for _, m := range nearlyFrozen(ms) {
			if m.eps == 0 {
				continue
			}
			most := claim.Exact(of(m.eps) * m.step)
			p.RatioBelow(claim.Exact(m.frozen), most, math.Sqrt(10), "%v", m)
			if m.ok {
				simulated.RatioBelow(m.error, most, math.Sqrt(10), "%v", m)
			}
		}
		c := p.Judge(claim.Of(id, part), "error with a frozen ξ over the bound, whose constant is that "+
			"of ε(n) = 0: ")
		return agreement(ms).ConfirmsOr(c, &simulated)
	}
	var odd claim.ChiSquare
	quantity(t, symmetric, "third moment", small, &claim.Points{},
		func(_ measured, e estimate.Estimate) { odd.Add(e, 0) })
	return []claim.Claim{
		bound("S3.2.2-1", "", read(t, drawn), func(e float64) float64 { return 1 + power32(e) }),
		bound("S3.2.2-2", "a", read(t, symmetric), func(e float64) float64 { return 1 + e }),
		odd.Judge(claim.Of("S3.2.2-2", "b"), "symmetric data, third moments against 0: "),
	}
}

func power32(x float64) float64 { return x * math.Sqrt(x) }

// orders decides the order ε(n)^(3/2)Δt² of section 3.2.2, for the variance, which E Z³ does not
// enter, and for the third moment, which it alone makes.
func orders(t *table.Table) []claim.Claim {
	ms := filter(read(t, drawn), func(m measured) bool { return m.eps > 0 })
	third := t.Where("quantity", "third moment", "source", table.Prediction)
	var skew []measured
	for i := range third.Len() {
		if m := point(third, i); m.n <= total(m)/10 && m.eps > 0 {
			skew = append(skew, m)
		}
	}
	moment := func(m measured) float64 { return m.error.Value }
	a := claim.Because(order("a", "part of the variance error that is due to batches, frozen ξ: ",
		ms, measured.batchFrozen), claim.Finding, "a variance does not see E Z³, because the gradient "+
		"is linear in θ: it goes from ε(n)Δt³ to ε(n)²Δt⁴, as s (s + γΔt)/4 does")
	b := claim.Because(order("b", "third moment of θ, n ≤ Nd/10, frozen ξ: ", skew, moment),
		claim.Finding, "ε(n)^(3/2)E Z³ goes as ε(n)², since E Z³ falls as 1/√n like ε(n)^(1/2); and the "+
			"response to a kick falls from 1/a² to 1/(2aξ²) as ξ grows with ε(n)Δt")
	var chi claim.ChiSquare
	quantity(t, laws, "third moment", small, &claim.Points{},
		func(m measured, e estimate.Estimate) { chi.Add(e, m.frozen) })
	return []claim.Claim{everywhere(t).Confirms(a), chi.Confirms(b), below(ms, t)}
}

// order compares the exponents of ε(n) and of Δt with 3/2 and 2.
func order(part, prefix string, ms []measured, of func(measured) float64) claim.Claim {
	const ratio = 4 // of the values over which an exponent is taken
	ms = nearlyFrozen(ms)
	var p claim.Points
	along := func(fixed, x func(measured) float64, want float64, name, at string) string {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range distinct(ms, fixed) {
			k := exponent(filter(ms, func(m measured) bool { return fixed(m) == v }), x, of, ratio)
			if !math.IsNaN(k) {
				p.Within(claim.Exact(k), want-0.1, want+0.1, "of %s at %s = %g", name, at, v)
				lo, hi = min(lo, k), max(hi, k)
			}
		}
		return fmt.Sprintf("exponents of %s %.2f to %.2f", name, lo, hi)
	}
	prefix += along(timeStep, epsilon, 1.5, "ε(n)", "Δt") + ", "
	prefix += along(batchSize, timeStep, 2, "Δt", "n") + "; "
	return p.Judge(claim.Of("S3.2.2-3", part), prefix)
}

// below compares the errors with those of SGLD and Langevin dynamics at the same point.
func below(ms []measured, t *table.Table) claim.Claim {
	t = t.Where("quantity", "variance error", "source", table.Exact)
	var p, simulated claim.Points
	for _, m := range nearlyFrozen(ms) {
		u := t.Where("n", m.n, "sampling", m.sampling, "dt", m.dt)
		if u.Len() == 0 {
			continue
		}
		least := claim.Exact(smallest(u.Floats("value")))
		p.RatioBelow(claim.Exact(m.frozen), least, 1, "%v", m)
		if m.ok {
			simulated.RatioBelow(m.error, least, 1, "%v", m)
		}
	}
	c := p.Judge(claim.Of("S3.2.2-3", "c"),
		"error with a frozen ξ over the smaller of theirs, which are exact: ")
	return agreement(ms).ConfirmsOr(c, &simulated)
}
