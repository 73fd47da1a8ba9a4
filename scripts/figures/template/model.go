package main

import (
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Cauchy is the posterior of the centre of a Cauchy distribution: x_i ~ Cauchy(θ, 1), θ ~ N(0, 1).
type Cauchy struct{ X []float64 }

// Key names the model in the keys of results.
func (m *Cauchy) Key() spec.Key { return spec.Key{"is": "cauchy"} }

// Dim is the number of parameters.
func (m *Cauchy) Dim() int { return 1 }

// Ndata is the number of data.
func (m *Cauchy) Ndata() int { return len(m.X) }

// LogPosterior returns log π(θ), up to a constant.
func (m *Cauchy) LogPosterior(theta []float64) float64 {
	s := float64(-0.5 * float64(theta[0]*theta[0]))
	for _, x := range m.X {
		u := x - theta[0]
		s -= vec.Log(1 + float64(u*u))
	}
	return s
}

// GradPrior sets g to the gradient of the logarithm of the prior.
func (m *Cauchy) GradPrior(g, theta []float64) { g[0] = -theta[0] }

// GradDatum sets g to the gradient of the log-likelihood of datum i.
func (m *Cauchy) GradDatum(g, theta []float64, i int) {
	u := m.X[i] - theta[0]
	g[0] = float64(2*u) / (1 + float64(u*u))
}

// Gradient returns the gradient estimated from batches of n data.
func (m *Cauchy) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }
