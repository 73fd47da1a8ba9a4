package model

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// TestMixtureLogPosterior compares with the logarithm of the product of densities as written in the
// paper.
func TestMixtureLogPosterior(t *testing.T) {
	x := dataset.Mixture(12, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.6}, 1).X
	m := &Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.6, SigmaTheta: 1.5}
	density := func(x, mu, sigma float64) float64 {
		return math.Exp(-(x-mu)*(x-mu)/(2*sigma*sigma)) / sigma
	}
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
	var swapped [][]float64
	for _, x := range theta {
		swapped = append(swapped, []float64{x[1], x[0]})
		u, v := a.m.LogPosterior(x), b.LogPosterior([]float64{x[1], x[0]})
		if math.Abs(u-v) > 1e-12*(1+math.Abs(u)) {
			t.Errorf("log π is %g after the exchange, %g before", v, u)
		}
	}
	for _, n := range []int{1, 4, 31} {
		batch := draw(31, n, 1)
		f := eval(a.m.Gradient(vec.Replicas, n), vec.Replicas, theta, batch, false)
		g := eval(b.Gradient(vec.Replicas, n), vec.Replicas, swapped, batch, false)
		for r := range f {
			for i := range f[r] {
				if math.Abs(f[r][i]-g[r][1-i]) > 1e-11*(1+31*20*math.Abs(theta[r][i])) {
					t.Errorf("n = %d, replica %d: %g after the exchange, %g before", n, r, g[r][1-i], f[r][i])
				}
			}
		}
	}
}

// TestMixtureAt: if both components are equal, the responsibilities are the weights; far out they
// are 0 and 1.
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
