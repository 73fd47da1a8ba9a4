package claim

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
	"adl/pkg/table"
)

func e(value, stderr float64) estimate.Estimate {
	return estimate.Estimate{Value: value, StdErr: stderr}
}

func TestPoints(t *testing.T) {
	below := func(es ...estimate.Estimate) *Points {
		p := &Points{}
		for _, e := range es {
			p.In(bound.Below(1), e, "here")
		}
		return p
	}
	in, out, noise := e(0.5, 0.1), e(1.5, 0.1), e(0.9, 0.1)
	slight := e(1.2, 0.1) // outside alone (z = 2 > 1.64), not as one of three (2.13)
	for _, c := range []struct {
		name                   string
		p                      *Points
		every, somewhere, most string
	}{
		{"none", below(), Undecided, Undecided, Undecided},
		{"inside", below(in), Holds, Holds, Holds},
		{"outside", below(out), Fails, Fails, Fails},
		{"noise", below(noise), Undecided, Undecided, Undecided},
		{"one outside of three", below(in, out, in), Fails, Holds, Holds},
		{"one inside of three", below(in, out, out), Fails, Holds, Fails},
		{"two inside, one noise", below(in, noise, in), Undecided, Holds, Holds},
		{"three inside, two noise", below(in, in, in, noise, noise), Holds, Holds, Holds},
		{
			"three of seven inside", below(in, in, in, noise, noise, noise, noise),
			Undecided, Holds, Undecided,
		},
		{"slightly outside, alone", below(slight), Fails, Fails, Fails},
		{"slightly outside, family", below(in, in, slight), Undecided, Holds, Holds},
		{"exact", below(e(0.99, 0), e(0.5, 0)), Holds, Holds, Holds},
		{"exact, outside", below(e(1.01, 0), e(0.5, 0), e(0.5, 0)), Fails, Holds, Holds},
		{"exact, on the bound", below(e(1, 0)), Undecided, Undecided, Undecided},
		{"unknown", below(e(math.NaN(), 1), e(1, math.NaN())), Undecided, Undecided, Undecided},
	} {
		for rule, want := range map[Rule]string{Every: c.every, Somewhere: c.somewhere, Most: c.most} {
			c.p.Rule = rule
			if got := c.p.Verdict(); got != want {
				t.Errorf("%s, rule %d: %s, want %s (%s)", c.name, rule, got, want, c.p)
			}
		}
	}
	p := below(e(1.22, 0.1))
	if p.Replicas = 8; p.Verdict() != Fails { // t₇ at 5 %: 1.89
		t.Error("eight replicas hide 2.2 standard errors")
	}
	p = below(e(1.18, 0.1))
	if p.Replicas = 8; p.Verdict() != Undecided {
		t.Error("eight replicas show 1.8 standard errors")
	}
}

func TestPointsBounds(t *testing.T) {
	value := func(b bound.Interval, x, stderr float64) *Points {
		p := &Points{}
		p.In(b, e(x, stderr), "x")
		return p
	}
	ratio := func(b bound.Interval, x, y estimate.Estimate) *Points {
		p := &Points{}
		p.RatioIn(b, x, y, "x")
		return p
	}
	unit := bound.Interval{Lo: -1, Hi: 1}
	one := e(1, 0.01)
	for _, c := range []struct {
		name string
		p    *Points
		want string
	}{
		{"above", value(bound.Above(1), 2, 0.1), Holds},
		{"not above", value(bound.Above(1), 0, 0.1), Fails},
		{"within", value(unit, 0, 0.1), Holds},
		{"beyond", value(unit, 2, 0.1), Fails},
		{"short of", value(unit, -2, 0.1), Fails},
		{"at the edge", value(unit, 0.9, 0.1), Undecided},
		{"ratio below", ratio(bound.MuchSmaller, e(-0.2, 0.01), e(1, 0.1)), Holds},
		{"ratio not below", ratio(bound.MuchSmaller, e(0.6, 0.01), e(1, 0.1)), Fails},
		// a denominator that is noise is no excuse
		{"over noise", ratio(bound.MuchSmaller, one, e(0.01, 0.1)), Fails},
		{"ratio above", ratio(bound.MuchLarger, e(4, 0.1), e(-1, 0.01)), Holds},
		{"ratio not above", ratio(bound.MuchLarger, e(2, 0.1), one), Fails},
		{"ratio within", ratio(bound.Similar, one, one), Holds},
		{"ratio beyond", ratio(bound.Similar, e(2, 0.01), one), Fails},
		{"ratio short", ratio(bound.Similar, one, e(2, 0.01)), Fails},
	} {
		if got := c.p.Verdict(); got != c.want || c.p.Len() != 1 {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, c.p)
		}
	}
}

// Of exact points the farthest is that with the largest excess.
func TestFarthest(t *testing.T) {
	var p Points
	for _, x := range []float64{1, 2, 0.4, 0.6} {
		p.RatioIn(bound.Similar, estimate.Known(x), estimate.Known(1), "")
	}
	if got := p.String(); got != "1 of 4 points inside, 3 outside, the farthest 0.4" {
		t.Error(got)
	}
}

func TestPointsJudge(t *testing.T) {
	p := Points{}
	p.In(bound.Below(1), e(0.25, 0.01), "n = 5")
	p.In(bound.Below(1), e(0.5, 0.01), "n = 1")
	unmixed := table.New(table.Columns([]string{"n"})...)
	for n := range 5 {
		unmixed.Add(table.Row{"n": n, "status": table.Unmixed})
	}
	for _, r := range RowsOf(unmixed) {
		p.counts(r, "n = "+r.Cell("n"))
	}
	const want = "error: 2 of 2 points inside, 0 outside, the farthest 0.500 ± 0.010 (n = 1); " +
		"not counted: 5 not mixed (n = 0; n = 1; n = 2; …)"
	if verdict, measured := p.Judge("error: "); measured != want || verdict != Holds {
		t.Errorf("%s: %s", verdict, measured)
	}
	large := ChiSquare{Value: 100, Dof: 1}
	q := Points{}
	q.In(bound.Below(1), e(0.5, 0.01), "n = 1")
	points := q.String()
	q.Noise(large)
	verdict, measured := q.Judge("error: ")
	if verdict != Fails || measured != "error: "+points+"; "+large.String() {
		t.Errorf("%s: %s", verdict, measured)
	}
	p.In(bound.Below(1), e(2, 0), "n = 2")
	p.Noise(ChiSquare{Value: 1, Dof: 1})
	if p.Verdict() != Fails {
		t.Errorf("%v", &p)
	}
	if s := new(Points).String(); s != "no point" {
		t.Error(s)
	}
}

func TestShare(t *testing.T) {
	for yes, want := range map[int]string{
		200: Holds, 180: Holds, 179: Undecided, 21: Undecided, 20: Fails, 0: Fails,
	} {
		are := make([]bool, 200)
		for i := range yes {
			are[i] = true
		}
		verdict, measured := Share(are)
		if verdict != want || !strings.HasSuffix(measured, " of 200 data sets") {
			t.Errorf("%d: %s, %s, want %s", yes, verdict, measured, want)
		}
	}
	if verdict, measured := Share(nil); verdict != Undecided || measured != "no data set" {
		t.Error("no data set decides")
	}
}
