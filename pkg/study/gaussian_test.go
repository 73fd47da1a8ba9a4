package study

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/study/studytest"
	"adl/pkg/table"
)

// gaussianKeys are the keys of a spec for runs on a Gaussian posterior.
type gaussianKeys struct {
	Gaussian
	Runs
}

// gaussianRun loads the data and returns the run at a time step with batches of n data.
func gaussianRun(dt float64, n int) func(*experiment.Context, gaussianKeys) (*Run, error) {
	return func(c *experiment.Context, s gaussianKeys) (*Run, error) {
		g, err := s.Load(c)
		if err != nil {
			return nil, err
		}
		s.Dt, s.N = []float64{dt}, []int{n}
		runs, err := s.List(c, g)
		if err != nil {
			return nil, err
		}
		return runs[0], nil
	}
}

// Runs have statuses, the error of the variance, and ξ, each with its prediction.
func TestGaussianRuns(t *testing.T) {
	all := []string{"variance error", "xi", "var xi"}
	for _, x := range []struct {
		name, text string
		dt         float64
		n          int
		want       string
		quantities []string
	}{
		{"stationary", studytest.GaussianSpec, 2e-2, 20, table.OK, all},
		{"s = Δt² ε(n) Σ/2 ≈ 2", studytest.GaussianSpec, 2e-2, 1, table.Runaway, all},
		{"no burn-in", studytest.Change(t, studytest.GaussianSpec, "= 3.0", "= 0.0", "= 5.0", "= 0.0"),
			2e-2, 20, table.Unsettled, all},
		{"a large step", studytest.GaussianSpec, 1e20, 20, table.Diverged, all[:1]},
	} {
		tab := GaussianTable()
		studytest.Of(t, x.text, func(c *experiment.Context, s gaussianKeys) (*Run, error) {
			r, err := gaussianRun(x.dt, x.n)(c, s)
			if err != nil {
				return nil, err
			}
			if err := Sample(c, []*Run{r}); err != nil {
				return nil, err
			}
			g := r.Posterior.(*GaussianPosterior)
			g.VarianceError(tab, r.Row(tab), r, g.Expected(r.Chain.Scheme.Word, r.Gamma(), r.Chain))
			g.AddXi(tab, r)
			return r, nil
		})
		if got := tab.Distinct("status"); !slices.Equal(got, []string{x.want}) {
			t.Errorf("%s: status %q, want %s", x.name, got, x.want)
		}
		if got := tab.Strings("quantity"); !slices.Equal(got, x.quantities) {
			t.Errorf("%s: rows %q", x.name, got)
		}
		for i := range tab.Len() {
			if exact := tab.Cell(i, "exact"); x.want == table.Runaway && i > 0 && exact != "" {
				t.Errorf("%s: %s has the exact value %s", x.name, tab.Cell(i, "quantity"), exact)
			}
			if z := tab.Estimate(i).Z(tab.Float(i, "exact")); x.want == table.OK && !(math.Abs(z) < 5) {
				t.Errorf("%s: %v, want %g", tab.Cell(i, "quantity"), tab.Estimate(i), tab.Float(i, "exact"))
			}
		}
	}
	studytest.Mistakes(t, studytest.GaussianSpec, gaussianRun(1, 1), [][3]string{
		{`"scalar"`, `"layers"`, `spec.toml:9: key "friction": friction layers: the model has no `},
		{"ODABADO", "ODA", `spec.toml:8: key "scheme": scheme "ODA" lacks`},
	}...)
}

// The criterion agrees with exact.Gaussian.AdL.
func TestGaussianNoise(t *testing.T) {
	g := GaussianPosterior{Law: exact.Gaussian{A: 101, V: 0.9}}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		edge := 1 / g.S(Point{Dt: dt, Epsilon: 1})
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if xi, _ := g.Law.AdL(f*edge, 1, dt); math.IsNaN(xi) != (f > 1) {
				t.Errorf("Δt = %g: s = %g: ξ = %g", dt, f, xi)
			}
		}
	}
	if k := g.EffectiveCov(1)[0]; k != g.Law.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", k, g.Law.V)
	}
}
