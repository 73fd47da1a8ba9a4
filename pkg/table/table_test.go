package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// sample is a small tidy table.
func sample() *Table {
	t := New(Columns([]string{"method", "n", "dt"}, "rhat", "note")...)
	t.Add(
		Row{
			"method":   "SGLD",
			"n":        5,
			"dt":       1e-4,
			"epsilon":  1900.0,
			"quantity": "variance",
			"value":    0.1,
			"stderr":   0.01,
			"status":   OK,
			"source":   Simulation,
			"rhat":     float32(1.1),
		},
	)
	t.Add(
		Row{
			"method":   "SGLD",
			"n":        5,
			"dt":       1e-4,
			"epsilon":  1900.0,
			"quantity": "variance",
			"value":    1 / 3.0,
			"stderr":   0,
			"status":   OK,
			"source":   Exact,
		},
	)
	t.Add(
		Row{
			"method":   "AdL",
			"n":        1,
			"dt":       1e-4,
			"quantity": "variance",
			"value":    math.Inf(1),
			"stderr":   math.NaN(),
			"status":   Runaway,
			"source":   Simulation,
			"note":     "a, \"b\"\nc\n",
		},
	)
	t.Add(
		Row{
			"method":   "AdL",
			"n":        uint8(10),
			"dt":       2e-4,
			"quantity": "mean",
			"value":    -1.5e-300,
			"source":   Prediction,
			"note":     nil,
		},
	)
	return t
}

func TestColumns(t *testing.T) {
	got := strings.Join(Columns([]string{"n", "dt"}, "rhat"), " ")
	if want := "n dt epsilon quantity value stderr status source rhat"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCells(t *testing.T) {
	type word string
	tab := New("c")
	for _, test := range []struct {
		v    any
		want string
	}{
		{"text", "text"}, {word("w"), "w"}, {nil, ""}, {true, "true"}, {false, "false"},
		{0, "0"}, {-5, "-5"}, {int64(math.MinInt64), "-9223372036854775808"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{1e-4, "0.0001"}, {1e-5, "1e-05"}, {1e6, "1e+06"}, {0.30000000000000004, "0.30000000000000004"},
		{float32(0.1), "0.1"},
		{5e-324, "5e-324"}, {math.NaN(), "NaN"}, {math.Inf(1), "+Inf"}, {math.Inf(-1), "-Inf"},
		{math.Copysign(0, -1), "-0"},
	} {
		tab.Add(Row{"c": test.v})
		i := tab.Len() - 1
		if got := tab.Cell(i, "c"); got != test.want {
			t.Errorf("%v: got %q, want %q", test.v, got, test.want)
		}
		if x, ok := test.v.(float64); ok {
			if got := tab.Float(i, "c"); math.Float64bits(got) != math.Float64bits(x) && !math.IsNaN(x) {
				t.Errorf("%v reads back as %v", x, got)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	tab := sample()
	for _, test := range []struct {
		where []any
		want  []int // rows of sample
	}{
		{nil, []int{0, 1, 2, 3}},
		{[]any{"method", "SGLD"}, []int{0, 1}},
		{[]any{"method", "SGLD", "source", Exact}, []int{1}},
		{[]any{"n", 5}, []int{0, 1}},
		{[]any{"n", 5.0}, []int{0, 1}},
		{[]any{"n", "5"}, []int{0, 1}},
		{[]any{"n", "5.0"}, nil},
		{[]any{"epsilon", 1900}, []int{0, 1}},
		{[]any{"epsilon", nil}, []int{2, 3}},
		{[]any{"dt", 0.0002}, []int{3}},
		{[]any{"stderr", math.NaN()}, []int{2}},
		{[]any{"value", math.Inf(1)}, []int{2}},
		{[]any{"method", "none"}, nil},
	} {
		got := tab.Where(test.where...)
		want := New(tab.Columns()...)
		for _, i := range test.want {
			want.rows = append(want.rows, tab.rows[i])
		}
		if string(got.csv()) != string(want.csv()) {
			t.Errorf("%v: got\n%swant\n%s", test.where, got.csv(), want.csv())
		}
	}
	if got := string(tab.csv()); got != string(sample().csv()) {
		t.Errorf("a selection changed the table:\n%s", got)
	}

	got, want := tab.Floats("value"), []float64{0.1, 1 / 3.0, math.Inf(1), -1.5e-300}
	if !slices.Equal(
		got, want,
	) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := tab.Floats("epsilon"); got[0] != 1900 || !math.IsNaN(got[2]) {
		t.Errorf("got %v, want an absent cell to be NaN", got)
	}
	if got, want := tab.Strings("n"), []string{"5", "5", "1", "10"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	even := tab.Filter(func(i int) bool { return i%2 == 0 })
	if got, want := even.Strings("n"), []string{"5", "1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := tab.Distinct("n"), []string{"5", "1", "10"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := tab.Distinct("epsilon"), []string{"1900"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if x, ok := tab.Lookup("value", "method", "SGLD", "source", Exact); !ok || x != 1/3.0 {
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
		{"x": math.NaN(), "y": "e"},
		{"x": math.Inf(-1), "y": "f"}, {"y": "g"}, {"x": 9, "y": "a"},
	} {
		tab.Add(row)
	}
	if got := strings.Join(tab.Sort("x").Strings("y"), ""); got != "efbaadgc" {
		t.Errorf("got %s, want efbaadgc", got)
	}
	if got := strings.Join(tab.Sort("x", "y").Strings("y"), ""); got != "efabadgc" {
		t.Errorf("got %s, want efabadgc", got)
	}
	if got := strings.Join(tab.Strings("y"), ""); got != "abcdefga" {
		t.Errorf("Sort changed the table to %s", got)
	}
}

func TestPanics(t *testing.T) {
	tab := sample()
	for _, test := range []struct {
		name string
		f    func()
		want string
	}{
		{"no columns", func() { New() }, "no columns"},
		{"empty name", func() { New("a", "") }, "is not a name"},
		{"twice", func() { New("a", "a") }, `two columns "a"`},
		{"unknown column", func() { tab.Add(Row{"N": 3}) }, `no column "N" among method, n`},
		{"type", func() { tab.Add(Row{"n": []int{1}}) }, `column "n": a cell cannot be a []int`},
		{"UTF-8", func() { tab.Add(Row{"note": "\xff"}) }, "not UTF-8"},
		{"status", func() { tab.Add(Row{"status": "fine"}) }, "expected one of ok, runaway"},
		{"source", func() { tab.Add(Row{"source": "run"}) }, "expected one of simulation, exact"},
		{
			"value", func() { tab.Add(Row{"value": "big"}) }, `column "value": expected a number, got "big"`,
		},
		{"not a number", func() { tab.Floats("method") }, `row 0 of column "method" is "SGLD"`},
		{"several", func() { tab.Lookup("value", "method", "SGLD") }, "2 rows meet"},
		{"where", func() { tab.Where("N", 2) }, "no column"},
		{"sort", func() { tab.Sort("N") }, "no column"},
		{"distinct", func() { tab.Distinct("N") }, "no column"},
		{"no row, no column", func() { New("a").Lookup("b") }, "no column"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				r := fmt.Sprint(recover())
				if !strings.HasPrefix(r, "table: ") || !strings.Contains(r, test.want) {
					t.Errorf("panic %q, want %q in it", r, test.want)
				}
			}()
			test.f()
		})
	}
	if tab.Len() != sample().Len() {
		t.Error("a panic left a row")
	}
}
