package model

import (
	"fmt"
	"math"
	"sync"

	"adl/pkg/vec"
)

// Logistic is Bayesian logistic regression (section 3.4): y_i ∈ {0, 1} is 1 with probability σ(θᵀz_i), σ(s) = 1/(1 + e^(−s)) (eq. sigmoid), and θ ∈ ℝ^d has the
// prior N(0, 1). Its stochastic gradient is
//
//	F̂_n(θ) = −θ + (N/n) Σ_{i∈I_n} (y_i − σ(θᵀz_i)) z_i.
//
// It is safe for concurrent use; the data must not change after the first gradient.
type Logistic struct {
	Z []float32 `json:"-"` // covariates, N rows of D numbers
	D int
	Y []float64 `json:"-"` // labels, 0 or 1

	once sync.Once
	rows *vec.Labelled
}

// Dim is d.
func (m *Logistic) Dim() int { return m.D }

// Data is the number of data.
func (m *Logistic) Data() int { return len(m.Y) }

// logit is θᵀz_i.
func (m *Logistic) logit(theta []float64, i int) float64 {
	s := 0.0
	for k, z := range m.Z[i*m.D : i*m.D+m.D] {
		s = math.FMA(float64(z), theta[k], s)
	}
	return s
}

// LogPosterior is −|θ|²/2 + Σ (y_i s_i − log(1 + e^(s_i))) with s_i = θᵀz_i.
func (m *Logistic) LogPosterior(theta []float64) float64 {
	sum := 0.0
	for i, y := range m.Y {
		s := m.logit(theta, i)
		sum += float64(y*s) - max(s, 0) - vec.Log(1+vec.Exp(-math.Abs(s)))
	}
	for _, t := range theta {
		sum = math.FMA(float64(-0.5*t), t, sum)
	}
	return sum
}

// GradPrior is −θ.
func (m *Logistic) GradPrior(g, theta []float64) {
	for k, t := range theta {
		g[k] = -t
	}
}

// GradDatum is (y_i − σ(θᵀz_i)) z_i.
func (m *Logistic) GradDatum(g, theta []float64, i int) {
	r := m.Y[i] - vec.Sigmoid(m.logit(theta, i))
	for k, z := range m.Z[i*m.D : i*m.D+m.D] {
		g[k] = float64(r * float64(z))
	}
}

// Probability is P(y = 1|θ) = σ(θᵀz) for the covariates z.
func (m *Logistic) Probability(theta []float64, z []float32) float64 {
	s := 0.0
	for k, z := range z {
		s = math.FMA(float64(z), theta[k], s)
	}
	return vec.Sigmoid(s)
}

// Gradient goes datum by datum; WideGradient is the fast one.
func (m *Logistic) Gradient(n int) Gradient { return PerDatum(m, n) }

// WideGradient returns the stochastic gradient for batches of n data. All of them share one copy of the data, of ⌈d/16⌉·64 bytes a datum. It panics
// unless Z holds as many data as Y, fewer than 65,536, and labels are 0 or 1.
func (m *Logistic) WideGradient(n int) WideGradient {
	if n < 1 {
		panic(fmt.Sprintf("model: batches of %d data", n))
	}
	m.once.Do(func() { m.rows = vec.NewLabelled(m.Z, m.D, m.Y) })
	return &wideLogistic{vec.NewLogistic(m.rows), float64(len(m.Y)) / float64(n)}
}

type wideLogistic struct {
	c     *vec.Logistic
	scale float64
}

func (g *wideLogistic) Eval(f, theta [][]vec.Row, batch [][]uint16) {
	for c, b := range batch {
		if b != nil {
			g.c.Force(f[c], theta[c], b, g.scale)
		}
	}
	for c := 0; c < len(batch); {
		k := c
		for k < len(batch) && batch[k] == nil {
			k++
		}
		g.c.ForceAll(f[c:k], theta[c:k])
		c = k + 1
	}
}
