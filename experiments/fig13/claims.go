package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// small is an error that the paper would call small.
const small = 0.1

// claims decides the sentences about Figure 13. Only points that are ok support one.
func claims(s Spec, t *table.Table) []claim.Claim {
	return []claim.Claim{
		almostScalar(s, t), reference(s, t), diagonal(s, t), average(s, t),
		spreads(s, t), means(s, t), norms(s, t), layers(s, t),
	}
}

// pair is a point with a friction (A) and with a scalar one (B).
type pair struct {
	claim.Pair
	noise float64 // ε(n)Δt
	at    string
}

// pairs returns the points at which both are ok, by increasing ε(n)Δt, and names the others in p.
func pairs(t *table.Table, p *claim.Points, quantity string, friction study.Friction) (ps []pair) {
	t = t.Where("quantity", quantity)
	t = t.Filter(func(i int) bool { return t.Float(i, "epsilon") > 0 })
	u, v := t.Where("friction", friction), t.Where("friction", study.Scalar)
	for _, q := range claim.Pairs(u, v, "dt", "n") {
		n, dt := u.Cell(q.Row, "n"), u.Cell(q.Row, "dt")
		at := fmt.Sprintf("n = %s, Δt = %s", n, dt)
		if a, b := u.Cell(q.Row, "status"), v.Where("n", n, "dt", dt).Cell(0, "status"); a != table.OK ||
			b != table.OK {
			status := a
			if a == table.OK {
				status = b
			}
			p.Exclude(status, "%s", at)
			continue
		}
		ps = append(ps, pair{q, float64(u.Float(q.Row, "epsilon") * u.Float(q.Row, "dt")), at})
	}
	slices.SortStableFunc(ps, func(x, y pair) int { return cmp.Compare(x.noise, y.noise) })
	return ps
}

// almostScalar compares the errors of scalar and diagonal friction.
func almostScalar(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	for _, q := range pairs(t, &p, "L1", study.Diagonal) {
		p.RatioWithin(q.B, q.A, 0.8, 1.25, "%s", q.at)
	}
	return claim.IfFails(p.Judge(claim.Of("S3-1", "c"),
		"error of scalar over that of diagonal friction: "), claim.Finding, "the variances of the "+
		"gradient differ much between parameters, and a scalar ξ takes off their mean")
}

// reference compares runs with all data, at two time steps and with two frictions, with the least
// error that is resolved.
func reference(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	least := claim.Exact(math.Inf(1))
	u := t.Where("quantity", "L1", "status", table.OK)
	for i := range u.Len() {
		e := u.Estimate(i)
		if u.Float(i, "epsilon") > 0 && e.Z(0) > 2 && e.Value < least.Value {
			least = e
		}
	}
	for _, q := range []string{"time step", "L1"} {
		u := t.Where("quantity", q, "epsilon", 0)
		for i := range u.Len() {
			p.RatioBelow(u.Estimate(i), least, 1./3, "%s, Δt = %s, with all data",
				u.Cell(i, "friction"), u.Cell(i, "dt"))
		}
	}
	return claim.IfUndecided(p.Judge(claim.Of("S3.5-4", ""), fmt.Sprintf(
		"L¹ distance of two runs with all data over the least error that is resolved, %.2g: ",
		least.Value)),
		"two runs with all data differ as noise does, which is not far below the least error")
}

func diagonal(s Spec, t *table.Table) claim.Claim {
	return belowScalar(s, t, claim.Of("S3.5-5", ""), study.Diagonal)
}

func layers(s Spec, t *table.Table) claim.Claim {
	return belowScalar(s, t, claim.Ours("one ξ a layer",
		"a single number for each of W¹, b and W² reduces the error of a scalar ξ, too",
		"as S3.5-5"), study.Layers)
}

// belowScalar asks for smaller errors than with a scalar friction up to the largest ε(n)Δt at which
// those are small.
func belowScalar(s Spec, t *table.Table, c claim.Claim, friction study.Friction) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	ps := pairs(t, &p, "L1", friction)
	limit := 0.0
	for _, q := range ps {
		if q.B.Value < small {
			limit = q.noise
		}
	}
	beyond := claim.Parts{}
	for _, q := range ps {
		switch d := estimate.Sub(q.A, q.B); {
		case q.noise <= limit:
			p.Below(d, 0, "%s", q.at)
		default:
			beyond.Note("%.2g ± %.1g at %s", d.Value, d.StdErr, q.at)
		}
	}
	c = p.Judge(c, fmt.Sprintf("error less that of a scalar ξ, ε(n)Δt ≤ %.3g: ", limit))
	c.Measured += beyond.Measured("; beyond: ", "")
	return c
}

// average compares what batches add to ξ.
func average(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	var plain claim.Parts
	gamma := claim.Exact(s.Gamma)
	for _, q := range pairs(t, &p, "mean xi", study.Diagonal) {
		p.RatioWithin(estimate.Sub(q.A, gamma), estimate.Sub(q.B, gamma), 5./6, 7./6, "%s", q.at)
		plain.NoteLargest(math.Abs(q.Ratio().Value-1), "%.2f (%s)", q.Ratio(), q.at)
	}
	c := p.Judge(claim.Of("S3.5-6", ""), "(mean of the diagonal − γ)/(mean of the scalar ξ − γ): ")
	c.Measured += plain.Measured("; farthest from 1 without subtracting γ: ", "")
	return c
}

