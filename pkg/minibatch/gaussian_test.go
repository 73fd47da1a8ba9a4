package minibatch

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// TestGaussian: the noise of a batch has the variance ε(n) and no correlation, and needs a model
// that takes it.
func TestGaussian(t *testing.T) {
	m := &model.Mixture{
		X: dataset.Gaussian(200, 0.5, 1, 3).X, W: 0.4, Sigma1: 1, Sigma2: 1, SigmaTheta: 1,
	}
	noisy := &model.GaussianNoise{Model: m, Name: "none", Cov: func(s, _ []float64) { clear(s) }}
	const n, draws = 5, 2000
	s := Gaussian.Sampler(noisy.Gradient(vec.Replicas, n), vec.Replicas, 200, n, 7)
	var sum, square, cross float64
	for range draws {
		b := s.Next()
		if b.Index != nil || b.Data != nil || len(b.Noise) != 2 {
			t.Fatalf("a batch of Gaussian noise names data: %+v", b)
		}
		for k, x := range b.Noise[0] {
			sum, square, cross = sum+x, square+x*x, cross+x*b.Noise[1][k]
		}
	}
	const all = draws * vec.Lanes
	eps := Without.Epsilon(200, n)
	if Gaussian.Epsilon(200, n) != eps {
		t.Errorf("ε(n) is %g, want that without replacement, %g", Gaussian.Epsilon(200, n), eps)
	}
	for _, z := range []float64{ // in standard errors
		sum / math.Sqrt(eps*all), (square/eps - all) / math.Sqrt(2*all), cross / eps / math.Sqrt(all),
	} {
		if math.Abs(z) > 4 {
			t.Errorf("the noise has not mean 0 and covariance ε I: z = %g", z)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic without a model that takes the noise")
		}
	}()
	Gaussian.Sampler(m.Gradient(vec.Replicas, n), vec.Replicas, 200, n, 7)
}
