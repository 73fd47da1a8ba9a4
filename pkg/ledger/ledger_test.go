package ledger

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/claim"
	"adl/pkg/files"
	"adl/pkg/table"
)

// judge makes claims about a claim and a finding if there is a table of Figure 7.
func judge(ts *claim.Tables) []claim.Part {
	if ts.Tables["fig07"] == nil {
		return nil
	}
	c := claim.Of("S1-1", "a")
	c.Name, c.Measured, c.Verdict = "a*b", "1 < 2 | 3 [Σ_x]", claim.Fails
	ours := claim.Part{Name: "ours", Sentence: "a claim, of ours"}
	ours.Measured, ours.Verdict = "\"1\"", claim.Holds
	c.Figure, ours.Figure = "fig07", "fig07"
	return []claim.Part{c, ours}
}

// ledger writes a manifest and a table, and reads them.
func ledger(t *testing.T, profiles ...string) (*Ledger, string) {
	t.Helper()
	results := t.TempDir()
	empty := table.New(table.Columns(nil)...)
	for _, profile := range profiles {
		m := table.Manifest{
			Figure: "fig07", Title: "ξ and θ", Profile: profile, Spec: map[string]any{},
			CSV: empty.Digest(),
		}
		dir := filepath.Join(results, profile)
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		err := errors.Join(
			files.Write(filepath.Join(dir, "fig07.json"), m.Write),
			files.Write(filepath.Join(dir, "fig07.csv"), empty.WriteCSV),
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := Read(results, "", judge)
	if err != nil {
		t.Fatal(err)
	}
	return l, results
}

// Of every figure the best results are read; names and profiles choose.
func TestRead(t *testing.T) {
	l, results := ledger(t, "quick", "paper", "smoke")
	if p := l.Profiles(); len(p) != 1 || p[0] != "paper" {
		t.Errorf("read %q", p)
	}
	if l, err := Read(results, "smoke", judge, "fig07"); err != nil || l.Profiles()[0] != "smoke" {
		t.Errorf("%+v, %v", l, err)
	}
	for _, c := range []struct {
		profile string
		names   []string
		want    string
	}{
		{
			"", []string{"fig03"},
			"no manifest fig03.json in " + results + " for profile paper or quick; make fig3 first",
		},
		{
			"huge", nil,
			"no manifests fig*.json in " + results + " for profile huge; make figures first",
		},
	} {
		_, err := Read(results, c.profile, judge, c.names...)
		if !errors.Is(err, fs.ErrNotExist) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if len(l.Findings()) != 1 || len(l.Unjudged()) != len(claim.Claims())-1 {
		t.Errorf("%d findings, %d not judged", len(l.Findings()), len(l.Unjudged()))
	}
}

func TestWrite(t *testing.T) {
	l, _ := ledger(t, "quick")
	var md, text strings.Builder
	if err := l.WriteMarkdown(&md); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# The paper's claims at profile quick\n",
		"\n| Figure 7 | Ξ and θ | 0 | 1 | 0 | 1 | 0 | 0 |\n",
		"\n## S1-1: fails\n\nSGLD: the mini-batching term dominates",
		"\n\nRegistered: fails. Expected: (error(n) − error(Nd)) / error(Nd) is above 3 at every point",
		"\n1. On MNIST a full ξ removes the bias",
		"\n- (a) fails, Figure 7: a\\*b, 1 \\< 2 \\| 3 \\[Σ\\_x]\n" +
			"- not measured here: (b)\n",
		"\n- holds, Figure 7: a claim, of ours. Measured: \"1\"\n",
		"\n- S0-1 (abstract), holds: The friction",
	} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%.1500s", want, &md)
		}
	}
	if err := l.WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil || len(rows) != 1+2+len(claim.Claims())-1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[1][3:9], ","); got != "fails,a,fig07,quick,a*b,fails" {
		t.Errorf("got %s", got)
	}
	got := rows[1][11:]
	if got[0] != "fails" || !strings.HasPrefix(got[1], "The term of the batches") {
		t.Errorf("reading and range are %q", got)
	}
	if got := rows[3]; got[0] != "S0-1" || got[3] != "not judged" || got[11] != "holds" {
		t.Errorf("got %q", got)
	}
}

func TestWords(t *testing.T) {
	if Place("2.5") != "Section 2.5" || Place("abstract") != "abstract" {
		t.Error(Place("2.5"), Place("abstract"))
	}
}

func TestDuration(t *testing.T) {
	for s, want := range map[float64]string{
		0: "0.0 s", 1.54: "1.5 s", 90: "90 s", 900: "15 min", 12600: "3.5 h",
	} {
		if got := Duration(s); got != want {
			t.Errorf("%g s: got %s, want %s", s, got, want)
		}
	}
}
