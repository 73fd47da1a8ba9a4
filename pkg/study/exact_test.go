package study

import (
	"math"
	"testing"

	"adl/pkg/table"
)

func TestExactAgree(t *testing.T) {
	e := &Exact{Arrays: []Array{{Name: "a", Len: 2}}}
	result := func(x ...float64) table.Archive { return table.Archive{{Name: "a", Data: x}} }
	for _, c := range []struct {
		b    table.Archive
		want bool
	}{
		{result(1e3, 1e-9), true},
		{result(1e3, 9e-7), true},
		{result(1e3, 2e-6), false},
		{result(1e3+9e-7, 0), true},
		{result(1e3, math.NaN()), false},
		{result(1e3), false},
	} {
		if got := e.Agree(result(1e3, 1e-9), c.b); got != c.want {
			t.Errorf("%v: %v", c.b, got)
		}
	}
}
