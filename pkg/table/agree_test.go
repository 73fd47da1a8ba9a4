package table

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestAgree(t *testing.T) {
	const head = "n,epsilon,quantity,value,stderr,status,source,raw\n"
	tab := func(rows ...string) *Table {
		t.Helper()
		got, err := ReadCSV("t.csv", []byte(head+strings.Join(rows, "")))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	const (
		one   = "1,9,x,1.5,0.03,ok,simulation,7\n"
		two   = "2,4,x,2.5,0.04,ok,simulation,7\n"
		rhat  = "1,9,R-hat,1.01,0,ok,simulation,\n"
		exact = "1,9,x,1.4,0,ok,exact,\n"
	)
	for _, c := range []struct {
		name string
		b    *Table
		z    []float64
		want Agreement // but for the scores
	}{
		{"same", tab(one, two, rhat, exact), []float64{0, 0}, Agreement{LeftOut: 1, Exact: 1}},
		{"moved row", tab(exact, two, rhat, one), []float64{0, 0}, Agreement{LeftOut: 1, Exact: 1}},
		{
			"noise", tab("1,9,x,1.7,0.04,ok,simulation,5\n", two, "1,9,R-hat,2,0,ok,simulation,\n", exact),
			[]float64{-0.2 / 0.05, 0}, Agreement{LeftOut: 1, Exact: 1},
		},
		{
			"no value", tab("1,9,x,NaN,NaN,diverged,simulation,\n", two, rhat, exact), []float64{0},
			Agreement{LeftOut: 2, Exact: 1, Status: []string{
				"row 1 (n=1 quantity=x source=simulation): ok became diverged",
			}},
		},
		{
			"infinite error", tab("1,9,x,1.5,+Inf,ok,simulation,\n", two, rhat, exact), []float64{0},
			Agreement{LeftOut: 2, Exact: 1},
		},
		{
			"missing and new rows", tab(one, rhat, "3,2,x,0,0,ok,simulation,\n"), []float64{0},
			Agreement{
				LeftOut: 1,
				Lone:    []string{"row 4 (n=1 quantity=x source=exact) is missing"},
				Missing: []string{
					"row 2 (n=2 quantity=x source=simulation) is missing",
					"row 3 (n=3 quantity=x source=simulation) is new",
				},
			},
		},
		{
			"last bits", tab(one, two, rhat, "1,9,x,1.4000000001,0,ok,exact,\n"), []float64{0, 0},
			Agreement{LeftOut: 1, Exact: 1},
		},
		{
			"exact", tab(one, two, rhat, "1,9,x,1.41,0,unmixed,exact,\n"), []float64{0, 0},
			Agreement{
				LeftOut: 1, Exact: 1,
				Differ: []string{"row 4 (n=1 quantity=x source=exact): 1.4 became 1.41"},
				Status: []string{"row 4 (n=1 quantity=x source=exact): ok became unmixed"},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Agree(tab(one, two, rhat, exact), c.b, 1e-9)
			var z []float64
			for _, s := range got.Scores {
				z = append(z, s.Z)
			}
			if !slices.EqualFunc(z, c.z, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
				t.Errorf("scores %v, want %v", z, c.z)
			}
			if got.LeftOut != c.want.LeftOut || got.Exact != c.want.Exact ||
				!slices.Equal(got.Differ, c.want.Differ) || !slices.Equal(got.Status, c.want.Status) ||
				!slices.Equal(got.Missing, c.want.Missing) {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

// A single z is above 1.96 with probability 5 %; of 100, none is above the bound with probability
// Φ(bound)¹⁰⁰ on both sides.
func TestFamilyBound(t *testing.T) {
	if got := FamilyBound(1, 0.05); math.Abs(got-1.959964) > 1e-6 {
		t.Errorf("one row: %v", got)
	}
	if got := 1 - math.Pow(math.Erf(FamilyBound(100, 0.01)/math.Sqrt2), 100); math.Abs(
		got-0.01,
	) > 1e-9 {
		t.Errorf("100 rows: a family-wise level of %v", got)
	}
	if got := FamilyBound(0, 0.01); !math.IsInf(got, 1) {
		t.Errorf("no row: %v", got)
	}
}
