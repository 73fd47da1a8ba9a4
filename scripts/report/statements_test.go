package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// The written verdicts agree with the checks, which read tests. Every claim occurs once among the
// paper's statements and is in results/registered.csv.
func TestVerdicts(t *testing.T) {
	t.Chdir("../..")
	s, _, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Statement) != 39 || len(s.Ours) > 8 {
		t.Errorf("%d and %d statements, want 39 and at most 8", len(s.Statement), len(s.Ours))
	}
	registered, err := os.ReadFile("results/registered.csv")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i, x := range s.of() {
		if !slices.Contains(verdicts, x.Verdict) || x.Text == "" || x.Section == "" ||
			len(x.Figures) == 0 || len(x.Lines) < len(x.Check) ||
			len(x.Check) == 0 && x.Note == "" || x.Verdict != holds && x.Note == "" {
			t.Errorf("%s lacks a text, a section, figures, or checks or a note", x.ID)
		}
		if i < len(s.Statement) {
			ids = append(append(ids, x.ID), x.Merges...)
		}
		for _, f := range x.Figures {
			if _, err := os.Stat(filepath.Join("experiments", f)); err != nil {
				t.Errorf("%s: %v", x.ID, err)
			}
		}
	}
	slices.Sort(ids)
	for i, id := range ids {
		if i > 0 && id == ids[i-1] {
			t.Errorf("%s stands twice", id)
		}
		if !bytes.Contains(registered, []byte("\n"+id+",")) {
			t.Errorf("%s is not in results/registered.csv", id)
		}
	}
}

// A percentage, a multiple or an error in a finding, in what we find in a figure or in a note is
// quoted from a table, except for the bounds of checks. A finding is short.
func TestQuoted(t *testing.T) {
	s := &Statements{}
	if _, err := toml.DecodeFile("../../experiments/claims.toml", s); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range s.Finding {
		texts = append(texts, strings.Join([]string{f.Headline, f.Number, f.Range}, " "))
	}
	for _, x := range s.Figure {
		texts = append(texts, x.Finds)
	}
	for _, x := range s.of() {
		texts = append(texts, x.Note)
	}
	measured := regexp.MustCompile(`\d (%|times|±)`)
	bounds := strings.NewReplacer("within 5 %", "", "within 10 %", "", "more than 10 %", "",
		"4 to 5 times", "")
	for i, text := range texts {
		text = os.Expand(text, func(string) string { return "x" })
		if m := measured.FindString(bounds.Replace(text)); m != "" {
			t.Errorf("%q is not quoted from a table in\n%s", m, text)
		}
		words := regexp.MustCompile(`\S*[\pL\d]\S*`).FindAllString(text, -1)
		if i < len(s.Finding) && len(words) > 35 {
			t.Errorf("a finding of %d words: %s", len(words), text)
		}
	}
}

// Every text that gives s also gives λ for a Gaussian posterior, as in Figure 5, or a link to it.
// No text says that a bias is removed if a cell shows one.
func TestWords(t *testing.T) {
	t.Chdir("../..")
	var paths []string
	for _, pattern := range []string{
		"README.md", "experiments/*.md", "experiments/claims.toml", "experiments/*/caption.txt",
		"figures/index.html",
	} {
		found, _ := filepath.Glob(pattern)
		paths = append(paths, found...)
	}
	if len(paths) < 30 {
		t.Fatal(paths)
	}
	formula := regexp.MustCompile(`Δt² ?ε\(n\) ?λ/2`)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(b)), " ") // a no-break space is one, too
		if formula.MatchString(text) && !strings.Contains(text, "1 − aΔt²/4") &&
			!strings.Contains(text, "(experiments/NOTES.md#equations)") {
			t.Errorf("%s: s = Δt²ε(n)λ/2 without 1 − aΔt²/4", path)
		}
		for _, wrong := range []string{"removes the bias", "profile paper", "as printed"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q", path, wrong)
			}
		}
	}
}

// values is a table with the given values, all with the same standard error.
func values(stdErr float64, x ...float64) tables {
	return func(string) (*table.Table, error) {
		t := table.New(table.Columns([]string{"n"})...)
		for i, x := range x {
			t.Measure(table.Row{"n": i, "status": table.OK}, "x",
				estimate.Estimate{Value: x, StdErr: stdErr})
		}
		return t, nil
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		bound  string
		stdErr float64
		x      []float64
		want   string
	}{
		{"[0.9,1.1]", 0, []float64{0.95, 1, 1.1}, holds},
		{"[0.9,1.1]", 0, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1.15}, holds},
		{"[0.9,1.1]", 0, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1.25}, inRange},
		{"[0.9,1.1]", 0, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1.15, 1.15}, inRange},
		{"[0.9,1.1]", 0, []float64{1, 1, 1.15}, inRange},
		{"[0.9,1.1]", 0, []float64{1, 1, 1, 0.7}, fails},
		{"[0.9,1.1]", 0.02, []float64{1, 1, 1, 1.11}, holds}, // 1.11 does not decide
		{"[0.9,1.1]", 0.2, []float64{1, 1, 1, 1.3}, open},
		{"[0.9,1.1]", 0.1, []float64{1, 1, 1, 2}, fails},
		{"[-Inf,0.3]", 0.01, []float64{0.1, 0.2}, holds},
		{"[-Inf,0.3]", 0.01, []float64{0.1, 0.2, 0.45}, inRange},
		{"[-Inf,0.3]", 0.01, []float64{0.1, 0.2, 0.6}, fails},
		{"[3,Inf]", 0, []float64{2.5, 4, 5}, inRange},
		{"[3,Inf]", 0, []float64{1, 4, 5}, fails},
		{"[-Inf,0]", 0.1, []float64{-1, -2}, holds},
		{"[-Inf,0]", 0.1, []float64{1, -2}, fails},
		{"[-Inf,0]", 1, []float64{-1, 1}, open},
		{"[-0.1,0.1]", 0, []float64{0.1, -0.15}, inRange},
		{"[-0.1,0.1]", 0, []float64{0.1, -0.25}, fails},
	} {
		got, line, n, err := values(c.stdErr, c.x...).check("fig01 quantity=x: " + c.bound)
		if got != c.want || n != len(c.x) || err != nil {
			t.Errorf("%v ± %g %s: %s, want %s (%v)", c.x, c.stdErr, c.bound, line, c.want, err)
		}
	}
	// the first point does not decide, and the second is nearer to an end than the third
	_, line, _, err := values(0.02, 1.13, 1.03, 1).check("fig01 quantity=x: [0.9,1.1]")
	want := "holds: fig01 quantity=x: [0.9,1.1]; 2 of 2 points, the farthest 1.03 ± 0.02 ()"
	if line != want || err != nil {
		t.Errorf("%s, want %s (%v)", line, want, err)
	}
	for _, bound := range []string{"", ": 3", ": [1,y]", ": [0,1/3]"} {
		_, _, _, err := values(0, 1).check("fig01 n=0" + bound)
		if err == nil || !strings.HasPrefix(err.Error(), "expected an interval such as ") {
			t.Errorf("%s: %v", bound, err)
		}
	}
}

