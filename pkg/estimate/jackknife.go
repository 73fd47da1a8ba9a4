package estimate

import (
	"fmt"
	"math"
)

// Jackknife returns a statistic of n independent replicas with its standard error, and its bias to
// the order 1/n. of(i) is the statistic t_i of all replicas but replica i, and t of all of them for
// i = −1:
//
//	se² = (n−1)/n Σ_i (t_i − t̄)²,   bias = (n−1) (t̄ − t).
//
// It panics if n < 2.
func Jackknife(n int, of func(without int) float64) (e Estimate, bias float64) {
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
	all := of(-1)
	return Estimate{all, math.Sqrt(k / float64(n) * v)}, float64(k * (m - all))
}
