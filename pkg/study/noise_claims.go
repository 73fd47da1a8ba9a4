package study

import (
	"fmt"
	"math"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

const noiseSection = "2.2"

// What "far from" and "close to" a normal law mean: Kolmogorov distances, in the worst coordinate.
const (
	farFromNormal = 0.05
	closeToNormal = 0.02
)

// NoiseClaims decides the sentences of section 2.2 about the law of Z, for small and large n, from
// the table of [Noise.Table].
func NoiseClaims(t *table.Table, small, large []int) []claim.Claim {
	sim := t.Where("source", table.Simulation)
	cs := []claim.Claim{meanZero(sim), covarianceIdentity(sim)}
	if atoms := t.Where("quantity", "atom"); atoms.Len() > 0 {
		cs = append(cs, exactlySo(atoms))
	}
	cs = append(cs, skewnessAndKurtosis(sim))
	for _, n := range small {
		if sim.Where("n", n).Len() > 0 {
			cs = append(cs, farFromGaussian(t, n))
		}
	}
	for _, n := range large {
		if sim.Where("n", n).Len() > 0 {
			cs = append(cs, closeToGaussian(t, n))
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

func meanZero(t *table.Table) claim.Claim {
	c := deviations(t, "mean")
	return claim.Claim{
		Name: "mean 0", Section: noiseSection, Sentence: "Z is centered, whatever n",
		Measured: "means against 0: " + c.String(), Verdict: c.Verdict(),
	}
}

func covarianceIdentity(t *table.Table) claim.Claim {
	c := deviations(t, "variance", "covariance")
	return claim.Claim{
		Name: "covariance I", Section: noiseSection, Sentence: "Z has covariance I, whatever n",
		Measured: "variances against 1, covariances against 0: " + c.String(), Verdict: c.Verdict(),
	}
}

func exactlySo(atoms *table.Table) claim.Claim {
	d := atomDeviation(atoms)
	return claim.Claim{
		Name: "exactly so", Section: noiseSection,
		Sentence: "mean 0 and covariance I hold by construction, with N−1 in the denominator of Σ_x",
		Measured: fmt.Sprintf("mean and covariance of the %d values of Z at n = 1, as computed: "+
			"0 and I to %.1g", atoms.Len(), d),
		Verdict: claim.Less(claim.Exact(d), 1e-9, 1),
	}
}

func skewnessAndKurtosis(t *table.Table) claim.Claim {
	c := deviations(t, "skewness", "excess kurtosis")
	return claim.Claim{
		Name: "skewness and kurtosis", Section: noiseSection,
		Sentence: "skewness and kurtosis of Z are those of batches of a finite population",
		Measured: "against their exact values: " + c.String(), Verdict: c.Verdict(),
	}
}

func farFromGaussian(t *table.Table, n int) claim.Claim {
	d, text := distance(t.Where("n", n))
	return claim.Claim{
		Name: fmt.Sprintf("far from Gaussian, n = %d", n), Section: noiseSection,
		Sentence: "the distribution of Z is far from being Gaussian for small n",
		Measured: fmt.Sprintf("%s; expected a distance above %g, a bound of ours",
			text, farFromNormal),
		Verdict: claim.Greater(d, farFromNormal, 2),
	}
}

func closeToGaussian(t *table.Table, n int) claim.Claim {
	d, text := distance(t.Where("n", n))
	return claim.Claim{
		Name: fmt.Sprintf("close to Gaussian, n = %d", n), Section: noiseSection,
		Sentence: "distributions close to Gaussian are obtained for n = 20–30",
		Measured: fmt.Sprintf("%s; expected a distance below %g, a bound of ours",
			text, closeToNormal),
		Verdict: claim.Less(d, closeToNormal, 2),
	}
}

// distance returns the largest Kolmogorov distance among the coordinates, in the rows t of one n,
// and describes their laws. The distance is exact where the exact one is known and the draws agree
// with it.
func distance(t *table.Table) (worst estimate.Estimate, text string) {
	sim := t.Where("source", table.Simulation)
	k := sim.Where("quantity", "kolmogorov")
	var parts []string
	for i := range k.Len() {
		name := "Z"
		if k.Len() > 1 {
			name += []string{"₁", "₂"}[i]
		}
		measured, exact := k.Estimate(i), k.Float(i, "exact")
		part := fmt.Sprintf("%s: Kolmogorov distance %.4f ± %.4f",
			name, measured.Value, measured.StdErr)
		e := measured
		if !math.IsNaN(exact) {
			part += fmt.Sprintf(" (exactly %.4f)", exact)
			if math.Abs(measured.Z(exact)) < 4 {
				e = claim.Exact(exact)
			}
		}
		if i == 0 || e.Value > worst.Value {
			worst = e
		}
		parts = append(parts, part+shape(sim.Where("coordinate", i+1)))
	}
	text = strings.Join(parts, "; ")
	if atoms := t.Where("quantity", "atom").Len(); atoms > 0 {
		text += fmt.Sprintf("; Z takes %d values only", atoms)
	}
	return worst, text
}

// shape describes skewness and kurtosis in the rows of one coordinate.
func shape(t *table.Table) (text string) {
	for _, quantity := range []string{"skewness", "excess kurtosis"} {
		u := t.Where("quantity", quantity)
		e := u.Estimate(0)
		text += fmt.Sprintf(", %s %.3f ± %.3f (exactly %.3f)",
			quantity, e.Value, e.StdErr, u.Float(0, "exact"))
	}
	return text
}

// atomDeviation returns the largest deviation of the atoms' mean from 0 and of their covariance
// from I.
func atomDeviation(atoms *table.Table) float64 {
	z := [][]float64{atoms.Floats("z")}
	if z2 := atoms.Floats("z2"); !math.IsNaN(z2[0]) {
		z = append(z, z2)
	}
	p, most := atoms.Floats("value"), 0.0
	for i := range z {
		mean := 0.0
		for l, w := range p {
			mean += float64(w * z[i][l])
		}
		most = max(most, math.Abs(mean))
		for j := range i + 1 {
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
