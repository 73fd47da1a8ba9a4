package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	// row changes a copy of sample.
	set := func(i int, column, cell string) func(*Table) {
		return func(t *Table) {
			row := t.rows[i].split()
			row[t.index[column]] = cell
			t.rows[i] = joined(row)
		}
	}
	float := func(x float64) string { return fmt.Sprint(x) }
	const third = 1 / 3.0
	sim := "row 1 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation)"
	exact := "row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=exact)"
	for _, test := range []struct {
		name   string
		change func(*Table)
		want   []string
	}{
		{"equal", func(*Table) {}, nil},
		{
			"last bit of a simulation", set(0, "value", float(math.Nextafter(0.1, 1))),
			[]string{sim + ": value: want 0.1, got 0.10000000000000002 (9.8e-16 standard errors)"},
		},
		{
			"spelling of a simulation", set(0, "value", "0.10"),
			[]string{sim + ": value: want 0.1, got 0.10 (0 standard errors)"},
		},
		{"status", set(0, "status", Unmixed), []string{sim + ": status: want ok, got unmixed"}},
		{"absent", set(0, "stderr", ""), []string{sim + ": stderr: want 0.01, got nothing"}},
		{"extra column", set(0, "note", "a b"), []string{sim + `: note: want nothing, got "a b"`}},
		{"within rel", set(1, "value", float(third*(1+9e-10))), nil},
		{"spelling of an exact number", set(1, "epsilon", "1.9e3"), nil},
		{
			"beyond rel", set(1, "value", float(third*(1+2e-9))),
			[]string{
				exact + ": value: want 0.3333333333333333, got 0.333333334 " +
					"(relative difference 2e-09, allowed 1e-09)",
			},
		},
		{"near zero", set(1, "stderr", "9e-13"), nil},
		{
			"not so near zero", set(1, "stderr", "2e-12"),
			[]string{exact + ": stderr: want 0, got 2e-12 (relative difference 1, allowed 1e-09)"},
		},
		{"prediction near zero", set(3, "value", "1e-13"), nil},
		{
			"exact to NaN", set(1, "value", "NaN"),
			[]string{
				exact + ": value: want 0.3333333333333333, got NaN (relative difference NaN, allowed 1e-09)",
			},
		},
		{
			"exact to Inf", set(1, "value", "+Inf"),
			[]string{
				exact + ": value: want 0.3333333333333333, got +Inf (relative difference NaN, allowed 1e-09)",
			},
		},
		{"exact text", set(1, "status", Runaway), []string{exact + ": status: want ok, got runaway"}},
		{"parameter", set(0, "dt", "0.0002"), []string{
			sim + " is missing",
			"row 1 (method=SGLD n=5 dt=0.0002 quantity=variance source=simulation) is new",
		}},
		{"source", set(1, "source", Simulation), []string{
			exact + " is missing",
			"row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new",
		}},
		{"missing row", func(t *Table) { t.rows = t.rows[1:] }, []string{sim + " is missing"}},
		{
			"new row", func(t *Table) { t.Add(Row{"method": "a b"}) },
			[]string{`row 5 (method="a b") is new`},
		},
		{"row twice", func(t *Table) { t.rows = append(t.rows, t.rows[0]) }, []string{
			"row 5 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new"}},
		{"order", func(t *Table) { slices.Reverse(t.rows) }, []string{
			"rows are in another order, first " + exact}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := sample()
			test.change(got)
			lines := Compare(sample(), got, 1e-9)
			if !slices.Equal(lines, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestCompareColumns(t *testing.T) {
	a, b, c := New("x", "y"), New("x", "z"), New("y", "x")
	a.Add(Row{"x": 1, "y": 2})
	b.Add(Row{"x": 1, "z": 3})
	c.Add(Row{"x": 1, "y": 3})
	for _, test := range []struct {
		want, got *Table
		lines     string
	}{
		{a, b, `column "y" is missing; column "z" is new`},
		{a, c, `columns are in another order: want x, y, got y, x; row 1: y: want 2, got 3`},
		{a, a.Where("x", 2), `row 1 is missing`},
		{a.Where("x", 2), a, `row 1 is new`},
	} {
		if got := strings.Join(Compare(test.want, test.got, 0), "; "); got != test.lines {
			t.Errorf("got  %s\nwant %s", got, test.lines)
		}
	}
}

func TestCompareCounts(t *testing.T) {
	a, b := New("n", "value"), New("n", "value")
	for i := range 50 {
		a.Add(Row{"n": i, "value": 0})
		b.Add(Row{"n": i, "value": 1})
	}
	lines := Compare(a, b, 1e-9)
	if len(lines) != maxDifferences+1 || lines[maxDifferences] != "and 30 more differences" {
		t.Errorf("got %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
	if lines[0] != "row 1 (n=0): value: want 0, got 1" {
		t.Errorf("got %q", lines[0])
	}
}

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
