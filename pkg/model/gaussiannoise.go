package model

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// GaussianNoise is a posterior whose stochastic gradient uses all the data and adds normal noise of
// a covariance that can be chosen,
//
//	∇ log π(θ|x) + ε(n)^(1/2) S(θ)^(1/2) G,   G ~ N(0, I),
//
// with the batches of minibatch.Gaussian. With S = Σ_x it has the covariance of mini-batching; with
// a constant S it is the noise for which Adaptive Langevin dynamics is exact (lemma lemmeADL).
//
// Where S(θ) is not positive semidefinite up to rounding, the gradient is NaN, and a run diverges.
type GaussianNoise struct {
	Model
	Name string // of S in the key, with whatever it depends on: another S has another name
	// Cov writes S(θ), a d×d matrix, into s. Its bits must be the same on every machine.
	Cov func(s, theta []float64)
}

// Key is "Gaussian noise", the name of the covariance, and the key of the posterior.
func (m *GaussianNoise) Key() spec.Key {
	return spec.Key{"is": "Gaussian noise", "covariance": m.Name, "model": m.Model.Key()}
}

// Gradient evaluates the posterior's gradient for all the data and adds the noise of a batch. A nil
// batch has none.
func (m *GaussianNoise) Gradient(l vec.Layout, _ int) Gradient {
	d := m.Dim()
	x := make([]float64, 2*d+d*d)
	return &noisyGradient{
		m: m, layout: l, all: m.Model.Gradient(l, m.Ndata()),
		theta: x[:d], g: x[d : 2*d], s: x[2*d:],
	}
}

// NoisyGradient is the Gradient of a GaussianNoise, in dimension Dim.
type NoisyGradient interface {
	Gradient
	Dim() int
}

type noisyGradient struct {
	m           *GaussianNoise
	layout      vec.Layout
	all         Gradient
	theta, g, s []float64 // of one replica: θ, its noise, S(θ)
}

func (n *noisyGradient) Dim() int { return len(n.theta) }

func (n *noisyGradient) Eval(f, theta []vec.Row, b *Batch) {
	n.all.Eval(f, theta, nil)
	if b == nil {
		return
	}
	for r := range n.layout.Replicas() {
		for k := range n.theta {
			row, lane := n.layout.At(k, r)
			n.theta[k], n.g[k] = theta[row][lane], b.Noise[row][lane]
		}
		n.m.Cov(n.s, n.theta)
		factor(n.s, len(n.g))
		for i := len(n.g) - 1; i >= 0; i-- { // L g from below: g_i enters no later component
			x := 0.0
			for k, l := range n.s[i*len(n.g):][:i+1] {
				x = math.FMA(l, n.g[k], x)
			}
			row, lane := n.layout.At(i, r)
			f[row][lane] += x
		}
	}
}

// factor replaces the lower triangle of s, of order d, by L with L Lᵀ = s. A pivot that is 0 up to
// rounding gives a column of 0; one that is negative, NaN.
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
