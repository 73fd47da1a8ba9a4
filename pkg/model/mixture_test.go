package model

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// TestMixtureLogPosterior compares with the logarithm of the product of densities as it is written in the paper.
func TestMixtureLogPosterior(t *testing.T) {
	m := &Mixture{X: dataset.Mixture(12, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.6}, 1).X, W: 0.4, Sigma1: 0.4, Sigma2: 0.6, SigmaTheta: 1.5}
	density := func(x, mu, sigma float64) float64 { return math.Exp(-(x-mu)*(x-mu)/(2*sigma*sigma)) / sigma }
	for _, theta := range [][]float64{{1, 0.5}, {0.5, 1}, {0, 0}, {-1, 2}} {
		want := math.Log(density(theta[0], 0, 1.5) * density(theta[1], 0, 1.5) * 1.5 * 1.5)
		for _, x := range m.X {
			want += math.Log(0.4*density(x, theta[0], 0.4) + 0.6*density(x, theta[1], 0.6))
		}
		if got := m.LogPosterior(theta); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("log π(%g) = %.15g, want %.15g", theta, got, want)
		}
	}
}

// TestMixtureExchange: exchanging the components exchanges the centres.
func TestMixtureExchange(t *testing.T) {
	x := dataset.Mixture(31, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1).X
	a := instance{"", &Mixture{X: x, W: 0.3, Sigma1: 0.4, Sigma2: 0.7, SigmaTheta: 2}, 0.5, 1}
	b := &Mixture{X: x, W: 0.7, Sigma1: 0.7, Sigma2: 0.4, SigmaTheta: 2}
	theta := a.points(4)
	swapped := []vec.Row{theta[1], theta[0]}
	for _, n := range []int{1, 4, 31} {
		idx := vec.Indices(n)
		vec.NewStream(1).Uniform(idx, 31)
		f, g := vec.Rows(2), vec.Rows(2)
		a.m.Gradient(n).Eval(f, theta, Batch{Index: idx})
		b.Gradient(n).Eval(g, swapped, Batch{Index: idx})
		for l := range vec.Lanes {
			for i := range f {
				if math.Abs(f[i][l]-g[1-i][l]) > 1e-11*(1+31*20*math.Abs(theta[i][l])) {
					t.Errorf("n = %d, lane %d: %g after the exchange, %g before", n, l, g[1-i][l], f[i][l])
				}
			}
		}
	}
	for l := range vec.Lanes {
		if u, v := a.m.LogPosterior(lane(theta, l)), b.LogPosterior(lane(swapped, l)); math.Abs(u-v) > 1e-12*(1+math.Abs(u)) {
			t.Errorf("log π is %g after the exchange, %g before", v, u)
		}
	}
}

// TestMixtureAt: where both components are equal, the responsibilities are the weights; far out they are 0 and 1.
func TestMixtureAt(t *testing.T) {
	m := &Mixture{W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	g := make([]float64, 2)
	m.At(g, []float64{0.7, 0.7}, 1.5)
	if math.Abs(g[0]-0.4*0.8/0.16) > 1e-14 || math.Abs(g[1]-0.6*0.8/0.16) > 1e-14 {
		t.Errorf("on the diagonal: %g", g)
	}
	m.At(g, []float64{0, 50}, 0.5)
	if math.Abs(g[0]-0.5/0.16) > 1e-14 || math.Abs(g[1]) > 1e-300 {
		t.Errorf("far from the second centre: %g", g)
	}
}
