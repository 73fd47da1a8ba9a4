package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adl/pkg/claim"
)

// README has the counts of the committed results and the findings, what it says holds does, and it
// is short.
func TestReadme(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	ledgers, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	l := ledgers[""]
	if now, err := withCounts(string(text), l); err != nil || now != string(text) {
		t.Errorf("README does not say what make page would write: %s (%v)", counts(l), err)
	}
	part := section(t, string(text), "Confirmed:", "Beyond the paper")
	ids := regexp.MustCompile(`\((S[0-9.]+-[0-9]+)\)`).FindAllStringSubmatch(part, -1)
	if len(ids) == 0 {
		t.Error("README names no claim that holds")
	}
	for _, m := range ids {
		if !slices.ContainsFunc(claim.Claims(), func(s claim.Claim) bool {
			return s.ID == m[1] && s.Reading == "holds"
		}) {
			t.Errorf("README says that %s holds", m[1])
		}
	}
	if n := len(strings.Fields(string(text))); n < 600 || n > 1100 {
		t.Errorf("README has %d words", n)
	}
}

// section is the text from one mark to another.
func section(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, from)
	part, _, ended := strings.Cut(rest, to)
	if !ok || !ended {
		t.Fatalf("README lacks %q or %q", from, to)
	}
	return part
}

// Links of the committed pages lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)]+)\)`)
	for _, page := range []string{
		"README.md", "pkg/README.md", "data/README.md", ".github/CONTRIBUTING.md",
		".github/CHANGELOG.md", "experiments/EXTEND.md", "experiments/RUNNING.md", "experiments/SPEED.md",
		"experiments/NOTES.md",
	} {
		path := filepath.Join("../..", filepath.FromSlash(page))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// Every package of the library is in the list of pkg/README.md.
func TestPackages(t *testing.T) {
	text, err := os.ReadFile("../../pkg/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, there []string
	row := regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|")
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		listed = append(listed, m[1])
	}
	entries, err := os.ReadDir("../../pkg")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			there = append(there, e.Name())
		}
	}
	slices.Sort(listed)
	if !slices.Equal(listed, there) {
		t.Errorf("pkg/README.md lists %q, there are %q", listed, there)
	}
}
