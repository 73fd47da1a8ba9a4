package main

import (
	"math"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// The criterion at kick is that of exact.Gaussian.AdL.
func TestKick(t *testing.T) {
	l := exact.Gaussian{A: 101, V: 0.9}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		edge := 1 / exact.BatchNoise(1, dt, kick(l, dt)[0])
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if _, _, ok := l.AdL(f*edge, 1, dt); ok != (f < 1) {
				t.Errorf("Δt = %g: s = %g: a stationary state: %v", dt, f, ok)
			}
		}
	}
	if k := kick(l, 1); k[0] != l.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", k[0], l.V)
	}
}

// A ξ that grows by 2 in a unit of time has that growth, for even and odd numbers of blocks.
func TestGrowth(t *testing.T) {
	for _, blocks := range []int{4, 5, 16, 17} {
		c := &simulate.Chain{T: 64 * 100, Every: 0.1, Replicas: 64, Blocks: blocks}
		c.Scheme.Dt = 0.01
		_, run, _ := c.Steps()
		b := &estimate.Blocks{Replicas: 64, Count: 1}
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

// newTable is an empty table.
func newTable() *table.Table {
	params := []string{"run", "method", "sampling", "n", "dt", "gamma", "eta"}
	return table.New(table.Columns(params, "exact", "s", "v", "a")...)
}
