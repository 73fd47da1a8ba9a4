package figure

import (
	"math"
	"testing"
)

// A scale with a linear part takes values of either sign: it is symmetric, linear about 0, and has
// equal steps for equal factors far from it.
func TestLinearScale(t *testing.T) {
	s := Scale{Min: -1, Max: 1, Linear: 1e-4}
	pos := s.projection().pos
	if pos(-1) != 0 || pos(1) != 1 || math.Abs(pos(0)-0.5) > 1e-12 {
		t.Errorf("ends and middle at %g, %g, %g", pos(-1), pos(1), pos(0))
	}
	for _, v := range []float64{1e-6, 1e-3, 0.2} {
		if d := pos(v) + pos(-v) - 1; math.Abs(d) > 1e-12 {
			t.Errorf("±%g are not symmetric: %g", v, d)
		}
	}
	if r := (pos(2e-6) - 0.5) / (pos(1e-6) - 0.5); math.Abs(r-2) > 1e-3 {
		t.Errorf("twice a small value is %g times as far from the middle", r)
	}
	if a, b := pos(1e-1)-pos(1e-2), pos(1)-pos(1e-1); math.Abs(a/b-1) > 1e-3 {
		t.Errorf("decades have the lengths %g and %g", a, b)
	}
	labels := map[string]float64{}
	for _, k := range (Scale{Min: -0.5, Max: 20, Linear: 0.03}).ticks() {
		if k.Value < -0.5 || k.Value > 20 {
			t.Errorf("a tick at %g", k.Value)
		}
		if k.Label != "" {
			labels[k.Label] = k.Value
		}
	}
	want := map[string]float64{
		"$0$": 0, "$10^{-1}$": 0.1, "$10^{0}$": 1, "$10^{1}$": 10, "$-10^{-1}$": -0.1,
	}
	if len(labels) != len(want) {
		t.Errorf("labels %v", labels)
	}
	for l, v := range want {
		if got, ok := labels[l]; !ok || got != v {
			t.Errorf("label %s at %g, want %g", l, got, v)
		}
	}
}
