package estimate

import (
	"math"

	"adl/pkg/vec"
)

const (
	sqrt2OverPi  = 0.79788456080286535587989211986876373695 // √(2/π)
	invSqrt2Pi   = 0.39894228040143267793994605993438186848 // 1/√(2π)
	normalSwitch = 1.5                                      // the continued fraction begins
)

// NormalCDF returns the standard normal distribution function Φ(x) to about 4e-16, and to a
// relative 3e-15 in the lower tail. Φ(NaN) is NaN.
func NormalCDF(x float64) float64 {
	density := NormalDensity(x)
	if x <= -normalSwitch {
		return tailOf(-x, density)
	}
	return 0.5 + centralOf(x, density)
}

// NormalDensity returns the standard normal density φ(x) = exp(−x²/2)/√(2π), with the rounding
// error of x² put back. It is 0 for |x| > 40, and φ(NaN) is NaN.
func NormalDensity(x float64) float64 {
	if math.Abs(x) > 40 {
		return 0
	}
	h := x * x
	low := math.FMA(x, x, -h)
	e := vec.Exp(-0.5 * h)
	return invSqrt2Pi * math.FMA(e, -0.5*low, e)
}

// centralOf is Φ(x) − 1/2 = φ(x) Σ_k x^(2k+1)/(1·3⋯(2k+1)) for a given φ(x).
func centralOf(x, density float64) float64 {
	if math.Abs(x) >= normalSwitch {
		return math.Copysign(0.5-tailOf(math.Abs(x), density), x)
	}
	x2 := x * x
	sum, term := x, x*x2/3
	for k := 5.0; sum+term != sum && sum == sum; k += 2 {
		sum += term
		term = term * x2 / k
	}
	return density * sum
}

// tailOf is 1 − Φ(x) = φ(x)/(x + 1/(x + 2/(x + 3/(x + …)))) for x ≥ normalSwitch and a given φ(x),
// to 2e-17 by 300/x² + 20 terms and the fixed point f = x + k/f for the rest.
func tailOf(x, density float64) float64 {
	if density == 0 {
		return 0
	}
	x2 := x * x
	n := math.Floor(300/x2) + 20
	f := 0.5 * (x + math.Sqrt(x2+4*(n+1)))
	for k := n; k > 0; k-- {
		f = x + k/f
	}
	return density / f
}

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
