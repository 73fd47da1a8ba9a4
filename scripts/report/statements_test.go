package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/table"
)

// The written verdicts are those of the checks, and a claim stands once among the statements and is
// one of those that were registered.
func TestVerdicts(t *testing.T) {
	s, ts, err := read("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Statement) != 39 {
		t.Errorf("%d statements, want 39", len(s.Statement))
	}
	registered, err := os.ReadFile("../../results/registered.csv")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, x := range s.Statement {
		verdict, lines, err := x.judge(ts)
		if err != nil || verdict != x.Verdict {
			t.Errorf("%s: the checks give %q, written is %q: %v\n%s", x.ID, verdict, x.Verdict, err,
				strings.Join(lines, "\n"))
		}
		if !slices.Contains(verdicts, x.Verdict) || x.Text == "" || x.Section == "" ||
			len(x.Figures) == 0 ||
			len(x.Check) == 0 && x.Note == "" || x.Verdict != holds && x.Note == "" {
			t.Errorf("%s lacks a text, a section, figures, or checks or a note", x.ID)
		}
		ids = append(append(ids, x.ID), x.Merges...)
		for _, f := range x.Figures {
			if _, err := os.Stat(filepath.Join("../../experiments", f)); err != nil {
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
		{"0.9..1.1", 0, []float64{0.95, 1, 1.1}, holds},
		{"0.9..1.1", 0, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1.15}, holds},
		{"0.9..1.1", 0, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1.25}, inRange},
		{"0.9..1.1", 0, []float64{1, 1, 1.15}, inRange},
		{"0.9..1.1", 0, []float64{1, 1, 1, 0.7}, fails},
		{"0.9..1.1", 0.02, []float64{1, 1, 1, 1.11}, holds}, // 1.11 does not decide
		{"0.9..1.1", 0.2, []float64{1, 1, 1, 1.3}, open},
		{"0.9..1.1", 0.1, []float64{1, 1, 1, 2}, fails},
		{"< 1/3", 0.01, []float64{0.1, 0.2}, holds},
		{"< 1/3", 0.01, []float64{0.1, 0.2, 0.45}, inRange},
		{"< 1/3", 0.01, []float64{0.1, 0.2, 0.6}, fails},
		{"> 3", 0, []float64{2.5, 4, 5}, inRange},
		{"> 3", 0, []float64{1, 4, 5}, fails},
		{"< 0", 0.1, []float64{-1, -2}, holds},
		{"< 0", 0.1, []float64{1, -2}, fails},
		{"< 0", 1, []float64{-1, 1}, open},
	} {
		got, line, err := values(c.stdErr, c.x...).check("fig01 quantity=x: " + c.bound)
		if got != c.want || err != nil {
			t.Errorf("%v ± %g %s: %s, want %s (%v)", c.x, c.stdErr, c.bound, line, c.want, err)
		}
	}
	for _, text := range []string{"fig01 n=0", "fig01 n=0: 3", "fig01 n=0: < x", "fig01 n=0: 1..y"} {
		if _, _, err := values(0, 1).check(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

// A statement's verdict follows from those of its checks.
func TestJudge(t *testing.T) {
	const (
		yes, no   = "fig01 n=0: > 0", "fig01 n=0: < 0"
		some      = "fig01 n=0|1: 0.9..1.1"
		undecided = "fig01 n=2: > 0"
	)
	three := tables(func(string) (*table.Table, error) { // of which noise hides the last
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
		{[]string{no}, []string{yes}, nil, inRange},
		{[]string{no}, []string{no}, nil, fails},
		{[]string{no}, nil, []string{yes, yes}, corrected},
		{[]string{no}, nil, []string{yes, no}, fails},
		{[]string{undecided}, nil, nil, open},
		{nil, nil, nil, "as written"},
	} {
		x := Statement{Check: c.check, Range: c.ranged, Corrected: c.corrected, Verdict: "as written"}
		got, _, err := x.judge(three)
		if got != c.want || err != nil {
			t.Errorf("%v: %s, want %s (%v)", c, got, c.want, err)
		}
	}
}

func TestClaims(t *testing.T) {
	for _, c := range []struct {
		args   string
		code   int
		stdout string // part of it
		stderr string
	}{
		{"", 0, "\n39 statements: ", ""},
		{"fig09", 0, "S3.4-5    holds corrected", ""},
		{"-v fig09", 0, "  fails: fig09 quantity=xi", ""},
		{"fig9", 2, "", `claims: unexpected argument "fig9"`},
		{"-root nowhere", 1, "", "claims: open nowhere/experiments/claims.toml: "},
	} {
		var stdout, stderr bytes.Buffer
		args := strings.Fields(c.args)
		if !strings.Contains(c.args, "-root") {
			args = append([]string{"-root", "../.."}, args...)
		}
		code := run(append([]string{"claims"}, args...), &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) ||
			!strings.HasPrefix(stderr.String(), c.stderr) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, &stdout, &stderr)
		}
	}
	// what is wrong in the file is named
	for text, want := range map[string]string{
		"[[statement]]\nname = \"S1\"":               "unknown key statement.name",
		"[[finding]]\nnumber = \"{fig01 n=1 %.1f}\"": "claims.toml: {fig01 n=1 %.1f}: ",
	} {
		root := t.TempDir()
		path := filepath.Join(root, "experiments", "claims.toml")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := read(root); err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
