package main

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

const section = "3.4"

// claims evaluates what section 3.4 says about Figure 10. Runaway points never enter.
func claims(s Spec, t *table.Table) []experiment.Claim {
	errors := t.Where("method", "AdL", "quantity", "error", "status", table.OK)
	at := func(k exact.Friction, n int) (estimate.Estimate, bool) {
		u := errors.Where("friction", k, "n", n)
		if u.Len() != 1 {
			return estimate.Estimate{}, false
		}
		return estimate.Estimate{Value: u.Float(0, "value"), StdErr: u.Float(0, "stderr")}, true
	}
	var cs []experiment.Claim
	compare := func(name, sentence, expected string, a, b exact.Friction, verdict func(r estimate.Estimate) string) {
		c := experiment.Claim{Name: name, Section: section, Sentence: sentence, Verdict: experiment.Undecided}
		var parts []string
		decided := false
		for _, n := range s.N {
			x, okx := at(a, n)
			y, oky := at(b, n)
			if !okx || !oky {
				parts = append(parts, fmt.Sprintf("n = %d runaway or unmixed", n))
				continue
			}
			text := fmt.Sprintf("n = %d: %.3f ± %.3f against %.3f ± %.3f", n, x.Value, x.StdErr, y.Value, y.StdErr)
			if y.Z(0) > 3 {
				r := estimate.Ratio(x, y)
				text += fmt.Sprintf(" (ratio %.2f ± %.2f)", r.Value, r.StdErr)
				if v := verdict(r); decided {
					c.Verdict = experiment.Worse(c.Verdict, v)
				} else {
					c.Verdict, decided = v, true
				}
			}
			parts = append(parts, text)
		}
		c.Measured = fmt.Sprintf("error with ξ %s against %s, %s: %s", a, b, expected, strings.Join(parts, "; "))
		cs = append(cs, c)
	}
	compare("scalar as good as diagonal", "AdL with scalar ξ performs as well as AdL with diagonal ξ", "ratio expected below 1.5", exact.Scalar, exact.Diagonal,
		func(r estimate.Estimate) string { return experiment.Less(r.Value, r.StdErr, 1.5, 2) })
	compare("a full matrix reduces the bias little", "(title of the section) lack of reduction of the bias when passing from a scalar friction to a genuinely matricial one", "ratio expected above 0.5", exact.Full, exact.Scalar,
		func(r estimate.Estimate) string { return experiment.Greater(r.Value, r.StdErr, 0.5, 2) })

	c := experiment.Claim{
		Name: "scalar leads to acceptable results", Section: section, Sentence: "AdL with scalar ξ already leads to acceptable results in this example",
		Measured: "nothing was measured", Verdict: experiment.Undecided,
	}
	var parts []string
	for _, n := range s.N {
		if e, ok := at(exact.Scalar, n); ok {
			parts = append(parts, fmt.Sprintf("%.3f ± %.3f at n = %d", e.Value, e.StdErr, n))
			v := experiment.Less(e.Value, e.StdErr, 0.3, 2)
			if len(parts) == 1 {
				c.Verdict = v
			}
			c.Verdict = experiment.Worse(c.Verdict, v)
		}
	}
	if len(parts) > 0 {
		c.Measured = "mean relative error of the variances, expected below 0.3: " + strings.Join(parts, ", ")
	}
	cs = append(cs, c)

	for _, k := range s.Friction {
		if k == exact.Full {
			continue
		}
		c := experiment.Claim{
			Name: "understood from the Laplace approximation, " + string(k), Section: section,
			Sentence: "(ours) the error is that of the Laplace approximation with ξ frozen at its mean",
			Measured: "nothing was measured", Verdict: experiment.Undecided,
		}
		var parts []string
		for _, n := range s.N {
			e, ok := at(k, n)
			p, known := t.Lookup("value", "method", "frozen friction", "friction", k, "n", n)
			if !ok || !known {
				continue
			}
			parts = append(parts, fmt.Sprintf("n = %d: %.3f ± %.3f (%.3f)", n, e.Value, e.StdErr, p))
			v := experiment.Within(e.Value-p, e.StdErr, -0.03, 0.03, 2)
			if len(parts) == 1 {
				c.Verdict = v
			}
			c.Verdict = experiment.Worse(c.Verdict, v)
		}
		if len(parts) > 0 {
			c.Measured = "expected within 0.03: " + strings.Join(parts, ", ")
		}
		cs = append(cs, c)
	}

	if v, ok := t.Lookup("value", "method", "reference", "quantity", "signed error to Laplace"); ok {
		e, _ := t.Lookup("stderr", "method", "reference", "quantity", "signed error to Laplace")
		cs = append(cs, experiment.Claim{
			Name: "variances with all data", Section: section, Sentence: "(a check of ours) AdL with all data finds the variances of the Laplace approximation, up to what the posterior is not Gaussian",
			Measured: fmt.Sprintf("signed mean relative difference %+.3f ± %.3f, expected within ±0.1", v, e), Verdict: experiment.Within(v, e, -0.1, 0.1, math.Sqrt2),
		})
	}
	return cs
}
