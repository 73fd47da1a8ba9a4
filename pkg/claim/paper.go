package claim

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Claim is a checkable claim of the paper, in our words, with a criterion that follows from its
// wording, and a reading that was made when the numbers were known. claims.toml holds them.
type Claim struct {
	ID        string   // such as "S2.5.1-7"
	Section   string   // of the paper
	Labels    []string // of equations and results in the paper's source
	Figures   []int
	Kind      string // "figure", "theory", "cost" (in operations), or "reading" (not measurable)
	Text      string
	Measured  string // the quantity
	Criterion string
	Open      string   // what the paper leaves open
	Parts     []string // "a", "b", …, if it says several things

	// Names are the things that every part is judged about, if there are several. Enough of them have
	// to hold.
	Names  []string
	Enough int

	Why string // nothing is judged: the claim is not measurable, or no figure runs it

	Reading    string   // one of [Readings]
	Range      string   // where it holds, or what does not
	Correction string   // of a misprint or a slip
	Rule       string   // that the reading follows where the registered verdict is another one
	Cause      string   // that explains it, of [Causes]
	Core       []string // the parts that are the claim; all, if there is none
	Identity   bool     // holds by construction, as a count of our own operations does
}

//go:embed claims.toml
var sentencesText string

// Claims returns the paper's claims in the order of the paper. They must not be changed.
func Claims() []Claim { return file().Claim }

// contents is the content of claims.toml.
type contents struct {
	Rules, Criteria, Sizes []string
	Cause                  []Cause
	Finding                []Finding
	Claim                  []Claim
}

// Finding is a result of ours that is not in the paper, under a name.
type Finding struct{ Name, Sentence, Criterion string }

// Findings returns them all. They must not be changed.
func Findings() []Finding { return file().Finding }

var file = sync.OnceValue(func() *contents {
	c := &contents{}
	m, err := toml.Decode(sentencesText, c)
	if err == nil && len(m.Undecoded()) > 0 {
		err = fmt.Errorf("unknown key %s", m.Undecoded()[0])
	}
	if err != nil {
		panic("claim: claims.toml: " + err.Error())
	}
	return c
})

// Of returns a part of a claim, or all of a claim without parts. It panics if there is none.
func Of(id, part string) Part {
	i := slices.IndexFunc(Claims(), func(s Claim) bool { return s.ID == id })
	if i < 0 {
		panic("claim: no claim " + id)
	}
	s := Claims()[i]
	if !slices.Contains(s.Parts, part) && (part != "" || len(s.Parts) > 0) {
		panic(fmt.Sprintf("claim: claim %s has no part %q", id, part))
	}
	return Part{
		ID: id, Part: part, Section: s.Section, Sentence: s.Text, Criterion: s.Criterion,
	}
}

// finding returns a finding of ours as a part. It panics if there is none of that name.
func finding(name string) Part {
	for _, f := range Findings() {
		if f.Name == name {
			return Part{Name: name, Sentence: f.Sentence, Criterion: f.Criterion}
		}
	}
	panic("claim: no finding " + name)
}

// Cause explains claims that do not simply hold, by a finding with its number, where that is known
// to be true, and the figures that show it.
type Cause struct{ ID, Headline, Number, Range, Evidence string }

// String returns the headline, the number and the range in one text.
func (c Cause) String() string { return c.Headline + " " + c.Number + " " + c.Range }

// Causes returns the causes that claims name, by importance. They must not be changed.
func Causes() []Cause { return file().Cause }

// Rules returns the rules by which claims are read, a paragraph each.
func Rules() []string { return file().Rules }

// Criteria returns the rules of registered criteria, which texts call by their numbers from 1 on.
func Criteria() []string { return file().Criteria }

// Sizes returns how criteria read the paper's words about sizes.
func Sizes() []string { return file().Sizes }

// Word is a reading of a claim: its name in claims.toml and its words.
type Word struct{ ID, Words string }

// Readings are the readings, the better first.
var Readings = []Word{
	{"holds", "holds"}, {"range", "holds in a range"}, {"corrected", "holds corrected"},
	{"partly", "holds in part"}, {"fails", "fails"}, {"open", "open"}, {"nothing", "nothing to test"},
}

// reading returns the index of the reading. It panics if there is none of that name.
func (s Claim) reading() int {
	i := slices.IndexFunc(Readings, func(r Word) bool { return r.ID == s.Reading })
	if i < 0 {
		panic(fmt.Sprintf("claim: %s has no reading %q", s.ID, s.Reading))
	}
	return i
}

// Words returns the reading of the claim in words.
func (s Claim) Words() string {
	words := Readings[s.reading()].Words
	if s.Identity {
		words += " (identity)"
	}
	return words
}

// Note returns what the reading says beyond its words: a range, a correction, or a reason.
func (s Claim) Note() string { return cmp.Or(s.Range, s.Correction, s.Rule, s.Why) }

// Explained returns the claims that name a cause.
func Explained(cause string) (list []Claim) {
	for _, s := range Claims() {
		if s.Cause == cause {
			list = append(list, s)
		}
	}
	return list
}

// Tally is the number of claims with each reading, in the order of [Readings].
type Tally []int

// ReadingCounts counts the readings of the claims.
func ReadingCounts() Tally {
	t := make(Tally, len(Readings))
	for _, s := range Claims() {
		t[s.reading()]++
	}
	return t
}

func (t Tally) String() string {
	return fmt.Sprintf("%d claims can be tested: %d hold, %d hold in a range, %d hold corrected, "+
		"%d hold in part, %d fail, %d are open; %d leave nothing to test",
		len(Claims())-t[6], t[0], t[1], t[2], t[3], t[4], t[5], t[6])
}

// Causes writes the causes with the claims that they explain.
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
