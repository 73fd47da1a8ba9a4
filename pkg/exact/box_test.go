package exact

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// nearTo fails unless got is within tol of want.
func nearTo(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// A Box of the Gaussian model has its mean, variance and normalisation.
func TestBoxGaussian(t *testing.T) {
	m := &model.Gaussian{
		X: dataset.Gaussian(100, 3, 1, 1).X, SigmaX: 1, SigmaTheta: 2,
	}
	b, err := NewBox(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	mean, cov := b.Moments()
	sd := 1 / math.Sqrt(m.Precision())
	nearTo(t, "mode", b.Mode[0], m.Mean(), 1e-9*sd)
	nearTo(t, "mean", mean[0], m.Mean(), 1e-10*sd)
	nearTo(t, "variance", cov[0]*m.Precision(), 1, 1e-10)
	nearTo(t, "Σ̄", b.MeanGradCov()[0], NewGaussian(m).V, 1e-10)
}

// A Box contains all modes of a mixture: where the lower mode is nearer to 0, where both are as
// high, and where a wide valley is between them.
func TestBoxModes(t *testing.T) {
	for _, c := range []struct {
		n  int
		w  float64
		mu [2]float64
	}{
		{400, 0.6, [2]float64{0, 4}}, {60, 0.55, [2]float64{-2, 2}}, {60, 0.5, [2]float64{-2, 2}},
		{12, 0.6, [2]float64{-4, 4}},
	} {
		x := dataset.Mixture(c.n, c.w, c.mu, [2]float64{1, 1}, 7).X
		m := &model.Mixture{X: x, W: c.w, Sigma1: 1, Sigma2: 1, SigmaTheta: 2}
		g := NewMixtureGrid(m, Grid{})
		b, err := NewBox(m, 0)
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		mean, cov := b.Moments()
		byGrid, square := momentsOfTheta(g)
		for i, want := range byGrid {
			nearTo(t, "mean", mean[i], want, 1e-8)
			nearTo(t, "variance", cov[3*i], square[3*i], 1e-7)
		}
	}
}

// A Box of a mixture with two modes is its MixtureGrid.
func TestBoxMixture(t *testing.T) {
	x := dataset.Mixture(40, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).X
	m := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	g := NewMixtureGrid(m, Grid{})
	if len(g.Modes) < 2 {
		t.Fatal("the test needs two modes")
	}
	b, err := NewBox(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	mean, _ := b.Moments()
	byGrid, _ := momentsOfTheta(g)
	for i, want := range byGrid {
		nearTo(t, "mean", mean[i], want, 1e-8)
	}
	for i, want := range g.MeanGradCov() {
		nearTo(t, "Σ̄", b.MeanGradCov()[i]/want, 1, 1e-3)
	}
	// Points at the quantiles of a rough box: both modes in their proportions.
	rough, err := NewBox(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	first := func(theta []float64) bool {
		return floats.Distance(theta, g.Modes[0].Theta, 2) < floats.Distance(theta, g.Modes[1].Theta, 2)
	}
	const n = 64
	share := 0.0
	for _, p := range rough.Points(n) {
		if first(p) {
			share += 1. / n
		}
	}
	want := 0.0
	g.Each(func(theta []float64, mass float64) {
		if first(theta) {
			want += mass
		}
	})
	nearTo(t, "share of the first mode", share, want, 4./n)
}

// normal3 is N(μ, P⁻¹) in three dimensions, one datum, with strong correlations.
type normal3 struct{ mu, p []float64 }

func (m *normal3) Key() spec.Key { return spec.Key{"is": "normal3"} }
func (m *normal3) Dim() int      { return 3 }
func (m *normal3) Ndata() int    { return 1 }

func (m *normal3) LogPosterior(theta []float64) float64 {
	g := make([]float64, 3)
	m.GradDatum(g, theta, 0)
	s := 0.0
	for i := range g {
		s += 0.5 * g[i] * (theta[i] - m.mu[i])
	}
	return s
}

func (m *normal3) GradPrior(g, _ []float64) { clear(g) }

func (m *normal3) GradDatum(g, theta []float64, _ int) {
	for i := range 3 {
		g[i] = 0
		for j := range 3 {
			g[i] -= m.p[i*3+j] * (theta[j] - m.mu[j])
		}
	}
}

func (m *normal3) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

func TestBoxThree(t *testing.T) {
	// P⁻¹ has the correlations 0.99, 0.5 and 0.45.
	cov := []float64{1, 0.99, 0.5, 0.99, 1, 0.45, 0.5, 0.45, 1}
	p := invert3(cov)
	b, err := NewBox(&normal3{[]float64{1, -2, 3}, p}, 0)
	if err != nil {
		t.Fatal(err)
	}
	mean, got := b.Moments()
	for i, want := range []float64{1, -2, 3} {
		nearTo(t, "mean", mean[i], want, 1e-8)
	}
	for i, want := range cov {
		nearTo(t, "covariance", got[i], want, 1e-8)
	}
}

func invert3(a []float64) []float64 {
	at := func(i, j int) float64 { return a[i%3*3+j%3] }
	inv, det := make([]float64, 9), 0.0
	for i := range 3 {
		for j := range 3 {
			inv[j*3+i] = at(i+1, j+1)*at(i+2, j+2) - at(i+1, j+2)*at(i+2, j+1)
		}
		det += a[i] * inv[i*3]
	}
	for i := range inv {
		inv[i] /= det
	}
	return inv
}

// flat is a posterior without a maximum.
type flat struct{ normal3 }

func (m *flat) LogPosterior(theta []float64) float64 { return theta[0] }
func (m *flat) GradDatum(g, theta []float64, _ int)  { g[0], g[1], g[2] = 1, 0, 0 }

func (m *flat) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// A posterior without a maximum, or with a wrong gradient, has no box.
func TestBoxWithoutMaximum(t *testing.T) {
	unit := normal3{make([]float64, 3), []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}}
	for want, m := range map[string]model.Model{
		"exact: log π has no maximum ": &flat{}, "model normal3: ∂/∂θ_": &wrongSign{unit},
	} {
		if _, err := NewBox(m, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
	}
}

// wrongSign is a model whose gradient has the wrong sign.
type wrongSign struct{ normal3 }

func (m *wrongSign) GradDatum(g, theta []float64, i int) {
	m.normal3.GradDatum(g, theta, i)
	for k := range g {
		g[k] = -g[k]
	}
}
