package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// StudentT is a regression line with outliers: y_i = θ₁ + θ₂ x_i + s t with t from Student's
// distribution with ν degrees of freedom, and the prior θ ~ N(0, σ_θ² I). With r_i = y_i − θ₁ − θ₂
// x_i its stochastic gradient is
//
//	F̂_n(θ) = −θ/σ_θ² + (N/n) Σ_{i∈I_n} (ν + 1) r_i/(ν s² + r_i²) (1, x_i).
type StudentT struct {
	X, Y       []float64 `key:"-"` // as many
	Nu, Scale  float64   // ν, s
	SigmaTheta float64   // σ_θ
}

// Key is "student-t", nu, scale and sigma_theta.
func (m *StudentT) Key() spec.Key { return KeyOf("student-t", m) }

// Dim is 2.
func (m *StudentT) Dim() int { return 2 }

// Ndata is the number of data.
func (m *StudentT) Ndata() int { return len(m.Y) }

// spread is ν s².
func (m *StudentT) spread() float64 { return float64(m.Nu * float64(m.Scale*m.Scale)) }

// precision is 1/σ_θ².
func (m *StudentT) precision() float64 { return 1 / float64(m.SigmaTheta*m.SigmaTheta) }

// residual is r_i.
func (m *StudentT) residual(theta []float64, i int) float64 {
	return math.FMA(-theta[1], m.X[i], m.Y[i]-theta[0])
}

// LogPosterior is −|θ|²/(2σ_θ²) − (ν + 1)/2 Σ log(1 + r_i²/(ν s²)).
func (m *StudentT) LogPosterior(theta []float64) float64 {
	sum, spread := 0.0, m.spread()
	for i := range m.Y {
		r := m.residual(theta, i)
		sum += vec.Log(1 + float64(r*r)/spread)
	}
	square := math.FMA(theta[0], theta[0], float64(theta[1]*theta[1]))
	return -float64(0.5*float64(square*m.precision())) - float64(0.5*float64((m.Nu+1)*sum))
}

// GradPrior is −θ/σ_θ².
func (m *StudentT) GradPrior(g, theta []float64) {
	g[0], g[1] = -float64(m.precision()*theta[0]), -float64(m.precision()*theta[1])
}

// GradDatum is (ν + 1) r_i/(ν s² + r_i²) (1, x_i).
func (m *StudentT) GradDatum(g, theta []float64, i int) {
	r := m.residual(theta, i)
	g[0] = float64((m.Nu+1)*r) / math.FMA(r, r, m.spread())
	g[1] = float64(g[0] * m.X[i])
}

// Gradient is on lanes in the layout vec.Replicas.
func (m *StudentT) Gradient(l vec.Layout, n int) Gradient {
	if l != vec.Replicas {
		return NewGradient(m, l, n)
	}
	at := min(n, 32) // data at a time, whose rows stay in the first cache
	return &studentTGradient{
		StudentT: m, xs: vec.NewTable(m.X), ys: vec.NewTable(m.Y),
		scale: float64(len(m.Y)) / float64(n),
		x:     vec.Rows(at), r: vec.Rows(at), q: vec.Rows(at), minus: vec.Rows(1),
	}
}

type studentTGradient struct {
	*StudentT
	xs, ys         *vec.Table
	scale          float64
	x, r, q, minus []vec.Row // x_i, r_i and ν s² + r_i² of some data; −θ₂
}

func (g *studentTGradient) Eval(f, theta []vec.Row, b *Batch) {
	n, scale := len(g.Y), 1.0
	if b != nil {
		n, scale = len(b.Index), g.scale
	}
	scale = float64(scale * (g.Nu + 1))
	for k := range f {
		vec.Affine(&f[k], &theta[k], -g.precision(), 0)
	}
	vec.Affine(&g.minus[0], &theta[1], -1, 0)
	for from := 0; from < n; from += len(g.x) {
		k := min(len(g.x), n-from)
		x, r, q := g.x[:k], g.r[:k], g.q[:k]
		if b != nil {
			g.xs.Lookup(x, b.Index[from:from+k])
			g.ys.Lookup(r, b.Index[from:from+k])
		} else {
			for j := range x {
				vec.Fill(x[j:j+1], g.X[from+j])
				vec.Fill(r[j:j+1], g.Y[from+j])
			}
		}
		vec.Fill(q, g.spread())
		for j := range r {
			vec.AddScaled(r[j:j+1], theta[:1], -1)
			vec.AccumulateProduct(&r[j], &x[j], &g.minus[0])
			vec.AccumulateProduct(&q[j], &r[j], &r[j])
		}
		vec.Divide(r, r, q)
		vec.SumAffine(&f[0], &f[0], r, 1, scale)
		vec.Multiply(x, x, r)
		vec.SumAffine(&f[1], &f[1], x, 1, scale)
	}
}
