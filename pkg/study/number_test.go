package study

import (
	"math"
	"testing"
)

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   float64
	}{{86.36, 2, 86}, {-0.01996, 2, -0.02}, {14150.7, 2, 14000}, {0, 3, 0}, {9.99e-5, 1, 1e-4}} {
		if got := Round(c.x, c.digits); got != c.want {
			t.Errorf("%g with %d digits: got %g, want %g", c.x, c.digits, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.002, "0.002"}, {1e-3, "0.001"}, {2e-4, `2\times10^{-4}`},
		{1e-4, "10^{-4}"}, {-1e-4, "-10^{-4}"}, {2.5e-5, `2.5\times10^{-5}`}, {99999, "99999"},
		{1e5, "10^{5}"}, {-3e12, `-3\times10^{12}`}, {math.NaN(), "NaN"}, {math.Inf(1), "+Inf"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("%g: got %s, want %s", c.x, got, c.want)
		}
	}
}
