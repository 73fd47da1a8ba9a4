package model

import (
	"math"
	"sync"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Logistic is Bayesian logistic regression (section 3.4): y_i ∈ {0, 1} is 1 with probability
// σ(θᵀz_i), σ(s) = 1/(1 + e^(−s)) (eq. sigmoid), and θ ∈ ℝ^d has the prior N(0, σ_θ² I). Its
// stochastic gradient is
//
//	F̂_n(θ) = −θ/σ_θ² + (N/n) Σ_{i∈I_n} (y_i − σ(θᵀz_i)) z_i.
//
// It is safe for concurrent use; the data must not change after the first gradient.
type Logistic struct {
	Z []float32 `key:"-"` // covariates, N rows of D numbers
	D int
	Y []float64 `key:"-"` // labels, 0 or 1

	SigmaTheta float64 `key:"sigma_theta,omitempty"` // σ_θ, by default 1

	once sync.Once     `key:"-"`
	rows *vec.Labelled `key:"-"` // Z and Y
}

func (m *Logistic) Key() spec.Key { return KeyOf("logistic", m) }
func (m *Logistic) Dim() int      { return m.D }
func (m *Logistic) Ndata() int    { return len(m.Y) }

// datum is z_i.
func (m *Logistic) datum(i int) []float32 { return m.Z[i*m.D : i*m.D+m.D] }

// dot is θᵀz.
func dot(theta []float64, z []float32) float64 {
	s := 0.0
	for k, z := range z {
		s = math.FMA(float64(z), theta[k], s)
	}
	return s
}

// LogPosterior is −|θ|²/(2σ_θ²) + Σ (y_i s_i − log(1 + e^(s_i))) with s_i = θᵀz_i.
func (m *Logistic) LogPosterior(theta []float64) float64 {
	sum := 0.0
	for i, y := range m.Y {
		s := dot(theta, m.datum(i))
		sum += float64(y*s) - max(s, 0) - vec.Log(1+vec.Exp(-math.Abs(s)))
	}
	p := precision(m.SigmaTheta)
	for _, t := range theta {
		sum = math.FMA(float64(float64(-0.5*p)*t), t, sum)
	}
	return sum
}

// GradPrior is −θ/σ_θ².
func (m *Logistic) GradPrior(g, theta []float64) { gradPrior(g, theta, m.SigmaTheta) }

// GradDatum is (y_i − σ(θᵀz_i)) z_i.
func (m *Logistic) GradDatum(g, theta []float64, i int) {
	z := m.datum(i)
	r := m.Y[i] - vec.Sigmoid(dot(theta, z))
	for k, z := range z {
		g[k] = float64(r * float64(z))
	}
}

// Probability is P(y = 1|θ) = σ(θᵀz) for the covariates z.
func (m *Logistic) Probability(theta []float64, z []float32) float64 {
	return vec.Sigmoid(dot(theta, z))
}

// Gradient is package vec's sum in the layout vec.Components. All gradients share one copy of the
// data, ⌈d/16⌉·64 bytes per datum. It panics if the lengths of Z and Y do not fit, or if a
// label is not 0 or 1.
func (m *Logistic) Gradient(l vec.Layout, n int) Gradient {
	if l != vec.Components {
		return NewGradient(m, l, n)
	}
	m.once.Do(func() { m.rows = vec.NewLabelled(m.Z, m.D, m.Y) })
	return newRegressionGradient(m.rows, float64(len(m.Y))/float64(n), 1, m.SigmaTheta)
}

// regressionGradient is F̂_n = −θ/σ_θ² + (N/n) k Σ g_i, with g_i as in package vec.
type regressionGradient struct {
	sum       *vec.Regression
	all, part float64      // k and (N/n) k
	more      float64      // 1 − 1/σ_θ²: package vec has σ_θ = 1
	f, theta  [1][]vec.Row // scratch
}

func newRegressionGradient(of *vec.Labelled, scale, k, sigmaTheta float64) *regressionGradient {
	return &regressionGradient{
		sum: vec.NewRegression(of), all: k, part: float64(scale * k), more: 1 - precision(sigmaTheta),
	}
}

func (g *regressionGradient) Eval(f, theta []vec.Row, b *Batch) {
	if b == nil {
		g.f[0], g.theta[0] = f, theta
		g.EvalAll(g.f[:], g.theta[:])
		return
	}
	g.sum.Force(f, theta, b.Data[0], g.part)
	addPrior(f, theta, g.more)
}

func (g *regressionGradient) EvalAll(f, theta [][]vec.Row) {
	g.sum.ForceAll(f, theta, g.all)
	for c := range f {
		addPrior(f[c], theta[c], g.more)
	}
}
