package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/ledger"
	"adl/pkg/table"
	"adl/scripts/internal/tool"
)

// pageVerb writes figures/index.html, or that of a profile, from the tables, manifests and
// pictures, claims.md and claims.csv beside the tables, and the counts and findings in README. With
// profile smoke it writes the page alone, since nothing else depends on that.
func pageVerb(judge ledger.Judge) tool.Verb {
	return tool.Verb{
		Name: "page",
		Text: "writes figures/index.html, all figures and claims to look at, and claims.md and .csv",
		Start: func(c *tool.Call) func() error {
			root := c.Flags.String("root", ".", "`folder` of the project")
			profile := c.Flags.String("profile", "", tool.Profile)
			source := c.Flags.String("files", "", "`address` of the project's files, for a page that is "+
				"published without them; none leaves the links to them out")
			site := c.Flags.String("at", "", "`address` of the published page, which links shared "+
				"elsewhere need for its picture")
			return func() error {
				ledgers, err := readAll(judge, filepath.Join(*root, "results"), *profile)
				if err != nil {
					return err
				}
				err = writeClaims(ledgers, *root, c.Stdout)
				if best := ledgers[""]; best != nil {
					readme := filepath.Join(*root, "README.md")
					err = errors.Join(err, writeReadme(best, readme, c.Stdout))
				}
				return errors.Join(err,
					writePage(ledgers[*profile], *root, *profile, *source, *site, c.Stdout))
			}
		},
	}
}

// judged are the profiles with claims.md and claims.csv. Results of smoke are too short for them.
var judged = []string{"quick", "paper"}

// readAll reads the ledgers of the judged profiles that have results, at the same time, and the
// best results of every figure, for which the empty profile stands. The given profile must have
// some. If it is not judged, it is read alone.
func readAll(
	judge ledger.Judge, results, profile string,
) (map[string]*ledger.Ledger, error) {
	if profile != "" && !slices.Contains(judged, profile) {
		l, err := ledger.Read(results, profile, judge)
		return map[string]*ledger.Ledger{profile: l}, err
	}
	profiles := judged
	read, errs := make([]*ledger.Ledger, len(profiles)), make([]error, len(profiles))
	var wait sync.WaitGroup
	for i, p := range profiles {
		wait.Go(func() { read[i], errs[i] = ledger.Read(results, p, judge) })
	}
	wait.Wait()
	ledgers := map[string]*ledger.Ledger{}
	for i, p := range profiles {
		if errs[i] == nil {
			ledgers[p] = read[i]
		} else if p == profile || !errors.Is(errs[i], fs.ErrNotExist) {
			return nil, errs[i]
		}
	}
	quick, paper := ledgers["quick"], ledgers["paper"]
	if paper != nil && (quick == nil || !slices.ContainsFunc(quick.Manifests, lacks(paper))) {
		ledgers[""] = paper
		return ledgers, nil
	}
	best, err := ledger.Read(results, "", judge)
	ledgers[""] = best
	return ledgers, err
}

// lacks reports whether a ledger is without the figure of a manifest.
func lacks(l *ledger.Ledger) func(m *table.Manifest) bool {
	return func(m *table.Manifest) bool {
		return !slices.ContainsFunc(l.Manifests, func(o *table.Manifest) bool {
			return o.Figure == m.Figure
		})
	}
}

// update writes a file unless it has these bytes, and reports whether it did.
func update(path string, b []byte) (bool, error) {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		return false, nil
	}
	if err := files.WriteBytes(path, b); err != nil {
		return false, fmt.Errorf("cannot %w", err)
	}
	return true, nil
}

// writeClaims writes claims.md and claims.csv of the judged profiles where they change.
func writeClaims(ledgers map[string]*ledger.Ledger, root string, stdout io.Writer) error {
	for _, profile := range judged {
		l, changed := ledgers[profile], false
		if l == nil {
			continue
		}
		for name, write := range writers(l) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				return err
			}
			wrote, err := update(filepath.Join(root, "results", profile, name), b.Bytes())
			if err != nil {
				return err
			}
			changed = changed || wrote
		}
		if changed {
			fmt.Fprintf(stdout, "wrote claims.md and .csv of profile %s\n", profile)
		}
	}
	return nil
}

// writers are the files of a ledger.
func writers(l *ledger.Ledger) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"claims.md": l.WriteMarkdown, "claims.csv": l.WriteCSV,
	}
}

// counts is the paragraph of README with the readings, and with the registered verdicts of the best
// results of every figure.
func counts(l *ledger.Ledger) string {
	paper, _ := claim.Counts(l.Claims())
	var b strings.Builder
	claim.Printer{W: &b}.Text("", "", fmt.Sprintf("**%s.** This reading, by rules that are the same "+
		"for all, was made when the numbers were known. By criteria registered before the runs of "+
		"full length (profile %s), when shorter runs and exact values were known, %s, and %d are not "+
		"judged.",
		claim.ReadingCounts(), strings.Join(l.Profiles(), " and "), paper, len(l.Unjudged())))
	return b.String()
}

// headlines is the number of findings in README, which is short.
const headlines = 7

// findings is the list of the first causes.
func findings(*ledger.Ledger) string {
	var b strings.Builder
	for i, c := range claim.Causes()[:headlines] {
		claim.Printer{W: &b}.Text(fmt.Sprintf("%d. ", i+1), "   ", fmt.Sprintf("**%s** %s %s [%d]",
			c.Headline, c.Number, c.Range, len(claim.Explained(c.ID))))
	}
	return b.String()
}

// marked are the parts of README that are written, by the name of their marks.
var marked = map[string]func(*ledger.Ledger) string{"counts": counts, "findings": findings}

// withCounts returns the text of README with what stands between the marks as it is now.
func withCounts(text string, l *ledger.Ledger) (string, error) {
	for name, write := range marked {
		begin, end := "<!-- "+name+": make page writes this -->\n", "<!-- end of "+name+" -->\n"
		before, rest, ok := strings.Cut(text, begin)
		_, after, ended := strings.Cut(rest, end)
		if !ok || !ended {
			return "", errors.New("expected the lines " + strings.TrimSpace(begin) + " and " +
				strings.TrimSpace(end))
		}
		text = before + begin + write(l) + end + after
	}
	return text, nil
}

// writeReadme writes the counts and findings into the file readme, if they are not there.
func writeReadme(l *ledger.Ledger, readme string, stdout io.Writer) error {
	old, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	text, err := withCounts(string(old), l)
	if err != nil {
		return fmt.Errorf("%s: %w", readme, err)
	}
	wrote, err := update(readme, []byte(text))
	if wrote {
		fmt.Fprintf(stdout, "wrote the counts in %s\n", readme)
	}
	return err
}

// writePage writes the page of a profile.
func writePage(
	l *ledger.Ledger, root, profile, source, site string, stdout io.Writer,
) error {
	dir := filepath.Join(root, "figures")
	if profile != "" && profile != "paper" {
		dir = filepath.Join(dir, profile)
	}
	path := filepath.Join(dir, "index.html")
	b, err := render(l, root, dir, source, site)
	if err != nil {
		return err
	}
	what := "the page of profile " + strings.Join(l.Profiles(), " and ")
	wrote, err := update(path, b)
	switch {
	case err != nil:
		return err
	case wrote:
		fmt.Fprintf(stdout, "wrote %s: %s\n", what, path)
	default:
		fmt.Fprintf(stdout, "%s is up to date: %s\n", what, path)
	}
	return nil
}
