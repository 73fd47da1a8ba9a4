package main

import (
	"math"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/simulate"
)

// A ξ that grows by 2 in a unit of time has that growth, for even and odd numbers of blocks.
func TestGrowth(t *testing.T) {
	for _, blocks := range []int{4, 5, 16, 17} {
		c := &simulate.Chain{T: 64 * 100, Every: 0.1, Replicas: 64, Blocks: blocks}
		c.Scheme.Dt = 0.01
		_, run, _ := c.Steps()
		b := &estimate.TimeBlocks{Replicas: 64, Count: 1}
		for i := range blocks {
			for range 64 {
				x := 2 * (float64(i) + 0.5) / float64(blocks) * float64(run) * 0.01
				b.S1, b.S2 = append(b.S1, x), append(b.S2, x*x)
			}
		}
		if g := growth(b.Trend(), c); math.Abs(g.Value-2) > 1e-12 {
			t.Errorf("%d blocks: got %g, want 2", blocks, g.Value)
		}
	}
}
