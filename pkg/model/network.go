package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Network is the Bayesian neural network of section 3.5: a network with one hidden layer of H =
// Hidden units classifies points x of D = Inputs coordinates,
//
//	P(y = 1|x, θ) = N_θ(x) = σ(a(x)),  a(x) = W² r(W¹x + b),  r(z) = max(0, z),
//
// with weights W¹ ∈ ℝ^(H×D) and W² ∈ ℝ^(1×H) and biases b ∈ ℝ^H. The parameters are θ = (W¹, b,
// W²), W¹ row by row, d = H(D+2) numbers, with prior N(0, σ_θ² I). The logarithm of the likelihood
// N_θ(x)^y (1 − N_θ(x))^(1−y) is eq. loss_BCE. The derivative of r at 0 is taken to be 0.
type Network struct {
	X      []float64 `key:"-"` // N points of D coordinates, point by point
	Y      []float64 `key:"-"` // N labels, 0 or 1
	Inputs int
	Hidden int

	SigmaTheta float64 `key:"sigma_theta,omitempty"` // σ_θ, by default 1
}

func (m *Network) Key() spec.Key { return KeyOf("network", m) }
func (m *Network) Dim() int      { return m.Hidden * (m.Inputs + 2) }
func (m *Network) Ndata() int    { return len(m.Y) }

// Layers is the number of components of W¹, b and W².
func (m *Network) Layers() []int { return []int{m.Hidden * m.Inputs, m.Hidden, m.Hidden} }

// Output writes N_θ(x) of every lane into dst, for one point x of D coordinates. It panics if the
// lengths of x and theta do not fit.
func (m *Network) Output(dst *vec.Row, theta []vec.Row, x []float64) {
	vec.NetworkOutput(dst, theta, x, m.Hidden)
}

// Probability is P(y = 1|x, θ) = N_θ(x), for one point x of D coordinates.
func (m *Network) Probability(theta, x []float64) float64 { return vec.Sigmoid(m.logit(theta, x)) }

// LogPosterior is −|θ|²/(2σ_θ²) + Σ log P_elem(x_i, y_i|θ).
func (m *Network) LogPosterior(theta []float64) float64 {
	s, prior := 0.0, 0.0
	for i, y := range m.Y {
		u := m.logit(theta, m.point(i)) // log σ(u) with u = ±a, without overflow or cancellation
		if y == 0 {
			u = -u
		}
		s += min(u, 0) - vec.Log(1+vec.Exp(-math.Abs(u)))
	}
	for _, t := range theta {
		prior = math.FMA(t, t, prior)
	}
	return s - float64(0.5*float64(precision(m.SigmaTheta)*prior))
}

// GradPrior is −θ/σ_θ².
func (m *Network) GradPrior(g, theta []float64) { gradPrior(g, theta, m.SigmaTheta) }

// GradDatum is δ ∇a(x_i) with δ = y_i − N_θ(x_i): δ r(z_j) for W²_j, and, where z_j > 0, δ W²_j for
// b_j and δ W²_j x for row j of W¹.
func (m *Network) GradDatum(g, theta []float64, i int) {
	x := m.point(i)
	a := m.logit(theta, x)
	delta := vec.Sigmoid(-a)
	if m.Y[i] == 0 {
		delta = -vec.Sigmoid(a)
	}
	b, v := m.Hidden*m.Inputs, m.Hidden*(m.Inputs+1)
	for j := range m.Hidden {
		z := m.unit(theta, x, j)
		dz := 0.0
		if z > 0 {
			dz = float64(delta * theta[v+j])
		}
		g[v+j] = float64(delta * max(0, z))
		g[b+j] = dz
		for k, x := range x {
			g[j*m.Inputs+k] = float64(dz * x)
		}
	}
}

func (m *Network) point(i int) []float64 { return m.X[i*m.Inputs : (i+1)*m.Inputs] }

// unit is z_j = b_j + Σ_i W¹_ji x_i.
func (m *Network) unit(theta, x []float64, j int) float64 {
	z := theta[m.Hidden*m.Inputs+j]
	for k, x := range x {
		z = math.FMA(theta[j*m.Inputs+k], x, z)
	}
	return z
}

// logit is a(x).
func (m *Network) logit(theta, x []float64) float64 {
	a := 0.0
	for j := range m.Hidden {
		a = math.FMA(theta[m.Hidden*(m.Inputs+1)+j], max(0, m.unit(theta, x, j)), a)
	}
	return a
}

// Gradient is package vec's fused force in the layout vec.Replicas, with at most vec.MaxIndex data.
// It panics if the lengths of X
// and Y do not fit, or if a label is not 0 or 1.
func (m *Network) Gradient(l vec.Layout, n int) Gradient {
	if l != vec.Replicas || len(m.Y) > vec.MaxIndex {
		return NewGradient(m, l, n)
	}
	return &networkGradient{
		vec.NewNetwork(m.X, m.Y, m.Inputs, m.Hidden, n), 1 - precision(m.SigmaTheta),
	}
}

type networkGradient struct {
	force *vec.Network
	more  float64 // 1 − 1/σ_θ²: package vec has σ_θ = 1
}

func (g *networkGradient) Eval(f, theta []vec.Row, b *Batch) {
	if b == nil {
		g.force.ForceAll(f, theta)
	} else {
		g.force.Force(f, theta, b.Index)
	}
	addPrior(f, theta, g.more)
}
