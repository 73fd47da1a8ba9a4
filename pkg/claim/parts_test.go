package claim

import "testing"

func TestParts(t *testing.T) {
	var p Parts
	if v, m := p.Verdict(), p.Measured("errors: ", "none"); v != Undecided || m != "none" || p.Len() != 0 {
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
	if v, m := p.Verdict(), p.Measured("errors: ", "none"); v != Holds || p.Len() != 2 ||
		m != "errors: n = 1 runaway; 3 %" {
		t.Errorf("%s, %q", v, m)
	}
}
