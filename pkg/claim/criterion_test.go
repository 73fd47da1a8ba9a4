package claim_test

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// tables returns a table of one figure: the errors of three methods at two points.
func tables() *claim.Tables {
	t := table.New("method", "n", "dt", "quantity", "value", "stderr", "status", "exact")
	add := func(method string, n int, dt, value, exact float64, status string) {
		t.Measure(table.Row{"method": method, "n": n, "dt": dt, "status": status}, "error",
			estimate.Estimate{Value: value, StdErr: 0.001}, exact)
	}
	add("AdL", 1, 1e-3, 0.01, 0.01, table.OK)
	add("AdL", 5, 1e-3, 0.02, 0.04, table.OK)
	add("AdL", 10, 1e-3, 9, 0.05, table.Runaway)
	add("SGLD", 1, 1e-3, 0.1, 0.2, table.OK)
	add("SGLD", 5, 1e-3, 0.3, math.NaN(), table.OK)
	add("SGLD", 1, 2.5e-4, 0.025, math.NaN(), table.OK)
	add("zero", 1, 1e-3, 0.001, math.NaN(), table.OK)
	return &claim.Tables{Tables: map[string]*table.Table{"fig01": t}}
}

func TestCriterion(t *testing.T) {
	adl := claim.From("fig01", "method", "AdL")
	sgld := claim.From("fig01", "method", "SGLD")
	zero := claim.From("fig01", "method", "zero")
	first := adl.AtMost("n", 1)
	for name, test := range map[string]struct {
		c    claim.Criterion
		want string
		text string // in what was measured
	}{
		"value": {
			claim.Criterion{Rows: adl, Is: bound.Small}, claim.Holds,
			"2 of 2 points inside, 0 outside, the farthest 0.0200 ± 0.0010 (n = 5); " +
				"not counted: 1 without a stationary state (",
		},
		"value beyond": {claim.Criterion{Rows: sgld, Is: bound.Small}, claim.Fails, "n = 5"},
		"ratio": {
			claim.Criterion{Rows: adl, Over: sgld, Is: bound.MuchSmaller}, claim.Holds,
			"0.100 ± 0.010 (n = 1)",
		},
		"ratio beyond": {claim.Criterion{Rows: sgld, Over: adl, Is: bound.MuchSmaller}, claim.Fails, ""},
		"difference": {
			claim.Criterion{Rows: adl, Less: sgld, Is: bound.Negative}, claim.Holds, "-0.0900 ± 0.0014",
		},
		"by": {
			claim.Criterion{Rows: zero, Over: sgld, By: []string{}, Is: bound.Rest}, claim.Undecided,
			"2 of 3",
		},
		"steps": {
			claim.Criterion{
				Rows: adl, Less: sgld, By: []string{"n"}, Steps: bound.Interval{Lo: 3, Hi: 5},
				Is: bound.Negative,
			}, claim.Holds, "-0.0150 ± 0.0014 (n = 1 beside Δt = 0.00025)",
		},
		"chi": {
			claim.Criterion{Rows: adl, Over: sgld, Is: bound.MuchSmaller, Chi: true}, claim.Fails, "χ²",
		},
		"noise": {claim.Criterion{Noise: zero}, claim.Holds, "χ² = 1 for 1 degrees"},
		"noisy": {
			claim.Criterion{Rows: first, Is: bound.Small, Noise: adl}, claim.Fails,
			"0.0100 ± 0.0010 (n = 1, Δt = 0.001); χ² = 400",
		},
		"confirm": {
			claim.Criterion{Rows: adl, Is: bound.Small, Exact: true, Confirm: first.And(zero)},
			claim.Holds,
			"3 of 3 points inside, 0 outside, the farthest 0.05 (n = 10); simulated: χ² = 0 for 1 ",
		},
		"refuted": {
			claim.Criterion{Rows: sgld, Is: bound.Small, Exact: true, Confirm: adl}, claim.Fails,
			"alone decides",
		},
		"missing": {
			claim.Criterion{Rows: claim.From("fig02"), Is: bound.Small}, claim.Undecided,
			"fig02 has not run",
		},
		"somewhere": {
			claim.Criterion{Rows: sgld, Is: bound.Small, Rule: claim.Somewhere}, claim.Holds, "1 outside",
		},
	} {
		test.c.Name = "frozen ξ"
		x := test.c.Claim(tables())
		if x.Verdict != test.want || !strings.Contains(x.Measured, test.text) ||
			x.Figure != "fig01" && name != "missing" {
			t.Errorf("%s: %s: %s, want %s: %s", name, x.Verdict, x.Measured, test.want, test.text)
		}
	}
}

func TestDerivedRows(t *testing.T) {
	all := claim.From("fig01")
	half := func(r claim.Row) estimate.Estimate { return r.Times(0.5) }
	sum := func(t *table.Table) estimate.Estimate {
		return estimate.Known(t.Float(0, "value") + t.Float(t.Len()-1, "value"))
	}
	for name, test := range map[string]struct {
		rows claim.Rows
		want string // method, n, value and exact
	}{
		"map":     {all.Where("method", "AdL", "n", 5).Map(half), "AdL 5 0.01 0.02"},
		"exactly": {all.Where("method", "SGLD").Exactly(), "SGLD 1 0.2 0.2"},
		"accept":  {all.Accept(table.Runaway).Where("status", table.OK, "n", 10), "AdL 10 9 0.05"},
		"reduce":  {all.Where("dt", 1e-3, "n", 1).Reduce(sum, "dt"), " 1 0.011 "},
		"groups": {all.Reduce(sum, "method"),
			"AdL  9.01 ; SGLD  0.125 ; zero 1 0.002 "},
		"least":   {all.First("value"), "zero 1 0.001 "},
		"largest": {all.Last("value"), "SGLD 5 0.3 "},
		"none":    {all.Where("n", 7).First("value"), ""},
		"starts":  {all.Where("method", "zero").Starts("err"), "zero 1 0.001 "},
		"small":   {all.Where("method", "SGLD").Small(), "SGLD 1 0.1 0.2; SGLD 1 0.025 "},
		"at most": {all.Where("method", "SGLD").AtMost("dt", 5e-4), "SGLD 1 0.025 "},
	} {
		u := test.rows(tables())
		var got []string
		for i := range u.Len() {
			got = append(got, strings.Join([]string{
				u.Cell(i, "method"), u.Cell(i, "n"), u.Cell(i, "value"), u.Cell(i, "exact"),
			}, " "))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", name, s, test.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		value, err float64
		want       string
	}{
		{1.0234, 0.0131, "1.023 ± 0.013"}, {2.5, 0.4, "2.50 ± 0.40"}, {12345, 678, "12345 ± 678"},
		{0.123456, 0, "0.123"}, {1e-9, 2e-10, "1e-09 ± 2e-10"}, {1, math.NaN(), "1"},
	} {
		e := estimate.Estimate{Value: test.value, StdErr: test.err}
		if got := claim.Text(e); got != test.want {
			t.Errorf("%v: %s, want %s", e, got, test.want)
		}
	}
}
