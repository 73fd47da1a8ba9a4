package bound

import (
	"math"
	"testing"
)

func TestHas(t *testing.T) {
	for _, c := range []struct {
		in   Interval
		x    float64
		want bool
	}{
		{Same, 0.9, true}, {Same, 1.1, true}, {Same, 1.11, false}, {Below(2), math.Inf(-1), true},
		{Above(2), 2, true}, {Above(2), 1.9, false}, {About(6), 5, true}, {About(6), 7.1, false},
		{Exponent(2), 1.9, true}, {Exponent(2), 2.2, false}, {Small, SmallSize, true},
		{Same, math.NaN(), false},
	} {
		if got := c.in.Has(c.x); got != c.want {
			t.Errorf("%v has %g: %t", c.in, c.x, got)
		}
	}
}
