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

// listed loads the data and lists the runs of a grid.
func listed(
	grid Grid,
) func(*experiment.Context, study.GaussianRuns) ([]*study.GaussianRun, error) {
	return func(c *experiment.Context, s study.GaussianRuns) ([]*study.GaussianRun, error) {
		g, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		return Spec{GaussianRuns: s}.list(c, g, "grid", grid)
	}
}

// The data for a given s give this s and do not change the posterior. Keys not in the table come
// from the spec.
func TestList(t *testing.T) {
	dts, noises := []float64{1e-3, 5e-3}, []float64{0.01, 0.9}
	runs := studytest.Of(t, studytest.GaussianSpec,
		listed(Grid{T: 2, Dt: dts, N: []int{1, 5}, Eta: []float64{3}, S: noises}))
	if len(runs) != 8 {
		t.Fatalf("%d runs", len(runs))
	}
	mean := study.GaussianModel{SigmaX: 1, SigmaTheta: 1}.
		Posterior(dataset.Gaussian(100, 0.5, 1, 1)).Mean()
	for i, r := range runs {
		d, x := math.Abs(r.Posterior.Model.Mean()-mean), r.Posterior.Noise(r.Point)
		if math.Abs(x-noises[i%2]) > 1e-9 || d > 1e-12 || r.AdL().Eta != 3 || r.Chain.T != 2 {
			t.Errorf("s = %g, the mean moved by %g, η = %g, T = %g", x, d, r.AdL().Eta, r.Chain.T)
		}
	}
	studytest.Within(t, studytest.GaussianSpec, `spec.toml: key "grid.n[1]": sampling without`,
		listed(Grid{Dt: dts, N: []int{1, 101}}))
	// data without variance cannot be spread
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("1\n1\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	equal := studytest.Change(t, studytest.GaussianSpec, `kind = "gaussian"`,
		fmt.Sprintf("file = %q", path))
	studytest.Within(t, equal, `spec.toml:18: key "model": expected finite 1/σ_post² and Σ_x`,
		listed(Grid{Dt: dts, N: []int{1}, S: noises}))
}
