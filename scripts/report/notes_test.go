package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each measured number in the pages is a cell of a table or has a source: NOTES has the passages of
// testdata/notes.txt, README has the findings, and the other pages have none.
func TestNotes(t *testing.T) {
	t.Chdir("../..")
	s, ts, err := read()
	if err != nil {
		t.Fatal(err)
	}
	file := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	oneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	notes := oneLine(file("experiments/NOTES.md"))
	differ, err := twice("results/twice.csv")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{differ}
	source := regexp.MustCompile(`(?m)^#.*`)
	for _, passage := range strings.Split(file("scripts/report/testdata/notes.txt"), "\n\n")[1:] {
		if source.MatchString(passage) == strings.Contains(passage, "${") {
			t.Errorf("expected either a cell or a source:\n%s", passage)
		}
		text, err := ts.quote(oneLine(source.ReplaceAllString(passage, "")))
		if err != nil {
			t.Error(err)
		} else if n := strings.Count(notes, text); n != 1 {
			t.Errorf("expected once in NOTES.md, found %d times:\n%s", n, text)
		}
		texts = append(texts, text)
	}
	for _, f := range s.Finding {
		texts = append(texts, oneLine(f.Headline), oneLine(f.Number))
		if f.Range != "" {
			texts = append(texts, oneLine(f.Range))
		}
	}

	apart := regexp.MustCompile("(?m)^\\|.*|^    .*|(?s:^```.*?^```)") // tables and code
	setting := regexp.MustCompile(`(?:Δt|T|n|K|η|γ) = [\d.,·⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[sS]ections? \d\S*|` +
		`95 % and 99 % of the posterior|error rate of 1 %|R-hat is 1\.05|` +
		`Go 1\.26|arxiv\.org/\S+|CC BY 4\.0|CC BY-SA 3\.0`)
	measured := regexp.MustCompile(`.{0,20}(?:\d(?:\.\d| %| times| ±)|χ²).{0,9}`)
	for _, path := range []string{
		"README.md", "experiments/NOTES.md", "experiments/EXTEND.md", "experiments/RUNNING.md",
		"experiments/FORMATS.md",
	} {
		rest := oneLine(apart.ReplaceAllString(file(path), ""))
		for _, text := range texts {
			rest = strings.ReplaceAll(rest, text, "…")
		}
		for _, m := range measured.FindAllString(setting.ReplaceAllString(rest, "…"), -1) {
			t.Errorf("%s: no cell or source gives the number in %q", path, m)
		}
	}
}
