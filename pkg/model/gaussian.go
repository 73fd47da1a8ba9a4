package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Gaussian is the model x_i|θ ~ N(θ, σ_x²) with prior θ ~ N(0, σ_θ²) (section 2.5.1). Its posterior
// is N(μ_post, σ_post²) (eq. mu_sigma_post), and the covariance of its stochastic gradient does not
// depend on θ.
type Gaussian struct {
	X                  []float64
	SigmaX, SigmaTheta float64
}

// Key is "gaussian", sigma_x and sigma_theta.
func (m *Gaussian) Key() spec.Key {
	return spec.Key{"is": "gaussian", "sigma_x": m.SigmaX, "sigma_theta": m.SigmaTheta}
}

// Dim is 1.
func (m *Gaussian) Dim() int { return 1 }

// Ndata is the number of data.
func (m *Gaussian) Ndata() int { return len(m.X) }

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
	x               []vec.Row
	a, b, all, full float64
}

func (g *gaussianGradient) Rest() {}

func (g *gaussianGradient) Eval(f, theta []vec.Row, b *Batch) {
	if b == nil {
		vec.Affine(&f[0], &theta[0], g.a, g.full)
		return
	}
	if len(b.Index) > len(g.x) {
		g.x = vec.Rows(len(b.Index))
	}
	x := g.x[:len(b.Index)]
	g.table.Lookup(x, b.Index)
	if !b.Rest {
		vec.SumAffine(&f[0], &theta[0], x, g.a, g.b)
		return
	}
	// the sum of the batch is that of all data less that of the rows
	vec.SumAffine(&f[0], &theta[0], x, g.a, -g.b)
	vec.Affine(&f[0], &f[0], 1, float64(g.b*g.all))
}
