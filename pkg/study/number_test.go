package experiment

import (
	"math"
	"testing"
)

func TestSpaces(t *testing.T) {
	for _, n := range []int{2, 3, 41} {
		lo, hi := 1.0, 1e4
		lin, log := LinSpace(lo, hi, n), LogSpace(lo, hi, n)
		if len(lin) != n || len(log) != n || lin[0] != lo || lin[n-1] != hi || log[0] != lo || log[n-1] != hi {
			t.Errorf("%d numbers: %v, %v", n, lin, log)
		}
		for i := range n {
			u := float64(i) / float64(n-1)
			if want := lo + u*(hi-lo); math.Abs(lin[i]-want) > 1e-11 {
				t.Errorf("%d of %d: got %v, want %v", i, n, lin[i], want)
			}
			if want := lo * math.Pow(hi/lo, u); math.Abs(log[i]/want-1) > 1e-14 {
				t.Errorf("%d of %d: got %v, want %v", i, n, log[i], want)
			}
		}
	}
	for i, x := range LogSpace(1, 1, 5) {
		if x != 1 {
			t.Errorf("number %d from 1 to 1 is %v", i, x)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.002, "0.002"}, {1e-3, "0.001"}, {2e-4, `2\times10^{-4}`}, {1e-4, "10^{-4}"}, {-1e-4, "-10^{-4}"}, {2.5e-5, `2.5\times10^{-5}`},
		{99999, "99999"}, {1e5, "10^{5}"}, {-3e12, `-3\times10^{12}`}, {math.NaN(), "NaN"}, {math.Inf(1), "+Inf"},
	} {
		if got := Number(c.x); got != c.want {
			t.Errorf("%g: got %s, want %s", c.x, got, c.want)
		}
	}
}
