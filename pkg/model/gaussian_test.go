package model

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// TestGaussianPosterior integrates exp(LogPosterior).
func TestGaussianPosterior(t *testing.T) {
	for _, m := range []*Gaussian{
		{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1},
		{X: dataset.Gaussian(7, 2, 1, 1).X, SigmaX: 0.5, SigmaTheta: 0.3},
		{X: []float64{1.5}, SigmaX: 2, SigmaTheta: 1},
	} {
		sd := 1 / math.Sqrt(m.Precision())
		top := m.LogPosterior([]float64{m.Mean()})
		integral := func(f func(x float64) float64) float64 {
			return quad.Fixed(func(x float64) float64 {
				return f(x) * math.Exp(m.LogPosterior([]float64{x})-top)
			}, m.Mean()-12*sd, m.Mean()+12*sd, 400, nil, 0)
		}
		z := integral(func(float64) float64 { return 1 })
		mean := integral(func(x float64) float64 { return x }) / z
		if math.Abs(mean-m.Mean()) > 1e-10*sd {
			t.Errorf("N = %d: mean %g, by quadrature %g", m.Ndata(), m.Mean(), mean)
		}
		variance := integral(func(x float64) float64 { return math.Pow(x-m.Mean(), 2) }) / z
		if math.Abs(variance*m.Precision()-1) > 1e-10 {
			t.Errorf("N = %d: variance %g, by quadrature %g", m.Ndata(), 1/m.Precision(), variance)
		}
		if v := stat.Variance(m.X, nil); m.Ndata() > 1 && math.Abs(m.Var()/v-1) > 1e-13 {
			t.Errorf("N = %d: variance of the data %g, want %g", m.Ndata(), m.Var(), v)
		}
	}
}

// TestGaussianNoise: without a batch the gradient is the full gradient, in both layouts; the noise
// of a batch is multiplied by a square root of S(θ).
func TestGaussianNoise(t *testing.T) {
	for _, c := range []instance{
		models()[3], {"Logistic, d = 9", regression(53, 9), 0, 1}, models()[0],
	} {
		d := c.m.Dim()
		cov := func(s, theta []float64) { // 1 + θ₁² on the diagonal, θ₁ next to it, for order 2
			for i := range s {
				s[i] = 0
			}
			for i := range d {
				s[i*d+i] = 1 + theta[0]*theta[0]
				if i > 0 {
					s[i*d+i-1], s[i*d-d+i] = 0.5*theta[0], 0.5*theta[0]
				}
			}
		}
		noisy := &GaussianNoise{Model: c.m, Name: "test", Cov: cov}
		for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
			n := l.Rows(d)
			theta, want, f := vec.Rows(n), vec.Rows(n), vec.Rows(n)
			for r := range l.Replicas() {
				for k := range d {
					row, lane := l.At(k, r)
					theta[row][lane] = 0.3 + 0.01*float64(r) + 0.1*float64(k)
				}
			}
			c.m.Gradient(l, c.m.Ndata()).Eval(want, theta, nil)
			g := noisy.Gradient(l, 1)
			g.Eval(f, theta, nil)
			for i := range f {
				if f[i] != want[i] {
					t.Fatalf("%s, %v: without a batch not the full gradient", c.name, l)
				}
			}
			// columns of the root from unit vectors: their squares add to S
			sum := make([]float64, d*d)
			one := make([]float64, d)
			for j := range d {
				b := &Batch{Noise: vec.Rows(n)}
				row, lane := l.At(j, 0)
				b.Noise[row][lane] = 1
				g.Eval(f, theta, b)
				for k := range d {
					row, lane := l.At(k, 0)
					one[k] = f[row][lane] - want[row][lane]
				}
				for i := range d {
					for k := range d {
						sum[i*d+k] += one[i] * one[k]
					}
				}
			}
			s := make([]float64, d*d)
			cov(s, []float64{0.3})
			for i, x := range sum {
				if math.Abs(x-s[i]) > 1e-9 {
					t.Fatalf("%s, %v: L Lᵀ has %g at %d, want %g", c.name, l, x, i, s[i])
				}
			}
		}
	}
}

func TestFactor(t *testing.T) {
	s := []float64{4, 0, 2, 1} // rank 1
	if factor(s, 2); s[0] != 2 || s[2] != 1 || s[3] != 0 {
		t.Errorf("factor of a matrix of rank 1: %v", s)
	}
	s = []float64{1, 0, 2, 1} // not positive
	if factor(s, 2); !math.IsNaN(s[3]) {
		t.Errorf("factor of a matrix that is not positive: %v, want NaN", s)
	}
	s = []float64{0, 0, 0, 9}
	if factor(s, 2); s[0] != 0 || s[2] != 0 || s[3] != 3 {
		t.Errorf("factor of diag(0, 9): %v", s)
	}
}
