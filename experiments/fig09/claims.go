package main

import (
	"fmt"
	"math"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/table"
)

const section = "3.4"

// claims evaluates what section 3.4 says about Figure 9.
func claims(s Spec, t *table.Table) []experiment.Claim {
	var cs []experiment.Claim
	part := func(method, name string) float64 {
		v, _ := t.Lookup("value", "method", method, "quantity", name)
		return v
	}
	main, on, off := part("Laplace", "norm of s* I"), part("Laplace", "norm of the rest of the diagonal"), part("Laplace", "norm off the diagonal")
	all := math.Sqrt(main*main + on*on + off*off)
	measured := fmt.Sprintf("of the norm %.3f of Σ̄ (Frobenius, from Σ_x itself) %.3f is s* I with s* = %.4f, %.3f the rest of the diagonal, %.3f off the diagonal; that is %.0f, %.0f and %.0f %% of the square; largest eigenvalue %.2f s*",
		all, main, part("Laplace", "s*"), on, off, 100*main*main/(all*all), 100*on*on/(all*all), 100*off*off/(all*all), part("Laplace", "largest eigenvalue")/part("Laplace", "s*"))
	cs = append(cs, experiment.Claim{
		Name: "a dominant part s* I", Section: section,
		Sentence: "Σ̄ has a dominant part equal to s* I (although there are many non zero off diagonal terms)",
		Measured: measured + ", expected more than half of the square in s* I", Verdict: experiment.Greater(main*main/(all*all), 0, 0.5, 1),
	})

	// the estimators against what they estimate
	for _, k := range s.Friction {
		u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma", "status", table.OK)
		claim := experiment.Claim{
			Name: "the mean friction tells Σ̄, " + string(k), Section: section,
			Sentence: "an estimate of the average covariance matrix is obtained from the mean of ξ (with the factor 2 that eq. A implies, and at finite Δt)",
			Measured: "nothing was measured", Verdict: experiment.Undecided,
		}
		if k == exact.Scalar && u.Len() == 1 {
			r := u.Float(0, "value")/part("Laplace", "s*") - 1
			e := u.Float(0, "stderr") / part("Laplace", "s*")
			claim.Measured = fmt.Sprintf("s* from ξ is %.5f ± %.5f, from Σ_x %.5f: %+.1f ± %.1f %%, expected within 5 %%", u.Float(0, "value"), u.Float(0, "stderr"), part("Laplace", "s*"), 100*r, 100*e)
			claim.Verdict = experiment.Within(r, e, -0.05, 0.05, 2)
		} else if _, y, e := diagonal(u); len(y) > 1 {
			_, want, _ := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
			sum, noise, mean := 0.0, 0.0, 0.0
			for i := range y {
				r := y[i]/want[i] - 1
				sum += r * r / float64(len(y))
				noise += e[i] * e[i] / (want[i] * want[i]) / float64(len(y))
				mean += r / float64(len(y))
			}
			rms, se := math.Sqrt(max(0, sum-noise)), math.Sqrt(noise)
			claim.Measured = fmt.Sprintf("entries of the diagonal from ξ differ from those of Σ_x by %.1f %% (root mean square, noise of %.1f %% taken off), %+.1f %% on average, expected within 5 %%", 100*rms, 100*se, 100*mean)
			claim.Verdict = experiment.Less(rms, se/math.Sqrt(float64(len(y))), 0.05, 2)
		}
		cs = append(cs, claim)
	}
	return cs
}
