package table

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"adl/pkg/estimate"
)

// sample is a small tidy table.
func sample() *Table {
	t := New(Columns([]string{"method", "n", "dt"}, "rhat", "note")...)
	t.Add(Row{"method": "SGLD", "n": 5, "dt": 1e-4, "epsilon": 1900.0, "quantity": "variance",
		"value": 0.1, "stderr": 0.01, "status": OK, "source": Simulation, "rhat": float32(1.1)})
	t.Add(Row{"method": "SGLD", "n": 5, "dt": 1e-4, "epsilon": 1900.0, "quantity": "variance",
		"value": 1 / 3.0, "stderr": 0, "status": OK, "source": Exact})
	t.Add(Row{"method": "AdL", "n": 1, "dt": 1e-4, "quantity": "variance", "value": math.Inf(1),
		"stderr": math.NaN(), "status": Runaway, "source": Simulation, "note": "a, \"b\"\nc\n"})
	t.Add(Row{"method": "AdL", "n": uint8(10), "dt": 2e-4, "quantity": "mean", "value": -1.5e-300,
		"source": Prediction, "note": nil})
	return t
}

func TestCells(t *testing.T) {
	type word string
	tab := New("c")
	for _, test := range []struct {
		v    any
		want string
	}{
		{"text", "text"}, {word("w"), "w"}, {nil, ""}, {0, "0"}, {-5, "-5"},
		{int64(math.MinInt64), "-9223372036854775808"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{1e-4, "0.0001"}, {1e-5, "1e-05"}, {1e6, "1e+06"}, {-2e9 / 3.0, "-6.666666667e+08"},
		{float32(0.1), "0.1"}, {5e-324, "5e-324"}, {math.Copysign(0, -1), "-0"},
		{math.NaN(), "NaN"}, {math.Inf(1), "+Inf"}, {math.Inf(-1), "-Inf"},
	} {
		tab.Add(Row{"c": test.v})
		i := tab.Len() - 1
		if got := tab.Cell(i, "c"); got != test.want {
			t.Errorf("%v: got %q, want %q", test.v, got, test.want)
		}
		if _, ok := test.v.(float64); ok && format(tab.Float(i, "c")) != test.want {
			t.Errorf("%s reads back as %v", test.want, tab.Float(i, "c"))
		}
	}
}

func TestSelect(t *testing.T) {
	tab := sample()
	for _, test := range []struct {
		where []any
		want  string // rows of sample
	}{
		{nil, "0123"},
		{[]any{"method", "SGLD"}, "01"},
		{[]any{"method", "SGLD", "source", Exact}, "1"},
		{[]any{"n", 5.0}, "01"},
		{[]any{"n", "5"}, "01"},
		{[]any{"epsilon", 1900}, "01"},
		{[]any{"epsilon", nil}, "23"},
		{[]any{"dt", 0.0002}, "3"},
		{[]any{"stderr", math.NaN()}, "2"},
		{[]any{"value", math.Inf(1)}, "2"},
		{[]any{"method", "none"}, ""},
	} {
		want := tab.Filter(func(i int) bool { return strings.Contains(test.want, fmt.Sprint(i)) })
		if got := text(tab.Where(test.where...)); got != text(want) {
			t.Errorf("%v: got\n%swant\n%s", test.where, got, text(want))
		}
	}
	if text(tab) != sampleCSV {
		t.Errorf("a selection changed the table:\n%s", text(tab))
	}
	got := []any{tab.Floats("value"), tab.Strings("n"), tab.Distinct("n"), tab.Distinct("epsilon")}
	want := []any{[]float64{0.1, 0.3333333333, math.Inf(1), -1.5e-300}, []string{"5", "5", "1", "10"},
		[]string{"5", "1", "10"}, []string{"1900"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if x := tab.Float(2, "epsilon"); !math.IsNaN(x) {
		t.Errorf("an absent cell is %g, want NaN", x)
	}
	if x, ok := tab.Lookup("value", "method", "SGLD", "source", Exact); !ok || x != 0.3333333333 {
		t.Errorf("got %v, %v", x, ok)
	}
	if _, ok := tab.Lookup("value", "method", "none"); ok {
		t.Error("Lookup found a row that there is not")
	}
}

func TestSort(t *testing.T) {
	tab := New("x", "y")
	for _, row := range []Row{
		{"x": 10, "y": "a"}, {"x": 9, "y": "b"}, {"x": "word", "y": "c"}, {"x": 1e1, "y": "d"},
		{"x": math.NaN(), "y": "e"}, {"x": math.Inf(-1), "y": "f"}, {"y": "g"}, {"x": 9, "y": "a"},
	} {
		tab.Add(row)
	}
	got := []*Table{tab.Sort("x"), tab.Sort("x", "y"), tab}
	for i, want := range []string{"efbaadgc", "efabadgc", "abcdefga"} {
		if s := strings.Join(got[i].Strings("y"), ""); s != want {
			t.Errorf("got %s, want %s", s, want)
		}
	}
}

func TestMeasure(t *testing.T) {
	u := New(Columns([]string{"n"}, "exact", "raw", "floor")...)
	row := Row{"n": 3, "status": OK, "source": Simulation, "exact": 7}
	u.Measure(row, "mean", estimate.Estimate{Value: 0.5, StdErr: 0.1}, 0.25)
	u.AddValue(row, "crossings", 12)
	u.Measure(row, "R-hat", estimate.Estimate{Value: 1.5, StdErr: math.NaN()})
	u.MeasureL1(row, "L1", estimate.L1{Raw: 3, Floor: 2, Corrected: 1, StdErr: 0.5})
	u.Measure(row, "variance", estimate.Unknown(), math.NaN())
	const want = `n,epsilon,quantity,value,stderr,status,source,exact,raw,floor
3,,mean,0.5,0.1,ok,simulation,0.25,,
3,,crossings,12,0,ok,simulation,,,
3,,R-hat,1.5,NaN,ok,simulation,,,
3,,L1,1,0.5,ok,simulation,,3,2
3,,variance,NaN,NaN,ok,simulation,,,
`
	if text(u) != want {
		t.Errorf("got\n%swant\n%s", text(u), want)
	}
	if len(row) != 4 || row["exact"] != 7 {
		t.Errorf("Measure changed its row: %v", row)
	}
	if e := u.Estimate(0); e != (estimate.Estimate{Value: 0.5, StdErr: 0.1}) {
		t.Errorf("got %v", e)
	}
}

func TestPanics(t *testing.T) {
	tab := sample()
	for _, test := range []struct {
		f    func()
		want string
	}{
		{func() { New("a", "") }, "is not a name"},
		{func() { New("a", "a") }, `two columns "a"`},
		{func() { tab.Add(Row{"N": 3}) }, `no column "N" among method, n`},
		{func() { tab.Add(Row{"n": []int{1}}) }, "a cell cannot be a []int"},
		{func() { tab.Add(Row{"note": "\xff"}) }, "not UTF-8"},
		{func() { tab.Add(Row{"status": "fine"}) }, "expected one of ok, runaway"},
		{func() { tab.Add(Row{"source": "run"}) }, "expected one of simulation, exact"},
		{func() { tab.Add(Row{"value": "big"}) }, `column "value": expected a number, got "big"`},
		{func() { tab.Measure(Row{}, "x", estimate.Estimate{}, 1) }, `no column "exact"`},
		{func() { tab.Floats("method") }, `row 0 of column "method" is "SGLD"`},
		{func() { tab.Lookup("value", "method", "SGLD") }, "2 rows meet"},
		{func() { tab.Where("N", 2) }, "no column"},
		{func() { tab.Sort("N") }, "no column"},
		{func() { tab.Distinct("N") }, "no column"},
	} {
		panics(t, test.want, test.f)
	}
	if tab.Len() != sample().Len() {
		t.Error("a panic left a row")
	}
}

// panics checks that f panics with a message of this package that contains want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		r := fmt.Sprint(recover())
		if !strings.HasPrefix(r, "table: ") || !strings.Contains(r, want) {
			t.Errorf("panic %q, want %q in it", r, want)
		}
	}()
	f()
}
