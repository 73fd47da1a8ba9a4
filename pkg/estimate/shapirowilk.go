package estimate

import (
	"math"
	"slices"

	"adl/pkg/vec"
)

// ShapiroWilk returns the normal deviate z of Shapiro and Wilk's statistic W of a sample. If the
// numbers are independent and normal, z is nearly standard normal; it is large if they are not
// normal. It is NaN if they are all the same, and panics unless there are 12 to 5000. (Royston,
// Applied Statistics 44, 1995, 547, algorithm AS R94.)
func ShapiroWilk(x []float64) (z float64) {
	n := len(x)
	if n < 12 || n > 5000 {
		panic("estimate: ShapiroWilk needs 12 to 5000 numbers")
	}
	l := vec.Log(float64(n))
	mean := polynomial(l, -1.5861, -0.31082, -0.083751, 0.0038915)
	sd := vec.Exp(polynomial(l, -0.4803, -0.082676, 0.0030302))
	return (vec.Log(1-shapiroWilkW(x)) - mean) / sd
}

// shapiroWilkW returns W = (Σ_i a_i x_(i))²/Σ_i (x_i − x̄)², for more than 5 numbers.
func shapiroWilkW(x []float64) float64 {
	n := len(x)
	x = slices.Clone(x)
	slices.Sort(x)
	m := make([]float64, n) // about the means of the order statistics
	sum := 0.0
	for i := range m {
		m[i] = normalQuantile((float64(i+1) - 0.375) / (float64(n) + 0.25))
		sum = math.FMA(m[i], m[i], sum)
	}
	u, root := 1/math.Sqrt(float64(n)), math.Sqrt(sum)
	last := polynomial(u, m[n-1]/root, 0.221157, -0.147981, -2.071190, 4.434685, -2.706056)
	next := polynomial(u, m[n-2]/root, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
	phi := (sum - float64(2*float64(m[n-1]*m[n-1])) - float64(2*float64(m[n-2]*m[n-2]))) /
		(1 - float64(2*float64(last*last)) - float64(2*float64(next*next)))
	var mean, cross, square float64
	for _, v := range x {
		mean += v / float64(n)
	}
	for i, v := range x {
		a := m[i] / math.Sqrt(phi)
		switch i {
		case 0:
			a = -last
		case 1:
			a = -next
		case n - 2:
			a = next
		case n - 1:
			a = last
		}
		cross = math.FMA(a, v-mean, cross)
		square = math.FMA(v-mean, v-mean, square)
	}
	return float64(cross*cross) / square
}

// polynomial returns Σ_k c_k x^k.
func polynomial(x float64, c ...float64) (y float64) {
	for _, c := range slices.Backward(c) {
		y = math.FMA(y, x, c)
	}
	return y
}

// normalQuantile inverts NormalCDF by Newton's method. For p < 1/2 it comes from 0 and, since the
// function is convex there, never goes beyond the solution.
func normalQuantile(p float64) float64 {
	if p > 0.5 {
		return -normalQuantile(1 - p)
	}
	x := 0.0
	for range 60 {
		step := (NormalCDF(x) - p) / NormalDensity(x)
		x -= step
		if math.Abs(step) < 1e-13 {
			break
		}
	}
	return x
}
