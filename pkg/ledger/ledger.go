// Package ledger joins what the manifests of all figures say about the paper's sentences, and
// writes it down as Markdown and CSV.
package ledger

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/table"
)

// Ledger is the manifests of figures, in the order of the figures. Their claims name the figure.
type Ledger struct {
	Manifests []*table.Manifest
}

// best are the profiles whose results are read where none is named: of every figure those of
// profile paper, or else of quick.
var best = []string{"paper", "quick"}

// Read reads the manifests of the named figures, or of all if there is no name, from the folders of
// profiles in the folder results. An empty profile stands for the best there is of every figure:
// paper, or else quick. It first puts in place what a killed program left to be done. The error
// names the figure that has no manifest, or says that there is none.
func Read(results, profile string, names ...string) (*Ledger, error) {
	profiles := best
	if profile != "" {
		profiles = []string{profile}
	}
	found := map[string]string{}
	for _, p := range profiles {
		dir := filepath.Join(results, p)
		if _, err := os.Stat(dir); err == nil {
			if err := files.Finish(dir); err != nil {
				return nil, fmt.Errorf("a figure that was interrupted is not complete: %w", err)
			}
		}
		entries, err := os.ReadDir(dir)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for _, e := range entries {
			name, ok := strings.CutSuffix(e.Name(), ".json")
			if is, _ := filepath.Match("fig[0-9]*", name); !ok || !is || found[name] != "" {
				continue
			}
			if len(names) == 0 || slices.Contains(names, name) {
				found[name] = filepath.Join(dir, e.Name())
			}
		}
	}
	where := fmt.Sprintf("in %s for profile %s", results, strings.Join(profiles, " or "))
	for _, name := range names {
		if found[name] == "" {
			return nil, &Missing{fmt.Sprintf("no manifest %s.json %s; make fig%d first", name, where,
				Number(name))}
		}
	}
	if len(found) == 0 {
		return nil, &Missing{fmt.Sprintf("no manifests fig*.json %s; make figures first", where)}
	}
	l := &Ledger{}
	for _, path := range found {
		m, err := table.ReadManifest(path)
		if err != nil {
			return nil, err
		}
		for i := range m.Claims {
			m.Claims[i].Figure = m.Figure
		}
		l.Manifests = append(l.Manifests, m)
	}
	slices.SortFunc(l.Manifests, func(a, b *table.Manifest) int {
		return strings.Compare(a.Figure, b.Figure)
	})
	return l, nil
}

// Missing is the error that there are no manifests. It is an [fs.ErrNotExist].
type Missing struct{ text string }

func (m *Missing) Error() string { return m.text }

// Is reports whether target is fs.ErrNotExist.
func (m *Missing) Is(target error) bool { return target == fs.ErrNotExist }

// Number is that of a figure: 7 of "fig07"; 0 if the name has none.
func Number(name string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "fig"))
	if err != nil {
		return 0
	}
	return n
}

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

// Claims are those of all figures.
func (l *Ledger) Claims() (cs []claim.Claim) {
	for _, m := range l.Manifests {
		cs = append(cs, m.Claims...)
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

// Findings are the claims that are about no sentence of the paper.
func (l *Ledger) Findings() (cs []claim.Claim) {
	for _, c := range l.Claims() {
		if c.ID == "" {
			cs = append(cs, c)
		}
	}
	return cs
}

// Unjudged are the sentences of the paper that no claim is about.
func (l *Ledger) Unjudged() (list []claim.Sentence) {
	judged := map[string]bool{}
	for _, c := range l.Claims() {
		judged[c.ID] = true
	}
	for _, s := range claim.Sentences() {
		if !judged[s.ID] {
			list = append(list, s)
		}
	}
	return list
}
