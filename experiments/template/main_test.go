package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/model/modeltest"
	"adl/pkg/table"
)

func TestModel(t *testing.T) {
	m := &Line{dataset.Linear(20, []float64{-1}, false, 0.5, 4, 1)}
	modeltest.Gradient(t, m)
	modeltest.Key(t, m)
}

// The claim of the figure, in a case that a run of seconds decides: with batches of one datum,
// Adaptive Langevin dynamics is closer to the posterior than SGLD.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"-profile", "smoke", "-out", dir, "-cache", filepath.Join(dir, "cache")}
	if code := program.Run(args, &out, &out); code != 0 {
		t.Fatalf("exit %d: %s", code, &out)
	}
	got, err := table.ReadFile(filepath.Join(dir, program.Name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	at := []any{"quantity", "variance error", "source", table.Simulation, "n", 1, "method"}
	sgld := got.Where(append(at, "SGLD")...).Estimate(0)
	adl := got.Where(append(at, "AdL, scalar ξ")...).Estimate(0)
	if !(sgld.Value-adl.Value > 4*(sgld.StdErr+adl.StdErr)) {
		t.Errorf("errors of the variance: %.3g of SGLD, %.3g of AdL", sgld, adl)
	}
}
