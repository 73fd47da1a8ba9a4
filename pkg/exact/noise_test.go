package exact

import (
	"math"
	"math/bits"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// momentsOf returns the skewness and excess kurtosis of equally likely numbers.
func momentsOf(x []float64) (skewness, kurtosis float64) {
	n, mean := float64(len(x)), 0.0
	for _, v := range x {
		mean += v / n
	}
	var m2, m3, m4 float64
	for _, v := range x {
		d := v - mean
		m2, m3, m4 = m2+d*d/n, m3+d*d*d/n, m4+d*d*d*d/n
	}
	return m3 / math.Pow(m2, 1.5), m4/(m2*m2) - 3
}

// All batches, one by one.
func TestBatchMomentsByEnumeration(t *testing.T) {
	all := []float64{0.3, -1.2, 2.5, 0.9, 4.1, -0.4, 1.0, 7.7}
	for total := 2; total <= len(all); total++ {
		x := all[:total]
		for n := 1; n < total; n++ {
			var sums []float64
			for set := range 1 << total {
				if bits.OnesCount(uint(set)) != n {
					continue
				}
				s := 0.0
				for i, v := range x {
					if set>>i&1 != 0 {
						s += v
					}
				}
				sums = append(sums, s)
			}
			checkMoments(t, x, n, minibatch.Without, sums)
		}
	}
	for total := 2; total <= 5; total++ {
		x := all[:total]
		sums := []float64{0}
		for n := 1; n <= 5; n++ {
			var next []float64
			for _, s := range sums {
				for _, v := range x {
					next = append(next, s+v)
				}
			}
			sums = next
			checkMoments(t, x, n, minibatch.With, sums)
		}
	}
}

func checkMoments(t *testing.T, x []float64, n int, s minibatch.Sampling, sums []float64) {
	t.Helper()
	a, b := batchMoments(x, n, s)
	c, d := momentsOf(sums)
	if math.Abs(a-c) > 1e-10 || math.Abs(b-d) > 1e-10 {
		t.Errorf("%d of %d, %s replacement: skewness %v, kurtosis %v; enumerated %v, %v",
			n, len(x), s, a, b, c, d)
	}
}

func TestBatchMoments(t *testing.T) {
	x := dataset.Gaussian(100, 0, 1, 1).X
	s1, k1 := momentsOf(x)
	for _, s := range []minibatch.Sampling{minibatch.With, minibatch.Without} {
		a, b := batchMoments(x, 1, s)
		if math.Abs(a-s1) > 1e-12 || math.Abs(b-k1) > 1e-12 {
			t.Errorf("n = 1, %s: %v %v, want those of the data %v %v", s, a, b, s1, k1)
		}
	}
	// the data left out have the same sum, up to its sign
	for _, n := range []int{1, 7, 50} {
		a, b := batchMoments(x, n, minibatch.Without)
		c, d := batchMoments(x, 100-n, minibatch.Without)
		if math.Abs(a+c) > 1e-12 || math.Abs(b-d) > 1e-12 {
			t.Errorf("n = %d: %v %v, its complement %v %v", n, a, b, c, d)
		}
	}
	// independent terms: 1/√n and 1/n
	a, b := batchMoments(x, 16, minibatch.With)
	if math.Abs(a-s1/4) > 1e-12 || math.Abs(b-k1/16) > 1e-12 {
		t.Errorf("n = 16 with replacement: %v %v, want %v %v", a, b, s1/4, k1/16)
	}
	for name, f := range map[string]func(){
		"exact: all the data leave no noise": func() { batchMoments(x, 100, minibatch.Without) },
		"exact: numbers that are all the same leave no noise": func() {
			batchMoments([]float64{2, 2, 2}, 1, minibatch.Without)
		},
		"exact: a batch needs at least one datum, got n = 0": func() {
			batchMoments(x, 0, minibatch.With)
		},
		"exact: a covariance needs at least two data": func() {
			GradCov(&model.Gaussian{X: x[:1]}, []float64{0})
		},
		"exact: theta does not have the model's dimension": func() {
			GradCov(&model.Gaussian{X: x}, []float64{0, 0})
		},
		"exact: a mixture needs data and positive standard deviations": func() {
			NewMixtureGrid(&model.Mixture{}, Grid{})
		},
		"exact: Σ̄ is not finite": func() {
			Lambda(dynamics.Full{}, []float64{1, math.NaN(), math.NaN(), 1})
		},
		"exact: FrozenXi needs γ ≥ 0, Δt > 0, s ≥ 0": func() { FrozenXi(0.5, 1, 0) },
		"exact: a histogram needs bins and lo < hi":  func() { binEdges(1, 1, 3) },
	} {
		func() {
			defer func() {
				if r := recover(); r != name {
					t.Errorf("panic %v, want %q", r, name)
				}
			}()
			f()
		}()
	}
}

func TestAtoms(t *testing.T) {
	m := mixture(3, 100)
	theta := []float64{1, 0.2}
	z := Atoms(m, theta)
	if len(z) != 2 || len(z[0]) != 100 {
		t.Fatalf("%d × %d atoms", len(z), len(z[0]))
	}
	for i := range z {
		for j := range z {
			s := 0.0
			for k := range z[i] {
				s += z[i][k] * z[j][k] / 100
			}
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(s-want) > 1e-12 {
				t.Errorf("covariance [%d,%d] = %v", i, j, s)
			}
		}
	}
	// F̂_1 − ∇log π = (ε(1) Σ_x)^(1/2) z
	c := GradCov(m, theta)
	w := linalg.InverseSqrt(c)
	mean, g := make([]float64, 2), make([]float64, 2)
	for k := range 100 {
		m.GradDatum(g, theta, k)
		mean[0] += g[0] / 100
		mean[1] += g[1] / 100
	}
	eps := minibatch.Without.Epsilon(100, 1)
	m.GradDatum(g, theta, 17)
	for i := range z {
		want := 100 * (w[2*i]*(g[0]-mean[0]) + w[2*i+1]*(g[1]-mean[1])) / math.Sqrt(eps)
		if math.Abs(z[i][17]-want) > 1e-12 {
			t.Errorf("z[%d] of datum 17 = %v, want %v", i, z[i][17], want)
		}
	}
}

// mixture is the model of section 2.5.2.
func mixture(seed uint64, n int) *model.Mixture {
	return &model.Mixture{
		X: dataset.Mixture(n, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, seed).X,
		W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1,
	}
}

// The mean and the covariance of atoms are 0 and I. Those of other values are the moments of all
// batches.
func TestNoiseMoments(t *testing.T) {
	z := []float64{1, 3, -2, 0.5, -2.5}
	x := &model.Mixture{
		X: []float64{0.1, 0.9, 1.3, -0.2, 0.6}, W: 0.5, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1,
	}
	atoms := Atoms(x, []float64{1, 0.2})
	for _, s := range []minibatch.Sampling{minibatch.Without, minibatch.With} {
		for n := 1; n < 5; n++ {
			mean, cov := NoiseMoments(atoms, n, s)
			near(t, "mean", mean, []float64{0, 0}, 1e-14)
			near(t, "covariance", cov, []float64{1, 0, 0, 1}, 1e-13)

			all, square := every(z, n, s), 0.0
			for _, v := range all {
				square += v * v / float64(len(all))
			}
			mean, cov = NoiseMoments([][]float64{z}, n, s)
			near(t, "of all batches", append(mean, cov...), []float64{0, square}, 1e-12)
		}
	}
}

// The distances agree with those of all batches, and with those of distributions on a grid.
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
		z[i] = -math.Log1p(-(float64(i) + 0.5) / float64(len(z))) // exponential distribution
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

// The distance from the masses of many bins is the same.
func TestNormalDistance(t *testing.T) {
	for seed := range uint64(3) {
		p := NewMixtureGrid(mixture(382+seed, 200), Grid{})
		for dim := range 2 {
			const bins = 4000
			_, mass, _ := p.MarginalMasses(dim, p.Lo[dim], p.Hi[dim], bins)
			edge := binEdges(p.Lo[dim], p.Hi[dim], bins)
			mean, square := 0.0, 0.0
			for b, m := range mass {
				x := (edge[b] + edge[b+1]) / 2
				mean += m * x
				square += m * x * x
			}
			s, f, want := math.Sqrt(square-mean*mean), 0.0, 0.0
			for b, m := range mass {
				f += m
				want = max(want, math.Abs(f-estimate.NormalCDF((edge[b+1]-mean)/s)))
			}
			within(t, "distance", p.NormalDistance(dim), want, 1e-3)
		}
	}
}
