package exact

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// The distances agree with those of all batches, and with those of laws on a grid.
func TestNoiseDistance(t *testing.T) {
	mixture := func(total int, seed uint64) []float64 {
		d := dataset.Mixture(total, 0.5, [2]float64{0.2, 1}, [2]float64{0.4, 0.4}, seed)
		m := &model.Mixture{X: d.X, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
		return Atoms(m, []float64{1, 0.2})[seed%2]
	}
	for _, c := range []struct {
		z   []float64
		n   int
		tol float64
	}{
		{mixture(20, 1), 1, 1e-12}, {mixture(20, 1), 2, 1e-12}, {mixture(20, 1), 18, 1e-12},
		{mixture(30, 2), 6, 3e-4}, {mixture(20, 1), 10, 1e-3}, {mixture(20, 1), 12, 1e-3},
	} {
		want := estimate.Kolmogorov(every(c.z, c.n, minibatch.Without), nil)
		if got := NoiseDistance(c.z, c.n); math.Abs(got-want) > c.tol {
			t.Errorf("%d of %d: %g, by all batches %g", c.n, len(c.z), got, want)
		}
	}
	for _, c := range []struct {
		total, n int
		tol      float64
	}{
		{100, 5, 5e-4}, {100, 10, 2e-5}, {100, 20, 2e-5}, {100, 30, 2e-5}, {100, 50, 2e-5},
		{100, 80, 2e-5}, {400, 20, 2e-5},
	} {
		for seed := range uint64(2) {
			z := mixture(c.total, 5+seed)
			want := NewNoiseLaw(z, c.n, minibatch.Without).Kolmogorov()
			if got := NoiseDistance(z, c.n); math.Abs(got-want) > c.tol {
				t.Errorf("seed %d, %d of %d: %g, on a grid %g", 5+seed, c.n, c.total, got, want)
			}
		}
	}
}

// For many data the distance tends to that of the first term of Edgeworth's expansion, the skewness
// over 6√(2π).
func TestNoiseDistanceMany(t *testing.T) {
	z := make([]float64, 10000)
	for i := range z {
		z[i] = -math.Log1p(-(float64(i) + 0.5) / float64(len(z))) // exponential law
	}
	centre(z)
	z = scaled(z, 1/math.Sqrt(covariance([][]float64{z})[0]))
	l := NoiseLaw{}
	l.Skewness, _ = batchMoments(z, 400, minibatch.Without)
	want := l.Skewness / (6 * math.Sqrt(2*math.Pi))
	if got := NoiseDistance(z, 400); math.Abs(got/want-1) > 0.05 {
		t.Errorf("%g, by the skewness %g", got, want)
	}
}

func BenchmarkNoiseDistance(b *testing.B) {
	z := normals(10000)
	for b.Loop() {
		NoiseDistance(z, 100)
	}
}
