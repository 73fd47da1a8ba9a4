package claims

import (
	"slices"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/ledger"
)

// Readings follow from the registered verdicts of profile paper, or say which rule or range makes
// them differ; what is not plain names a cause that exists.
func TestReadings(t *testing.T) {
	l, err := ledger.Read("../../results", "paper", Judge)
	if err != nil {
		t.Fatal(err)
	}
	judged := map[string]claim.Judgement{}
	for _, j := range claim.Judge(l.Claims()) {
		judged[j.ID] = j
	}
	causes := map[string]bool{}
	for _, c := range claim.Causes() {
		if causes[c.ID] || c.Headline == "" || c.Number == "" || c.Range == "" || c.Evidence == "" {
			t.Errorf("cause %s is there twice or says too little", c.ID)
		}
		causes[c.ID] = true
		if len(claim.Explained(c.ID)) == 0 {
			t.Errorf("cause %s explains nothing", c.ID)
		}
	}
	for _, s := range claim.Claims() {
		for _, part := range s.Core {
			if !slices.Contains(s.Parts, part) {
				t.Errorf("%s has no core part %s", s.ID, part)
			}
		}
		j, tested := judged[s.ID]
		if problem := unfounded(s, j, tested); problem != "" {
			t.Errorf("%s (%s) %s", s.ID, s.Reading, problem)
		}
		explained := slices.Contains([]string{"range", "corrected", "partly", "fails"}, s.Reading)
		if s.Cause != "" && !causes[s.Cause] || s.Cause == "" && explained {
			t.Errorf("%s (%s) has the cause %q", s.ID, s.Reading, s.Cause)
		}
	}
	counts := claim.Tally{66, 22, 3, 8, 7, 2, 14}
	if got := claim.ReadingCounts(); !slices.Equal(got, counts) {
		t.Errorf("the readings are %v, want %v", got, counts)
	}
}

// unfounded says what a reading lacks.
func unfounded(s claim.Claim, j claim.Judgement, tested bool) string {
	switch s.Reading {
	case "holds":
		if s.Rule != "" || s.Why != "" || tested && holds(j) {
			return ""
		}
		return "has neither core parts that hold nor a rule"
	case "corrected":
		if s.Correction == "" {
			return "has no correction"
		}
	case "range", "partly", "fails":
		if s.Range == "" {
			return "has no range"
		}
	default: // open and nothing
		if s.Rule == "" && s.Why == "" {
			return "has no reason"
		}
	}
	if s.Identity || s.Reading != "nothing" && !tested {
		return "is not tested, or an identity"
	}
	return ""
}

// holds reports whether the core parts are registered as holding.
func holds(j claim.Judgement) bool {
	if len(j.Core) > 0 {
		j.Claim.Parts = j.Core
		j.Parts = slices.DeleteFunc(slices.Clone(j.Parts), func(c claim.Part) bool {
			return !slices.Contains(j.Core, c.Part)
		})
	}
	return j.Verdict() == claim.Holds
}

// A reading without its grounds is noticed.
func TestUnfounded(t *testing.T) {
	of := func(verdicts ...string) (j claim.Judgement) {
		for i, v := range verdicts {
			c := claim.Of("S1-1", string(rune('a'+i)))
			c.Verdict = v
			j.Parts = append(j.Parts, c)
		}
		j.Claim.Parts = []string{"a", "b"}
		return j
	}
	for _, c := range []struct {
		s       claim.Claim
		j       claim.Judgement
		founded bool
	}{
		{claim.Claim{Reading: "holds"}, of("holds", "holds"), true},
		{claim.Claim{Reading: "holds"}, of("holds", "fails"), false},
		{claim.Claim{Reading: "holds"}, of("holds"), false},
		{claim.Claim{Reading: "holds", Core: []string{"a"}}, of("holds", "fails"), true},
		{claim.Claim{Reading: "holds", Rule: "χ²"}, of("holds", "fails"), true},
		{claim.Claim{Reading: "range"}, of("fails", "fails"), false},
		{claim.Claim{Reading: "range", Range: "n ≤ 5"}, of("fails", "fails"), true},
		{claim.Claim{Reading: "corrected", Range: "n ≤ 5"}, of("fails", "fails"), false},
		{claim.Claim{Reading: "open"}, of("fails", "fails"), false},
	} {
		c.j.Core = c.s.Core
		if got := unfounded(c.s, c.j, true); (got == "") != c.founded {
			t.Errorf("%+v: %q", c.s, got)
		}
	}
}
