package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

const section = "3.5"

// smallNoise is the ε(n)Δt up to which a claim about sufficiently small ε(n)Δt is decided; the paper gives no bound.
const smallNoise = 100

// near is how far from 1 a ratio of what should be about equal may be.
const near = 0.2

// pair is a point of a figure with two frictions.
type pair struct {
	noise float64 // ε(n)Δt
	n     int
	dt    float64
	a, b  estimate.Estimate
}

func (p pair) String() string {
	return fmt.Sprintf("n = %d, Δt = %g (ε(n)Δt = %.3g)", p.n, p.dt, p.noise)
}

// pairs are the points at which both frictions have a stationary state, by increasing ε(n)Δt.
func pairs(s Spec, t *table.Table, quantity, a, b string) []pair {
	t = t.Where("quantity", quantity, "status", table.OK)
	var ps []pair
	for _, dt := range s.Dt {
		for _, n := range s.N {
			u, v := t.Where("friction", a, "dt", dt, "n", n), t.Where("friction", b, "dt", dt, "n", n)
			if u.Len() == 1 && v.Len() == 1 {
				ps = append(ps, pair{
					float64(u.Float(0, "epsilon") * dt), n, dt,
					estimate.Estimate{Value: u.Float(0, "value"), StdErr: u.Float(0, "stderr")}, estimate.Estimate{Value: v.Float(0, "value"), StdErr: v.Float(0, "stderr")},
				})
			}
		}
	}
	slices.SortStableFunc(ps, func(x, y pair) int { return cmp.Compare(x.noise, y.noise) })
	return ps
}

// claims evaluates what section 3.5 says about Figure 13. Points that run away or have not settled never enter.
func claims(s Spec, t *table.Table) []experiment.Claim {
	var cs []experiment.Claim
	for _, k := range []string{simulate.NetworkDiagonal, simulate.NetworkLayers} {
		if !slices.Contains(s.Friction, k) {
			continue
		}
		c := experiment.Claim{
			Name: "smaller error than scalar, " + k, Section: section,
			Sentence: "the diagonal version of AdL reduces the minibatching error compared to the scalar version for values of ε(n)Δt sufficiently small",
			Measured: "no error is known to 25 % for both", Verdict: experiment.Undecided,
		}
		if k == simulate.NetworkLayers {
			c.Sentence = "the number of coefficients can be reduced by considering a single scalar variable for W¹, b, W²: the same of this variant, a question of ours"
		}
		var parts []string
		verdict := ""
		for _, p := range pairs(s, t, "L1", k, simulate.NetworkScalar) {
			r := estimate.Ratio(p.a, p.b)
			if p.b.Z(0) < 4 || r.StdErr > 0.25 {
				continue
			}
			parts = append(parts, fmt.Sprintf("%.2f ± %.2f at %v", r.Value, r.StdErr, p))
			if p.noise <= smallNoise {
				v := experiment.Less(r.Value, r.StdErr, 1, 2)
				if verdict == "" {
					verdict = v
				}
				verdict = experiment.Worse(verdict, v)
			}
		}
		if len(parts) > 0 {
			c.Measured = fmt.Sprintf("error over that of a scalar ξ, expected below 1 up to ε(n)Δt = %d: %s", smallNoise, strings.Join(parts, ", "))
			c.Verdict = cmp.Or(verdict, experiment.Undecided)
		}
		cs = append(cs, c)
	}
	return append(cs, average(s, t), order(s, t), timestep(t))
}

// average compares the mean of the diagonal of ξ with a scalar ξ.
func average(s Spec, t *table.Table) experiment.Claim {
	c := experiment.Claim{
		Name: "mean of ξ", Section: section, Sentence: "the mean of the diagonal of ξ is about the mean of the scalar ξ",
		Measured: "no point at which both have settled", Verdict: experiment.Undecided,
	}
	var parts []string
	verdict := experiment.Holds
	for _, p := range pairs(s, t, "mean xi", simulate.NetworkDiagonal, simulate.NetworkScalar) {
		r := estimate.Ratio(p.a, p.b)
		parts = append(parts, fmt.Sprintf("%.3g ± %.1g against %.3g ± %.1g at %v", p.a.Value, p.a.StdErr, p.b.Value, p.b.StdErr, p))
		verdict = experiment.Worse(verdict, experiment.Within(r.Value, r.StdErr, 1-near, 1+near, 2))
	}
	if len(parts) > 0 {
		c.Measured = fmt.Sprintf("expected to agree within %.0f %%: %s", 100*near, strings.Join(parts, ", "))
		c.Verdict = verdict
	}
	return c
}

// order looks for the point whose ξ is as the paper says, which does not say for which n and Δt.
func order(s Spec, t *table.Table) experiment.Claim {
	c := experiment.Claim{
		Name: "mean and variance of the diagonal of ξ", Section: section,
		Sentence: "the variance of the diagonal elements is about 2 (for each set of parameters), their average of the order of γ = 1 (n and Δt are not given)",
		Measured: "no point has settled", Verdict: experiment.Undecided,
	}
	t = t.Where("friction", simulate.NetworkDiagonal)
	means, spreads := t.Where("quantity", "mean xi"), t.Where("quantity", "spread xi")
	var parts []string
	best, mean := math.Inf(1), 0.0
	for i := range means.Len() {
		if means.Float(i, "epsilon") == 0 || means.Cell(i, "status") == table.Runaway {
			continue
		}
		m, v := means.Float(i, "value"), spreads.Float(i, "value")
		text := fmt.Sprintf("%.3g and %.2g ± %.1g at n = %s, Δt = %s", m, v, spreads.Float(i, "stderr"), means.Cell(i, "n"), means.Cell(i, "dt"))
		if means.Cell(i, "status") != table.OK {
			text += " (not settled)"
		}
		parts = append(parts, text)
		if d := math.Max(v/2, 2/v); d < best && means.Cell(i, "status") == table.OK {
			best, mean = d, m
		}
	}
	if !math.IsInf(best, 1) {
		c.Measured = "mean and variance, expected at some point that has settled a variance within a factor 2 of 2, and there a mean of 0.5 to 3: " + strings.Join(parts, ", ")
		c.Verdict = experiment.Worse(experiment.Less(best, 0, 2, 1), experiment.Within(mean, 0, 0.5*s.Gamma, 3*s.Gamma, 1))
	}
	return c
}

// timestep compares the references of the two time steps.
func timestep(t *table.Table) experiment.Claim {
	c := experiment.Claim{
		Name: "reference", Section: section, Sentence: "the exact posterior distribution is considered to be that of AdL without minibatching",
		Measured: "one time step only", Verdict: experiment.Undecided,
	}
	if u := t.Where("quantity", "time step"); u.Len() > 0 {
		v, e := u.Float(0, "value"), u.Float(0, "stderr")
		c.Measured = fmt.Sprintf("L¹ distance of the references at Δt = %s and at the smallest Δt: %.3f ± %.3f (noise alone: %.3f before correction), expected below 0.05, a bound of ours",
			u.Cell(0, "dt"), v, e, u.Float(0, "floor"))
		c.Verdict = experiment.Less(v, e, 0.05, 2)
	}
	return c
}
