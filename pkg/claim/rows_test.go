package claim

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

func TestPairs(t *testing.T) {
	u, v := table.New("n", "dt", "value", "stderr"), table.New("n", "dt", "value", "stderr")
	for i := range 4 {
		u.Add(table.Row{"n": i, "dt": 0.5, "value": 10 * i, "stderr": 1})
		v.Add(table.Row{"n": 5 - i, "dt": 0.5, "value": i, "stderr": 0})
	}
	want := []Pair{
		{2, estimate.Estimate{Value: 20, StdErr: 1}, estimate.Estimate{Value: 3}},
		{3, estimate.Estimate{Value: 30, StdErr: 1}, estimate.Estimate{Value: 2}},
	}
	got := Pairs(u, v, "n", "dt")
	if !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	if r := got[1].Ratio(); r != (estimate.Estimate{Value: 15, StdErr: 0.5}) {
		t.Errorf("ratio %v", r)
	}
}

func TestLine(t *testing.T) {
	of := func(stderr ...float64) estimate.Line {
		u := table.New("x", "value", "stderr")
		for i, e := range stderr {
			u.Add(table.Row{"x": max(i, 1), "value": 3 * max(i, 1), "stderr": e})
		}
		return Line(u, "x")
	}
	if l := of(1, 2, 1); math.Abs(l.At(5).Value-15) > 1e-12 || l.DoF != 1 {
		t.Errorf("%v", l)
	}
	for _, l := range []estimate.Line{
		of(), of(1), of(1, 1), of(1, 1, 0), of(1, 1, math.NaN()), of(1, 1, math.Inf(1)), of(1, 1, 2e6),
	} {
		if !math.IsNaN(l.Slope.Value) || Deviations(l).Dof != 0 {
			t.Errorf("got %v, want an unknown line", l)
		}
	}
}
