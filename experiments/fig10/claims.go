package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

const nothing = "nothing was measured"

// claims decides the sentences about Figure 10. Only points that are ok enter.
func claims(s Spec, t *table.Table) []claim.Claim {
	scalar := ratios(s, t, study.Scalar, study.Diagonal, claim.Less, 1.5)
	full := ratios(s, t, study.Full, study.Scalar, claim.Greater, 0.5)
	cs := []claim.Claim{
		scalar.Judge(claim.Claim{
			Name:     "scalar as good as diagonal",
			Sentence: "AdL with scalar ξ performs as well as AdL with diagonal ξ",
		}, "error with ξ scalar against diagonal, ratio expected below 1.5: ", ""),
		full.Judge(claim.Claim{
			Name: "a full matrix reduces the bias little",
			Sentence: "(title of the section) lack of reduction of the bias when passing from " +
				"a scalar friction to a genuinely matricial one",
		}, "error with ξ full against scalar, ratio expected above 0.5: ", ""),
		acceptable(s, t),
	}
	for _, k := range s.Friction {
		if k != study.Full {
			cs = append(cs, understood(s, t, k))
		}
	}
	if e, ok := t.LookupEstimate("method", "reference", "quantity", "signed error to Laplace"); ok {
		cs = append(cs, allData(e))
	}
	return cs
}

// at returns the error with a friction at n, and false where there is no stationary state.
func at(t *table.Table, k study.Friction, n int) (estimate.Estimate, bool) {
	return t.LookupEstimate("method", "AdL", "quantity", "error", "status", table.OK,
		"friction", k, "n", n)
}

// ratios compares the errors with two frictions at every n, and decides by a bound where the second
// is known.
func ratios(
	s Spec, t *table.Table, a, b study.Friction,
	verdict func(e estimate.Estimate, bound, z float64) string, bound float64,
) claim.Parts {
	p := claim.Parts{Sep: "; "}
	for _, n := range s.N {
		x, okx := at(t, a, n)
		y, oky := at(t, b, n)
		if !okx || !oky {
			p.Note("n = %d runaway or unmixed", n)
			continue
		}
		text := fmt.Sprintf("n = %d: %.3f against %.3f", n, x, y)
		if y.Z(0) > 3 {
			r := estimate.Ratio(x, y)
			text += fmt.Sprintf(" (ratio %.2f)", r)
			p.Decide(verdict(r, bound, 2))
		}
		p.Note("%s", text)
	}
	return p
}

func acceptable(s Spec, t *table.Table) claim.Claim {
	var p claim.Parts
	for _, n := range s.N {
		if e, ok := at(t, study.Scalar, n); ok {
			p.Add(claim.Less(e, 0.3, 2), "%.3f at n = %d", e, n)
		}
	}
	return p.Judge(claim.Claim{
		Name:     "scalar leads to acceptable results",
		Sentence: "AdL with scalar ξ already leads to acceptable results in this example",
	}, "mean relative error of the variances, expected below 0.3: ", nothing)
}

func understood(s Spec, t *table.Table, k study.Friction) claim.Claim {
	var p claim.Parts
	for _, n := range s.N {
		e, ok := at(t, k, n)
		frozen, known := t.Lookup("value", "method", "frozen friction", "friction", k, "n", n)
		if ok && known {
			d := estimate.Estimate{Value: e.Value - frozen, StdErr: e.StdErr}
			p.Add(claim.Within(d, -0.03, 0.03, 2), "n = %d: %.3f (%.3f)", n, e, frozen)
		}
	}
	return p.Judge(claim.Claim{
		Name:     "understood from the Laplace approximation, " + string(k),
		Sentence: "(ours) the error is that of the Laplace approximation with ξ frozen at its mean",
	}, "expected within 0.03: ", nothing)
}

func allData(e estimate.Estimate) claim.Claim {
	return claim.Claim{
		Name: "variances with all data",
		Sentence: "(a check of ours) AdL with all data finds the variances of the Laplace " +
			"approximation, up to the non-Gaussian part of the posterior",
		Measured: fmt.Sprintf("signed mean relative difference %+.3f ± %.3f, expected within ±0.1",
			e.Value, e.StdErr),
		Verdict: claim.Within(e, -0.1, 0.1, math.Sqrt2),
	}
}
