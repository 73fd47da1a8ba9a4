package claim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Cause explains sentences that do not simply hold: a finding, with its number, where that is known
// to be true, and the figures that show it.
type Cause struct{ ID, Headline, Number, Range, Evidence string }

// String returns the headline, the number and the range in one text.
func (c Cause) String() string { return c.Headline + " " + c.Number + " " + c.Range }

// Causes returns the causes that sentences name, by importance. They must not be changed.
func Causes() []Cause { return file().Cause }

// Rules returns the rules by which sentences are read, a paragraph each.
func Rules() []string { return file().Rules }

// Word is a reading of a sentence: its name in sentences.toml and its words.
type Word struct{ ID, Words string }

// Readings are the readings, the better first.
var Readings = []Word{
	{"holds", "holds"}, {"range", "holds in a range"}, {"corrected", "holds corrected"},
	{"partly", "holds in part"}, {"fails", "fails"}, {"open", "open"}, {"nothing", "nothing to test"},
}

// Words returns the reading of the sentence in words.
func (s Sentence) Words() string {
	i := slices.IndexFunc(Readings, func(r Word) bool { return r.ID == s.Reading })
	if i < 0 {
		panic(fmt.Sprintf("claim: %s has no reading %q", s.ID, s.Reading))
	}
	if s.Identity {
		return Readings[i].Words + " (identity)"
	}
	return Readings[i].Words
}

// Note returns what the reading says beyond its words: a range, a correction, or a reason.
func (s Sentence) Note() string { return cmp.Or(s.Range, s.Correction, s.Rule, s.Why) }

// Explained returns the sentences that name a cause.
func Explained(cause string) (list []Sentence) {
	for _, s := range Sentences() {
		if s.Cause == cause {
			list = append(list, s)
		}
	}
	return list
}

// Tally is the number of sentences with each reading, in the order of [Readings].
type Tally []int

// ReadingCounts counts the readings of the sentences.
func ReadingCounts() Tally {
	t := make(Tally, len(Readings))
	for _, s := range Sentences() {
		t[slices.IndexFunc(Readings, func(r Word) bool { return r.ID == s.Reading })]++
	}
	return t
}

func (t Tally) String() string {
	return fmt.Sprintf("%d sentences can be tested: %d hold, %d hold in a range, %d hold corrected, "+
		"%d hold in part, %d fail, %d are open; %d leave nothing to test",
		len(Sentences())-t[6], t[0], t[1], t[2], t[3], t[4], t[5], t[6])
}

// Causes writes the causes with the sentences that they explain.
func (p Printer) Causes() {
	for i, c := range Causes() {
		var ids []string
		for _, s := range Explained(c.ID) {
			ids = append(ids, s.ID+" "+s.Words())
		}
		p.Text(fmt.Sprintf("%3d. ", i+1), "     ", c.String())
		p.Text("     ", "     ", strings.Join(ids, ", "))
	}
}
