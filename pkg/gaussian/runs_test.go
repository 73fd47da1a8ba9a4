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

// gaussianStudy is a study with runs of all kinds.
func gaussianStudy() (s Study) {
	s.Replicas, s.Word, s.Gamma, s.Eta, s.T = 64, "ODABADO", 1, 1, 10
	s.Model.SigmaX, s.Model.SigmaTheta = 1, 1
	s.Data = dataset.Source{
		Kind: "gaussian", N: 100, Mu: []float64{0.5}, Sigma: []float64{1}, Seed: 1,
	}
	s.Runs = []Grid{
		{Run: "same A", EpsilonDt: []float64{5, 20}, N: []int{1, 2, 5, 10}},
		{Run: "any noise", Dt: []float64{1e-3, 5e-3}, N: []int{1}, S: []float64{0.01, 0.9}},
		{Run: "symmetric", Dt: []float64{5e-3, 1e-2}, N: []int{1, 10, 50}, Symmetric: true, Time: 0.5},
		{Run: "others", Dt: []float64{1e-3}, N: []int{5}, Gamma: []float64{1, 2}, Eta: []float64{3}},
	}
	return s
}

// The data of any noise give s and leave the posterior, those that are symmetric have no third
// moment, and runs at the same A share ε(n)Δt.
func TestGaussianStudy(t *testing.T) {
	s := gaussianStudy()
	base, err := s.Load(new(experiment.Context))
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.All(new(experiment.Context))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, r := range all {
		count[r.Name]++
		switch r.Name {
		case "any noise":
			d := math.Abs(r.Model.Mean() - base.Model.Mean())
			if x := r.Noise(); math.Min(math.Abs(x-0.01), math.Abs(x-0.9)) > 1e-9 || d > 1e-12 {
				t.Errorf("%s: s = %g, the mean moved by %g", r.Name, x, d)
			}
		case "symmetric":
			x := r.FrozenThird()
			if math.Abs(x) > 1e-12 || math.Abs(r.Model.Mean()) > 1e-12 || r.T != 5 {
				t.Errorf("%s: third moment %g, mean %g, T = %g", r.Name, x, r.Model.Mean(), r.T)
			}
		case "same A":
			x := r.Epsilon * r.Dt
			if math.Min(math.Abs(x-5), math.Abs(x-20)) > 1e-12 || r.Noise() > 0.5 {
				t.Errorf("%s: ε(n)Δt = %g, s = %g", r.Name, x, r.Noise())
			}
		case "others":
			if r.Eta != 3 || r.T != 10 || r.Gamma != float64(count[r.Name]) {
				t.Errorf("%s: γ = %g, η = %g, T = %g", r.Name, r.Gamma, r.Eta, r.T)
			}
		}
	}
	if count["any noise"] != 4 || count["symmetric"] != 6 || count["same A"] == 0 ||
		count["others"] != 2 {
		t.Errorf("runs: %v", count)
	}
}

func TestGaussianStudyErrors(t *testing.T) {
	for want, edit := range map[string]func(s *Study){
		`key "runs[1]": expected one of the keys dt and epsilon_dt`: func(s *Study) {
			s.Runs[1].EpsilonDt = []float64{5}
		},
		`key "runs[0].n[1]": sampling without`: func(s *Study) { s.Runs[0].N[1] = 101 },
		`expected finite 1/σ_post²`:            func(s *Study) { s.Model.SigmaX = 1e-200 },
	} {
		s := gaussianStudy()
		edit(&s)
		if _, err := s.All(new(experiment.Context)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
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
