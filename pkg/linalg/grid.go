package linalg

import "adl/pkg/vec"

// LinSpace returns n ≥ 2 equally spaced numbers from lo to hi.
func LinSpace(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + float64((hi-lo)*float64(i))/float64(n-1)
	}
	x[n-1] = hi
	return x
}

// LogSpace returns n ≥ 2 numbers in geometric progression from lo to hi, both positive.
func LogSpace(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	l := vec.Log(hi / lo)
	for i := range x {
		x[i] = float64(lo * vec.Exp(float64(l*float64(i))/float64(n-1)))
	}
	x[n-1] = hi
	return x
}
