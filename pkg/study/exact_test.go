package study

import (
	"math"
	"testing"

	"adl/pkg/table"
)

// Read rounds to digits of the largest number of an array, the same for numbers whose last bits
// differ.
func TestExactDigits(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		digits  int
		x, want []float64
	}{
		{0, []float64{1. / 3}, []float64{1. / 3}},
		{3, []float64{1. / 3, -2. / 3e3, 2e-9}, []float64{0.333, -0.001, 0}},
		{3, []float64{math.Nextafter(1./3, 1)}, []float64{0.333}},
		{4, []float64{123456.7, -0.5}, []float64{123457, -0}},
		{4, []float64{0.99996}, []float64{1}},
		{4, []float64{0, 0}, []float64{0, 0}},
		{4, nil, nil},
		{4, []float64{inf, 1. / 3}, []float64{inf, 1. / 3}},
	} {
		e := &Exact{Digits: c.digits, Arrays: []Array{{Name: "a", Len: len(c.x)}}}
		got, err := e.Read(table.Archive{{Name: "a", Data: c.x}})
		if err != nil || len(got) != 1 || len(got["a"]) != len(c.want) {
			t.Fatalf("%v: %v, %v", c.x, got, err)
		}
		for i, v := range got["a"] {
			if v != c.want[i] {
				t.Errorf("%d digits of %v: %v, want %v", c.digits, c.x, got["a"], c.want)
			}
		}
	}
	e := &Exact{Digits: 2, Arrays: []Array{{Name: "a", Len: 2}}}
	got, err := e.Read(table.Archive{{Name: "a", Data: []float64{nan, 1}}})
	if err != nil || len(got["a"]) != 2 || !math.IsNaN(got["a"][0]) {
		t.Errorf("NaN: %v, %v", got, err)
	}
}
