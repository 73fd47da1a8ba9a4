package main

import (
	"math"
	"testing"

	"adl/pkg/estimate"
)

// ξ in the middle of a step is ξ without the increment of the last D, also in the sums of products.
func TestInMiddle(t *testing.T) {
	var xi, p2, product, want, wantProduct estimate.TimeBlocks
	all := []*estimate.TimeBlocks{&xi, &p2, &product, &want, &wantProduct}
	for _, b := range all {
		*b = estimate.TimeBlocks{Replicas: 2, Count: 3, S1: make([]float64, 2), S2: make([]float64, 2)}
	}
	const h = 0.1 / (2 * 2)
	for i := range 6 {
		x, p := 1+0.3*float64(i), 0.2*float64(i*i)-0.5
		m := x - h*(p*p-1)
		for k, v := range []float64{x, p * p, x * p * p, m, m * p * p} {
			all[k].S1[i%2] += v
			all[k].S2[i%2] += v * v
		}
	}
	a, b := inMiddle(h, &xi, &p2, &product)
	for r := range 2 {
		for k, d := range []float64{
			a.S1[r] - want.S1[r], a.S2[r] - want.S2[r], b.S1[r] - wantProduct.S1[r],
		} {
			if math.Abs(d) > 1e-12 {
				t.Errorf("replica %d, sum %d is off by %g", r, k, d)
			}
		}
	}
}
