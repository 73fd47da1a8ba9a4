// Package ledger reads the tables of all figures and studies, has the paper's claims judged from
// them, and writes the verdicts down as Markdown and CSV.
package ledger

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// Ledger holds the manifests of figures and studies, figures first, and the parts judged from
// their tables.
type Ledger struct {
	Manifests []*table.Manifest
	claims    []claim.Part
}

// Judge decides the paper's claims from tables.
type Judge func(ts *claim.Tables) []claim.Part

// best are the profiles whose results are read where none is named: of every figure those of
// profile paper, or else of quick.
var best = []string{"paper", "quick"}

// Read reads the manifests and tables in the folders of profiles in the folder results, and judges
// them. An empty profile stands for the best there is of every figure: paper, or else quick. If
// figures or studies are named, the ledger is about these: others serve the judge alone. The error
// names the figure that has no manifest, or one of another table, as a killed program may leave it,
// or says that there is none.
func Read(results, profile string, judge Judge, names ...string) (*Ledger, error) {
	profiles := best
	if profile != "" {
		profiles = []string{profile}
	}
	found, err := manifests(results, profiles)
	if err != nil {
		return nil, err
	}
	where := fmt.Sprintf("in %s for profile %s", results, strings.Join(profiles, " or "))
	for _, name := range names {
		if found[name] == "" {
			return nil, missing(fmt.Sprintf("no manifest %s.json %s; make %s first", name, where,
				table.Target(name)))
		}
	}
	if len(found) == 0 {
		return nil, missing(fmt.Sprintf("no manifests fig*.json %s; make figures first", where))
	}
	l := &Ledger{}
	ts := &claim.Tables{Tables: map[string]*table.Table{}, Specs: map[string]any{}}
	for _, name := range slices.Sorted(maps.Keys(found)) { // studies come behind figures
		m, err := table.ReadManifest(found[name])
		if err != nil {
			return nil, err
		}
		t, err := table.ReadFile(strings.TrimSuffix(found[name], ".json") + ".csv")
		if err != nil {
			return nil, err
		}
		if t.Digest() != m.CSV {
			return nil, fmt.Errorf("%s is not of the table beside it; make %s again", found[name],
				table.Target(name))
		}
		if len(names) == 0 || slices.Contains(names, name) {
			l.Manifests = append(l.Manifests, m)
		}
		if len(m.Altered) == 0 {
			ts.Tables[name], ts.Specs[name] = t, m.Spec
		}
	}
	for _, c := range judge(ts) {
		if len(names) == 0 || slices.Contains(names, c.Figure) {
			l.claims = append(l.claims, c)
		}
	}
	return l, nil
}

// manifests returns the paths of the manifests by name, those of the first profile that has one.
func manifests(results string, profiles []string) (map[string]string, error) {
	found := map[string]string{}
	for _, p := range profiles {
		dir := filepath.Join(results, p)
		entries, err := os.ReadDir(dir)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".json")
			if ok && table.IsName(name) && found[name] == "" {
				found[name] = filepath.Join(dir, e.Name())
			}
		}
	}
	return found, nil
}

// missing is the error that there are no manifests, an [fs.ErrNotExist].
type missing string

func (m missing) Error() string        { return string(m) }
func (m missing) Is(target error) bool { return target == fs.ErrNotExist }

// Duration writes seconds with two or three digits: 1.5 s, 90 s, 15 min, 3.5 h.
func Duration(s float64) string {
	switch {
	case s < 10:
		return fmt.Sprintf("%.1f s", s)
	case s < 120:
		return fmt.Sprintf("%.0f s", s)
	case s < 7200:
		return fmt.Sprintf("%.0f min", s/60)
	}
	return fmt.Sprintf("%.1f h", s/3600)
}

// Parts are those about the figures and studies of the ledger.
func (l *Ledger) Claims() []claim.Part { return l.claims }

// Of are the parts that are listed with a figure or study.
func (l *Ledger) Of(name string) (cs []claim.Part) {
	for _, c := range l.claims {
		if c.Figure == name {
			cs = append(cs, c)
		}
	}
	return cs
}

// Profiles are those of the manifests, each once.
func (l *Ledger) Profiles() (list []string) {
	for _, m := range l.Manifests {
		if !slices.Contains(list, m.Profile) {
			list = append(list, m.Profile)
		}
	}
	return list
}

// Findings are the parts that are of no claim of the paper.
func (l *Ledger) Findings() []claim.Part { return claim.Ours(l.claims) }

// Unjudged are the claims of the paper that nothing judges.
func (l *Ledger) Unjudged() (list []claim.Claim) {
	judged := map[string]bool{}
	for _, c := range l.Claims() {
		judged[c.ID] = true
	}
	for _, s := range claim.Claims() {
		if !judged[s.ID] {
			list = append(list, s)
		}
	}
	return list
}
