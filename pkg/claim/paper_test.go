package claim

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	id := regexp.MustCompile(`^S(\d(\.\d)*|[AB])-\d+$`)
	seen := map[string]bool{}
	for _, s := range Claims() {
		if !id.MatchString(s.ID) || seen[s.ID] {
			t.Errorf("id %q is malformed or there twice", s.ID)
		}
		seen[s.ID] = true
		if s.Section == "" || s.Text == "" || s.Criterion == "" || s.Measured == "" {
			t.Errorf("%s says too little: %+v", s.ID, s)
		}
		if !slices.Contains([]string{"figure", "theory", "cost", "reading"}, s.Kind) {
			t.Errorf("%s is of kind %q", s.ID, s.Kind)
		}
		for i, part := range s.Parts {
			if part != string(rune('a'+i)) {
				t.Errorf("%s has parts %q", s.ID, s.Parts)
			}
		}
		if len(s.Names) > 0 && !(0 < s.Enough && s.Enough <= len(s.Names)) ||
			len(s.Names) == 0 && s.Enough != 0 {
			t.Errorf("%s: %d of %q are enough", s.ID, s.Enough, s.Names)
		}
		if s.Kind == "reading" && len(s.Parts) > 0 {
			t.Errorf("%s is not measurable and has parts", s.ID)
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d claims", len(seen))
	}
}

func TestOf(t *testing.T) {
	c := Of("S2.5.1-7", "b")
	if c.Section != "2.5.1" || c.Part != "b" || !strings.Contains(c.Sentence, "affine") ||
		c.Criterion == "" {
		t.Errorf("%+v", c)
	}
	Of("S2.5.1-10", "")
	for name, f := range map[string]func(){
		"claim: no claim S9-1":                  func() { Of("S9-1", "") },
		`claim: claim S2.5.1-7 has no part "z"`: func() { Of("S2.5.1-7", "z") },
		`claim: claim S2.5.1-7 has no part ""`:  func() { Of("S2.5.1-7", "") },
	} {
		func() {
			defer func() {
				if r := recover(); r != name {
					t.Errorf("panic %v, want %s", r, name)
				}
			}()
			f()
		}()
	}
}

func TestJudge(t *testing.T) {
	of := func(id, part, verdict string) Part { return judged(Of(id, part), verdict, "x") }
	for _, c := range []struct {
		name    string
		claims  []Part
		verdict string
		missing string
	}{
		{"holds", []Part{of("S1-1", "b", Holds), of("S1-1", "a", Holds)}, Holds, ""},
		{"a part is missing", []Part{of("S1-1", "b", Holds)}, Undecided, "a"},
		{"fails", []Part{of("S1-1", "a", Fails)}, Fails, "b"},
		{"undecided", []Part{of("S1-1", "a", Undecided), of("S1-1", "b", Holds)}, Undecided, ""},
		{
			"of two figures", []Part{
				of("S1-1", "a", Undecided), of("S1-1", "b", Holds),
				of("S1-1", "a", Fails),
			}, Fails, "",
		},
	} {
		js := Judge(append(c.claims, Part{Name: "mine", Sentence: "it is so"}))
		if len(js) != 1 {
			t.Fatalf("%s: %d claims", c.name, len(js))
		}
		j := js[0]
		if j.Verdict() != c.verdict || strings.Join(j.Missing(), ",") != c.missing {
			t.Errorf("%s: %s, missing %q", c.name, j.Verdict(), j.Missing())
		}
	}
}

// Two of three models are enough, in each part.
func TestEnough(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"hhf", "hhh", Holds}, {"hh", "hh", Holds}, {"hhu", "fhh", Holds}, {"hff", "hhh", Fails},
		{"ff", "hh", Fails}, {"hf", "hh", Undecided}, {"huf", "hh", Undecided}, {"h", "h", Undecided},
		{"hh", "", Undecided}, {"ff", "", Fails}, {"", "hhf", Undecided},
	} {
		var cs []Part
		for part, verdicts := range map[string]string{"a": c.a, "b": c.b} {
			for _, v := range verdicts {
				x := Of("S0-2", part)
				cs = append(cs, judged(x, map[rune]string{'h': Holds, 'f': Fails, 'u': Undecided}[v], ""))
			}
		}
		if got := Judge(cs)[0].Verdict(); got != c.want {
			t.Errorf("(a) %s, (b) %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

func TestPrint(t *testing.T) {
	var b strings.Builder
	Printer{W: &b}.Print([]Part{
		judged(Part{Name: "frozen ξ", Sentence: "It is frozen.", Criterion: "χ²."}, Holds, "χ² = 1"),
		judged(Of("S2.5.1-10", ""), Fails, "0.5"),
		judged(Of("S2.5.1-7", "a"), Holds, "1 ± 2"),
	})
	const want = `  undecided  S2.5.1-7 [section 2.5.1]: The bias is affine in ε(n), ` +
		`with a slope proportional to Δt.
    expected: (a) The error is affine in ε(n), exactly and by χ² at 5 %; slope/Δt is the same (10 %)
        at all Δt: (b) for SGLD, (c) for Langevin dynamics.
    (a) 1 ± 2
    not measured here: (b), (c)
    reading at profile paper: holds in a range: The error is affine at every Δt. Its slope is
        proportional to Δt for Langevin dynamics at every Δt and for SGLD up to aΔt = 0.1 (Δt =
        0.001), within 5 %; it is 11 % above at Δt = 0.002 and 33 % at 0.005.
  fails  S2.5.1-10 [section 2.5.1]: SGLD and Langevin dynamics (γ = 1) have very similar errors.
    expected: The ratio of the errors is 0.8 to 1.25 at every point of the grid.
    0.5
    reading at profile paper: holds in a range: The ratio is 1.02 to 1.19 for n ≤ 10 of 100, Δt ≤
        0.001; it is 1.25 at n = 10, Δt = 0.002, 1.35 and more at Δt = 0.005, and up to 32 at n =
        95.
  not in the paper:
  holds  frozen ξ: It is frozen. Expected: χ².
    χ² = 1
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	paper, ours := Counts([]Part{
		judged(Of("S2.5.1-7", "a"), Holds, ""), judged(Of("S1-1", "a"), Fails, ""),
		judged(Of("S1-1", "b"), Fails, ""), judged(Part{Name: "x", Sentence: "y"}, Holds, ""),
	})
	if paper != (Count{0, 1, 1}) || ours != (Count{1, 0, 0}) ||
		paper.String() != "0 hold, 1 fail, 1 undecided" {
		t.Errorf("%v, %v", paper, ours)
	}
}
