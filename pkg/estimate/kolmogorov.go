package estimate

import "math"

// Kolmogorov returns the distance sup_x |F(x) − Φ(x)| between the empirical distribution function
// of a sample, sorted in increasing order and possibly with ties, and the standard normal one. For
// n independent normal numbers it is about 0.87/√n. It panics if the sample is empty, not sorted,
// or contains NaN.
func Kolmogorov(sorted []float64) float64 {
	n := float64(len(sorted))
	check(n > 0, "Kolmogorov distance of an empty sample")
	sup := 0.0
	for i, x := range sorted {
		check(x == x && (i == 0 || sorted[i-1] <= x), "Kolmogorov: sample not sorted at %d", i)
		// Of equal numbers the first and the last decide; those between lie between.
		p := NormalCDF(x)
		sup = math.Max(sup, math.Max(p-float64(i)/n, float64(i+1)/n-p))
	}
	return sup
}

// KolmogorovWeighted returns the same distance for the discrete law with atoms x, sorted in
// increasing order, and weights w ≥ 0, which need not sum to 1. It panics if the lengths differ, no
// weight is positive, a weight is negative or NaN, or x is not sorted or contains NaN.
func KolmogorovWeighted(x, w []float64) float64 {
	check(len(x) == len(w), "Kolmogorov: %d atoms and %d weights", len(x), len(w))
	total := 0.0
	for i, v := range w {
		check(v >= 0, "Kolmogorov: weight %d is %v", i, v)
		total += v
	}
	check(total > 0, "Kolmogorov distance of an empty law")
	sup, below, sum := 0.0, 0.0, 0.0
	for i, v := range x {
		check(v == v && (i == 0 || x[i-1] <= v), "Kolmogorov: atoms not sorted at %d", i)
		sum += w[i]
		p, above := NormalCDF(v), sum/total
		sup = math.Max(sup, math.Max(p-below, above-p))
		below = above
	}
	return sup
}
