package experiment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"adl/pkg/simulate"
)

// The project's own results are of the code as it is.
func TestVouchedFor(t *testing.T) {
	dir := filepath.Join(root(), "results", "paper")
	codes, err := Vouched(dir)
	if err != nil {
		t.Fatal(err)
	}
	if now := simulate.Code(nil); len(codes) == 0 || codes[0] != now {
		t.Errorf("the code on the way to simulated numbers is %s now, and results/paper/code.txt says "+
			"%v: make vouch examines whether the results are the same, and notes it", now, codes)
	}
}

func TestVouched(t *testing.T) {
	dir := t.TempDir()
	if codes, err := Vouched(dir); err != nil || codes != nil {
		t.Errorf("without a file: %v, %v", codes, err)
	}
	path := filepath.Join(dir, vouched)
	if err := os.WriteFile(path, []byte("0123456789abcdef\nxyz\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := path + `: expected digests of 16 digits, got "xyz"`
	if _, err := Vouched(dir); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Vouch(dir); err == nil {
		t.Error("a damaged file was written over")
	}
}

// The digest for a program's own models has its own source, and there is none without it.
func TestCodes(t *testing.T) {
	source := func(text string) fstest.MapFS { return fstest.MapFS{"main.go": {Data: []byte(text)}} }
	codes := (&Context{}).codes
	a := codes(source("package main\n\ntype m struct{}\n\nfunc (m) GradPrior() int { return 1 }\n"))
	b := codes(source("package main\n\ntype m struct{}\n\nfunc (m) GradPrior() int { return 2 }\n"))
	if a(false) != simulate.Code(nil) || a(false) != b(false) || a(true) == b(true) ||
		a(true) == a(false) {
		t.Errorf("%s, %s and %s, %s", a(false), a(true), b(false), b(true))
	}
	if c := codes(nil); c(true) != "" || c(false) != a(false) {
		t.Errorf("without source: %q", c(true))
	}
}
