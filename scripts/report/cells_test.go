package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"adl/pkg/table"
)

// some is a table of two methods at n = 1, 2, 5 and two time steps.
func some(name string) (*table.Table, error) {
	if name != "fig01" {
		return nil, fmt.Errorf("no table %s", name)
	}
	t := table.New(table.Columns([]string{"method", "n", "dt"}, "exact")...)
	for _, n := range []int{1, 2, 5} {
		for _, dt := range []float64{0.1, 0.2} {
			row := table.Row{
				"method": "a b", "n": n, "dt": dt, "quantity": "x", "value": float64(n) * dt,
				"stderr": 0.01, "status": table.OK, "exact": 2 * dt,
			}
			t.Add(row)
			row["method"], row["value"] = "c", -float64(n)
			t.Add(row)
		}
	}
	t.Add(table.Row{"method": "c", "n": 7, "dt": 0.1, "quantity": "x", "value": 9.0, "stderr": 1.0,
		"status": table.Unmixed})
	return t, nil
}

func TestEvaluate(t *testing.T) {
	for _, c := range []struct {
		expression, want string
	}{
		{"fig01 method=a_b dt=0.2", "0.2 0.4 1"},
		{"fig01 method=a_b dt=0.2 n=[2,Inf]", "0.4 1"},
		{"fig01 method=a_b dt=0.2 n=[1,2]", "0.2 0.4"},
		{"fig01 method=c dt=0.1 n=1|7", "-1"},
		{"fig01 method=c dt=0.1 n=7 status=unmixed", "9"},
		{"fig01 method=c n=7 status=*", "9"},
		{"fig01.exact method=c n=1", "0.2 0.4"},
		{"fig01.exact method=c n=1|7 dt=0.1 status=*", "0.2"}, // the cell at n = 7 is empty
		{"fig01 method=a_b dt=0.1 / fig01 method=c by n dt", "0.1 0.1 0.1"},
		{"fig01 method=a_b dt=0.1 - fig01 method=c dt=0.1 n=1", "1.1 1.2 1.5"},
		{"fig01 method=a_b dt=0.1 - fig01 method=c dt=0.1 n=1 by n", "1.1 1.2 1.5"},
		{"fig01 method=a_b dt=0.1 * 100", "10 20 50"},
		{"fig01 method=a_b dt=0.1 / 2 / 2 - 1", "-0.975 -0.95 -0.875"},
		{"max fig01 method=a_b dt=0.1 / same n=1", "5"},
		{"min fig01 method=a_b dt=0.1", "0.1"},
		{"median fig01 method=a_b dt=0.1", "0.2"},
		{"median fig01 method=a_b dt=0.1 / fig01 method=c by n dt", "0.1"},
		{"fig01 method=a_b dt=0.1 / same method=c by n dt", "0.1 0.1 0.1"},
		{"fig01.exact n=1 method=c dt=0.1 / same n=5", "0.04"},
		{"fig01 n=5 method=a_b dt=0.2 / same.exact", "2.5"},
		{"fig01 method=a_b dt=0.1 n=5 - same dt=* n=[1,1] by method", `several rows at " a b"`},
		{"fig01 method=a_b dt=0.2 / fig01 method=c", `several rows at "": by lacks`},
		{"fig01 method=a_b / fig01 method=c n=1 by method", `no row for "fig01 method=c n=1"`},
		{"fig01 n=3", `no row for "fig01 n=3"`},
		{"fig01 n=[1,x]", `no row for "fig01 n=[1,x]"`},
		{"fig01 m=3", `no column "m"`},
		{"fig01 n=1 by m", `no column "m"`},
		{"fig01.m n=1", `no column "m"`},
		{"fig01.method n=1", `no row for "fig01.method n=1"`},
		{"fig01 n<2", `no column "n<2"`},
		{"fig01 n=1 /", `no column "/"`},
		{"fig02 n=1", "no table fig02"},
		{"", "no table "},
	} {
		points, err := tables(some).evaluate(c.expression)
		var got []string
		for _, p := range points {
			got = append(got, fmt.Sprintf("%.4g", p.Value))
		}
		text := strings.Join(got, " ")
		if err != nil {
			text = err.Error()
		}
		if text != c.want && (err == nil || !strings.Contains(text, c.want)) {
			t.Errorf("%s: %s, want %s", c.expression, text, c.want)
		}
	}
	// errors of a quotient
	points, err := tables(some).evaluate("fig01 method=a_b n=1 dt=0.1 / fig01 method=c n=1 dt=0.1")
	want := math.Hypot(0.01, 0.1*0.01)
	if err != nil || len(points) != 1 || math.Abs(points[0].StdErr-want) > 1e-12 {
		t.Error(points, err)
	}
}

func TestQuote(t *testing.T) {
	for _, c := range []struct{ text, want, wrong string }{
		{"ε^{3/2}: ${fig01 method=a_b n=5 dt=0.2 %.2f ± %.2f}.", "ε^{3/2}: 1.00 ± 0.01.", ""},
		{"${fig01 method=c n=1 dt=0.2 %.1f}, ${max fig01 method=a_b * 100 %.0f} %", "−1.0, 100 %", ""},
		{"${fig01 method=c n=1 dt=0.2 * 0.04 %.1f}", "0.0", ""},
		{"${fig01 method=c n=1 dt=0.2 * 0.04 %.2f}", "−0.04", ""},
		{"${fig01 method=c %.1f}", "", "${fig01 method=c %.1f}: expected one row, got 6"},
		{"${fig01 n=3 %.1f}", "", "${fig01 n=3 %.1f}: no row for"},
		{"${fig01 n=7 method=c %.1f}", "", "no row for"},
	} {
		got, err := tables(some).quote(c.text)
		if got != c.want || (err == nil) != (c.wrong == "") ||
			err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %s, %v", c.text, got, err)
		}
	}
}
