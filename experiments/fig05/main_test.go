package main

import (
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
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

// ξ grows as expected at the points of the figure with s ≥ 1. At s = 1.003 most of the growth is
// γ/(ηξ), and depends on T.
func TestGrowing(t *testing.T) {
	for _, dt := range []float64{0.015, 0.02} {
		c, law := studytest.GaussianChain(dynamics.Scalar{}, 1)
		c.Scheme.Dt, c.T, c.Blocks = dt, 64*1500, 16
		mean := []float64{law.V / (1 - law.A*dt*dt/4)}
		study.Settle(c, mean, 5)
		got := growth(studytest.Run(t, c).Blocks(dynamics.Xi{}, 0).Trend(), c)
		s := exact.BatchNoise(c.Epsilon(), dt, mean[0])
		if want := growing(c, s); math.Abs(got.Z(want)) > 4 {
			t.Errorf("s = %.4f: ξ grows by %v, want %g", s, got, want)
		}
	}
}
