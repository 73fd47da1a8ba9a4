package model

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat"

	"adl/pkg/dataset"
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
