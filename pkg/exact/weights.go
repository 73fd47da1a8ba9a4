package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/linalg"
)

// Weights returns the importance weights π(θ|x)/q(θ) of points θ for q = N(m, P⁻¹), the
// distribution of [Laplace.Draws], up to a common factor:
//
//	w(θ) = exp(log π(θ|x) − log π(θ*|x) + ½ (θ − m)ᵀ P (θ − m)).
//
// With them, means over the draws are means over the posterior itself.
func (l *Laplace) Weights(draws [][]float64) []float64 {
	top, w := l.Model.LogPosterior(l.Mode), make([]float64, len(draws))
	for k, theta := range draws {
		x, square := minus(theta, l.Mean), 0.0 // xᵀ P x
		for i, v := range x {
			square += v * linalg.Dot(l.Precision[i*len(x):][:len(x)], x)
		}
		w[k] = math.Exp(l.Model.LogPosterior(theta) - top + square/2)
	}
	return w
}

// minus is x − y.
func minus(x, y []float64) []float64 { return floats.SubTo(make([]float64, len(x)), x, y) }

// Sums returns, over draws with their weights w, Σ w and n, and for each component of θ
//
//	Σ w u, Σ u, Σ w u², Σ u²,   u = (θ_i − m_i)/s_i,
//
// with s_i² the variance of θ_i under N(m, P⁻¹).
func (l *Laplace) Sums(draws [][]float64) []float64 {
	d := len(l.Mean)
	sums := make([]float64, 2+4*d)
	for k, w := range l.Weights(draws) {
		sums[0] += w
		sums[1]++
		for i, x := range minus(draws[k], l.Mean) {
			u := x * (1 / math.Sqrt(l.Cov[i*d+i]))
			square := u * u
			of := sums[2+4*i:]
			of[0] += w * u
			of[1] += u
			of[2] += w * square
			of[3] += square
		}
	}
	return sums
}
