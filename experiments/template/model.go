package main

import (
	"adl/pkg/dataset"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
	"math"
)

// Line is a line through data with outliers: y_i = θ₁ + θ₂ x_i + t/2, where t has Student's
// distribution with 4 degrees of freedom; θ ~ N(0, I).
type Line struct {
	dataset.Labelled `key:"-"`
}

// Key names the model in the keys of results, with all its fields but the data.
func (m *Line) Key() spec.Key { return model.KeyOf("my line", m) }

func (m *Line) Dim() int   { return 2 }
func (m *Line) Ndata() int { return len(m.Y) }

func (m *Line) x(i int) float64 { return float64(m.Row(i)[0]) }

// LogPosterior returns log π(θ), up to a constant.
func (m *Line) LogPosterior(theta []float64) float64 {
	s := -(theta[0]*theta[0] + theta[1]*theta[1]) / 2
	for i := range m.Y {
		r := m.residual(theta, i)
		s -= 2.5 * math.Log(1+r*r)
	}
	return s
}

func (m *Line) residual(theta []float64, i int) float64 { // over the scale 1/2 · √4
	return m.Y[i] - theta[0] - float64(theta[1]*m.x(i))
}

// GradPrior sets g to the gradient of the logarithm of the prior.
func (m *Line) GradPrior(g, theta []float64) { g[0], g[1] = -theta[0], -theta[1] }

// GradDatum sets g to the gradient of the log-likelihood of datum i.
func (m *Line) GradDatum(g, theta []float64, i int) {
	r := m.residual(theta, i)
	g[0] = 5 * r / (1 + float64(r*r))
	g[1] = g[0] * m.x(i)
}

// Gradient returns the gradient estimated from batches of n data.
func (m *Line) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }
