package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func labels(ts []plot.Tick) string {
	var s []string
	for _, t := range ts {
		if t.Label != "" {
			s = append(s, strings.Trim(t.Label, "$"))
		}
	}
	return strings.Join(s, " ")
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		log    bool
		room   int
		want   string
	}{
		{1.2, 8, true, 8, "2 5"},
		{0.03, 500, true, 8, "10^{-1} 10^{0} 10^{1} 10^{2}"},
		{1e-8, 1e4, true, 8, "10^{-8} 10^{-6} 10^{-4} 10^{-2} 10^{0} 10^{2} 10^{4}"},
		{1e-8, 1e4, true, 3, "10^{-5} 10^{0}"},
		{0.08, 12, true, 8, "10^{-1} 10^{0} 10^{1}"},
		{0.3, 20, true, 8, "10^{0} 10^{1}"},
		{0.3, 9, true, 8, "0.5 1 2 5"},
		{3e-6, 2e-5, true, 4, `5\times10^{-6} 10^{-5} 2\times10^{-5}`},
		{1, 1000, true, 8, "10^{0} 10^{1} 10^{2} 10^{3}"},
		{0, 1, false, 6, "0 0.2 0.4 0.6 0.8 1.0"},
		{-4, 4, false, 5, "-4 -2 0 2 4"},
		{0, 20000, false, 5, "0 5000 10000 15000 20000"},
		{0, 0.0002, false, 5, `0 0.5\times10^{-4} 1.0\times10^{-4} 1.5\times10^{-4} 2.0\times10^{-4}`},
		{99.9, 100.1, false, 3, "99.9 100.0 100.1"},
	} {
		if got := labels(Ticks{c.log, c.room}.Ticks(c.lo, c.hi)); got != c.want {
			t.Errorf("[%g, %g] log %v room %d: %q, want %q", c.lo, c.hi, c.log, c.room, got, c.want)
		}
	}
}

// TestTicksAlways checks on many ranges that ticks are inside, ascending, and some labelled.
func TestTicksAlways(t *testing.T) {
	for _, lo := range []float64{1e-300, 1e-30, 3e-8, 0.011, 0.9, 1, 7.3, 99, 12345, 1e8} {
		for _, ratio := range []float64{1.03, 1.3, 2, 4.9, 10, 30, 99, 101, 1e4, 1e8, 1e40} {
			for room := 2; room < 12; room++ {
				for _, log := range []bool{true, false} {
					hi := lo * ratio
					ts := Ticks{log, room}.Ticks(lo, hi)
					if n := labelled(ts); n < 1 || n > room {
						t.Errorf("[%g, %g] log %v room %d: labels %q", lo, hi, log, room, labels(ts))
					}
					ascend := func(a, b plot.Tick) int { return int(math.Copysign(1, a.Value-b.Value)) }
					if !slices.IsSortedFunc(ts, ascend) {
						t.Errorf("[%g, %g] log %v: ticks are not ascending", lo, hi, log)
					}
					for _, k := range ts {
						if tol := 1e-8 * hi; k.Value < lo-tol || k.Value > hi+tol {
							t.Errorf("[%g, %g] log %v: tick at %g", lo, hi, log, k.Value)
						}
					}
				}
			}
		}
	}
}
