package main

import (
	"fmt"
	"math"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/study"
	"adl/pkg/table"
)

// claims decides the sentences about Figure 9.
func claims(s Spec, t *table.Table) []claim.Claim {
	cs := []claim.Claim{dominant(t)}
	for _, k := range s.Friction {
		cs = append(cs, fromFriction(t, k))
	}
	return cs
}

// of returns a number about the mean of Σ_x over the Laplace approximation.
func of(t *table.Table, quantity string) float64 {
	v, _ := t.Lookup("value", "method", "Laplace", "quantity", quantity)
	return v
}

func dominant(t *table.Table) claim.Claim {
	unit := of(t, "norm of s* I")
	on, off := of(t, "norm of the rest of the diagonal"), of(t, "norm off the diagonal")
	square := unit*unit + on*on + off*off
	part := unit * unit / square
	return claim.Claim{
		Name: "a dominant part s* I",
		Sentence: "Σ̄ has a dominant part equal to s* I " +
			"(although there are many non zero off diagonal terms)",
		Measured: fmt.Sprintf("of the norm %.3f of Σ̄ (Frobenius, from Σ_x itself) "+
			"%.3f is s* I with s* = %.4f, %.3f the rest of the diagonal, %.3f off the diagonal; "+
			"that is %.0f, %.0f and %.0f %% of the square; largest eigenvalue %.2f s*, "+
			"expected more than half of the square in s* I",
			math.Sqrt(square), unit, of(t, "s*"), on, off,
			100*part, 100*on*on/square, 100*off*off/square,
			of(t, "largest eigenvalue")/of(t, "s*")),
		Verdict: claim.Greater(claim.Exact(part), 0.5, 1),
	}
}

func fromFriction(t *table.Table, k study.Friction) claim.Claim {
	var p claim.Parts
	u := t.Where("method", "AdL", "friction", k, "quantity", "Sigma", "status", table.OK)
	if k == study.Scalar && u.Len() == 1 {
		e, s := u.Estimate(0), of(t, "s*")
		r := estimate.Estimate{Value: e.Value/s - 1, StdErr: e.StdErr / s}
		p.Add(claim.Within(r, -0.05, 0.05, 2),
			"s* from ξ is %.5f, from Σ_x %.5f: %+.1f ± %.1f %%, expected within 5 %%",
			e, s, 100*r.Value, 100*r.StdErr)
	} else if _, y, e := diagonal(u); len(y) > 1 {
		_, want, _ := diagonal(t.Where("method", "Laplace", "quantity", "Sigma"))
		rms, noise, mean := deviation(y, e, want)
		stderr := noise / math.Sqrt(float64(len(y)))
		p.Add(claim.Less(estimate.Estimate{Value: rms, StdErr: stderr}, 0.05, 2),
			"entries of the diagonal from ξ differ from those of Σ_x by %.1f %% "+
				"(root mean square, noise of %.1f %% subtracted), %+.1f %% on average, "+
				"expected within 5 %%", 100*rms, 100*noise, 100*mean)
	}
	return p.Judge(claim.Claim{
		Name: "Σ̄ from the mean friction, " + string(k),
		Sentence: "an estimate of the average covariance matrix is obtained from the mean of ξ " +
			"(with the factor 2 that eq. A implies, and at finite Δt)",
	}, "", "nothing was measured")
}

// deviation returns the root mean square of y/want − 1 with noise subtracted, the root mean square
// of that noise, and the mean.
func deviation(y, stderr, want []float64) (rms, noise, mean float64) {
	sum, n := 0.0, float64(len(y))
	for i := range y {
		r := y[i]/want[i] - 1
		sum += r * r / n
		noise += stderr[i] * stderr[i] / (want[i] * want[i]) / n
		mean += r / n
	}
	return math.Sqrt(max(0, sum-noise)), math.Sqrt(noise), mean
}
