package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Mixture is the model x_i|θ ~ w N(θ₁, σ₁²) + (1−w) N(θ₂, σ₂²) (eq. mixture) with unknown centres θ
// = (θ₁, θ₂), whose prior is N(0, σ_θ² I). If w is near 1/2 the posterior has two modes, which
// exchange the centres.
type Mixture struct {
	X              []float64 `key:"-"`
	W              float64
	Sigma1, Sigma2 float64
	SigmaTheta     float64
}

func (m *Mixture) Key() spec.Key { return KeyOf("mixture", m) }
func (m *Mixture) Dim() int      { return 2 }
func (m *Mixture) Ndata() int    { return len(m.X) }

// LogPosterior is −|θ|²/(2σ_θ²) + Σ log P_elem(x_i|θ), without the factors 1/√(2π).
func (m *Mixture) LogPosterior(theta []float64) float64 {
	t1, t2 := theta[0], theta[1]
	h1, h2 := float64(0.5/float64(m.Sigma1*m.Sigma1)), float64(0.5/float64(m.Sigma2*m.Sigma2))
	w1, w2 := m.W/m.Sigma1, (1-m.W)/m.Sigma2
	s := 0.0
	for _, x := range m.X {
		u, v := float64(float64((x-t1)*(x-t1))*h1), float64(float64((x-t2)*(x-t2))*h2)
		if u <= v {
			s += vec.Log(math.FMA(w2, vec.Exp(u-v), w1)) - u
		} else {
			s += vec.Log(math.FMA(w1, vec.Exp(v-u), w2)) - v
		}
	}
	return s - float64(0.5*math.FMA(t1, t1, float64(t2*t2)))/float64(m.SigmaTheta*m.SigmaTheta)
}

// GradPrior is −θ/σ_θ².
func (m *Mixture) GradPrior(g, theta []float64) {
	inv := 1 / float64(m.SigmaTheta*m.SigmaTheta)
	g[0], g[1] = -float64(theta[0]*inv), -float64(theta[1]*inv)
}

// GradDatum is the gradient of log P_elem(x_i|θ); see At.
func (m *Mixture) GradDatum(g, theta []float64, i int) { m.At(g, theta, m.X[i]) }

// At writes ∇ log P_elem(x|θ) = (r (x − θ₁)/σ₁², (1−r) (x − θ₂)/σ₂²) into g, with r the probability
// of the first component given x.
func (m *Mixture) At(g, theta []float64, x float64) {
	u, v := x-theta[0], x-theta[1]
	i1, i2 := 1/float64(m.Sigma1*m.Sigma1), 1/float64(m.Sigma2*m.Sigma2)
	z := vec.Log(float64((1-m.W)*m.Sigma1)/float64(m.W*m.Sigma2)) +
		math.FMA(0.5*float64(u*u), i1, -float64(0.5*float64(float64(v*v)*i2)))
	r := vec.Sigmoid(-z)
	g[0], g[1] = float64(float64(r*u)*i1), float64(float64(vec.Sigmoid(z)*v)*i2)
}

// Gradient is package vec's fused force.
func (m *Mixture) Gradient(l vec.Layout, n int) Gradient {
	if l != vec.Replicas {
		return NewGradient(m, l, n)
	}
	reach := 0.0
	for _, x := range m.X {
		reach = max(reach, math.Abs(x))
	}
	return &mixtureGradient{
		data: m.X, table: vec.NewTable(m.X),
		force: vec.NewMixture(m.W, m.Sigma1, m.Sigma2, m.SigmaTheta, len(m.X), n, reach),
	}
}

type mixtureGradient struct {
	data  []float64
	table *vec.Table
	x     []vec.Row
	force *vec.Mixture
}

func (g *mixtureGradient) Eval(f, theta []vec.Row, b *Batch) {
	if b == nil {
		g.force.ForceAll(f, theta, g.data)
		return
	}
	g.force.Force(f, theta, b.values(g.table, &g.x))
}
