package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"adl/pkg/table"
)

// Statements are experiments/claims.toml: the paper's statements with a verdict each, and findings.
type Statements struct {
	Statement []Statement
	Finding   []Finding
}

// Statement is a statement of the paper, in our words.
type Statement struct {
	ID        string   // section and number of the claim in results/registered.csv
	Merges    []string // the other claims there that say the same
	Section   string
	Figures   []string // where its numbers are: fig07, study-ratio
	Text      string
	Check     []string // see [tables.check]
	Range     []string // checks of the range in the note
	Corrected []string // checks of what should stand there instead
	Verdict   string   // one of verdicts: that of the checks, or ours if there are none
	Note      string   // where it holds, a correction, or why it is open
}

// Finding is a result of the project.
type Finding struct {
	Headline, Number, Range string
	Figures                 []string
}

// read reads the statements of the project in the folder root, with the cells that they quote, and
// the tables of profile paper, which decide them.
func read(root string) (*Statements, tables, error) {
	known := map[string]*table.Table{}
	ts := tables(func(name string) (t *table.Table, err error) {
		if known[name] == nil {
			known[name], err = table.ReadFile(filepath.Join(root, "results", "paper", name+".csv"))
		}
		return known[name], err
	})
	path := filepath.Join(root, "experiments", "claims.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	s := &Statements{}
	m, err := toml.Decode(string(text), s)
	if err == nil && len(m.Undecoded()) > 0 {
		err = fmt.Errorf("unknown key %s", m.Undecoded()[0])
	}
	var quoting []*string
	for i := range s.Statement {
		quoting = append(quoting, &s.Statement[i].Note)
	}
	for i := range s.Finding {
		quoting = append(quoting, &s.Finding[i].Number, &s.Finding[i].Range)
	}
	for _, q := range quoting {
		if err == nil {
			*q, err = ts.quote(*q)
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, ts, nil
}

// of returns the statements about some figures or studies, all if there are none.
func (s *Statements) of(names ...string) (list []Statement) {
	for _, x := range s.Statement {
		if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool {
			return slices.Contains(x.Figures, n)
		}) {
			list = append(list, x)
		}
	}
	return list
}

// counts returns the number of statements with each verdict: "15 hold, 10 hold in a range, …".
func (s *Statements) counts() string {
	n := map[string]int{}
	for _, x := range s.Statement {
		n[x.Verdict]++
	}
	var parts []string
	for _, v := range verdicts {
		word := v
		if n[v] != 1 {
			word = strings.NewReplacer("holds", "hold", "fails", "fail").Replace(v)
		}
		parts = append(parts, fmt.Sprintf("%d %s", n[v], word))
	}
	return strings.Join(parts, ", ")
}
