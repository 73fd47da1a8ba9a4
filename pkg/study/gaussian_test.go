package study

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

const gaussianText = `seed = 1
T = 640.0
replicas = 64
burn_in = 3.0
burn_in_xi = 5.0
observe_every = 0.02
blocks = 4
scheme = "ODABADO"
friction = "scalar"
gamma = 1.0
eta = 1.0
[data]
kind = "gaussian"
ndata = 100
mu = [0.5]
sigma = [1.0]
seed = 1
[model]
sigma_x = 1.0
sigma_theta = 1.0
`

// Runs have statuses, their error on the variance, and ξ beside its prediction.
func TestGaussianRuns(t *testing.T) {
	run := func(n int) func(*experiment.Context, GaussianRuns) (*table.Table, error) {
		return func(c *experiment.Context, s GaussianRuns) (*table.Table, error) {
			g, err := s.Load(c)
			if err != nil {
				return nil, err
			}
			p, err := NewPoint(c, "n", minibatch.Without, 100, n, 2e-2)
			if err != nil {
				return nil, err
			}
			r, err := s.At(c, g, p, s.Eta, s.T)
			if err != nil {
				return nil, err
			}
			if err := s.Sample(c, []*GaussianRun{r}); err != nil {
				return nil, err
			}
			t := GaussianTable()
			r.AddError(t, r.Row())
			r.AddXi(t, r.Row())
			return t, nil
		}
	}
	for _, c := range []struct {
		name, text string
		n          int
		want       string
	}{
		{"stationary", gaussianText, 20, table.OK},
		{"s = Δt² ε(n) Σ/2 ≈ 2", gaussianText, 1, table.Runaway},
		{"no burn-in", studytest.Change(t, gaussianText, "in = 3.0", "in = 0.0", "xi = 5.0", "xi = 0.0"),
			20, table.Unsettled},
	} {
		tab := studytest.Of(t, c.text, run(c.n))
		if got := tab.Distinct("status"); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: status %q, want %s", c.name, got, c.want)
		}
		for i := range tab.Len() {
			if z := tab.Estimate(i).Z(tab.Float(i, "exact")); c.want == table.OK && !(math.Abs(z) < 5) {
				t.Errorf("%s: %v, want %g", tab.Cell(i, "quantity"), tab.Estimate(i), tab.Float(i, "exact"))
			}
		}
		if got := tab.Strings("quantity"); !slices.Equal(got, []string{"variance error", "xi", "var xi"}) {
			t.Errorf("%s: rows %q", c.name, got)
		}
	}
	studytest.Mistakes(t, gaussianText, run(20), [][3]string{
		{`"scalar"`, `"layers"`, `spec.toml:9: key "friction": friction layers: the model has no layers`},
		{"ODABADO", "OABAO", `spec.toml:8: key "scheme": scheme "OABAO" lacks the letter D`},
	}...)
}

// SGLD with a large step leaves the finite numbers; its row has no error.
func TestGaussianDiverged(t *testing.T) {
	m := studytest.Gaussian()
	g := &GaussianPosterior{Model: m, Law: exact.NewGaussian(m)}
	g.spec.Settings = Settings{Seed: 1, T: 64e3, Replicas: 64, Every: 1, Blocks: 4}
	p := Point{Sampling: minibatch.Without, Dt: 1, N: 20, Epsilon: minibatch.Without.Epsilon(100, 20)}
	x := studytest.Run(t, g.Chain(Method{Word: "SGLD"}.Scheme(), p))
	row, tab := p.Row("SGLD"), GaussianTable()
	Classify(row, x, g.Kick(1), Constant, 1)
	g.VarianceError(tab, row, x, 0)
	if tab.Cell(0, "status") != table.Diverged || !math.IsNaN(tab.Float(0, "value")) {
		t.Errorf("status %s, value %s", tab.Cell(0, "status"), tab.Cell(0, "value"))
	}
}

// The criterion is that of exact.Gaussian.AdL.
func TestGaussianNoise(t *testing.T) {
	g := GaussianPosterior{Law: exact.Gaussian{A: 101, V: 0.9}}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		edge := 1 / g.Noise(Point{Dt: dt, Epsilon: 1})
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if _, _, ok := g.Law.AdL(f*edge, 1, dt); ok != (f < 1) {
				t.Errorf("Δt = %g: s = %g: a stationary state: %v", dt, f, ok)
			}
		}
	}
	if k := g.Kick(1)[0]; k != g.Law.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", k, g.Law.V)
	}
}

// The data of any noise give s and leave the posterior, and a key of the table is that of the spec.
func TestGaussianList(t *testing.T) {
	noises := []float64{0.01, 0.9}
	list := func(grid GaussianGrid) func(*experiment.Context, GaussianRuns) ([]*GaussianRun, error) {
		return func(c *experiment.Context, s GaussianRuns) ([]*GaussianRun, error) {
			g, err := s.Load(c)
			if err != nil {
				return nil, err
			}
			return s.List(c, g, "noise", grid)
		}
	}
	const dt = 1e-3
	runs := studytest.Of(t, gaussianText,
		list(GaussianGrid{T: 2, Dt: []float64{dt, 5e-3}, N: []int{1, 5}, Eta: []float64{3}, S: noises}))
	if len(runs) != 8 {
		t.Fatalf("%d runs", len(runs))
	}
	mean := GaussianModel{1, 1}.Posterior(dataset.Gaussian(100, 0.5, 1, 1)).Mean()
	for i, r := range runs {
		d, x := math.Abs(r.Model.Mean()-mean), r.Noise(r.Point)
		if math.Abs(x-noises[i%2]) > 1e-9 || d > 1e-12 || r.f.Eta != 3 || r.Chain.T != 2 {
			t.Errorf("s = %g, the mean moved by %g, η = %g, T = %g", x, d, r.f.Eta, r.Chain.T)
		}
	}
	studytest.Within(t, gaussianText, `spec.toml: key "noise.n[1]": sampling without`,
		list(GaussianGrid{Dt: []float64{dt}, N: []int{1, 101}}))
	equal := studytest.Change(t, gaussianText, `kind = "gaussian"`, inFile(t, "1\n1\n1\n"))
	studytest.Within(t, equal, `spec.toml:18: key "model": expected finite 1/σ_post² and Σ_x`,
		list(GaussianGrid{Dt: []float64{dt}, N: []int{1}, S: noises}))
}
