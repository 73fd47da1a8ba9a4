package gaussian

import (
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/experiment"
)

// The criterion is that of exact.Gaussian.AdL.
func TestGaussianNoise(t *testing.T) {
	r := Run{Law: exact.Gaussian{A: 101, V: 0.9}}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		r.Dt, r.Epsilon = dt, 1
		edge := 1 / r.Noise()
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if _, _, ok := r.Law.AdL(f*edge, 1, dt); ok != (f < 1) {
				t.Errorf("Δt = %g: s = %g: a stationary state: %v", dt, f, ok)
			}
		}
	}
	if r.Dt = 1; r.kick()[0] != r.Law.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", r.kick()[0], r.Law.V)
	}
}

// The data of any noise give s and leave the posterior, and a key of the table is that of the spec.
func TestList(t *testing.T) {
	var s Runs
	s.Replicas, s.Word, s.Gamma, s.Eta, s.T = 64, "ODABADO", 1, 1, 10
	s.Model = Model{1, 1}
	s.Data = dataset.Source{
		Kind: "gaussian", N: 100, Mu: []float64{0.5}, Sigma: []float64{1}, Seed: 1,
	}
	c := new(experiment.Context)
	base, err := s.Load(c)
	if err != nil {
		t.Fatal(err)
	}
	noises := []float64{0.01, 0.9}
	g := Grid{T: 2, Dt: []float64{1e-3, 5e-3}, N: []int{1, 5}, Eta: []float64{3}, S: noises}
	runs, err := s.List(c, "any noise", g, base)
	if err != nil || len(runs) != 8 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for i, r := range runs {
		d := math.Abs(r.Model.Mean() - base.Model.Mean())
		if x := r.Noise(); math.Abs(x-noises[i%2]) > 1e-9 || d > 1e-12 || r.Eta != 3 || r.T != 2 {
			t.Errorf("s = %g, the mean moved by %g, η = %g, T = %g", x, d, r.Eta, r.T)
		}
	}
	g = Grid{Dt: []float64{1e-3}, N: []int{1, 101}}
	_, err = s.List(c, "any noise", g, base)
	if err == nil || !strings.Contains(err.Error(), `key "any_noise.n[1]": sampling without`) {
		t.Errorf("got %v", err)
	}
	s.Model.SigmaX = 1e-200
	_, err = s.Load(c)
	if err == nil || !strings.Contains(err.Error(), "expected finite 1/σ_post²") {
		t.Errorf("got %v", err)
	}
}

// The posterior has the data and the numbers of the spec.
func TestModel(t *testing.T) {
	data := dataset.Gaussian(5, 0, 1, 1)
	if m := (Model{2, 3}).Posterior(data); !slices.Equal(m.X, data.X) || m.SigmaX != 2 ||
		m.SigmaTheta != 3 {
		t.Errorf("%+v", m)
	}
}
