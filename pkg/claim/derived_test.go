package claim_test

import (
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

// steps are errors Δt² and 2Δt³ of two methods, and a row that does not count.
func steps() *claim.Tables {
	t := table.New(table.Columns([]string{"method", "dt"}, "exact")...)
	for _, dt := range []float64{1, 2, 4} {
		for method, x := range map[string]float64{"a": dt * dt, "b": 2 * dt * dt * dt} {
			row := table.Row{"method": method, "dt": dt, "status": table.OK}
			t.Measure(row, "error", estimate.Known(x), x)
		}
	}
	row := table.Row{"method": "a", "dt": 3, "status": table.Diverged}
	t.Measure(row, "error", estimate.Unknown())
	return &claim.Tables{Tables: map[string]*table.Table{"t": t.Sort("method", "dt")}}
}

func TestRowsOfNeighbours(t *testing.T) {
	a, b := claim.From("t", "method", "a"), claim.From("t", "method", "b")
	counted := claim.From("t", "status", table.OK)
	number := func(claim.Row) any { return 7 }
	for name, test := range map[string]struct {
		rows   claim.Rows
		column string
		want   string // method, dt and a cell of each row
	}{
		"first":     {claim.From("t").First("dt", "method"), "value", "a 1 1; b 1 2"},
		"last":      {claim.From("t").Last("value"), "value", "b 4 128"},
		"without":   {a.Without(a.First("dt"), "dt"), "value", "a 2 4; a 3 NaN; a 4 16"},
		"per":       {b.Per(a, "dt"), "value", "b 1 2; b 2 4; b 4 8"},
		"minus":     {b.Minus(a.AtMost("dt", 2), "dt"), "exact", "b 1 1; b 2 12"},
		"shift":     {claim.From("t").Shift("dt", "method"), "value", "a 2 1; a 4 4; b 2 2; b 4 16"},
		"exponents": {counted.Exponents("dt", "method"), "value", "a 1 2; a 2 2; b 1 3; b 2 3"},
		"along":     {b.Along("dt", a.AtMost("dt", 2)), "value", "b 1 1; b 2 4; b 4 NaN"},
		"put":       {a.AtMost("dt", 1).Put("level", number), "level", "a 1 7"},
		"replaced":  {a.AtMost("dt", 1).Put("exact", number), "exact", "a 1 7"},
	} {
		u := test.rows(steps())
		var got []string
		for i := range u.Len() {
			got = append(got, u.Cell(i, "method")+" "+u.Cell(i, "dt")+" "+u.Cell(i, test.column))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", name, s, test.want)
		}
	}
}

func TestSeveralConditions(t *testing.T) {
	a := claim.Criterion{Name: "frozen ξ", Rows: claim.From("t", "method", "a"), Is: bound.Above(0.5)}
	b := claim.Criterion{Name: "frozen ξ", Rows: claim.From("t", "method", "b"), Is: bound.Below(100)}
	noisy := claim.From("t", "status", table.OK).
		Map(func(r claim.Row) estimate.Estimate {
			return estimate.Estimate{Value: r.Value, StdErr: 1}
		})
	confirmed := func(by claim.Rows) claim.Criterion {
		c := a
		c.Confirm = by
		return c
	}
	nothing := func(claim.Row) any { return nil }
	both, reported := a, a
	both.And = []claim.Criterion{b}
	reported.Reports = []claim.Report{{Text: "b: ", Rows: b.Rows}}
	for name, test := range map[string]struct {
		c          claim.Criterion
		want, text string
	}{
		"one":       {a, claim.Holds, "3 of 3 points inside"},
		"both":      {both, claim.Fails, "5 of 6 points inside, 1 outside, the farthest 128"},
		"confirmed": {confirmed(noisy), claim.Holds, "χ² = 0 for 6 degrees of freedom"},
		"refuted":   {confirmed(noisy.Put("exact", nothing)), claim.Undecided, "p = 0"},
		"reported":  {reported, claim.Holds, "; b: 2 (Δt = 1), 16 (Δt = 2)"},
		"no table":  {confirmed(claim.From("u")), claim.Undecided, "u has not run"},
	} {
		x := test.c.Claim(steps())
		if x.Verdict != test.want || !strings.Contains(x.Measured, test.text) {
			t.Errorf("%s: %s, %s, want %s: %s", name, x.Verdict, x.Measured, test.want, test.text)
		}
	}
}
