package main

import (
	"slices"
	"testing"
)

func TestRound(t *testing.T) {
	for _, c := range []struct {
		z      []float64
		levels []float64
		lo, hi float64
	}{
		{[]float64{0.3, 5.9}, []float64{0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5}, 0, 6},
		{[]float64{-3, 9}, []float64{-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8}, -3, 9},
		{[]float64{2, 2}, nil, 2, 2},
	} {
		levels, lo, hi := round(c.z, 12)
		if !slices.Equal(levels, c.levels) || lo != c.lo || hi != c.hi {
			t.Errorf("round(%v) = %v, %g, %g; want %v, %g, %g", c.z, levels, lo, hi, c.levels, c.lo, c.hi)
		}
	}
}
