package claim

import "testing"

func TestParts(t *testing.T) {
	var p Parts
	v, m := p.Verdict(), p.Measured("errors: ", "none")
	if v != Undecided || m != "none" || p.Len() != 0 {
		t.Errorf("without parts: %s, %q", v, m)
	}
	for _, c := range []struct{ add, want string }{
		{Holds, Holds}, {Undecided, Undecided}, {Holds, Undecided}, {Fails, Fails}, {Holds, Fails},
	} {
		if p.Decide(c.add); p.Verdict() != c.want {
			t.Errorf("%s after %s, want %s", p.Verdict(), c.add, c.want)
		}
	}
	p = Parts{Sep: "; "}
	p.Note("n = %d runaway", 1)
	if p.Verdict() != Undecided {
		t.Errorf("%s after a note", p.Verdict())
	}
	p.Add(Holds, "%d %%", 3)
	v, m = p.Verdict(), p.Measured("errors: ", "none")
	if v != Holds || m != "errors: n = 1 runaway; 3 %" || p.Len() != 2 {
		t.Errorf("%s, %q", v, m)
	}
	c := p.Judge(Claim{Name: "small"}, "errors: ", "none")
	if c != (Claim{Name: "small", Measured: m, Verdict: v}) {
		t.Errorf("judged: %+v", c)
	}
}

func TestPartsJoin(t *testing.T) {
	var p, q Parts
	p.Join("none: ", q)
	if v := p.Verdict(); v != Undecided || p.Len() != 0 || p.Decided() != 0 {
		t.Errorf("without parts: %s, %d texts, %d verdicts", v, p.Len(), p.Decided())
	}
	for _, x := range []float64{1, 3, 3, 2} {
		q.NoteLargest(x, "text %d of %g", q.Decided(), x)
		q.Decide(Holds)
	}
	p.Note("100 %%")
	p.Join("largest: ", q)
	if m := p.Measured("", ""); m != "100 %, largest: text 1 of 3" || p.Verdict() != Holds {
		t.Errorf("%s, %q", p.Verdict(), m)
	}
}
