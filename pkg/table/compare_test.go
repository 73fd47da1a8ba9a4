package table

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	set := func(i int, column, cell string) func(*Table) {
		return func(t *Table) { t.rows[i][t.index[column]] = cell }
	}
	const third = 1 / 3.0
	const sim = "row 1 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation)"
	const exact = "row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=exact)"
	for _, c := range []struct {
		name   string
		change func(*Table)
		want   string // lines
	}{
		{"equal", func(*Table) {}, ""},
		{"last bit of a simulation", set(0, "value", "0.10000000000000002"),
			sim + ": value: want 0.1, got 0.10000000000000002 (9.8e-16 standard errors)"},
		{"spelling of a simulation", set(0, "rhat", "1.10"), sim + ": rhat: want 1.1, got 1.10"},
		{"status", set(0, "status", Unmixed), sim + ": status: want ok, got unmixed"},
		{"absent", set(0, "stderr", ""), sim + ": stderr: want 0.01, got nothing"},
		{"extra column", set(0, "note", "a b"), sim + `: note: want nothing, got "a b"`},
		{"within rel", set(1, "value", fmt.Sprint(third*(1+9e-10))), ""},
		{"beyond rel", set(1, "value", fmt.Sprint(third*(1+2e-9))),
			exact + ": value: want 0.3333333333333333, got 0.333333334"},
		{"near zero", set(1, "stderr", "9e-13"), ""},
		{"not so near zero", set(1, "stderr", "2e-12"), exact + ": stderr: want 0, got 2e-12"},
		{"exact to NaN", set(1, "value", "NaN"),
			exact + ": value: want 0.3333333333333333, got NaN"},
		{"parameter", set(1, "dt", "0.0002"), exact + " is missing\n" +
			"row 2 (method=SGLD n=5 dt=0.0002 quantity=variance source=exact) is new"},
		{"source", set(1, "source", Simulation), exact + " is missing\n" +
			"row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new"},
		{"missing row", func(t *Table) { t.rows = t.rows[1:] }, sim + " is missing"},
		{"new row", func(t *Table) { t.Add(Row{"method": "a b"}) },
			`row 5 (method="a b") is new`},
		{"row twice", func(t *Table) { t.rows = append(t.rows, t.rows[0]) },
			"row 5 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new"},
		{"order", func(t *Table) { slices.Reverse(t.rows) },
			"rows are in another order, first " + exact},
		{"new name", func(t *Table) { t.columns[0] = "m"; delete(t.index, "method"); t.index["m"] = 0 },
			"column \"method\" is missing\ncolumn \"m\" is new"},
	} {
		got := sample()
		c.change(got)
		if lines := strings.Join(Compare(sample(), got, 1e-9), "\n"); lines != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, lines, c.want)
		}
	}

	a, b := New("n", "x"), New("x", "n")
	for i := range 50 {
		a.Add(Row{"n": i, "x": 0})
		b.Add(Row{"n": i, "x": 1})
	}
	lines := Compare(a, b, 0)
	if len(lines) != maxDifferences+1 || lines[1] != "row 1: x: want 0, got 1" ||
		lines[0] != "columns are in another order: want n, x, got x, n" ||
		lines[maxDifferences] != "and 31 more differences" {
		t.Errorf("got %q", lines)
	}
}

func TestAgree(t *testing.T) {
	tab := func(rows ...string) *Table {
		t.Helper()
		got, err := ReadCSV("t.csv", []byte("n,epsilon,quantity,value,stderr,status,source,raw\n"+
			strings.Join(rows, "")))
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
		{"moved", tab(exact, two, rhat, one), []float64{0, 0}, Agreement{LeftOut: 1, Exact: 1}},
		{"noise", tab("1,9,x,1.7,0.04,ok,simulation,5\n", two, "1,9,R-hat,2,0,ok,simulation,\n",
			exact), []float64{-0.2 / 0.05, 0}, Agreement{LeftOut: 1, Exact: 1}},
		{"no value", tab("1,9,x,NaN,NaN,diverged,simulation,\n", two, rhat, exact), []float64{0},
			Agreement{LeftOut: 2, Exact: 1, Status: []string{
				"row 1 (n=1 quantity=x source=simulation): ok became diverged"}}},
		{"missing and new rows", tab(one, rhat, "3,2,x,0,0,ok,simulation,\n"), []float64{0},
			Agreement{
				LeftOut: 1,
				Lone:    []string{"row 4 (n=1 quantity=x source=exact) is missing"},
				Missing: []string{
					"row 2 (n=2 quantity=x source=simulation) is missing",
					"row 3 (n=3 quantity=x source=simulation) is new",
				},
			}},
		{"last bits", tab(one, two, rhat, "1,9,x,1.4000000001,0,ok,exact,\n"), []float64{0, 0},
			Agreement{LeftOut: 1, Exact: 1}},
		{"exact", tab(one, two, rhat, "1,9,x,1.41,0,unmixed,exact,\n"), []float64{0, 0},
			Agreement{
				LeftOut: 1, Exact: 1,
				Differ: []string{"row 4 (n=1 quantity=x source=exact): 1.4 became 1.41"},
				Status: []string{"row 4 (n=1 quantity=x source=exact): ok became unmixed"},
			}},
	} {
		got := Agree(tab(one, two, rhat, exact), c.b, 1e-9)
		var z []float64
		for _, s := range got.Scores {
			z = append(z, s.Z)
		}
		if !slices.EqualFunc(z, c.z, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%s: scores %v, want %v", c.name, z, c.z)
		}
		got.Scores, got.cells, got.moved = nil, nil, nil
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

// A single z is above 1.96 with probability 5 %; of 100, none is above the bound with probability
// (1 − 2Φ(−bound))¹⁰⁰.
func TestFamilyBound(t *testing.T) {
	if got := FamilyBound(1, 0.05); math.Abs(got-1.959964) > 1e-6 {
		t.Errorf("one row: %v", got)
	}
	got := 1 - math.Pow(math.Erf(FamilyBound(100, 0.01)/math.Sqrt2), 100)
	if math.Abs(got-0.01) > 1e-9 {
		t.Errorf("100 rows: a family-wise level of %v", got)
	}
	if got := FamilyBound(0, 0.01); !math.IsInf(got, 1) {
		t.Errorf("no row: %v", got)
	}
}
