package exact

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/model"
)

// largest is the largest eigenvalue of a symmetric matrix.
func largest(a []float64) float64 {
	values, _, _ := linalg.Eigen(a)
	return slices.Max(values)
}

// unknown is a model of which no formulas are known.
type unknown struct{ model.Model }

func TestHessian(t *testing.T) {
	wide := *regression(50, 2)
	wide.SigmaTheta = 0.2
	for _, c := range []struct {
		m     model.Model
		theta []float64
	}{
		{odd(), []float64{0.3, -1}}, {odd(), []float64{2, 4}}, {regression(50, 2), []float64{1, -0.5}},
		{&wide, []float64{1, -0.5}},
	} {
		near(t, "−∇² log π", hessian(c.m, c.theta), hessian(unknown{c.m}, c.theta), 1e-5)
	}
}

// The curvature at a mode is the known one, so that Δt λ_max = 2.01 is too long for SGLD, and 1.99
// is not; the same holds for Δt √λ_max and splittings.
func TestCurvature(t *testing.T) {
	normal := &model.Gaussian{X: dataset.Gaussian(100, 3, 1, 1).X, SigmaX: 1, SigmaTheta: 2}
	x := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).X
	mixture := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	modes := NewMixtureGrid(mixture, Grid{}).Modes
	logistic := laplace(t, regression(300, 7))
	table := dataset.Linear(50, []float64{1, -2, 0.5}, true, 0.5, 0, 1)
	linear := &model.Linear{Z: table.Z, D: table.D, Y: table.Y, Sigma: 0.5, SigmaTheta: 2}
	squares := linalg.Identity(table.D, 1./4) // 1/σ_θ² + Σ_i z_i z_iᵀ/σ²
	for i := range table.Y {
		z := table.Z[i*table.D:][:table.D]
		for j := range z {
			for k := range z {
				squares[j*table.D+k] += float64(z[j]) * float64(z[k]) / 0.25
			}
		}
	}
	for _, c := range []struct {
		name string
		m    model.Model
		at   []float64
		want float64
	}{
		{"Gaussian", normal, []float64{normal.Mean()}, NewGaussian(normal).A},
		{"first mode", mixture, modes[0].Theta, 1 / -largest(scaled(modes[0].Laplace, -1))},
		{"second mode", mixture, modes[1].Theta, 1 / -largest(scaled(modes[1].Laplace, -1))},
		{"logistic", logistic.Model, logistic.Mode, largest(logistic.Precision)},
		{"linear", linear, []float64{0, 1, 0}, largest(squares)},
	} {
		lambda := Curvature(c.m, c.at)
		if !(math.Abs(lambda/c.want-1) < 1e-6) {
			t.Errorf("%s: λ_max = %.9g, want %.9g", c.name, lambda, c.want)
		}
		for _, word := range []string{dynamics.SGLD, "OABAO", "ODABADO"} {
			law, unit := Gaussian{A: c.want, V: 1}, 1/math.Sqrt(c.want)
			if word == dynamics.SGLD {
				unit = 1 / c.want
			}
			for _, x := range []float64{1.99, 2.01} {
				tooLong := x*unit > dynamics.Scheme{Word: word}.Longest(lambda)
				unstable := math.IsNaN(law.RelError(word, 0, 1, x*unit))
				if tooLong != (x > 2) || unstable != tooLong {
					t.Errorf("%s, %s at %g: too long %v, unstable %v", c.name, word, x, tooLong, unstable)
				}
			}
		}
	}
	at := &model.Gaussian{X: []float64{math.NaN(), 1}, SigmaX: 1, SigmaTheta: 1}
	if lambda := Curvature(at, []float64{0}); !math.IsNaN(lambda) {
		t.Errorf("NaN: %g", lambda)
	}
}
