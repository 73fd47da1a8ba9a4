package ledger

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"io"
	"strings"
	"text/template"
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

//go:embed claims.md.tmpl
var markdown string

var claimsText = template.Must(template.New("claims").Funcs(template.FuncMap{
	"causes": claim.Causes, "explained": claim.Explained, "judge": claim.Judge, "place": Place,
	"join": strings.Join, "label": table.Label, "plain": plain, "stop": stop, "title": Title,
	"readings": claim.ReadingCounts,
	"counts": func(cs []claim.Part) [2]claim.Count {
		paper, ours := claim.Counts(cs)
		return [2]claim.Count{paper, ours}
	},
}).Parse(markdown))

// WriteMarkdown writes a table of the figures with the counts of verdicts, every claim with its
// criterion, its parts and what was measured, our findings, and the claims that are not judged.
func (l *Ledger) WriteMarkdown(w io.Writer) error { return claimsText.Execute(w, l) }

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