// spreads looks for a point at which the variances of the entries of ξ are about 2 in every layer,
// and notes for each layer where it is nearest.
func spreads(s Spec, t *table.Table) claim.Claim {
	verdict, near := claim.Fails, claim.Parts{}
	t = settled(t)
	points := t.Where("quantity", "spread W1")
	for i := range points.Len() {
		v := spreadsAt(s, t, points, i).Verdict()
		if v == claim.Holds || v == claim.Undecided && verdict == claim.Fails {
			verdict = v
		}
	}
	for _, name := range []string{"W1", "b", "W2"} {
		var best claim.Parts
		u := t.Where("quantity", "spread "+name)
		for i := range u.Len() {
			e := u.Estimate(i)
			best.NoteLargest(-math.Abs(math.Log(e.Value/2)), "%s: %.2g ± %.1g at n = %s, Δt = %s", name,
				e.Value, e.StdErr, u.Cell(i, "n"), u.Cell(i, "dt"))
		}
		near.Note("%s", best.Measured("", "no point"))
	}
	if points.Len() == 0 {
		verdict = claim.Undecided
	}
	return claim.IfUndecided(claim.Judged(claim.Of("S3.5-7", "a"), verdict,
		"of %d points with a diagonal ξ, nearest to 2 for %s", points.Len(), near.Measured("", "")),
		"averages over fewer than ten relaxation times of ξ scatter by themselves, by an "+
			"amount that is not known")
}

// spreadsAt asks whether the variances are about 2 in every layer at the point of a row.
func spreadsAt(s Spec, t, points *table.Table, i int) *claim.Points {
	p := &claim.Points{Replicas: simulate.Groups}
	for _, name := range []string{"W1", "b", "W2"} {
		u := t.Where("quantity", "spread "+name, "n", points.Cell(i, "n"), "dt", points.Cell(i, "dt"))
		if u.Len() > 0 {
			p.Within(u.Estimate(0), 5./3, 7./3, "%s", name)
		}
	}
	return p
}

// settled returns the rows of a diagonal ξ at points with batches that are ok.
func settled(t *table.Table) *table.Table {
	t = t.Where("friction", study.Diagonal, "status", table.OK)
	return t.Filter(func(i int) bool { return t.Float(i, "epsilon") > 0 })
}

// means asks for the mean of ξ at the points where the variance is nearest to 2.
func means(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups, Rule: claim.Somewhere}
	t = settled(t)
	points := t.Where("quantity", "spread W1")
	for i := range points.Len() {
		if spreadsAt(s, t, points, i).Verdict() == claim.Fails && !nearest(t, points, i) {
			continue
		}
		n, dt := points.Cell(i, "n"), points.Cell(i, "dt")
		if u := t.Where("quantity", "mean xi", "n", n, "dt", dt); u.Len() > 0 {
			p.RatioWithin(u.Estimate(0), claim.Exact(s.Gamma), 1/math.Sqrt(10), math.Sqrt(10),
				"n = %s, Δt = %s", n, dt)
		}
	}
	return p.Judge(claim.Of("S3.5-7", "b"),
		"mean of ξ over γ where the variances are about 2, or that of a layer is nearest to it: ")
}

// nearest reports whether the variance in some layer is nearest to 2 at the point of a row.
func nearest(t, points *table.Table, i int) bool {
	for _, name := range []string{"W1", "b", "W2"} {
		u := t.Where("quantity", "spread "+name)
		at, least := "", math.Inf(1)
		for k := range u.Len() {
			if d := math.Abs(math.Log(u.Float(k, "value") / 2)); d < least {
				at, least = u.Cell(k, "n")+" "+u.Cell(k, "dt"), d
			}
		}
		if at == points.Cell(i, "n")+" "+points.Cell(i, "dt") {
			return true
		}
	}
	return false
}

// norms compares the ratio of ‖Σ_x − s* I‖ and ‖Σ_x − D*‖ with those of the errors: one is at most
// 1.25 where the others are.
func norms(s Spec, t *table.Table) claim.Claim {
	p := claim.Points{Replicas: simulate.Groups}
	ratio := estimate.Unknown()
	scalar := t.Where("quantity", "Sigma less its mean scalar")
	for _, q := range claim.Pairs(scalar, t.Where("quantity", "Sigma less its mean diagonal")) {
		ratio = q.Ratio()
	}
	for _, q := range pairs(t, &p, "L1", study.Diagonal) {
		switch {
		case ratio.Value > 1.25:
			p.RatioAbove(q.B, q.A, 1.25, "%s", q.at)
		case ratio.Value <= 1.25:
			p.RatioBelow(q.B, q.A, 1.25, "%s", q.at)
		}
	}
	c := claim.Of("S5-4", "")
	c.Name = "network"
	return claim.IfFails(p.Judge(c, fmt.Sprintf("the norms of scalar and diagonal have the ratio "+
		"%.3g ± %.1g; error of scalar over that of diagonal friction: ", ratio.Value, ratio.StdErr)),
		claim.Finding, "the norm is of all entries of Σ_x and of their changes with θ, most of which no "+
			"diagonal ξ takes off; the law of the output depends on few of them")
}
