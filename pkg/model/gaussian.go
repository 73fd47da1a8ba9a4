package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Gaussian is the model x_i|θ ~ N(θ, σ_x²) with prior θ ~ N(0, σ_θ²) (section 2.5.1). Its posterior
// is N(μ_post, σ_post²) (eq. mu_sigma_post).
type Gaussian struct {
	X                  []float64 `key:"-"`
	SigmaX, SigmaTheta float64
}

func (m *Gaussian) Key() spec.Key { return KeyOf("gaussian", m) }
func (m *Gaussian) Dim() int      { return 1 }
func (m *Gaussian) Ndata() int    { return len(m.X) }

// Precision is a = 1/σ_θ² + N/σ_x² = 1/σ_post².
func (m *Gaussian) Precision() float64 {
	return 1/float64(m.SigmaTheta*m.SigmaTheta) + float64(len(m.X))/float64(m.SigmaX*m.SigmaX)
}

// Mean is μ_post = Σ x_i/(σ_x² a).
func (m *Gaussian) Mean() float64 {
	return sum(m.X) / float64(float64(m.SigmaX*m.SigmaX)*m.Precision())
}

// Var is the empirical variance Σ (x_i − x̄)²/(N−1) of the data.
func (m *Gaussian) Var() float64 {
	n := float64(len(m.X))
	mean, s := sum(m.X)/n, 0.0
	for _, x := range m.X {
		s = math.FMA(x-mean, x-mean, s)
	}
	return s / (n - 1)
}

func sum(x []float64) float64 {
	s := 0.0
	for _, x := range x {
		s += x
	}
	return s
}

// LogPosterior is −θ²/(2σ_θ²) − Σ (x_i − θ)²/(2σ_x²).
func (m *Gaussian) LogPosterior(theta []float64) float64 {
	t, s := theta[0], 0.0
	for _, x := range m.X {
		s = math.FMA(x-t, x-t, s)
	}
	return float64(-0.5*float64(t*t))/float64(m.SigmaTheta*m.SigmaTheta) -
		float64(0.5*s)/float64(m.SigmaX*m.SigmaX)
}

// GradPrior is −θ/σ_θ².
func (m *Gaussian) GradPrior(g, theta []float64) {
	g[0] = -theta[0] / float64(m.SigmaTheta*m.SigmaTheta)
}

// GradDatum is (x_i − θ)/σ_x².
func (m *Gaussian) GradDatum(g, theta []float64, i int) {
	g[0] = (m.X[i] - theta[0]) / float64(m.SigmaX*m.SigmaX)
}

// Gradient is affine in θ and in the sum of a batch: F̂_n(θ) = −aθ + (N/n) Σ x_i/σ_x².
func (m *Gaussian) Gradient(l vec.Layout, n int) Gradient {
	if l != vec.Replicas {
		return NewGradient(m, l, n)
	}
	total := float64(len(m.X))
	inv := 1 / float64(m.SigmaX*m.SigmaX)
	return &gaussianGradient{
		table: vec.NewTable(m.X),
		a:     -m.Precision(), b: float64(total / float64(n) * inv),
		all: sum(m.X), full: float64(inv * sum(m.X)),
	}
}

type gaussianGradient struct {
	table           *vec.Table
	x               []vec.Row // of a batch
	a, b, all, full float64
}

func (g *gaussianGradient) Rest() {}

func (g *gaussianGradient) Eval(f, theta []vec.Row, b *Batch) {
	if b == nil {
		vec.Affine(&f[0], &theta[0], g.a, g.full)
		return
	}
	x := b.values(g.table, &g.x)
	if !b.Rest {
		vec.SumAffine(&f[0], &theta[0], x, g.a, g.b)
		return
	}
	// the sum of the batch is the sum of all data minus the sum of the rows
	vec.SumAffine(&f[0], &theta[0], x, g.a, -g.b)
	vec.Affine(&f[0], &f[0], 1, float64(g.b*g.all))
}

// GaussianNoise is a posterior whose stochastic gradient is the full gradient plus normal noise of
// a chosen covariance,
//
//	∇ log π(θ|x) + ε(n)^(1/2) S(θ)^(1/2) G,   G ~ N(0, I),
//
// with the batches of minibatch.Gaussian. With S = Σ_x it has the covariance of mini-batching. For
// a constant S Adaptive Langevin dynamics is exact (lemma lemmeADL). Where S(θ) is not positive
// semidefinite up to rounding, the gradient is NaN and a run diverges.
type GaussianNoise struct {
	Model
	// Name of S in the key, with everything on which S depends: different S need different names.
	Name string `key:"covariance"`
	// Cov writes S(θ), a d×d matrix, into s. Its bits must be the same on every machine.
	Cov func(s, theta []float64) `key:"-"`
}

// Key includes the key of the posterior.
func (m *GaussianNoise) Key() spec.Key { return KeyOf("Gaussian noise", m) }

// Gradient evaluates the full gradient of the posterior and adds the noise of a batch. A nil batch
// has no noise.
func (m *GaussianNoise) Gradient(l vec.Layout, _ int) Gradient {
	d := m.Dim()
	return &NoisyGradient{
		m: m, layout: l, all: m.Model.Gradient(l, m.Ndata()),
		theta: make([]float64, d), f: make([]float64, d), g: make([]float64, d),
		s: make([]float64, d*d),
	}
}

// NoisyGradient is the Gradient of a GaussianNoise.
type NoisyGradient struct {
	m              *GaussianNoise
	layout         vec.Layout
	all            Gradient
	theta, f, g, s []float64 // of one replica: θ, the gradient, its noise, S(θ)
}

// Dim is the dimension of θ.
func (n *NoisyGradient) Dim() int { return len(n.theta) }

func (n *NoisyGradient) Eval(f, theta []vec.Row, b *Batch) {
	n.all.Eval(f, theta, nil)
	if b == nil {
		return
	}
	for r := range n.layout.Replicas() {
		n.layout.Load(n.theta, theta, r)
		n.layout.Load(n.f, f, r)
		n.layout.Load(n.g, b.Noise, r)
		n.m.Cov(n.s, n.theta)
		factor(n.s, len(n.g))
		for i := range n.g {
			x := 0.0
			for k, l := range n.s[i*len(n.g):][:i+1] {
				x = math.FMA(l, n.g[k], x)
			}
			n.f[i] += x
		}
		n.layout.Store(f, r, n.f)
	}
}

// factor replaces the lower triangle of s, of order d, by L with L Lᵀ = s. A pivot that is 0 up to
// rounding gives a column of 0, a negative pivot NaN.
func factor(s []float64, d int) {
	for i := range d {
		for j := range i + 1 {
			x := s[i*d+j]
			for k := range j {
				x = math.FMA(-s[i*d+k], s[j*d+k], x)
			}
			switch {
			case i == j && math.Abs(x) <= float64(1e-13*math.Abs(s[i*d+i])):
				s[i*d+i] = 0
			case i == j:
				s[i*d+i] = math.Sqrt(x)
			case s[j*d+j] == 0:
				s[i*d+j] = 0
			default:
				s[i*d+j] = x / s[j*d+j]
			}
		}
	}
}
