package exact

import (
	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// Weights returns the importance weights π(θ|x)/q(θ) of points θ for q = N(m, P⁻¹), the law of
// [Laplace.Draws], up to a common factor:
//
//	w(θ) = exp(log π(θ|x) − log π(θ*|x) + ½ (θ − m)ᵀ P (θ − m)).
//
// With them, means over the draws are means over the posterior itself, without a time step and
// without correlations. Where the posterior is close to normal, the weights vary little.
func (l *Laplace) Weights(draws [][]float64) []float64 {
	d := len(l.Mode)
	top := l.Model.LogPosterior(l.Mode)
	w, x := make([]float64, len(draws)), make([]float64, d)
	for k, theta := range draws {
		for i := range x {
			x[i] = theta[i] - l.Mean[i]
		}
		square := 0.0
		for i := range x {
			square += float64(x[i] * linalg.Dot(l.Precision[i*d:i*d+d], x))
		}
		w[k] = vec.Exp(l.Model.LogPosterior(theta) - top + float64(0.5*square))
	}
	return w
}
