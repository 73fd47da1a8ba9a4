package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/files"
)

// The committed files agree with the committed tables.
func TestClaimsCurrent(t *testing.T) {
	ledgers, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	for _, profile := range judged {
		for name, write := range writers(ledgers[profile]) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("../../results", profile, name)
			if old, err := os.ReadFile(path); err != nil || !bytes.Equal(old, b.Bytes()) {
				t.Errorf("%s is not what the tables say: make page writes it (%v)", path, err)
			}
		}
	}
}

// Of every figure the best results are on the page and in README, whichever profile lacks it.
// The profile smoke has no claims.md, and its page needs nothing else.
func TestReadAll(t *testing.T) {
	dir := t.TempDir()
	manifest(t, dir, "quick", "fig10", "fails")
	manifest(t, dir, "paper", "fig03", "holds")
	manifest(t, dir, "smoke", "fig10", "fails")
	if ledgers, err := readAll(fromSpecs, dir, "smoke"); err != nil || len(ledgers) != 1 {
		t.Errorf("smoke: %d ledgers, %v", len(ledgers), err)
	}
	ledgers, err := readAll(fromSpecs, dir, "quick")
	if err != nil || len(ledgers) != 3 {
		t.Fatalf("%d ledgers, %v", len(ledgers), err)
	}
	if p := ledgers[""].Profiles(); len(p) != 2 || p[0] != "paper" || p[1] != "quick" {
		t.Errorf("the best results are those of %q", p)
	}
	manifest(t, dir, "paper", "fig10", "holds")
	if ledgers, err = readAll(fromSpecs, dir, ""); err != nil || ledgers[""] != ledgers["paper"] {
		t.Errorf("%q, %v", ledgers[""].Profiles(), err)
	}
	if err := files.WriteBytes(filepath.Join(dir, "quick", "fig10.json"), []byte("{")); err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(fromSpecs, dir, ""); err == nil || !strings.Contains(err.Error(), "fig10") {
		t.Errorf("a damaged manifest: %v", err)
	}
}

// Claims and counts are those of the tables. A README without marks is left as it is.
func TestWrite(t *testing.T) {
	root := project(t)
	at := func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
	page := func() (code int, stderr string) {
		var b bytes.Buffer
		return run(judge, []string{"page", "-root", root}, &bytes.Buffer{}, &b), b.String()
	}
	if code, stderr := page(); code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for path, want := range map[string]string{
		"results/quick/claims.md":  "\n- (a) fails, Figure 7: 1 \\< 2 & 3, \\<it> fails\n",
		"results/quick/claims.csv": ",fails,a,fig07,quick,,fails,",
		"README.md":                "0 hold, 1 fail, 0 undecided",
	} {
		text, err := os.ReadFile(at(path))
		if err != nil || !strings.Contains(string(text), want) ||
			strings.Contains(string(text), "stale") {
			t.Errorf("%s lacks %q: %s, %v", path, want, text, err)
		}
	}
	if err := files.WriteBytes(at("README.md"), []byte("no marks")); err != nil {
		t.Fatal(err)
	}
	code, stderr := page()
	if code != 1 || !strings.Contains(stderr, "README.md: expected the lines") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	if text, err := os.ReadFile(at("README.md")); err != nil || string(text) != "no marks" {
		t.Errorf("%q, %v", text, err)
	}
}
