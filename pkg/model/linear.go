package model

import (
	"math"
	"sync"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Linear is Bayesian linear regression: y_i = θᵀz_i + σ e_i with independent e_i that are N(0, 1)
// or, if ν > 0, have Student's distribution with ν degrees of freedom. The prior of θ ∈ ℝ^d is N(0,
// σ_θ² I). With the residuals r_i = y_i − θᵀz_i the stochastic gradient is
//
//	F̂_n(θ) = −θ/σ_θ² + (N/n) Σ_{i∈I_n} w(r_i) r_i z_i,   w(r) = 1/σ² or (ν + 1)/(ν σ² + r²).
//
// It is safe for concurrent use; the data must not change after the first gradient.
type Linear struct {
	Z          []float32 `key:"-"` // covariates, N rows of D numbers
	D          int
	Y          []float64 `key:"-"`
	Sigma      float64   // σ
	Nu         float64   // ν, 0 for normal noise
	SigmaTheta float64   // σ_θ

	once sync.Once     `key:"-"`
	rows *vec.Labelled `key:"-"` // Z and Y, for vec.Components
}

func (m *Linear) Key() spec.Key { return KeyOf("linear", m) }
func (m *Linear) Dim() int      { return m.D }
func (m *Linear) Ndata() int    { return len(m.Y) }

// datum is z_i.
func (m *Linear) datum(i int) []float32 { return m.Z[i*m.D : i*m.D+m.D] }

// variance is σ².
func (m *Linear) variance() float64 { return float64(m.Sigma * m.Sigma) }

// LogPosterior is −|θ|²/(2σ_θ²) − Σ r_i²/(2σ²) or, for ν > 0, −|θ|²/(2σ_θ²) − (ν + 1)/2 Σ log(1 +
// r_i²/(νσ²)).
func (m *Linear) LogPosterior(theta []float64) float64 {
	square, sum := 0.0, 0.0
	for _, t := range theta {
		square = math.FMA(t, t, square)
	}
	for i, y := range m.Y {
		r := y - dot(theta, m.datum(i))
		u := float64(r*r) / m.variance()
		if m.Nu > 0 {
			u = float64((m.Nu + 1) * vec.Log(1+u/m.Nu))
		}
		sum += u
	}
	return -float64(0.5*float64(square*precision(m.SigmaTheta))) - float64(0.5*sum)
}

// GradPrior is −θ/σ_θ².
func (m *Linear) GradPrior(g, theta []float64) { gradPrior(g, theta, m.SigmaTheta) }

// GradDatum is w(r_i) r_i z_i.
func (m *Linear) GradDatum(g, theta []float64, i int) {
	z := m.datum(i)
	r := m.Y[i] - dot(theta, z)
	wr := r / m.variance()
	if m.Nu > 0 {
		wr = float64((m.Nu+1)*r) / math.FMA(r, r, float64(m.Nu*m.variance()))
	}
	for k, z := range z {
		g[k] = float64(wr * float64(z))
	}
}

// factor is w(r) without 1/(ν σ² + r²).
func (m *Linear) factor() float64 {
	if m.Nu > 0 {
		return m.Nu + 1
	}
	return 1 / m.variance()
}

// Gradient is package vec's sum in the layout vec.Components, as of [Logistic]. In vec.Replicas it
// computes on lanes; every gradient has a copy of the covariates, 8 d bytes per datum.
func (m *Linear) Gradient(l vec.Layout, n int) Gradient {
	if l == vec.Components {
		m.once.Do(func() { m.rows = vec.NewNumbers(m.Z, m.D, m.Y, float64(m.Nu*m.variance())) })
		return newRegressionGradient(m.rows, float64(len(m.Y))/float64(n), m.factor(), m.SigmaTheta)
	}
	if len(m.Y) > vec.MaxIndex {
		return NewGradient(m, l, n)
	}
	g := &linearGradient{m: m, scale: float64(len(m.Y)) / float64(n), z: vec.Rows(m.D + 1)}
	for k := range m.D {
		z := make([]float64, len(m.Y))
		for i := range z {
			z[i] = -float64(m.datum(i)[k])
		}
		g.columns = append(g.columns, z)
	}
	g.columns = append(g.columns, m.Y)
	for _, x := range g.columns {
		g.tables = append(g.tables, vec.NewTable(x))
	}
	return g
}

type linearGradient struct {
	m       *Linear
	scale   float64     // N/n
	columns [][]float64 // minus each covariate, and y
	tables  []*vec.Table
	z       []vec.Row // the columns of a datum
}

func (g *linearGradient) Eval(f, theta []vec.Row, b *Batch) {
	n, scale, r := len(g.m.Y), g.m.factor(), &g.z[g.m.D]
	if b != nil {
		n, scale = len(b.Index), float64(g.scale*scale)
	}
	for k := range f {
		vec.Affine(&f[k], &theta[k], -precision(g.m.SigmaTheta), 0)
	}
	for i := range n {
		for k := range g.z {
			if b == nil {
				vec.Fill(g.z[k:k+1], g.columns[k][i])
			} else {
				g.tables[k].Lookup(g.z[k:k+1], b.Index[i:i+1])
			}
		}
		for k := range theta {
			vec.AccumulateProduct(r, &g.z[k], &theta[k])
		}
		if g.m.Nu > 0 {
			c := float64(g.m.Nu * g.m.variance())
			for l, x := range r {
				r[l] = x / math.FMA(x, x, c)
			}
		}
		vec.Affine(r, r, -scale, 0)
		for k := range f {
			vec.AccumulateProduct(&f[k], &g.z[k], r)
		}
	}
}
