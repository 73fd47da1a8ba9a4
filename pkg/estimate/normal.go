package estimate

import "math"

// NormalCDF returns the standard normal distribution function Φ(x), in the lower tail to a relative
// x²·10⁻¹⁶, the rounding of x/√2. Φ(NaN) is NaN.
func NormalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// NormalDensity returns the standard normal density φ(x) = exp(−x²/2)/√(2π). φ(NaN) is NaN.
func NormalDensity(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

// Kolmogorov returns the distance sup_x |F(x) − Φ(x)| between a discrete distribution and the
// standard normal one. The distribution has atoms x, sorted in increasing order, and weights w ≥ 0,
// which need not sum to 1; nil stands for equal weights, as in a sample. It panics if x is not
// sorted or contains NaN, if the lengths differ, a weight is negative or NaN, or no weight is
// positive.
func Kolmogorov(x, w []float64) float64 {
	check(w == nil || len(x) == len(w), "Kolmogorov: %d atoms and %d weights", len(x), len(w))
	below, ok := make([]float64, len(x)+1), true // the weight below every atom, and the total
	for i, v := range x {
		weight := 1.0
		if w != nil {
			weight = w[i]
		}
		ok = ok && weight >= 0 && v == v && (i == 0 || x[i-1] <= v)
		below[i+1] = below[i] + weight
	}
	check(ok, "Kolmogorov: atoms that are not sorted, or a weight that is not at least 0")
	total := below[len(x)]
	check(total > 0, "Kolmogorov distance of an empty law")
	for i := range below {
		below[i] /= total
	}
	const rounding = 1e-14 // more than the rounding error of NormalCDF
	sup := 0.0
	// between looks at the atoms i to j−1, where Φ is from p to q. It omits atoms where the distance
	// cannot be larger, since F and Φ increase.
	var between func(i, j int, p, q float64)
	between = func(i, j int, p, q float64) {
		if i == j || max(q-below[i], below[j]-p) < sup-rounding {
			return
		}
		k := (i + j) / 2
		at := NormalCDF(x[k])
		sup = max(sup, at-below[k], below[k+1]-at)
		between(i, k, p, at)
		between(k+1, j, at, q)
	}
	between(0, len(x), 0, 1)
	return sup
}
