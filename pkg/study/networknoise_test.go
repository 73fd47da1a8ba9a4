package study

import (
	"math"
	"testing"
)

// A permutation of the parameters, as another numbering of hidden units is, changes none of the
// norms of Σ_x.
func TestSquaredNormsRelabelled(t *testing.T) {
	const d = 4
	order := [d]int{2, 0, 3, 1}
	at := func(i, j int) int { // the entry (i, j) on or above the diagonal, row by row
		i, j = min(i, j), max(i, j)
		return i*d - i*(i-1)/2 + j - i
	}
	n := d * (d + 1) / 2
	mean, other := make([]float64, n+1+d), make([]float64, n+1+d)
	for k := range n {
		mean[k] = math.Sin(float64(3*k + 1))
	}
	mean[n], other[n] = 20, 20
	for i := range d {
		for j := i; j < d; j++ {
			other[at(order[i], order[j])] = mean[at(i, j)]
		}
	}
	square, ofMean := squaredNorms(mean, d)
	again, ofOther := squaredNorms(other, d)
	if square != 20 || again != 20 || math.Abs(ofOther-ofMean) > 1e-12 {
		t.Errorf("squares %g, %g, relabelled %g, %g", square, ofMean, again, ofOther)
	}
}
