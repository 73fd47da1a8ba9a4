package estimate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// ShapiroWilk returns the statistic W of Shapiro and Wilk for the hypothesis that x is a sample of a
// normal law, and the probability p that a normal sample has a W as small, by the approximations of
// Royston (Algorithm AS R94, Applied Statistics 44, 1995). It panics unless there are 12 to 5000
// numbers, not all the same.
func ShapiroWilk(x []float64) (w, p float64) {
	n := len(x)
	check(n >= 12 && n <= 5000, "ShapiroWilk of %d numbers", n)
	m, sum := make([]float64, n), 0.0
	for i := range m {
		m[i] = distuv.UnitNormal.Quantile((float64(i+1) - 0.375) / (float64(n) + 0.25))
		sum += float64(m[i] * m[i])
	}
	// the weights a of the order statistics: two at either end from a fit, the others as m
	root, small := math.Sqrt(sum), 1/math.Sqrt(float64(n))
	last := m[n-1]/root + polynomial(small, 0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
	next := m[n-2]/root + polynomial(small, 0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
	scale := math.Sqrt((sum - 2*float64(m[n-1]*m[n-1]) - 2*float64(m[n-2]*m[n-2])) /
		(1 - 2*float64(last*last) - 2*float64(next*next)))
	a := make([]float64, n)
	for i := range a {
		a[i] = m[i] / scale
	}
	a[0], a[1], a[n-2], a[n-1] = -last, -next, next, last

	order := slices.Sorted(slices.Values(x))
	mean, along, square := 0.0, 0.0, 0.0
	for _, v := range order {
		mean += v / float64(n)
	}
	for i, v := range order {
		along = math.FMA(a[i], v-mean, along)
		square = math.FMA(v-mean, v-mean, square)
	}
	check(square > 0, "ShapiroWilk of equal numbers")
	w = min(float64(along*along)/square, 1)
	u := math.Log(float64(n))
	mu := polynomial(u, -1.5861, -0.31082, -0.083751, 0.0038915)
	sigma := math.Exp(polynomial(u, -0.4803, -0.082676, 0.0030302))
	return w, 1 - NormalCDF((math.Log(1-w)-mu)/sigma)
}

// polynomial returns Σ c_k x^k.
func polynomial(x float64, c ...float64) float64 {
	s := 0.0
	for _, c := range slices.Backward(c) {
		s = math.FMA(s, x, c)
	}
	return s
}
