package estimate

import "math"

// Kolmogorov returns the distance sup_x |F(x) − Φ(x)| between a discrete law and the standard
// normal one. The law has atoms x, sorted in increasing order and possibly with ties, and weights w
// ≥ 0, which need not sum to 1; nil are equal weights, such as those of a sample. For a sample of n
// normal numbers the distance is about 0.87/√n. It panics if x is not sorted or contains NaN, if
// the lengths differ, a weight is negative or NaN, or none is positive.
func Kolmogorov(x, w []float64) float64 {
	weight := func(i int) float64 {
		if w == nil {
			return 1
		}
		return w[i]
	}
	check(w == nil || len(x) == len(w), "Kolmogorov: %d atoms and %d weights", len(x), len(w))
	total := 0.0
	for i := range x {
		check(weight(i) >= 0, "Kolmogorov: weight %d is %v", i, weight(i))
		total += weight(i)
	}
	check(total > 0, "Kolmogorov distance of an empty law")
	sup, below, sum := 0.0, 0.0, 0.0
	for i, v := range x {
		check(v == v && (i == 0 || x[i-1] <= v), "Kolmogorov: atoms not sorted at %d", i)
		sum += weight(i)
		p, above := NormalCDF(v), sum/total
		sup = math.Max(sup, math.Max(p-below, above-p))
		below = above
	}
	return sup
}
