package main

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 12.
func claims(s Spec, t *table.Table) []claim.Claim {
	cs := []claim.Claim{uncertain(s, t)}
	for _, k := range s.Friction {
		cs = append(cs, broader(s, t, k))
	}
	return append(cs, stationary(t))
}

// at returns a quantity of a run at the first Δt that has a stationary state.
func at(
	s Spec, t *table.Table, quantity string, k study.Friction,
) (e estimate.Estimate, ok bool) {
	return t.LookupEstimate("quantity", quantity, "friction", k, "dt", s.Dt[0], "status", table.OK)
}

func uncertain(s Spec, t *table.Table) claim.Claim {
	var p claim.Parts
	t = t.Where("epsilon", 0)
	mean, ok := at(s, t, "mean", s.Reference)
	variance, ok2 := at(s, t, "variance", s.Reference)
	if ok && ok2 {
		sd := math.Sqrt(variance.Value)
		z := estimate.Estimate{Value: math.Abs(mean.Value-0.5) / sd, StdErr: mean.StdErr / sd}
		p.Add(claim.Less(z, 2, 2), "with all data N_θ(x) = %.3f with standard deviation %.3f; "+
			"½ is %.2f standard deviations from the mean, expected below 2",
			mean, sd, z.Value)
	}
	return p.Judge(claim.Claim{
		Name: "uncertain classification",
		Sentence: "the distribution of likelihoods has a large variance, " +
			"and the classification of the point is uncertain",
	}, "", "no run with all data")
}

func broader(s Spec, t *table.Table, friction study.Friction) claim.Claim {
	c := claim.Claim{
		Name:     "broader for smaller batches, " + string(friction),
		Sentence: "the distribution of likelihoods is impacted by the minibatching error",
		Measured: "fewer than two n with a stationary state", Verdict: claim.Undecided,
	}
	var p claim.Parts
	var previous estimate.Estimate
	for _, n := range slices.Backward(s.N) {
		v, ok := at(s, t.Where("n", n), "variance", friction)
		if !ok {
			continue
		}
		if p.Len() > 0 {
			p.Decide(claim.Greater(estimate.Sub(v, previous), 0, 2))
		}
		p.Note("%.4f at n = %d", v, n)
		previous = v
	}
	if p.Len() > 1 {
		prefix := fmt.Sprintf("variance of N_θ(x), Δt = %g: ", s.Dt[0])
		c.Measured, c.Verdict = p.Measured(prefix, "")+"; expected to grow", p.Verdict()
	}
	return c
}

// stationary lists the points without a stationary state, and those that have not settled.
func stationary(t *table.Table) claim.Claim {
	p := claim.Parts{Sep: "; "}
	t = t.Where("quantity", "mean xi")
	for i := range t.Len() {
		status, verdict := t.Cell(i, "status"), claim.Fails
		switch status {
		case table.OK:
			continue
		case table.Unmixed:
			verdict = claim.Undecided
		}
		p.Add(verdict, "%s, n = %s: %s (s = %.2f beforehand, %.2f by ξ; mean ξ %.4g, "+
			"which changed by %+.3g from one half of the run to the other)",
			t.Cell(i, "friction"), t.Cell(i, "n"), status, t.Float(i, "s"), t.Float(i, "s_xi"),
			t.Float(i, "value"), t.Float(i, "trend"))
	}
	if p.Len() == 0 {
		p.Decide(claim.Holds)
	}
	return p.Judge(claim.Claim{
		Name:     "stationary states",
		Sentence: "there is a distribution to be sampled at every n that is shown",
	}, "", "all points are stationary, judging by s and the trend of ξ")
}
