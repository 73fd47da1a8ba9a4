package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/table"
)

// sweep runs a spec for a short while and returns its table.
func sweep(t *testing.T, path string, args ...string) *table.Table {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	args = append([]string{"-spec", path, "-out", dir, "-cache", filepath.Join(dir, "cache"), "-q"},
		args...)
	if code := program.Run(args, &out, &out); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	got, err := table.ReadFile(filepath.Join(dir, "sweep.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The file in RUNNING.md works as printed: twenty points, with smaller errors for AdL.
func TestRunning(t *testing.T) {
	page, err := os.ReadFile("../RUNNING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "## A sweep")
	_, text, _ = strings.Cut(text, "```toml\n")
	text, _, ok := strings.Cut(text, "```")
	path := filepath.Join(t.TempDir(), "my-sweep.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil || !ok {
		t.Fatal(ok, err)
	}
	got := sweep(t, path, "-set", "T=640")
	errors := got.Where("quantity", "variance error theta1")
	if errors.Len() != 20 {
		t.Errorf("%d points, want 20", errors.Len())
	}
	at := []any{"quantity", "variance error theta1", "n", 1, "scheme"}
	sgld := got.Where(append(at, "SGLD")...).Estimate(0)
	adl := got.Where(append(at, "ODABADO", "friction", "full")...).Estimate(0)
	if !(sgld.Value-adl.Value > 4*(sgld.StdErr+adl.StdErr)) {
		t.Errorf("errors of the variance: %.3g of SGLD, %.3g of AdL", sgld, adl)
	}
	for _, quantity := range []string{"mean theta1 theta2", "variance log posterior", "xi 11"} {
		if got.Where("quantity", quantity).Len() == 0 {
			t.Errorf("no rows of %s", quantity)
		}
	}
}

// The example sweep works at its smallest profile.
func TestSpec(t *testing.T) {
	got := sweep(t, "example.toml", "-profile", "smoke")
	if n := got.Where("quantity", "variance error theta1").Len(); n != 24 {
		t.Errorf("%d points, want 24", n)
	}
}
