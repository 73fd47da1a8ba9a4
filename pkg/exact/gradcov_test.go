package exact

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
)

// On θ₁ = θ₂ with σ₁ = σ₂ = σ it is (σ² + w(1−w)(θ₀₁ − θ₀₂)²)/σ⁴ · (w, 1−w)(w, 1−w)ᵀ.
func TestLimitGradCovDiagonal(t *testing.T) {
	m := &model.Mixture{W: 0.4, Sigma1: 0.4, Sigma2: 0.4}
	theta0 := []float64{1, 0.5}
	v := (0.16 + 0.4*0.6*0.25) / 0.0256
	for _, x := range []float64{-1, 0, 0.7, 1.4, 5} {
		s := LimitGradCov(m, theta0, []float64{x, x})
		for i, want := range []float64{0.16 * v, 0.24 * v, 0.24 * v, 0.36 * v} {
			if math.Abs(s[i]-want) > 1e-11 {
				t.Errorf("θ₁ = θ₂ = %v: entry %d is %v, want %v", x, i, s[i], want)
			}
		}
	}
}

// The same integral by Simpson's rule on 40 000 intervals.
func TestLimitGradCovSimpson(t *testing.T) {
	for _, c := range []struct {
		m             *model.Mixture
		theta0, theta []float64
	}{
		{&model.Mixture{W: 0.4, Sigma1: 0.4, Sigma2: 0.4}, []float64{1, 0.5}, []float64{1.4, 0}},
		{&model.Mixture{W: 0.7, Sigma1: 0.2, Sigma2: 1.1}, []float64{-2, 3}, []float64{0.5, -0.4}},
		{&model.Mixture{W: 0.5, Sigma1: 0.1, Sigma2: 0.1}, []float64{0, 3}, []float64{3, 0}},
	} {
		const n = 40000
		lo, hi := min(c.theta0[0], c.theta0[1])-12, max(c.theta0[0], c.theta0[1])+12
		density := func(x float64) float64 {
			p := func(w, mu, s float64) float64 {
				return w / s / math.Sqrt(2*math.Pi) * math.Exp(-(x-mu)*(x-mu)/(2*s*s))
			}
			return p(c.m.W, c.theta0[0], c.m.Sigma1) + p(1-c.m.W, c.theta0[1], c.m.Sigma2)
		}
		var e [2]float64
		var ee [4]float64
		g := make([]float64, 2)
		for i := 0; i <= n; i++ {
			x := lo + (hi-lo)*float64(i)/n
			w := 2.0 + 2*float64(i%2)
			if i == 0 || i == n {
				w = 1
			}
			w *= (hi - lo) / n / 3 * density(x)
			c.m.At(g, c.theta, x)
			for a := range 2 {
				e[a] += w * g[a]
				for b := range 2 {
					ee[2*a+b] += w * g[a] * g[b]
				}
			}
		}
		s := LimitGradCov(c.m, c.theta0, c.theta)
		for i := range s {
			if want := ee[i] - e[i/2]*e[i%2]; math.Abs(s[i]-want) > 1e-10*(1+s[0]+s[3]) {
				t.Errorf("%v %v: entry %d is %v, want %v", *c.m, c.theta, i, s[i], want)
			}
		}
	}
}

// Σ_x of 60 000 data is Σ within a few standard errors, 1/√N each in units of the fourth moments.
func TestLimitOfGradCov(t *testing.T) {
	m := mixture(7, 60000)
	for _, theta := range [][]float64{{1, 0.5}, {0.5, 1}, {0.2, 1.3}, {0.7, 0.7}} {
		a, b := GradCov(m, theta), LimitGradCov(m, []float64{1, 0.5}, theta)
		for i := range a {
			if math.Abs(a[i]-b[i]) > 5*math.Sqrt(8.0/60000)*math.Sqrt(b[0]*b[3]+b[i]*b[i]) {
				t.Errorf("θ = %v: entry %d of Σ_x is %v, of its limit %v", theta, i, a[i], b[i])
			}
		}
	}
}

func TestPanics(t *testing.T) {
	x := []float64{1, 2, 4}
	panics(t, map[string]func(){
		"exact: a batch needs at least one datum, got n = 0": func() {
			batchSkewness(x, 0, minibatch.With)
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

// The mean of Σ_x over a normal posterior is Σ_x at the mode and the mean of a quadratic form. For
// other posteriors the error is of the next order.
func TestLaplaceGradCov(t *testing.T) {
	for _, c := range []struct {
		d   int
		tol float64 // in units of the distance from Σ_x at the mode
	}{{1, 1e-6}, {3, 1e-6}, {40, 0.2}} {
		data := dataset.Linear(200, make([]float64, c.d), false, 2, 0, 1)
		m := &model.Linear{Z: data.Z, D: c.d, Y: data.Y, Sigma: 2, SigmaTheta: 1}
		mode, cov, err := Maximum(m, Start(c.d))
		if err != nil {
			t.Fatal(err)
		}
		at := GradCov(m, mode)
		want, each := slices.Clone(at), make([][]float64, m.Ndata()) // −∇² of each datum
		mean := make([]float64, c.d*c.d)
		for i := range each {
			each[i] = make([]float64, c.d*c.d)
			for j := range each[i] {
				each[i][j] = float64(m.Z[i*c.d+j/c.d]) * float64(m.Z[i*c.d+j%c.d]) / (m.Sigma * m.Sigma)
				mean[j] += each[i][j] / float64(m.Ndata())
			}
		}
		for _, h := range each {
			floats.Sub(h, mean)
			floats.AddScaled(want, 1/float64(m.Ndata()-1), linalg.Mul(linalg.Mul(h, cov), h))
		}
		got := LaplaceGradCov(m, m, mode, cov)
		apart, off := floats.Distance(want, at, 2), floats.Distance(got, want, 2)
		if !(off < c.tol*apart) {
			t.Errorf("d = %d: off by %.2g of %.2g", c.d, off, apart)
		}
	}

	m := regression(100, 2)
	b, err := NewBox(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	mode, cov, err := Maximum(m, b.Mode)
	if err != nil {
		t.Fatal(err)
	}
	want := b.MeanGradCov()
	apart := floats.Distance(GradCov(m, mode), want, 2)
	off := floats.Distance(LaplaceGradCov(m, m, mode, cov), want, 2)
	if !(off < 0.1*apart) {
		t.Errorf("logistic regression: off by %.2g of %.2g", off, apart)
	}
}
