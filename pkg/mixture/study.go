package mixture

import (
	"fmt"

	"adl/pkg/dynamics"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/table"
)

// Study are the keys of a study beside Figure 7.
type Study struct {
	MixtureRuns
	Runs   []Runs `toml:"runs" spec:"nonempty"`
	Curves *Runs  `toml:"curves" spec:"optional"` // of Figure 7, which the picture shows, too
}

// All loads the data and returns the runs of the spec.
func (s Study) All(c *experiment.Context) (g *Marginal, all []*Run, err error) {
	if g, err = s.Load(c); err != nil {
		return nil, nil, err
	}
	add := func(key string, r Runs) error {
		runs, err := s.List(c, g, key, r)
		all = append(all, runs...)
		return err
	}
	for i, r := range s.Runs {
		if err := add(fmt.Sprintf("runs[%d]", i), r); err != nil {
			return nil, nil, err
		}
	}
	if s.Curves != nil {
		err = add("curves", *s.Curves)
	}
	return g, all, err
}

// Errors returns the table of the L¹ errors of all runs.
func Errors(c *experiment.Context, s Study) (*table.Table, error) {
	g, runs, err := s.All(c)
	if err != nil {
		return nil, err
	}
	if err := s.Run(c, g, runs); err != nil {
		return nil, err
	}
	t := s.NewTable()
	for _, r := range runs {
		r.Rows(t, "L1")
	}
	return t, nil
}

// Entries returns the names of the entries of ξ, as [EntryNames] does.
func (r *Run) Entries() []string {
	form, _ := dynamics.ParseForm(string(r.Friction)) // a spec has no other
	return study.EntryNames(form, 2)
}
