package linalg

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   float64
	}{
		{math.Pi, 5, 3.1416},
		{-123456.7, 5, -123460},
		{1.23449999999e-300, 4, 1.234e-300},
		{9.99996, 5, 10},
		{0.1 + 0.2, 10, 0.3},
		{1e300, 1, 1e300},
		{0, 5, 0},
		{math.Inf(-1), 5, math.Inf(-1)},
	} {
		if got := Round(c.x, c.digits); got != c.want {
			t.Errorf("%v to %d digits: got %v, want %v", c.x, c.digits, got, c.want)
		}
	}
	if got := Round(math.NaN(), 5); !math.IsNaN(got) {
		t.Errorf("NaN became %v", got)
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{nil, "[]"},
		{[]float64{math.Pi, -3e-17, 1.00004e-9}, "[3.14 0 1e-09]"},
		{[]float64{0, 0}, "[0 0]"},
		{[]float64{math.NaN(), 1.234}, "[NaN 1.23]"},
		{[]float64{math.Inf(1), 1}, "[+Inf 0]"},
	} {
		x := append([]float64(nil), c.x...)
		if got := fmt.Sprint(Rounded(x, 3)); got != c.want || fmt.Sprint(x) != fmt.Sprint(c.x) {
			t.Errorf("%v: got %s, want %s", c.x, got, c.want)
		}
	}
}

func TestRoundedSym(t *testing.T) {
	for _, c := range []struct{ a, want []float64 }{
		{[]float64{math.Pi}, []float64{3.14}},
		{[]float64{1234.5, 0.123456, 0.123456, 1.23456}, []float64{1230, 0.1, 0.1, 1.23}},
		{[]float64{1234.5, 1e-3, 1e-3, 12.3456}, []float64{1230, 0, 0, 12.3}},
		{[]float64{9.999, -12.345, -12.345, 20}, []float64{10, -12.3, -12.3, 20}},
		{[]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}},
	} {
		if got := RoundedSym(c.a, 3); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.a, got, c.want)
		}
	}
}
