package main

import (
	"slices"
	"strings"
	"testing"

	"adl/pkg/study/studytest"
)

// A spec that cannot be evaluated is an error about a key.
func TestSpecErrors(t *testing.T) {
	text, _, _ := strings.Cut(string(specText), "[profile")
	const square = `spec.toml:6: key "square": `
	for _, c := range []struct{ old, new, want string }{
		{"ndata = 200", "ndata = 1", `spec.toml:10: key "data": a covariance needs at least 2 data`},
		{"[0.0, 1.4]", "[1.4, 0.0]", square + `expected the lower end first, got [1.4 0]`},
		{"[0.0, 1.4]", "[0.0, 1e6]", square + `the integral over x in Σ would be too long`},
		{
			"[0.0, 1.4]", "[1.0, 1.0000000000000002]",
			square + `[1 1.0000000000000002] has no room for`,
		},
		{
			"w           = 0.4", "w           = 1.0",
			`spec.toml:19: key "model.w": expected a number (positive, below 1), got 1`,
		},
	} {
		studytest.Within(t, studytest.Change(t, text, c.old, c.new), c.want, compute)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		z      []float64
		levels []float64
		lo, hi float64
	}{
		{[]float64{0.3, 4.9}, []float64{0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5}, 0, 5},
		{[]float64{-3, 6}, []float64{-2, -1, 0, 1, 2, 3, 4, 5}, -3, 6},
		{[]float64{2, 2}, nil, 2, 2},
	} {
		levels, lo, hi := round(c.z)
		if !slices.Equal(levels, c.levels) || lo != c.lo || hi != c.hi {
			t.Errorf("round(%v) = %v, %g, %g; want %v, %g, %g", c.z, levels, lo, hi, c.levels, c.lo, c.hi)
		}
	}
}
