package claim

import (
	"cmp"
	"slices"
	"strings"
)

// Judgement is a sentence of the paper with the claims about its parts, of one figure or of
// several.
type Judgement struct {
	Sentence
	Parts []Claim // in the order of the letters; several of one letter all count
}

// Judge collects the claims about the paper's sentences, in the order of the paper. Findings of
// ours are left out.
func Judge(cs []Claim) (js []Judgement) {
	for _, s := range Sentences() {
		j := Judgement{Sentence: s}
		for _, c := range cs {
			if c.ID == s.ID {
				j.Parts = append(j.Parts, c)
			}
		}
		if len(j.Parts) > 0 {
			slices.SortStableFunc(j.Parts, func(a, b Claim) int { return strings.Compare(a.Part, b.Part) })
			js = append(js, j)
		}
	}
	return js
}

// Missing returns the letters of the parts that no claim is about.
func (j Judgement) Missing() (letters []string) {
	for _, part := range j.Sentence.Parts {
		if !slices.ContainsFunc(j.Parts, func(c Claim) bool { return c.Part == part }) {
			letters = append(letters, part)
		}
	}
	return letters
}

// Verdict returns the verdict of the sentence: Fails if a part does, Undecided if else a part is or
// is missing, Holds otherwise. Of the claims about a part all have to hold, or Enough.
func (j Judgement) Verdict() string {
	var v string
	for i, c := range j.Parts {
		if i == 0 || c.Part != j.Parts[i-1].Part {
			part := j.part(c.Part)
			v = Worse(cmp.Or(v, part), part)
		}
	}
	if v != Fails && len(j.Missing()) > 0 {
		return Undecided
	}
	return v
}

// part returns the verdict of a part that has a claim.
func (j Judgement) part(letter string) string {
	var worst string
	var n Count
	for _, c := range j.Parts {
		if c.Part == letter {
			worst = Worse(cmp.Or(worst, c.Verdict), c.Verdict)
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
