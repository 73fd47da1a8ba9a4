package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/study"
	"adl/pkg/table"
)

// smallNoise is the ε(n)Δt up to which a claim about sufficiently small ε(n)Δt is decided; the
// paper gives no bound.
const smallNoise = 100

// near bounds the distance from 1 of the ratio of two numbers that the paper calls about equal.
const near = 0.2

// claims decides the sentences about Figure 13. Only points that are ok decide.
func claims(s Spec, t *table.Table) []claim.Claim {
	var cs []claim.Claim
	for _, c := range []struct {
		friction study.Friction
		sentence string
	}{
		{study.Diagonal, "the diagonal version of AdL reduces the minibatching error compared to " +
			"the scalar version for values of ε(n)Δt sufficiently small"},
		{study.Layers, "the number of coefficients can be reduced by considering a single scalar " +
			"variable for W¹, b, W²: the same claim for this variant, a question of ours"},
	} {
		if slices.Contains(s.Friction, c.friction) {
			cs = append(cs, overScalar(t, c.friction, c.sentence))
		}
	}
	return append(cs, average(t), order(s, t), timestep(t))
}

// pair is a point of the figure with a friction and with a scalar one.
type pair struct {
	claim.Pair
	noise float64 // ε(n)Δt
	at    string
}

// pairs returns the points at which both have a stationary state, by increasing ε(n)Δt.
func pairs(t *table.Table, quantity string, friction study.Friction) (ps []pair) {
	t = t.Where("quantity", quantity, "status", table.OK)
	u := t.Where("friction", friction)
	for _, q := range claim.Pairs(u, t.Where("friction", study.Scalar), "dt", "n") {
		noise := float64(u.Float(q.Row, "epsilon") * u.Float(q.Row, "dt"))
		ps = append(ps, pair{q, noise, fmt.Sprintf("n = %s, Δt = %s (ε(n)Δt = %.3g)",
			u.Cell(q.Row, "n"), u.Cell(q.Row, "dt"), noise)})
	}
	slices.SortStableFunc(ps, func(x, y pair) int { return cmp.Compare(x.noise, y.noise) })
	return ps
}

// overScalar compares the errors with a friction and with a scalar one, where both are known.
func overScalar(t *table.Table, friction study.Friction, sentence string) claim.Claim {
	var p claim.Parts
	for _, q := range pairs(t, "L1", friction) {
		r := q.Ratio()
		if q.B.Z(0) < 4 || r.StdErr > 0.25 {
			continue
		}
		p.Note("%.2f at %s", r, q.at)
		if q.noise <= smallNoise {
			p.Decide(claim.Less(r, 1, 2))
		}
	}
	return p.Judge(
		claim.Claim{Name: "smaller error than scalar, " + string(friction), Sentence: sentence},
		"error over that of a scalar ξ, expected below 1 up to ε(n)Δt = 100: ",
		"no error is known to 25 % for both")
}

// average compares the mean of the diagonal of ξ with a scalar ξ.
func average(t *table.Table) claim.Claim {
	var p claim.Parts
	for _, q := range pairs(t, "mean xi", study.Diagonal) {
		p.Add(claim.Within(q.Ratio(), 1-near, 1+near, 2),
			"%.3g ± %.1g against %.3g ± %.1g at %s",
			q.A.Value, q.A.StdErr, q.B.Value, q.B.StdErr, q.at)
	}
	return p.Judge(claim.Claim{
		Name:     "mean of ξ",
		Sentence: "the mean of the diagonal of ξ is about the mean of the scalar ξ",
	}, fmt.Sprintf("expected to agree within %.0f %%: ", 100*near),
		"no point at which both have settled")
}

// order looks for a point at which ξ is as in the paper, which does not give n and Δt.
func order(s Spec, t *table.Table) claim.Claim {
	t = t.Where("friction", study.Diagonal)
	means, spreads := t.Where("quantity", "mean xi"), t.Where("quantity", "spread xi")
	var p claim.Parts
	factor, mean := math.Inf(1), 0.0 // between the variance and 2, where it is smallest
	for i := range means.Len() {
		status, note := means.Cell(i, "status"), ""
		if means.Float(i, "epsilon") == 0 || status == table.Runaway {
			continue
		}
		m, v := means.Float(i, "value"), spreads.Estimate(i)
		if status != table.OK {
			note = " (not settled)"
		} else if f := max(v.Value/2, 2/v.Value); f < factor {
			factor, mean = f, m
		}
		p.Note("%.3g and %.2g ± %.1g at n = %s, Δt = %s%s", m, v.Value, v.StdErr,
			means.Cell(i, "n"), means.Cell(i, "dt"), note)
	}
	if math.IsInf(factor, 1) {
		p = claim.Parts{}
	} else {
		p.Decide(claim.Less(claim.Exact(factor), 2, 1))
		p.Decide(claim.Within(claim.Exact(mean), 0.5*s.Gamma, 3*s.Gamma, 1))
	}
	return p.Judge(claim.Claim{
		Name: "mean and variance of the diagonal of ξ",
		Sentence: "the variance of the diagonal elements is about 2 (for each set of parameters), " +
			"their average of the order of γ = 1 (n and Δt are not given)",
	}, "mean and variance, expected at some point that has settled a variance "+
		"within a factor 2 of 2, and there a mean of 0.5 to 3: ", "no point has settled")
}

// timestep compares the references of the two time steps.
func timestep(t *table.Table) claim.Claim {
	var p claim.Parts
	if u := t.Where("quantity", "time step"); u.Len() > 0 {
		e := u.Estimate(0)
		p.Add(claim.Less(e, 0.05, 2),
			"L¹ distance of the references at Δt = %s and at the smallest Δt: %.3f "+
				"(noise alone: %.3f before correction), expected below 0.05, a bound of ours",
			u.Cell(0, "dt"), e, u.Float(0, "floor"))
	}
	return p.Judge(claim.Claim{
		Name:     "reference",
		Sentence: "the exact posterior distribution is considered to be that of AdL without minibatching",
	}, "", "one time step only")
}
