package study

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dynamics"
)

// The norm is the norm of the whole matrix. A permutation of the parameters, such as another
// numbering of hidden units, does not change it.
func TestSquaredNormRelabelled(t *testing.T) {
	const d = 4
	order := [d]int{2, 0, 3, 1}
	entries := dynamics.Entries(dynamics.Full{}, d)
	x, other := make([]float64, len(entries)), make([]float64, len(entries))
	want := 0.0
	for k, e := range entries {
		x[k] = math.Sin(float64(3*k + 1))
		i, j := order[e.I], order[e.J]
		at := dynamics.Entry{I: min(i, j), J: max(i, j), Count: 1}
		other[slices.Index(entries, at)] = x[k]
		for range len(slices.Compact([]int{i, j})) { // once on the diagonal, twice off it
			want += x[k] * x[k]
		}
	}
	norm, again := squaredNorm(entries, x), squaredNorm(entries, other)
	if math.Abs(norm-want) > 1e-12 || math.Abs(again-want) > 1e-12 {
		t.Errorf("norms %g and, relabelled, %g, want %g", norm, again, want)
	}
}
