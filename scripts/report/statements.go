package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"adl/pkg/table"
)

// Statements is the content of experiments/claims.toml: the paper's statements and ours with their
// verdicts, the findings, and two lines for each figure.
type Statements struct {
	Statement []Statement
	Ours      []Statement // of this project, about figures that the paper does not have
	Finding   []Finding
	Figure    []Lines
}

// Statement is a statement of the paper, in our words, or one of ours.
type Statement struct {
	ID        string   // section and number of the claim in results/registered.csv
	Merges    []string // other claims there that say the same
	Section   string
	Figures   []string // where its numbers are: fig07, study-ratio
	Text      string
	Check     []string // see [tables.check]
	Range     []string // checks of the range in the note
	Corrected []string // checks of the corrected statement
	Verdict   string   // one of verdicts: from the checks, or ours without checks
	Note      string   // where it holds, a correction, or why it is open
	Lines     []string `toml:"-"` // the results of the checks
}

// Finding is a result of the project.
type Finding struct {
	Headline, Number, Range string
	Figures                 []string
}

// Lines are the lines about a figure: the finding as its title, the paper says, we find.
type Lines struct{ Name, Title, Says, Finds string }

// read reads the statements, with the cells that they quote, and the full-length tables, which
// determine the verdicts.
func read() (*Statements, tables, error) {
	known := map[string]*table.Table{}
	ts := tables(func(name string) (t *table.Table, err error) {
		if known[name] == nil {
			known[name], _, err = load("paper", name)
		}
		return known[name], err
	})
	const path = "experiments/claims.toml"
	s := &Statements{}
	m, err := toml.DecodeFile(path, s)
	if err == nil && len(m.Undecoded()) > 0 {
		err = fmt.Errorf("unknown key %s", m.Undecoded()[0])
	}
	quote := func(text *string) {
		quoted, e := ts.quote(*text)
		*text, err = quoted, errors.Join(err, e)
	}
	for i := range s.Finding {
		quote(&s.Finding[i].Headline)
		quote(&s.Finding[i].Number)
		quote(&s.Finding[i].Range)
	}
	for i := range s.Figure {
		quote(&s.Figure[i].Title)
		quote(&s.Figure[i].Finds)
	}
	for _, list := range [][]Statement{s.Statement, s.Ours} {
		for i := range list {
			quote(&list[i].Note)
			err = errors.Join(err, list[i].judge(ts))
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, ts, nil
}

// load returns the table of a figure or study with its manifest. It returns an error if the outputs
// come from another profile, or from two runs.
func load(profile, name string) (*table.Table, *table.Manifest, error) {
	path := "results/" + profile + "/" + name
	t, err := table.ReadFile(path + ".csv")
	if err != nil {
		return nil, nil, err
	}
	m, err := table.ReadManifest(path + ".json")
	if err == nil && (m.Figure != name || m.Profile != profile || m.CSV != t.Digest()) {
		err = fmt.Errorf("%s.csv and .json are not of one run of profile %s; make %s PROFILE=%[2]s "+
			"writes both", path, profile, table.Target(name))
	}
	return t, m, err
}

// of returns the statements about some figures or studies, or all statements without names.
func (s *Statements) of(names ...string) (list []Statement) {
	for _, x := range slices.Concat(s.Statement, s.Ours) {
		about := func(name string) bool { return slices.Contains(x.Figures, name) }
		if len(names) == 0 || slices.ContainsFunc(names, about) {
			list = append(list, x)
		}
	}
	return list
}

// Counts returns the number of the paper's statements with each verdict, in words.
func (s *Statements) Counts() string {
	var parts []string
	for _, c := range s.Each() {
		parts = append(parts, c.Words)
	}
	return strings.Join(parts, ", ")
}

// Count is the number of statements with a verdict, in words.
type Count struct{ Verdict, Words string }

// Each returns the number of the paper's statements with each verdict.
func (s *Statements) Each() (list []Count) {
	count := map[string]int{}
	for _, x := range s.Statement {
		count[x.Verdict]++
	}
	for _, v := range verdicts {
		words := strings.Replace(v, open, "is open", 1)
		if count[v] != 1 {
			words = strings.NewReplacer("holds", "hold", "fails", "fail", "is", "are").Replace(words)
		}
		list = append(list, Count{v, fmt.Sprintf("%d %s", count[v], words)})
	}
	return list
}
