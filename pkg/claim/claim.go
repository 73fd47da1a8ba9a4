// Package claim decides claims of the paper from the numbers in a figure's table.
//
// [Claims] lists them with their criteria. A [Criterion] makes a part of one; [Points],
// [ChiSquare] and [Share] decide it. [Judge] joins the parts of a claim from all figures.
package claim

import (
	"slices"
	"strings"
)

// Part is a part of a claim of the paper, or a finding of ours, with its verdict.
type Part struct {
	ID        string // of the claim, such as "S2.5.1-7"; none of a finding
	Part      string // "a", "b", …, if the claim has several
	Name      string // of a finding, or of what a part is about
	Figure    string // or study, such as "fig07"
	Section   string
	Sentence  string
	Criterion string
	Measured  string // with its error, such as "0.98 ± 0.02"
	Verdict   string // Holds, Fails or Undecided
}

// Title names the part: the claim with its letter, such as "S2.5.1-7 b", or the finding.
func (c Part) Title() string {
	if c.ID == "" {
		return c.Name
	}
	return strings.TrimSpace(c.ID + " " + c.Part)
}

// Verdicts of a part.
const (
	Holds     = "holds"
	Fails     = "fails"
	Undecided = "undecided" // the noise is too large, or nothing that could decide was simulated
)

// Worse returns the worse of two verdicts: fails before undecided before holds.
func Worse(a, b string) string {
	for _, v := range []string{Fails, Undecided} {
		if a == v || b == v {
			return v
		}
	}
	return Holds
}

// Judgement is a claim of the paper with its parts, of one figure or of several.
type Judgement struct {
	Claim
	Parts []Part // in the order of the letters; several of one letter all count
}

// Judge collects the parts of the paper's claims, in the order of the paper, without findings of
// ours.
func Judge(cs []Part) (js []Judgement) {
	for _, s := range Claims() {
		j := Judgement{Claim: s}
		for _, c := range cs {
			if c.ID == s.ID {
				j.Parts = append(j.Parts, c)
			}
		}
		if len(j.Parts) > 0 {
			slices.SortStableFunc(j.Parts, func(a, b Part) int { return strings.Compare(a.Part, b.Part) })
			js = append(js, j)
		}
	}
	return js
}

// Ours returns the findings of ours.
func Ours(cs []Part) []Part {
	return slices.DeleteFunc(slices.Clone(cs), func(c Part) bool { return c.ID != "" })
}

// Missing returns the letters of the parts that nothing judges.
func (j Judgement) Missing() (letters []string) {
	for _, part := range j.Claim.Parts {
		if !slices.ContainsFunc(j.Parts, func(c Part) bool { return c.Part == part }) {
			letters = append(letters, part)
		}
	}
	return letters
}

// Verdict returns the verdict of the claim: Fails if a part does, Undecided if a part is or is
// missing, and otherwise Holds. Of several about a letter all have to hold, or Enough.
func (j Judgement) Verdict() string {
	v := Holds
	if len(j.Missing()) > 0 {
		v = Undecided
	}
	for _, c := range j.Parts {
		v = Worse(v, j.part(c.Part))
	}
	return v
}

// part returns the verdict of a part that is judged.
func (j Judgement) part(letter string) string {
	worst := Holds
	var n Count
	for _, c := range j.Parts {
		if c.Part == letter {
			worst = Worse(worst, c.Verdict)
			n.Add(c.Verdict)
		}
	}
	switch {
	case j.Enough == 0:
		return worst
	case n.Hold >= j.Enough:
		return Holds
	case n.Fail > len(j.Names)-j.Enough:
		return Fails
	}
	return Undecided
}
