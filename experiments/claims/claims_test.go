package claims

import (
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/ledger"
)

// Every claim of the paper has criteria about all its parts, or a reason why nothing is judged,
// and none lacks a table.
func TestSentences(t *testing.T) {
	l, err := ledger.Read("../../results", "quick", Judge)
	if err != nil {
		t.Fatal(err)
	}
	all := l.Claims()
	for _, c := range all {
		if strings.HasSuffix(c.Measured, " has not run") {
			t.Errorf("%s: %s", c.Title(), c.Measured)
		}
	}
	for _, s := range claim.Claims() {
		var about []claim.Part
		for _, c := range all {
			if c.ID == s.ID {
				about = append(about, c)
			}
		}
		switch {
		case s.Why != "" && len(about) > 0:
			t.Errorf("%s has a reason not to be judged, and %s judges it", s.ID, about[0].Figure)
		case s.Why == "" && s.Kind == "reading":
			t.Errorf("%s is a reading and has no reason why it is not judged", s.ID)
		case s.Why == "":
			judged(t, s, about)
		}
	}
	for _, c := range all {
		known := c.ID == "" || slices.ContainsFunc(claim.Claims(), func(s claim.Claim) bool {
			return s.ID == c.ID && (slices.Contains(s.Parts, c.Part) || c.Part == "" && len(s.Parts) == 0)
		})
		if !known {
			t.Errorf("%s judges %s, which is no claim", c.Figure, c.Title())
		}
	}
}

// A finding says what it is about, and a criterion decides about it.
func TestFindings(t *testing.T) {
	names := map[string]bool{}
	for _, c := range All() {
		names[c.Name] = true
	}
	for _, f := range claim.Findings() {
		if !names[f.Name] || f.Sentence == "" || f.Criterion == "" {
			t.Errorf("%+v has no criterion or says too little", f)
		}
	}
}

// judged reports the parts of a claim that no claim is about, and those that a figure judges
// twice.
func judged(t *testing.T, s claim.Claim, about []claim.Part) {
	t.Helper()
	parts, names := s.Parts, s.Names
	if len(parts) == 0 {
		parts = []string{""}
	}
	if len(names) == 0 {
		names = []string{""}
	}
	for _, part := range parts {
		for _, name := range names {
			if !slices.ContainsFunc(about, func(c claim.Part) bool {
				return c.Part == part && (name == "" || c.Name == name)
			}) {
				t.Errorf("no claim about %s %s %s", s.ID, part, name)
			}
		}
	}
	for i, c := range about {
		if slices.ContainsFunc(about[:i], func(d claim.Part) bool {
			return d.Figure == c.Figure && d.Part == c.Part && d.Name == c.Name
		}) {
			t.Errorf("%s judges %s twice", c.Figure, c.Title())
		}
	}
}
