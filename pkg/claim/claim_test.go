package claim

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/claim/bound"
	"adl/pkg/estimate"
)

// judged returns c with a verdict.
func judged(c Part, verdict, measured string) Part {
	c.Verdict, c.Measured = verdict, measured
	return c
}

func TestWorse(t *testing.T) {
	for _, c := range [][3]string{
		{Holds, Holds, Holds}, {Holds, Undecided, Undecided},
		{Undecided, Fails, Fails}, {Holds, Fails, Fails},
	} {
		if Worse(c[0], c[1]) != c[2] || Worse(c[1], c[0]) != c[2] {
			t.Errorf("the worse of %s and %s is %s", c[0], c[1], Worse(c[0], c[1]))
		}
	}
}

func TestChiSquare(t *testing.T) {
	for _, c := range []struct {
		value float64
		dof   int
		want  string
	}{
		{50, 50, Holds}, {67.4, 50, Holds}, {67.6, 50, Fails}, {3.84, 1, Holds}, {3.85, 1, Fails},
		{0, 0, Undecided}, {1e9, 0, Undecided},
		{math.NaN(), 5, Undecided}, {math.Inf(1), 5, Fails},
	} {
		if got := (ChiSquare{Value: c.value, Dof: c.dof}).Verdict(); got != c.want {
			t.Errorf("%g for %d: %s, want %s", c.value, c.dof, got, c.want)
		}
	}
	five := ChiSquare{Value: 5, Dof: 3}
	x := five.Plus(ChiSquare{Value: 7, Dof: 4})
	if x != (ChiSquare{Value: 12, Dof: 7}) || x.Minus(five) != (ChiSquare{Value: 7, Dof: 4}) ||
		x.String() != "χ² = 12 for 7 degrees of freedom, p = 0.1" {
		t.Errorf("%v", x)
	}

	verdict, measured := x.Judge("all: ")
	if verdict != x.Verdict() || measured != "all: "+x.String() {
		t.Errorf("judged: %s, %s", verdict, measured)
	}

	// what is not known is no deviation
	inf := math.Inf(1)
	var got ChiSquare
	for _, d := range []struct{ value, stderr, exact float64 }{
		{1, 0.5, 2}, {1, 1, 4}, {1, 0, 2}, {1, math.NaN(), 2}, {1, 1, math.NaN()}, {inf, 1, 2},
	} {
		got.Add(e(d.value, d.stderr), d.exact)
	}
	if got != (ChiSquare{Value: 13, Dof: 2}) {
		t.Errorf("of deviations: %v, want 13 for 2", got)
	}
	if c := Deviations(estimate.Line{Chi2: 3, DoF: 2}); c != (ChiSquare{Value: 3, Dof: 2}) {
		t.Errorf("about a line: %v", c)
	}
}

// Of few replicas a large deviation is no surprise: Student's t.
func TestChiSquareFewReplicas(t *testing.T) {
	for _, c := range []struct {
		replicas int
		want     float64 // the normal deviate of the same probability, squared
	}{
		{0, 2.365 * 2.365}, {8, 1.96 * 1.96}, {1 << 20, 2.365 * 2.365},
	} {
		x := ChiSquare{Replicas: c.replicas}
		x.Add(estimate.Estimate{Value: -2.365, StdErr: 1}, 0)
		if math.Abs(x.Value-c.want) > 0.01 || x.Dof != 1 {
			t.Errorf("%d replicas: %v, want %.3f", c.replicas, x, c.want)
		}
	}
}

func TestConfirms(t *testing.T) {
	var in, out Points
	in.In(bound.Below(2), estimate.Known(1), "")
	out.In(bound.Below(2), estimate.Known(3), "")
	near, far := ChiSquare{Value: 3, Dof: 3}, ChiSquare{Value: 30, Dof: 3}
	for _, c := range []struct {
		chi       ChiSquare
		simulated *Points
		want      string
		measured  string
	}{
		{near, nil, Holds, "0.02; simulated: χ² = 3 for 3 degrees of freedom, p = 0.39"},
		{far, nil, Undecided, "; they disagree"},
		{ChiSquare{}, nil, Holds, ""},
		{near, &out, Holds, "p = 0.39"},
		{far, &in, Holds, "; so the simulation alone decides: 1"},
		{far, &out, Fails, ""},
		{far, &Points{}, Undecided, "no point"},
	} {
		verdict, measured := c.chi.confirms(Holds, "0.02", c.simulated)
		if verdict != c.want || !strings.HasSuffix(measured, c.measured) {
			t.Errorf("%v: %s, %s", c.chi, verdict, measured)
		}
	}
}
