package estimate

import (
	"fmt"
	"math"
)

// Jackknife returns a statistic of n independent replicas, and its standard error. of(i) is the
// statistic of all replicas but replica i, and of all of them for i = −1. The bias of order 1/n is
// taken off:
//
//	t = n t₋₁ − (n−1) t̄,   se² = (n−1)/n Σ_i (t_i − t̄)².
//
// It panics if n < 2.
func Jackknife(n int, of func(without int) float64) Estimate {
	if n < 2 {
		panic(fmt.Sprintf("estimate: the jackknife needs 2 replicas, got %d", n))
	}
	t := make([]float64, n)
	for i := range t {
		t[i] = of(i)
	}
	m, v := mean(t), 0.0
	for _, x := range t {
		v += float64((x - m) * (x - m))
	}
	k := float64(n - 1)
	return Estimate{float64(float64(n)*of(-1)) - float64(k*m), math.Sqrt(k / float64(n) * v)}
}
