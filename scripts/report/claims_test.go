package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/table"
)

func manifest(t *testing.T, dir, profile, name string, verdicts ...string) {
	t.Helper()
	empty := table.New(table.Columns(nil)...)
	m := table.Manifest{
		Figure: name, Title: "title", Profile: profile, Spec: map[string]any{"verdicts": verdicts},
		CSV: empty.Digest(),
	}
	path := filepath.Join(dir, profile, name+".json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(files.Write(path, m.Write),
		files.Write(strings.TrimSuffix(path, "json")+"csv", empty.WriteCSV))
	if err != nil {
		t.Fatal(err)
	}
}

// fromSpecs takes the verdicts from the specs that manifest wrote.
func fromSpecs(ts *claim.Tables) (cs []claim.Part) {
	for _, name := range slices.Sorted(maps.Keys(ts.Specs)) {
		var spec struct{ Verdicts []string }
		ts.Spec(name, &spec)
		for i, v := range spec.Verdicts {
			c := claim.Of("S1-1", string(rune('a'+i)))
			c.Figure, c.Sentence, c.Measured, c.Verdict = name, "it is so", "1 ± 2", v
			cs = append(cs, c)
		}
	}
	return cs
}

func TestClaims(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig10", "fails", "undecided")
	manifest(t, dir, "quick", "fig03", "fails")
	manifest(t, dir, "paper", "fig03", "holds", "holds")
	manifest(t, dir, "smoke", "fig01")
	altered := t.TempDir()
	manifest(t, altered, "quick", "fig07", "fails")
	path := filepath.Join(altered, "quick", "fig07.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("{"), []byte(`{"altered": ["eta = 1 (was 0.1)"],`), 1)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir()
	manifest(t, broken, "smoke", "fig01")
	if err := os.Truncate(filepath.Join(broken, "smoke", "fig01.json"), 30); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		// of every figure the best there is, in the order of the figures
		{
			[]string{"-results", dir, "fig10", "fig03"}, 0,
			`Figure 3, profile paper: Title
Figure 10, profile quick: Title

  fails  S1-1: SGLD: the mini-batching term dominates the time-step term, unless n is very close to
      Nd

the paper's claims: 0 hold, 1 fail, 0 undecided; ours: 0 hold, 0 fail, 0 undecided
`, "",
		},
		{
			[]string{"-results", dir, "-v", "fig10", "fig03"}, 0,
			`Figure 3, profile paper: Title
Figure 10, profile quick: Title

  fails  S1-1 [section 1]: SGLD: the mini-batching term dominates the time-step term, unless n is
      very close to Nd.
    expected: (error(n) − error(Nd)) / error(Nd) is above 3 at every point: (a) in Figure 3, where
        it is exact, with ε(n)v/a > 3 to the leading order, (b) in Figure 4.
    (a) holds: fig03, 1 ± 2
    (a) fails: fig10, 1 ± 2
    (b) holds: fig03, 1 ± 2
    (b) undecided: fig10, 1 ± 2
    reading at profile paper: fails: The term of the batches is above 3 times that of the time step
        for n ≤ 20 of 100 only: their ratio is ε(n)v/a, exactly 8.0 at n = 10, 3.5 at 20, 2.7 at 25,
        0.9 at 50 and 0.2 at 80, for every Δt.

the paper's claims: 0 hold, 1 fail, 0 undecided; ours: 0 hold, 0 fail, 0 undecided
`, "",
		},
		{
			[]string{"-results", dir, "-profile", "smoke"}, 0,
			"runs of profile smoke are too short to decide the paper's claims; PROFILE=quick decides " +
				"them\n", "",
		},
		{
			[]string{"-results", altered, "-profile", "quick"}, 0,
			"fig07 is about another spec than the figure's own (eta = 1 (was 0.1)): it decides no " +
				"claim of the\npaper\n", "",
		},
		{
			[]string{"-results", dir, "-profile", "huge"}, 1, "",
			"claims: no manifests fig*.json in " + dir + " for profile huge; make figures first\n",
		},
		{
			[]string{"-results", filepath.Join(dir, "none")}, 1, "",
			"claims: no manifests fig*.json in " +
				"" + dir + "/none for profile paper or quick; make figures first\n",
		},
		{
			[]string{"-results", broken, "-profile", "smoke"}, 1, "",
			"claims: read manifest: " + broken + "/smoke/fig01.json: unexpected end of JSON input\n",
		},
		{
			[]string{"-results", dir, "fig10", "fig01"}, 1, "",
			"claims: no manifest fig01.json in " + dir + " for profile paper or quick; make fig1 first\n",
		},
		{
			[]string{"x"}, 2, "",
			"claims: unexpected argument \"x\": expected a figure or a study, such as fig07\n",
		},
	} {
		var stdout, stderr bytes.Buffer
		code := run(fromSpecs, append([]string{"claims"}, c.args...), &stdout, &stderr)
		if code != c.code || stdout.String() != c.stdout ||
			stderr.String() != c.stderr {
			t.Errorf("%q: exit %d\n%s\n%s", c.args, code, &stdout, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	code := run(fromSpecs, []string{"claims", "-results", dir}, &stdout, &stderr)
	for _, want := range []string{
		`the paper's claims at profile paper and quick
figure  hold  fail  undecided  ours hold
     3     1     0          0             Title
    10     0     1          0             Title
   all     0     1          0             each claim once, from its parts in all figures

registered: 0 hold, 1 fail, 0 undecided, 121 not judged
read at profile paper: 108 claims can be tested: 66 hold, `,
		"\n     S3-1 fails, S3.4-1 fails, ",
		`
make claims FIG=10 prints the claims of a figure, ARGS=-v with the numbers, ARGS=-all those of all;
results/paper/claims.md and figures/index.html have them to read.
`,
	} {
		if code != 0 || !strings.Contains(stdout.String(), want) {
			t.Errorf("exit %d without %q: %s%s", code, want, &stdout, &stderr)
		}
	}
	stdout.Reset()
	code = run(fromSpecs, []string{"claims", "-results", dir, "-v", "-all"}, &stdout, &stderr)
	if code != 0 ||
		!strings.Contains(stdout.String(), "\n  not judged:\n  S0-1 [section abstract]: The friction") {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	stdout.Reset()
	args := []string{"-results", dir, "-profile", "quick", "fig03"}
	if code := run(fromSpecs, append([]string{"claims"}, args...), &stdout, &stderr); code != 0 ||
		!strings.HasPrefix(stdout.String(), "Figure 3, profile quick: Title\n") {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if code := run(fromSpecs, []string{"claims", "-h"}, &stdout, &stderr); code != 0 {
		t.Errorf("-h: exit %d", code)
	}
	if code := run(fromSpecs, []string{"claims", "-foo"}, &stdout, &stderr); code != 2 {
		t.Errorf("-foo: exit %d", code)
	}
}

// A table that is not that of its manifest, as a killed program may leave it, is an error.
func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig03", "fails")
	path := filepath.Join(dir, "quick", "fig03.csv")
	if err := files.WriteBytes(path, []byte("n\n1\n")); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run(fromSpecs, []string{"claims", "-results", dir, "-v", "-all"}, &stdout, &stderr)
	const want = "fig03.json is not of the table beside it; make fig3 again\n"
	if code != 1 || stdout.Len() > 0 || !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
}

// Verdicts have colours on a terminal, behind which the words are the same.
func TestColour(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig10", "fails", "holds")
	texts := map[bool]string{}
	for _, colour := range []bool{false, true} {
		var b bytes.Buffer
		p := claim.Printer{W: &b, Width: 60, Colour: colour}
		if err := show(p, fromSpecs, dir, "", true, true, nil); err != nil {
			t.Fatal(err)
		}
		texts[colour] = b.String()
	}
	for _, line := range strings.Split(texts[false], "\n") {
		if utf8.RuneCountInString(line) > 60 {
			t.Errorf("more than 60 columns: %s", line)
		}
	}
	if !strings.Contains(texts[true], "  \x1b[31mfails\x1b[0m  S1-1") ||
		!strings.Contains(texts[true], "(b) \x1b[32mholds\x1b[0m: fig10") {
		t.Errorf("no colours: %q", texts[true])
	}
	escape := regexp.MustCompile("\x1b\\[[0-9]+m")
	if escape.ReplaceAllString(texts[true], "") != texts[false] {
		t.Errorf("%s\n%s", texts[true], texts[false])
	}
	if p := terminal(&bytes.Buffer{}); p.Colour || p.Width != 100 {
		t.Errorf("a pipe: %+v", p)
	}
}
