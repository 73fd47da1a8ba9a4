package study

import (
	"fmt"
	"math"
	"slices"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// NoiseClaims decides the sentences of section 2.2 about the law of Z, for small and large n, from
// the table of [Noise.Table].
func NoiseClaims(t *table.Table, small, large []int) []claim.Claim {
	sim := t.Where("source", table.Simulation)
	cs := []claim.Claim{
		deviations(sim, "mean").Judge(claim.Claim{
			Name: "mean 0", Sentence: "Z is centered, whatever n",
		}, "means against 0: "),
		deviations(sim, "variance", "covariance").Judge(claim.Claim{
			Name: "covariance I", Sentence: "Z has covariance I, whatever n",
		}, "variances against 1, covariances against 0: "),
	}
	if atoms := t.Where("quantity", "atom"); atoms.Len() > 0 {
		d := atomDeviation(atoms)
		cs = append(cs, claim.Claim{
			Name: "exactly so",
			Sentence: "mean 0 and covariance I hold by construction, " +
				"with N−1 in the denominator of Σ_x",
			Measured: fmt.Sprintf("mean and covariance of the %d values of Z at n = 1, "+
				"as computed: 0 and I to %.1g", atoms.Len(), d),
			Verdict: claim.Less(claim.Exact(d), 1e-9, 1),
		})
	}
	cs = append(cs, deviations(sim, "skewness", "excess kurtosis").Judge(claim.Claim{
		Name:     "skewness and kurtosis",
		Sentence: "skewness and kurtosis of Z are those of batches of a finite population",
	}, "against their exact values: "))
	// What "far from" and "close to" a normal law mean is a Kolmogorov distance.
	for _, c := range []struct {
		n              []int
		name, sentence string
		side           string
		bound          float64
		verdict        func(e estimate.Estimate, bound, z float64) string
	}{
		{small, "far from Gaussian", "the distribution of Z is far from being Gaussian for small n",
			"above", 0.05, claim.Greater},
		{large, "close to Gaussian", "distributions close to Gaussian are obtained for n = 20–30",
			"below", 0.02, claim.Less},
	} {
		for _, n := range c.n {
			u := t.Where("n", n)
			if u.Where("source", table.Simulation).Len() == 0 {
				continue
			}
			d, text := distance(u)
			cs = append(cs, claim.Claim{
				Name: fmt.Sprintf("%s, n = %d", c.name, n), Sentence: c.sentence,
				Measured: fmt.Sprintf("%s; expected a distance %s %g, a bound of ours",
					text, c.side, c.bound),
				Verdict: c.verdict(d, c.bound, 2),
			})
		}
	}
	return cs
}

// deviations compares quantities with their exact values.
func deviations(t *table.Table, quantities ...string) (c claim.ChiSquare) {
	for _, q := range quantities {
		c = c.Plus(claim.ChiSquareOf(t.Where("quantity", q)))
	}
	return c
}

// distance returns the largest Kolmogorov distance among the coordinates, in the rows t of one n,
// and describes their laws. The distance is exact where the exact one is known and the draws agree
// with it.
func distance(t *table.Table) (worst estimate.Estimate, text string) {
	sim := t.Where("source", table.Simulation)
	k := sim.Where("quantity", "kolmogorov")
	parts := claim.Parts{Sep: "; "}
	for i := range k.Len() {
		name := "Z"
		if k.Len() > 1 {
			name += []string{"₁", "₂"}[i]
		}
		e, exact := k.Estimate(i), k.Float(i, "exact")
		part := fmt.Sprintf("%s: Kolmogorov distance %.4f", name, e)
		if !math.IsNaN(exact) {
			part += fmt.Sprintf(" (exactly %.4f)", exact)
			if math.Abs(e.Z(exact)) < 4 {
				e = claim.Exact(exact)
			}
		}
		if i == 0 || e.Value > worst.Value {
			worst = e
		}
		for _, quantity := range []string{"skewness", "excess kurtosis"} {
			u := sim.Where("coordinate", i+1, "quantity", quantity)
			part += fmt.Sprintf(", %s %.3f (exactly %.3f)", quantity, u.Estimate(0), u.Float(0, "exact"))
		}
		parts.Note("%s", part)
	}
	if atoms := t.Where("quantity", "atom").Len(); atoms > 0 {
		parts.Note("Z takes %d values only", atoms)
	}
	return worst, parts.Measured("", "")
}

// atomDeviation returns the largest deviation of the atoms' mean from 0 and of their covariance
// from I.
func atomDeviation(atoms *table.Table) float64 {
	z := [][]float64{atoms.Floats("z")}
	if z2 := atoms.Floats("z2"); !math.IsNaN(z2[0]) {
		z = append(z, z2)
	}
	p, most := atoms.Floats("value"), 0.0
	z = append(z, slices.Repeat([]float64{1}, len(p))) // for the mean
	for i := range len(z) - 1 {
		for j := i; j < len(z); j++ {
			c := 0.0
			if i == j {
				c = -1
			}
			for l, w := range p {
				c += float64(w * float64(z[i][l]*z[j][l]))
			}
			most = max(most, math.Abs(c))
		}
	}
	return most
}
