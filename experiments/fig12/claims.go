package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

// claims evaluates what section 3.5 says about Figure 12.
func claims(s Spec, t *table.Table) []experiment.Claim {
	const section = "3.5"
	at := func(quantity, friction string, dt float64, t *table.Table) (estimate.Estimate, bool) {
		u := t.Where("quantity", quantity, "friction", friction, "dt", dt, "status", table.OK)
		if u.Len() != 1 {
			return estimate.Estimate{}, false
		}
		return estimate.Estimate{Value: u.Float(0, "value"), StdErr: u.Float(0, "stderr")}, true
	}
	var cs []experiment.Claim

	// with all data
	all := t.Where("epsilon", 0, "friction", s.Reference)
	uncertain := experiment.Claim{
		Name: "uncertain classification", Section: section,
		Sentence: "the distribution of likelihoods has a large variance, and the classification of the point is uncertain",
		Measured: "no run with all data", Verdict: experiment.Undecided,
	}
	mean, ok := at("mean", s.Reference, s.Dt[0], all)
	variance, ok2 := at("variance", s.Reference, s.Dt[0], all)
	if ok && ok2 {
		sd := math.Sqrt(variance.Value)
		z := math.Abs(mean.Value-0.5) / sd
		uncertain.Measured = fmt.Sprintf("with all data N_θ(x) = %.3f ± %.3f with standard deviation %.3f; ½ is %.2f standard deviations from the mean, expected below 2",
			mean.Value, mean.StdErr, sd, z)
		uncertain.Verdict = experiment.Less(z, mean.StdErr/sd, 2, 2)
	}
	cs = append(cs, uncertain)

	// the minibatching error is seen
	for _, k := range s.Friction {
		c := experiment.Claim{
			Name: "broader for smaller batches, " + k, Section: section,
			Sentence: "the distribution of likelihoods is impacted by the minibatching error",
			Measured: "fewer than two n with a stationary state", Verdict: experiment.Undecided,
		}
		var parts []string
		previous := estimate.Estimate{}
		verdict := experiment.Holds
		for i := len(s.N) - 1; i >= 0; i-- {
			v, ok := at("variance", k, s.Dt[0], t.Where("n", s.N[i]))
			if !ok {
				continue
			}
			parts = append(parts, fmt.Sprintf("%.4f ± %.4f at n = %d", v.Value, v.StdErr, s.N[i]))
			if len(parts) > 1 {
				d := estimate.Sub(v, previous)
				verdict = experiment.Worse(verdict, experiment.Greater(d.Value, d.StdErr, 0, 2))
			}
			previous = v
		}
		if len(parts) > 1 {
			c.Measured = fmt.Sprintf("variance of N_θ(x), Δt = %g: %s; expected to grow", s.Dt[0], strings.Join(parts, ", "))
			c.Verdict = verdict
		}
		cs = append(cs, c)
	}

	// which points have no stationary state
	var lost []string
	worst := experiment.Undecided
	u := t.Where("quantity", "mean xi")
	for i := range u.Len() {
		if status := u.Cell(i, "status"); status != table.OK {
			if status != table.Unmixed {
				worst = experiment.Fails
			}
			lost = append(lost, fmt.Sprintf("%s, n = %s: %s (s = %.2f beforehand, %.2f by ξ; mean ξ %.4g, which changed by %+.3g from one half of the run to the other)",
				u.Cell(i, "friction"), u.Cell(i, "n"), status, u.Float(i, "s"), u.Float(i, "s_xi"), u.Float(i, "value"), u.Float(i, "trend")))
		}
	}
	c := experiment.Claim{
		Name: "stationary states", Section: section,
		Sentence: "there is a distribution to be sampled at every n that is shown",
		Measured: "all points are stationary, as far as s and the trend of ξ tell", Verdict: experiment.Holds,
	}
	if len(lost) > 0 {
		c.Measured, c.Verdict = strings.Join(lost, "; "), worst
	}
	return append(cs, c)
}
