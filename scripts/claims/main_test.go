package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/table"
)

func manifest(t *testing.T, dir, profile, name string, verdicts ...string) {
	t.Helper()
	m := table.Manifest{Figure: name, Title: "title", Profile: profile, Spec: map[string]any{}}
	for i, v := range verdicts {
		c := claim.Of("S1-1", string(rune('a'+i)))
		c.Sentence, c.Measured, c.Verdict = "it is so", "1 ± 2", v
		m.Claims = append(m.Claims, c)
	}
	path := filepath.Join(dir, profile, name+".json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(path, m.Write); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig10", "fails", "undecided")
	manifest(t, dir, "quick", "fig03", "fails")
	manifest(t, dir, "paper", "fig03", "holds", "holds")
	manifest(t, dir, "smoke", "fig01")
	broken := t.TempDir()
	manifest(t, broken, "smoke", "fig01")
	if err := os.Truncate(filepath.Join(broken, "smoke", "fig01.json"), 30); err != nil {
		t.Fatal(err)
	}
	const none = "ours: 0 hold, 0 fail, 0 undecided\n"
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		// of every figure the best there is, in the order of the figures
		{
			[]string{"-results", dir, "fig10", "fig03"}, 0,
			"fig03 (paper): title; the paper's sentences: 1 hold, 0 fail, 0 undecided; " + none +
				"fig10 (quick): title; the paper's sentences: 0 hold, 1 fail, 0 undecided; " + none + `
  fails  S1-1 [section 1]: SGLD: the mini-batching term dominates the time-step term, unless n is
      very close to Nd.
    expected: above 3 at every point; Figure 3 exact: ε(n)v/a > 3 to the leading order. (a) Figure
        3, (b) 4
    (a) holds: fig03, 1 ± 2
    (a) fails: fig10, 1 ± 2
    (b) holds: fig03, 1 ± 2
    (b) undecided: fig10, 1 ± 2

the paper's sentences: 0 hold, 1 fail, 0 undecided; ` + none, "",
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
			"claims: no manifest fig01.json in " + dir + " for profile paper or quick; make fig01 first\n",
		},
		{
			[]string{"x"}, 2, "",
			"claims: unexpected argument \"x\": expected a figure, such as fig07\n",
		},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(c.args, &stdout, &stderr); code != c.code || stdout.String() != c.stdout ||
			stderr.String() != c.stderr {
			t.Errorf("%q: exit %d\n%s\n%s", c.args, code, &stdout, &stderr)
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-results", dir}, &stdout, &stderr); code != 0 ||
		!strings.Contains(stdout.String(), "\n  not judged:\n  S0-1 [section abstract]: The friction") {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	stdout.Reset()
	if code := run([]string{"-results", dir, "-profile", "quick", "fig03"}, &stdout, &stderr); code != 0 ||
		!strings.HasPrefix(stdout.String(), "fig03 (quick)") {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if code := run([]string{"-h"}, &stdout, &stderr); code != 0 {
		t.Errorf("-h: exit %d", code)
	}
	if code := run([]string{"-foo"}, &stdout, &stderr); code != 2 {
		t.Errorf("-foo: exit %d", code)
	}
}

// Manifests that a killed program had not yet put in place are read.
func TestUnfinished(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig03", "fails")
	manifest(t, dir, "quick", "new", "holds")
	at := func(name string) string { return filepath.Join(dir, "quick", name) }
	const temporary = ".fig03.json.tmp-a-1-x"
	if err := os.Rename(at("new.json"), at(temporary)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(at(temporary))
	if err != nil {
		t.Fatal(err)
	}
	journal := fmt.Sprintf(`{"folders": ["."], "files": [{"path": %q, "size": %d}]}`, temporary,
		info.Size())
	if err := files.WriteBytes(at(".journal-a-1-x"), []byte(journal)); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run([]string{"-results", dir}, &stdout, &stderr)
	if code != 0 || stderr.Len() > 0 || !strings.HasSuffix(stdout.String(), "\nthe paper's sentences: 0 hold, 0 fail, 1 undecided; ours: 0 hold, 0 fail, 0 undecided\n") {
		t.Errorf("exit %d: %s%s", code, &stdout, &stderr)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "quick")); err != nil || len(left) != 1 {
		t.Errorf("there are %v, %v", left, err)
	}
}
