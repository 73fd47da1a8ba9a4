package table

import (
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	set := func(i int, column, cell string) func(*Table) {
		return func(t *Table) { t.rows[i][t.column(column)] = cell }
	}
	const sim = "row 1 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation)"
	const exact = "row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=exact)"
	for _, c := range []struct {
		name   string
		change func(*Table)
		want   string // lines
	}{
		{"equal", func(*Table) {}, ""},
		{"digits of a simulation", set(0, "value", "0.1000000001"), ""},
		{"a simulation", set(0, "value", "0.1000000004"),
			sim + ": value: want 0.1, got 0.1000000004 (2.8e-08 standard errors)"},
		{"status", set(0, "status", Unmixed), sim + ": status: want ok, got unmixed"},
		{"absent", set(0, "stderr", ""), sim + ": stderr: want 0.01, got nothing"},
		{"extra column", set(0, "note", "a b"), sim + `: note: want nothing, got "a b"`},
		{"within rel", set(1, "value", "0.3333333339"), ""},
		{"beyond rel", set(1, "value", "0.3333333341"),
			exact + ": value: want 0.3333333333, got 0.3333333341"},
		{"exact to NaN", set(1, "value", "NaN"),
			exact + ": value: want 0.3333333333, got NaN"},
		{"parameter", set(1, "dt", "0.0002"), exact + " is missing\n" +
			"row 2 (method=SGLD n=5 dt=0.0002 quantity=variance source=exact) is new"},
		{"nine digits of a parameter", set(1, "dt", "0.00010000000005"), ""},
		{"digits of a parameter", set(1, "dt", "0.00010000000000000002"), ""},
		{"source", set(1, "source", Simulation), exact + " is missing\n" +
			"row 2 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new"},
		{"missing row", func(t *Table) { t.rows = t.rows[1:] }, sim + " is missing"},
		{"new row", func(t *Table) { t.Add(Row{"method": "a b"}) },
			`row 5 (method="a b") is new`},
		{"row twice", func(t *Table) { t.rows = append(t.rows, t.rows[0]) },
			"row 5 (method=SGLD n=5 dt=0.0001 quantity=variance source=simulation) is new"},
		{"order", func(t *Table) { slices.Reverse(t.rows) },
			"rows are in another order, first " + exact},
		{"new name", func(t *Table) { t.columns[0] = "m" },
			"columns: want method, n, dt, epsilon, quantity, value, stderr, status, source, rhat, note, " +
				"got m, n, dt, epsilon, quantity, value, stderr, status, source, rhat, note"},
	} {
		got := sample()
		c.change(got)
		if lines := strings.Join(Compare(sample(), got), "\n"); lines != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, lines, c.want)
		}
	}

	a, b := New("n", "x"), New("x", "n")
	for i := range 50 {
		a.Add(Row{"n": i, "x": 0})
		b.Add(Row{"n": i, "x": 1})
	}
	lines := Compare(a, b)
	if len(lines) != maxDifferences+1 || lines[1] != "row 1 (): x: want 0, got 1" ||
		lines[0] != "columns: want n, x, got x, n" ||
		lines[maxDifferences] != "and 31 more differences" {
		t.Errorf("got %q", lines)
	}
}

// A small difference of large numbers has few digits.
func TestCompareNoise(t *testing.T) {
	noise := func(x float64) *Table {
		tab := New(Columns(nil)...)
		tab.Add(Row{"value": x, "stderr": 100, "source": Simulation})
		return tab
	}
	for x, want := range map[float64]string{
		1.09e-6: "",
		1.2e-6:  "row 1 (source=simulation): value: want 1e-06, got 1.2e-06 (1.4e-09 standard errors)",
	} {
		if got := strings.Join(Compare(noise(1e-6), noise(x)), "\n"); got != want {
			t.Errorf("%g: got\n%s\nwant\n%s", x, got, want)
		}
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"ok", "ok", true}, {"ok", "unmixed", false}, {"", "", true}, {"", "0", false},
		{"NaN", "NaN", true}, {"NaN", "1", false}, {"+Inf", "+Inf", true}, {"+Inf", "1e+300", false},
		{"1.1", "1.10", true}, {"1e+06", "1000000", true}, {"5", "5.0000000001", true},
		// the eleventh digit of 1.0000000005, rounded up and down
		{"1", "1.000000001", true}, {"1", "1.000000002", true}, {"1", "1.000000003", false},
		{"9.999999999", "10.00000001", true}, {"-1.5", "1.5", false},
		{"1e-300", "1.1e-300", true}, {"3e-17", "-2e-17", true}, {"3e-17", "0", true},
		{"0", "9e-13", true}, {"0", "2e-12", false}, {"1e-06", "1.0000009e-06", true},
		{"1e-06", "1.000002e-06", false}, {"1e-03", "1.00000001e-03", false},
		// integers are names, such as seeds
		{"20260101000", "20260101001", false}, {"12345678901", "12345678901.0", true},
	} {
		if Agree(c.a, c.b) != c.want || Agree(c.b, c.a) != c.want {
			t.Errorf("%q and %q: want %v", c.a, c.b, c.want)
		}
	}
}

func TestMatch(t *testing.T) {
	read := func(rows string) *Table {
		t.Helper()
		got, _, err := parseCSV([]byte("n,epsilon,quantity,value,stderr,status,source\n" + rows))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	const (
		one   = "1,9,x,1,0,ok,exact\n"
		two   = "2,4,x,2,0.1,ok,simulation\n"
		three = "3,4,x,5,0,ok,exact\n"
	)
	got := Match(read(one+two+one+three), read(two+"4"+three[1:]+one+one))
	want := []Pair{
		{"row 1 (n=1 quantity=x source=exact)", 0, 2},
		{"row 2 (n=2 quantity=x source=simulation)", 1, 0},
		{"row 3 (n=1 quantity=x source=exact)", 2, 3},
		{"row 4 (n=3 quantity=x source=exact)", 3, -1},
		{"row 2 (n=4 quantity=x source=exact)", -1, 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
