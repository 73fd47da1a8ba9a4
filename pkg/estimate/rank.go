package estimate

import (
	"cmp"
	"math"
	"slices"
)

// RankCorrelation returns Spearman's correlation of the ranks of x and y, which have no ties, and
// the probability that independent x and y have one as large (one-sided, by the normal law of
// variance 1/(n−1)). It panics unless there are as many x as y, 3 or more.
func RankCorrelation(x, y []float64) (rho, p float64) {
	n := len(x)
	check(n >= 3 && n == len(y), "RankCorrelation of %d and %d numbers", n, len(y))
	a, b, d := ranks(x), ranks(y), 0.0
	for i := range a {
		d += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	m := float64(n)
	rho = 1 - 6*d/float64(m*(float64(m*m)-1))
	return rho, NormalCDF(-float64(rho * math.Sqrt(m-1)))
}

// ranks returns the places of x in increasing order, from 0.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	r := make([]float64, len(x))
	for place, i := range order {
		r[i] = float64(place)
	}
	return r
}
