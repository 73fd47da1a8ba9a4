package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/experiment"
	"adl/pkg/study"
	"adl/pkg/study/studytest"
)

// listed loads the data and lists the runs.
func listed(c *experiment.Context, s Spec) ([]*study.Run, error) {
	g, err := s.Load(c)
	if err != nil {
		return nil, err
	}
	return s.list(c, g)
}

// The data for a given s, which have eight digits, give this s and do not change the posterior.
func TestList(t *testing.T) {
	const tables = "[runs.any_noise]\nT = 2\ndt = [1e-3, 5e-3]\nn = [5, 1]\neta = 3\n"
	text := "s = [0.01, 0.9]\n" + studytest.GaussianSpec + tables
	runs := studytest.Of(t, text, listed)
	if len(runs) != 8 {
		t.Fatalf("%d runs", len(runs))
	}
	mean := study.GaussianModel{SigmaX: 1, SigmaTheta: 1}.
		Posterior(dataset.Gaussian(100, 0.5, 1, 1)).Mean()
	for i, r := range runs {
		g := r.Posterior.(*study.GaussianPosterior)
		d, x := math.Abs(g.Model.Mean()-mean), g.S(r.Point)
		if math.Abs(x-[]float64{0.01, 0.9}[i%2]) > 1e-7 || d > 1e-7 || r.AdL().Eta != 3 ||
			r.Chain.T != 2 || r.N != []int{1, 5}[i/4] {
			t.Errorf("s = %g, the mean moved by %g, %+v", x, d, r)
		}
	}
	// data without variance cannot be spread
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("1\n1\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	equal := studytest.Change(t, text, `kind = "gaussian"`, fmt.Sprintf("file = %q", path),
		"[5, 1]", "[1]")
	studytest.Within(t, equal, `spec.toml:19: key "model": expected finite 1/σ_post² and Σ_x`, listed)
}
