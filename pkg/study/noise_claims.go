package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// MeanClaim decides whether Z has mean 0, for the noise of a model.
func MeanClaim(t *table.Table, c claim.Claim, model string) claim.Claim {
	c.Name = model
	return identity(c, t, fromZero, "mean")
}

// CovarianceClaim decides whether the covariance of Z is I, for the noise of a model.
func CovarianceClaim(t *table.Table, c claim.Claim, model string) claim.Claim {
	c.Name = model
	return identity(c, t, fromIdentity, "variance", "covariance")
}

// rounding is how far a number that is computed may lie from an identity.
const rounding = 1e-10

// identity decides that a distance is 0 for every n and sampling. The simulated quantities confirm
// it.
func identity(c claim.Claim, t *table.Table, distance string, quantities ...string) claim.Claim {
	var p claim.Points
	u := t.Where("quantity", distance)
	for i := range u.Len() {
		p.Below(u.Estimate(i), rounding, "n = %s, %s replacement", u.Cell(i, "n"), u.Cell(i, "sampling"))
	}
	chi := claim.ChiSquare{Replicas: 64}
	for _, q := range quantities {
		chi = chi.Plus(claim.ChiSquareOf(t.Where("source", table.Simulation, "quantity", q)))
	}
	return chi.Confirms(p.Judge(c, distance+": "))
}

// MomentsClaim is a finding of ours: the draws have the skewness and kurtosis of batches of a
// finite population.
func MomentsClaim(t *table.Table) claim.Claim {
	var chi claim.ChiSquare
	for _, q := range []string{"skewness", "excess kurtosis"} {
		chi = chi.Plus(claim.ChiSquareOf(t.Where("source", table.Simulation, "quantity", q)))
	}
	return claim.IfFails(chi.Judge(claim.Ours("skewness and kurtosis",
		"skewness and kurtosis of Z follow from those of the data at n = 1 and from n/Nd",
		"χ² of the draws against the exact values"), ""),
		claim.Finding, "the values are exact: by chance, as one such test in twenty")
}

// Bounds of the Kolmogorov distance from a normal law.
const (
	far   = 0.05 // at least
	close = 0.02 // at most
)

// FarClaim decides whether Z is far from Gaussian for a small n.
func FarClaim(t *table.Table, c claim.Claim, n int) claim.Claim {
	c = distanceClaim(t, c, n, func(d []float64) bool { return slices.Min(d) >= far })
	if atoms := t.Where("n", n, "quantity", "atom").Len(); atoms > 0 {
		c.Measured += fmt.Sprintf("; Z takes %d values only, which D does not see", atoms)
	}
	return c
}

// CloseClaim decides whether Z is close to Gaussian for an n.
func CloseClaim(t *table.Table, c claim.Claim, n int) claim.Claim {
	return distanceClaim(t, c, n, func(d []float64) bool { return slices.Max(d) <= close })
}

// NotGaussianClaim decides whether Z is not Gaussian at n = 1, for the noise of a model.
func NotGaussianClaim(t *table.Table, c claim.Claim, model string) claim.Claim {
	c.Name = model
	return distanceClaim(t, c, 1, func(d []float64) bool { return slices.Min(d) > close })
}

// distanceClaim decides by the share of the data sets whose distances D, one a coordinate, meet a
// condition.
func distanceClaim(
	t *table.Table, c claim.Claim, n int, meets func(d []float64) bool,
) claim.Claim {
	own := t.Where("n", n, "quantity", "kolmogorov")
	sets := t.Where("n", n, "quantity", otherData)
	if own.Len() > 0 { // not the sets of other sizes
		sets = sets.Where("epsilon", own.Cell(0, "epsilon"))
	}
	var share claim.Share
	var worst []float64
	for _, d := range bySet(sets) {
		share.Add(meets(d))
		worst = append(worst, slices.Max(d))
	}
	var text []string
	agree := true
	for i := range own.Len() {
		e, exact := own.Estimate(i), own.Float(i, "exact")
		text = append(text, fmt.Sprintf("%.4f (simulated %.4f, skewness %.2f, excess kurtosis %.2f)",
			exact, e.Value, shape(t, own, i, "skewness"), shape(t, own, i, "excess kurtosis")))
		// Three of these standard errors are the 2 % point of Kolmogorov's law, which bounds the
		// difference.
		agree = agree && !(math.Abs(e.Z(exact)) > 3)
	}
	if share.All == 0 {
		return claim.Because(claim.Judged(c, claim.Undecided, "no data set; D of the data here is %s",
			strings.Join(text, " and ")), claim.DataSet, "the law of the data is not known")
	}
	slices.Sort(worst)
	at := func(q float64) float64 { return worst[int(q*float64(len(worst)-1))] }
	c = share.Judge(c, "D, the largest of a set's coordinates, is %.4f to %.4f for nine in ten of "+
		"them; here it is %s", at(0.05), at(0.95), strings.Join(text, " and "))
	if !agree {
		c.Verdict, c.Reason, c.Why = claim.Undecided, claim.Finding,
			"the simulation and the exact value disagree"
	}
	return c
}

// shape returns the exact skewness or kurtosis of the coordinate in row i of own.
func shape(t, own *table.Table, i int, quantity string) float64 {
	x, _ := t.Lookup("exact", "quantity", quantity, "n", own.Cell(i, "n"),
		"sampling", own.Cell(i, "sampling"), "coordinate", own.Cell(i, "coordinate"))
	return x
}

// bySet returns the distances of every data set, one a coordinate.
func bySet(t *table.Table) (all [][]float64) {
	at := map[string]int{}
	for i := range t.Len() {
		set := t.Cell(i, "set")
		k, ok := at[set]
		if !ok {
			k = len(all)
			at[set] = k
			all = append(all, nil)
		}
		all[k] = append(all[k], t.Float(i, "value"))
	}
	return all
}

// NormalLimitClaim decides whether the law of Z tends to the normal one for many data and n = √Nd.
func NormalLimitClaim(t *table.Table, c claim.Claim) claim.Claim {
	u := t.Where("quantity", otherData).Sort("ndata", "n")
	var sizes [][][]float64 // [size][set][coordinate]
	var text []string
	for _, size := range u.Distinct("ndata") {
		v := u.Where("ndata", size)
		var root int
		for _, n := range v.Distinct("n") {
			if k := v.Where("n", n).Float(0, "n"); math.Round(math.Sqrt(v.Float(0, "ndata"))) == k {
				root = int(k)
			}
		}
		v = v.Where("n", root)
		if v.Len() == 0 {
			continue
		}
		d := v.Floats("value")
		slices.Sort(d)
		text = append(text, fmt.Sprintf("%.4f for n = %d of %s", d[len(d)/2], root, size))
		sizes = append(sizes, bySet(v))
	}
	var share claim.Share
	if last := len(sizes) - 1; last > 0 {
		for k, d := range sizes[last] {
			ok := slices.Max(d) <= close
			for i := range sizes[:last] {
				for j := range d {
					ok = ok && sizes[i+1][k][j] < sizes[i][k][j]
				}
			}
			share.Add(ok)
		}
	}
	if share.All == 0 {
		return claim.Because(claim.Judged(c, claim.Undecided, "fewer than two sizes"), claim.DataSet,
			"the law of the data is not known")
	}
	return share.Judge(c, "the median of D is %s", strings.Join(text, ", "))
}
