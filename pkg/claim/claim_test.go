package claim

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

func TestVerdicts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		value, stderr         float64
		less, greater, within string // than 1, than 1, in [0, 1], at 2 standard errors
	}{
		{0.5, 0.1, Holds, Fails, Holds},
		{0.9, 0.1, Undecided, Undecided, Undecided},
		{1.5, 0.1, Fails, Holds, Fails},
		{1.1, 0.1, Undecided, Undecided, Undecided},
		{-1, 0.1, Holds, Fails, Fails},
		{1, 0, Undecided, Undecided, Undecided},
		{0.999, 0, Holds, Fails, Holds},
		{nan, 0.1, Undecided, Undecided, Undecided},
		{0.5, nan, Undecided, Undecided, Undecided},
		{0.5, inf, Undecided, Undecided, Undecided},
		{inf, 0.1, Fails, Holds, Fails},
	} {
		e := estimate.Estimate{Value: c.value, StdErr: c.stderr}
		less, greater, within := less(e, 1, 2), greater(e, 1, 2), Within(e, 0, 1, 2)
		if less != c.less || greater != c.greater || within != c.within {
			t.Errorf("%g ± %g: less %s, greater %s, within %s; want %s, %s, %s",
				c.value, c.stderr, less, greater, within, c.less, c.greater, c.within)
		}
	}
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

	c := x.Judge(Part{Name: "small"}, "all: ")
	if c != (Part{Name: "small", Measured: "all: " + x.String(), Verdict: x.Verdict()}) {
		t.Errorf("judged: %+v", c)
	}

	// what is not known is no deviation
	u := table.New("value", "stderr", "exact")
	for _, r := range []table.Row{
		{"value": 1, "stderr": 0.5, "exact": 2}, {"value": 1, "stderr": 1, "exact": 4},
		{"value": 1, "stderr": 0, "exact": 2}, {"value": 1, "exact": 2},
		{"value": 1, "stderr": 1}, {"value": math.Inf(1), "stderr": 1, "exact": 2},
	} {
		u.Add(r)
	}
	if got := ChiSquareOf(u); got != (ChiSquare{Value: 13, Dof: 2}) {
		t.Errorf("of a table: %v, want 13 for 2", got)
	}
}

// A fit's χ² is kept, and a number that is known has no error.
func TestDeviations(t *testing.T) {
	if c := Deviations(estimate.Line{Chi2: 3, DoF: 2}); c != (ChiSquare{Value: 3, Dof: 2}) {
		t.Errorf("%v", c)
	}
	if e := estimate.Known(2); e != (estimate.Estimate{Value: 2}) || less(e, 2.1, 5) != Holds {
		t.Errorf("%v", e)
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
	c := Part{Measured: "0.02", Verdict: Holds}
	if got := (ChiSquare{Value: 3, Dof: 3}).Confirms(c); got.Verdict != Holds ||
		got.Measured != "0.02; simulated: χ² = 3 for 3 degrees of freedom, p = 0.39" {
		t.Errorf("%+v", got)
	}
	got := (ChiSquare{Value: 30, Dof: 3}).Confirms(c)
	if got.Verdict != Undecided || !strings.HasSuffix(got.Measured, "; they disagree") {
		t.Errorf("%+v", got)
	}
	if got := (ChiSquare{}).Confirms(c); got.Verdict != Holds {
		t.Errorf("%+v", got)
	}
}

func TestConfirmsOr(t *testing.T) {
	c := Part{Measured: "0.02", Verdict: Holds}
	var in, out Points
	in.Below(estimate.Known(1), 2, "")
	out.Below(estimate.Known(3), 2, "")
	if got := (ChiSquare{Value: 3, Dof: 3}).ConfirmsOr(c, &out); got.Verdict != Holds {
		t.Errorf("%+v", got)
	}
	far := ChiSquare{Value: 30, Dof: 3}
	if got := far.ConfirmsOr(c, &in); got.Verdict != Holds ||
		!strings.Contains(got.Measured, "; so the simulation alone decides: 1") {
		t.Errorf("%+v", got)
	}
	if got := far.ConfirmsOr(c, &out); got.Verdict != Fails {
		t.Errorf("%+v", got)
	}
	if got := far.ConfirmsOr(c, &Points{}); got.Verdict != Undecided {
		t.Errorf("%+v", got)
	}
}
