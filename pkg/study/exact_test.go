package study

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/table"
)

// Read rounds to digits of the largest number of an array, the same for numbers whose last bits
// differ.
func TestExactDigits(t *testing.T) {
	for _, c := range []struct {
		digits int
		x      []float64
		want   string
	}{
		{0, []float64{1. / 3}, "[0.3333333333333333]"},
		{3, []float64{1. / 3, -2. / 3e3, 2e-9}, "[0.333 -0.001 0]"},
		{3, []float64{math.Nextafter(1./3, 1)}, "[0.333]"},
		{4, []float64{123456.7, -0.5}, "[123457 -0]"},
		{4, []float64{0.99996}, "[1]"},
		{4, []float64{0, 0}, "[0 0]"},
		{4, nil, "[]"},
		{4, []float64{math.Inf(1), 0.25}, "[+Inf 0.25]"},
		{2, []float64{math.NaN(), 1}, "[NaN 1]"},
	} {
		e := &Exact{Digits: c.digits, Arrays: []Array{{Name: "a", Len: len(c.x)}}}
		got, err := e.Read(table.Archive{{Name: "a", Data: c.x}})
		if s := fmt.Sprint(got["a"]); err != nil || len(got) != 1 || s != c.want {
			t.Errorf("%d digits of %v: %s, %v, want %s", c.digits, c.x, s, err, c.want)
		}
	}
}
