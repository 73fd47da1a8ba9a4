package ledger

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"adl/pkg/claim"
	"adl/pkg/table"
)

// WriteCSV writes a row for every part, and one for every claim that is not judged.
func (l *Ledger) WriteCSV(w io.Writer) error {
	profiles := map[string]string{}
	for _, m := range l.Manifests {
		profiles[m.Figure] = m.Profile
	}
	c := csv.NewWriter(w)
	c.Write([]string{"id", "section", "sentence", "sentence_verdict", "part", "figure", "profile",
		"name", "verdict", "criterion", "measured", "reading", "range"})
	row := func(s claim.Claim, x claim.Part, verdict, reading string) {
		c.Write([]string{x.ID, x.Section, cmp.Or(s.Text, x.Sentence), verdict, x.Part, x.Figure,
			profiles[x.Figure], x.Name, x.Verdict, x.Criterion, x.Measured, reading, s.Note()})
	}
	for _, j := range claim.Judge(l.Claims()) {
		for _, x := range j.Parts {
			row(j.Claim, x, j.Verdict(), j.Words())
		}
	}
	for _, x := range l.Findings() {
		row(claim.Claim{}, x, "", "")
	}
	for _, s := range l.Unjudged() {
		row(s, claim.Part{ID: s.ID, Section: s.Section, Criterion: cmp.Or(s.Why, s.Criterion)},
			"not judged", s.Words())
	}
	c.Flush()
	return c.Error()
}

// WriteMarkdown writes a table of the figures with the counts of verdicts, every claim with its
// criterion, its parts and what was measured, our findings, and the claims that are not judged.
func (l *Ledger) WriteMarkdown(w io.Writer) error {
	b := &strings.Builder{}
	paper, ours := claim.Counts(l.Claims())
	fmt.Fprintf(b, "# The paper's claims at profile %s\n\n", strings.Join(l.Profiles(), " and "))
	fmt.Fprintf(b, "Written by `make page` from the tables of figures and studies. As read when the "+
		"numbers of profile paper were known, %s. By the registered criteria %s, and %d are not "+
		"judged. Of our findings %s. `pkg/claim/claims.toml` has the criteria and the rules of "+
		"reading.\n\n",
		claim.ReadingCounts(), paper, len(l.Unjudged()), ours)
	b.WriteString("| | | hold | fail | undecided | ours: hold | fail | undecided |\n" +
		"|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, m := range l.Manifests {
		p, o := claim.Counts(l.Of(m.Figure))
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d | %d | %d |\n", table.Label(m.Figure),
			plain(Title(m)), p.Hold, p.Fail, p.Undecided, o.Hold, o.Fail, o.Undecided)
	}
	b.WriteString("\n## Findings by cause\n\n")
	for _, c := range claim.Causes() {
		var ids []string
		for _, s := range claim.Explained(c.ID) {
			ids = append(ids, s.ID)
		}
		fmt.Fprintf(b, "1. %s %s: %s.\n", plain(c.String()), c.Evidence, strings.Join(ids, ", "))
	}
	b.WriteString("\nA claim is judged once, from its parts in all figures.\n")
	for _, j := range claim.Judge(l.Claims()) {
		fmt.Fprintf(b, "\n## %s: %s\n\n%s (%s)\n\n", j.ID, j.Words(), plain(j.Text), Place(j.Section))
		if note := j.Note(); note != "" {
			fmt.Fprintf(b, "Reading: %s\n\n", stop(plain(note)))
		}
		fmt.Fprintf(b, "Registered: %s. Expected: %s\n\n", j.Verdict(), plain(j.Criterion))
		for _, c := range j.Parts {
			part := ""
			if c.Part != "" {
				part = "(" + c.Part + ") "
			}
			fmt.Fprintf(b, "- %s%s, %s: %s\n", part, c.Verdict, table.Label(c.Figure), measured(c))
		}
		if m := j.Missing(); len(m) > 0 {
			fmt.Fprintf(b, "- not measured here: (%s)\n", strings.Join(m, "), ("))
		}
	}
	if f := l.Findings(); len(f) > 0 {
		b.WriteString("\n## Not in the paper\n\n")
		for _, c := range f {
			expected := ""
			if c.Criterion != "" {
				expected = "Expected: " + stop(plain(c.Criterion)) + " "
			}
			c.Name = "" // which the claim says in full
			fmt.Fprintf(b, "- %s, %s: %s %sMeasured: %s\n", c.Verdict, table.Label(c.Figure),
				stop(plain(c.Sentence)), expected, measured(c))
		}
	}
	if u := l.Unjudged(); len(u) > 0 {
		b.WriteString("\n## Not judged\n\n")
		for _, s := range u {
			fmt.Fprintf(b, "- %s (%s), %s: %s %s\n", s.ID, Place(s.Section), s.Words(),
				stop(plain(s.Text)), plain(cmp.Or(s.Why, s.Criterion)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// measured is the measurement for a part, with its name.
func measured(c claim.Part) string {
	text := c.Measured
	if c.Name != "" {
		text = c.Name + ", " + text
	}
	return plain(text)
}

// Place is a section of the paper in words: "Section 2.5.1", or "abstract".
func Place(section string) string {
	if section != "" && section[0] >= '0' && section[0] <= '9' {
		return "Section " + section
	}
	return section
}

// Title is the title of a figure, which begins with a capital letter.
func Title(m *table.Manifest) string {
	r, n := utf8.DecodeRuneInString(m.Title)
	return string(unicode.ToUpper(r)) + m.Title[n:]
}

// stop is a text with a full stop at its end.
func stop(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// escapes are the characters that Markdown would not print.
var escapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "|", `\|`,
	"[", `\[`, "#", `\#`)

// plain is a text on one line that Markdown prints as it is.
func plain(s string) string { return escapes.Replace(strings.Join(strings.Fields(s), " ")) }
