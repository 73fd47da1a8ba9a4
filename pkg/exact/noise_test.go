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

func TestPanics(t *testing.T) {
	x := []float64{1, 2, 4}
	panics(t, map[string]func(){
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
		"linalg: matrix is not finite": func() {
			Lambda(dynamics.Full{}, []float64{1, math.NaN(), math.NaN(), 1})
		},
		"exact: FrozenXi needs γ ≥ 0, Δt > 0, s ≥ 0": func() { FrozenXi(0.5, 1, 0) },
	})
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
	// F̂_1 − ∇log π = (ε(1) Σ_x)^(1/2) z with ε(1) = N(N − 1), here for datum 17
	w := linalg.InverseSqrt(GradCov(m, theta))
	g := make([][]float64, 100)
	mean := make([]float64, 2)
	for k := range g {
		g[k] = make([]float64, 2)
		m.GradDatum(g[k], theta, k)
		linalg.AddScaled(mean, 0.01, g[k])
	}
	for i := range z {
		want := 100 / math.Sqrt(9900) * (w[2*i]*(g[17][0]-mean[0]) + w[2*i+1]*(g[17][1]-mean[1]))
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

// The distance from the masses of many bins is the same.
func TestNormalDistance(t *testing.T) {
	for _, m := range []*model.Mixture{mixture(382, 200), odd()} {
		p := NewMixtureGrid(m, Grid{})
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
