package claim

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/estimate"
)

func e(value, stderr float64) estimate.Estimate {
	return estimate.Estimate{Value: value, StdErr: stderr}
}

func TestPoints(t *testing.T) {
	below := func(es ...estimate.Estimate) *Points {
		p := &Points{}
		for _, e := range es {
			p.Below(e, 1, "here")
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
	for _, c := range []struct {
		name string
		add  func(*Points)
		want string
	}{
		{"above", func(p *Points) { p.Above(e(2, 0.1), 1, "x") }, Holds},
		{"not above", func(p *Points) { p.Above(e(0, 0.1), 1, "x") }, Fails},
		{"within", func(p *Points) { p.Within(e(0, 0.1), -1, 1, "x") }, Holds},
		{"beyond", func(p *Points) { p.Within(e(2, 0.1), -1, 1, "x") }, Fails},
		{"short of", func(p *Points) { p.Within(e(-2, 0.1), -1, 1, "x") }, Fails},
		{"at the edge", func(p *Points) { p.Within(e(0.9, 0.1), -1, 1, "x") }, Undecided},
		{"ratio below", func(p *Points) { p.RatioBelow(e(-0.2, 0.01), e(1, 0.1), 1./3, "x") }, Holds},
		{"ratio not below", func(p *Points) { p.RatioBelow(e(0.6, 0.01), e(1, 0.1), 1./3, "x") }, Fails},
		// a denominator that is noise is no excuse
		{"over noise", func(p *Points) { p.RatioBelow(e(1, 0.01), e(0.01, 0.1), 1./3, "x") }, Fails},
		{"ratio above", func(p *Points) { p.RatioAbove(e(4, 0.1), e(-1, 0.01), 3, "x") }, Holds},
		{"ratio not above", func(p *Points) { p.RatioAbove(e(2, 0.1), e(1, 0.01), 3, "x") }, Fails},
		{"ratio within", func(p *Points) {
			p.RatioWithin(e(1, 0.01), e(1, 0.01), 0.8, 1.25, "x")
		}, Holds},
		{"ratio beyond", func(p *Points) {
			p.RatioWithin(e(2, 0.01), e(1, 0.01), 0.8, 1.25, "x")
		}, Fails},
		{"ratio short", func(p *Points) {
			p.RatioWithin(e(1, 0.01), e(2, 0.01), 0.8, 1.25, "x")
		}, Fails},
	} {
		var p Points
		c.add(&p)
		if got := p.Verdict(); got != c.want || p.Len() != 1 {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, &p)
		}
	}
}

func TestPointsJudge(t *testing.T) {
	p := Points{}
	p.Below(e(0.25, 0.01), 1, "n = %d", 5)
	p.Below(e(0.5, 0.01), 1, "n = %d", 1)
	for n := range 5 {
		p.Exclude("unmixed", "n = %d", n)
	}
	c := p.Judge(Part{ID: "S2.4-1"}, "error: ")
	const want = "error: 2 of 2 points inside, 0 outside, the farthest 0.500 ± 0.010 (n = 1); " +
		"not counted: unmixed n = 0, unmixed n = 1, unmixed n = 2 and 2 more"
	if c.Measured != want || c.Verdict != Holds {
		t.Errorf("%+v", c)
	}
	p.Below(e(2, 0), 1, "n = 2")
	large := ChiSquare{Value: 100, Dof: 1}
	q := Points{}
	q.Below(e(0.5, 0.01), 1, "n = 1")
	c = q.JudgeWith(large, Part{}, "error: ")
	if c.Verdict != Fails || c.Measured != "error: "+q.String()+"; "+large.String() {
		t.Errorf("%+v", c)
	}
	if c = p.JudgeWith(ChiSquare{Value: 1, Dof: 1}, Part{}, ""); c.Verdict != Fails {
		t.Errorf("%+v", c)
	}
	if c = new(Points).Judge(Part{}, ""); c.Measured != "no point" {
		t.Errorf("%+v", c)
	}
}

func TestShare(t *testing.T) {
	for yes, want := range map[int]string{
		200: Holds, 180: Holds, 179: Undecided, 21: Undecided, 20: Fails, 0: Fails,
	} {
		var s Share
		for i := range 200 {
			s.Add(i < yes)
		}
		c := s.Judge(Part{}, "ours: %g", 0.1)
		if c.Verdict != want || !strings.HasSuffix(c.Measured, " of 200 data sets; ours: 0.1") {
			t.Errorf("%d: %+v, want %s", yes, c, want)
		}
	}
	if (Share{}).Verdict() != Undecided || (Share{}).String() != "no data set" {
		t.Error("no data set decides")
	}
}