// A statement's verdict follows from the verdicts of its checks.
func TestJudge(t *testing.T) {
	const (
		yes, no   = "fig01 n=0: [0,Inf]", "fig01 n=0: [-Inf,0]"
		both      = "fig01 n=0|1: [0,Inf]"
		some      = "fig01 n=0|1: [0.9,1.1]"
		undecided = "fig01 n=2: [0,Inf]"
	)
	three := tables(func(string) (*table.Table, error) { // noise hides the last
		t, _ := values(0, 1, 1.15)("")
		t.Measure(table.Row{"n": 2, "status": table.OK}, "x", estimate.Estimate{Value: 1, StdErr: 3})
		return t, nil
	})
	for _, c := range []struct {
		check, ranged, corrected []string
		want                     string
	}{
		{[]string{yes, yes}, nil, nil, holds},
		{[]string{yes, some}, nil, nil, inRange},
		{[]string{yes, undecided}, nil, nil, inRange},
		{[]string{yes, no}, nil, nil, inPart},
		{[]string{no, no}, nil, nil, fails},
		{[]string{no}, []string{both}, nil, inRange},
		{[]string{no}, []string{yes, yes}, nil, inRange},
		{[]string{no}, []string{yes}, nil, inPart}, // one point is no range
		{[]string{no}, []string{no}, nil, fails},
		{[]string{no}, nil, []string{yes, yes}, corrected},
		{[]string{no}, nil, []string{yes, no}, fails},
		{[]string{undecided}, nil, nil, open},
		{[]string{yes, yes}, []string{yes}, []string{yes}, holds},
		{[]string{undecided, no}, nil, nil, inPart},
	} {
		x := Statement{ID: "S1", Check: c.check, Range: c.ranged, Corrected: c.corrected}
		want := fmt.Sprintf("S1: the checks give %q:\n", c.want)
		if err := x.judge(three); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v, want %s", c, err, want)
		}
		if n := len(c.check) + len(c.ranged) + len(c.corrected); len(x.Lines) != n {
			t.Errorf("%v: %d lines, want %d", c, len(x.Lines), n)
		}
		x.Verdict = c.want
		if err := x.judge(three); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	ours := Statement{Verdict: open}
	if err := ours.judge(three); err != nil {
		t.Error(err)
	}
	wrong := Statement{ID: "S1", Check: []string{yes, "fig01 n=3: [0,1]"}, Verdict: holds}
	if err := wrong.judge(three); err == nil || err.Error() != `S1: no row for "fig01 n=3"` {
		t.Error(err)
	}
}

func TestClaims(t *testing.T) {
	t.Chdir("../..")
	for _, c := range []struct {
		args   string
		code   int
		stdout string // part of it
		stderr string
	}{
		{"claims", 0, "\n39 statements of the paper: ", ""},
		{"claims fig09", 0, "S3.4-5    holds after a correction", ""},
		{"claims -v fig09", 0, "  fails: fig09 quantity=xi", ""},
		{"claims fig9", 1, "", "claims: no statement is about fig9\n"},
		{"", 2, "", "usage: report "},
		{"fig09", 2, "", "usage: report "},
	} {
		var stdout, stderr bytes.Buffer
		code := run(strings.Fields(c.args), &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) ||
			!strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, &stdout, &stderr)
		}
	}
}

// Errors name the faults of the file.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "open experiments/claims.toml: ", // there is no file
		"[[statement]]\nname = \"S1\"": "unknown key statement.name",
		"[[finding]]\nnumber = \"${fig01 n=1 %.1f}\"":     "${fig01 n=1 %.1f}: ",
		"[[statement]]\nnote = \"${fig01 n=1 %.1f}\"":     "${fig01 n=1 %.1f}: ",
		"[[statement]]\nid = \"S1\"\ncheck = [\"fig01\"]": "S1: expected an interval ",
	} {
		t.Chdir(t.TempDir())
		if text != "" {
			if err := os.Mkdir("experiments", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("experiments/claims.toml", []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := read(); err == nil ||
			!strings.HasPrefix(err.Error(), "experiments/claims.toml: "+want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
