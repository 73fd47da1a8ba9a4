package study

import (
	"slices"
	"testing"

	"adl/pkg/spec"
)

func TestLeading(t *testing.T) {
	term := func(per string, masses ...float64) *Exact {
		return &Exact{
			Key: spec.Key{"per": per}, Arrays: []Array{{Name: "masses", Len: len(masses)}},
			found: map[string][]float64{"masses": masses},
		}
	}
	l := Leading{term("dt^2", 0, 4, -4), term("epsilon dt", -1, 0, 1)}
	for _, c := range []struct {
		l           Leading
		epsilon, dt float64
		at          []float64
		error       float64
		near        bool
	}{
		{l, 0, 0.25, []float64{0, 0.25, -0.25}, 0.5, true},
		{l, 1, 0.25, []float64{-0.25, 0.25, 0}, 0.5, true},
		{l, 2, 0.25, []float64{-0.5, 0.25, 0.25}, 1, false},
		{l[1:], 2, 0.125, []float64{-0.25, 0, 0.25}, 0.5, true},
		{Leading{term("dt", 1, 0)}, 8, 0.125, []float64{0.125, 0}, 0.125, true},
	} {
		at := c.l.At(c.epsilon, c.dt)
		v, near := c.l.Error(c.epsilon, c.dt)
		if !slices.Equal(at, c.at) || v != c.error || near != c.near {
			t.Errorf("ε = %g, Δt = %g: %g with the error %g, %v", c.epsilon, c.dt, at, v, near)
		}
	}
}
