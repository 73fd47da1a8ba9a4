package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

var section22C3 = []claim.Criterion{
	zeroDistance("S2.2-3 a", "Gaussian model", "fig01", "mean from 0", "mean"),
	zeroDistance("S2.2-3 a", "mixture", "fig02", "mean from 0", "mean"),
	zeroDistance("S2.2-3 b", "Gaussian model", "fig01", "covariance from I", "variance"),
	zeroDistance("S2.2-3 b", "mixture", "fig02", "covariance from I", "variance", "covariance"),
	{Of: "S2.2-7 a", In: "fig02", Judge: tendsToNormal},
	{Of: "S2.2-8 a", In: "fig01", Judge: shareOfSets("fig01", 1, isFar)},
	{Of: "S2.2-8 b", In: "fig01", Judge: shareOfSets("fig01", 2, isFar)},
	{Of: "S2.2-8 c", In: "fig02", Judge: shareOfSets("fig02", 1, isFar)},
	{Of: "S2.2-8 d", In: "fig02", Judge: shareOfSets("fig02", 5, isFar)},
	{Of: "S2.2-9 a", In: "fig02", Judge: shareOfSets("fig02", 20, isClose)},
	{Of: "S2.2-9 b", In: "fig02", Judge: shareOfSets("fig02", 30, isClose)},
	{Of: "S0-2 b", Name: "mixture", In: "fig02", Judge: shareOfSets("fig02", 1, isNotNormal)},
	skewnessAndKurtosis("fig01"),
	skewnessAndKurtosis("fig02"),
}

// The distances of a data set from a normal law, one a coordinate, are far or close.
func isFar(d []float64) bool       { return slices.Min(d) >= claim.FarFromNormal.Lo }
func isClose(d []float64) bool     { return slices.Max(d) <= claim.CloseToNormal.Hi }
func isNotNormal(d []float64) bool { return slices.Min(d) > claim.CloseToNormal.Hi }

// ofDraws returns what draws of the noise tell of quantities.
func ofDraws(figure string, quantities ...string) claim.Rows {
	return claim.From(figure, "source", table.Simulation).One(quantities...)
}

// zeroDistance decides that a distance is 0 for every n and sampling. The simulated quantities
// confirm it.
func zeroDistance(of, name, figure, distance string, quantities ...string) claim.Criterion {
	const rounding, replicas = 1e-10, 64
	return claim.Criterion{
		Of: of, Name: name, In: figure,
		Judge: func(ts *claim.Tables, c claim.Claim) claim.Claim {
			var p claim.Points
			t := claim.From(figure, "quantity", "distance of the "+distance)(ts)
			p.Each(t, func(i int, at string) { p.Below(t.Estimate(i), rounding, "%s", at) })
			chi, u := claim.ChiSquare{Replicas: replicas}, ofDraws(figure, quantities...)(ts)
			for i := range u.Len() {
				chi.Add(u.Estimate(i), u.Float(i, "exact"))
			}
			return chi.Confirms(p.Judge(c, "distance of the "+distance+": "))
		},
	}
}

func skewnessAndKurtosis(figure string) claim.Criterion {
	return claim.Criterion{
		Name: "skewness and kurtosis", In: figure,
		Noise:     ofDraws(figure, "skewness", "excess kurtosis"),
		Sentence:  "skewness and kurtosis of Z follow from those of the data at n = 1 and from n/Nd",
		Criterion: "χ² of the draws against the exact values",
	}
}

// otherSets returns the distances of other data sets of a figure.
func otherSets(ts *claim.Tables, figure string) *table.Table {
	return ts.Table(figure).Where("quantity", "kolmogorov of another data set")
}

// bySet returns the distances of every data set, one a coordinate.
func bySet(t *table.Table) (all [][]float64) {
	for _, set := range t.Distinct("set") {
		all = append(all, t.Where("set", set).Floats("value"))
	}
	return all
}

// shareOfSets decides by the share of the data sets whose distances meet a condition.
func shareOfSets(figure string, n int, meets func(d []float64) bool) judge {
	return func(ts *claim.Tables, c claim.Claim) claim.Claim {
		own := ts.Table(figure).Where("n", n, "quantity", "kolmogorov")
		sets := otherSets(ts, figure).Where("n", n)
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
			text = append(text, fmt.Sprintf("%.4f (simulated %.4f)", exact, e.Value))
			// Three of these standard errors are the 2 % point of Kolmogorov's law, which bounds the
			// difference.
			agree = agree && !(math.Abs(e.Z(exact)) > 3)
		}
		here := "here it is " + strings.Join(text, " and ")
		if share.All > 0 {
			slices.Sort(worst)
			at := func(q float64) float64 { return worst[int(q*float64(len(worst)-1))] }
			here = fmt.Sprintf("%.4f to %.4f for nine in ten of them; %s", at(0.05), at(0.95), here)
		}
		c = share.Judge(c, "D, the largest of a set's coordinates, is %s", here)
		if !agree {
			c.Verdict, c.Reason = claim.Undecided, claim.Finding
			c.Measured += "; the simulation and the exact value disagree"
		}
		return c
	}
}

// tendsToNormal decides whether the law of Z tends to the normal one for many data and n = √Nd.
func tendsToNormal(ts *claim.Tables, c claim.Claim) claim.Claim {
	t := otherSets(ts, "fig02").Sort("ndata")
	t = t.Filter(func(i int) bool {
		return math.Round(math.Sqrt(t.Float(i, "ndata"))) == t.Float(i, "n")
	})
	var sizes [][][]float64 // [size][set][coordinate]
	var text []string
	for _, size := range t.Distinct("ndata") {
		u := t.Where("ndata", size)
		d := u.Floats("value")
		slices.Sort(d)
		text = append(text, fmt.Sprintf("%.4f for n = %s of %s", d[len(d)/2], u.Cell(0, "n"), size))
		sizes = append(sizes, bySet(u))
	}
	var share claim.Share
	if last := len(sizes) - 1; last > 0 {
		for k, d := range sizes[last] {
			ok := isClose(d)
			for i := range last {
				for j := range d {
					ok = ok && sizes[i+1][k][j] < sizes[i][k][j]
				}
			}
			share.Add(ok)
		}
	}
	return share.Judge(c, "the median of D is %s", strings.Join(text, ", "))
}
