package study

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// everyNoise is the time between two evaluations of Σ_x in the full-batch run. Each costs as much
// as a hundred steps.
const everyNoise = 20.0

// longNoise is the shortest time of a replica for a mean of Σ_x. At T = 100, noise outweighs the
// mean.
const longNoise = 1e3

// gradientNoise observes the noise of the gradient at θ: the entries of Σ_x on and above the
// diagonal, row by row, then ‖Σ_x‖².
func gradientNoise(m *model.Network) simulate.Mean {
	d := m.Dim()
	entries := dynamics.Entries(dynamics.Full{}, d)
	return simulate.Mean{Every: everyNoise, Of: dynamics.Function{
		Name: "covariance of the gradient, its square", N: len(entries) + 1,
		F: func(y, theta []float64) {
			s := exact.GradCov(m, theta)
			for k, e := range entries {
				y[k] = s[e.I*d+e.J]
			}
			y[len(entries)] = squaredNorm(entries, y)
		},
	}}
}

// noise adds two results of the full-batch run: "Sigma less its mean", ‖Σ_x − Σ̄_x‖ in L²(π), and
// "norm of mean Sigma", ‖Σ̄_x‖. Σ̄_x is the mean over a replica; the status is unsettled if the
// replica is short. Replicas may number the hidden units differently, and permanently, so ξ depends
// on its own replica only. The variance of Σ̄_x over a replica makes ‖Σ̄_x‖² too large, in Figure
// 12 by at most 6 % of ‖Σ_x − Σ̄_x‖²; with means over all replicas it would be too small.
func (g *network) noise(t *table.Table, row table.Row, x *simulate.Samples) {
	entries := dynamics.Entries(dynamics.Full{}, x.Chain.Model.Dim())
	z := x.Means(gradientNoise(g.model))
	if x.Chain.T < longNoise*float64(x.Chain.Replicas) {
		row["status"] = table.Unsettled
	}
	square, ofMean := make([]float64, len(z)), make([]float64, len(z)) // ‖Σ_x‖², ‖Σ̄_x‖²
	for r := range z {
		square[r], ofMean[r] = z[r][len(entries)], squaredNorm(entries, z[r])
	}
	mean := func(x []float64, without int) float64 {
		return estimate.Mean(slices.Concat(x[:max(0, without)], x[without+1:])).Value
	}
	norm := func(quantity string, squared func(without int) float64) {
		e, bias := estimate.Jackknife(len(z), func(without int) float64 {
			return math.Sqrt(max(0, squared(without)))
		})
		e.Value -= bias
		t.Measure(row, quantity, e)
	}
	norm("Sigma less its mean", func(without int) float64 {
		return mean(square, without) - mean(ofMean, without)
	})
	norm("norm of mean Sigma", func(without int) float64 { return mean(ofMean, without) })
}

// squaredNorm returns ‖Σ‖² of a symmetric matrix with the entries s.
func squaredNorm(entries []dynamics.Entry, s []float64) (sum float64) {
	for k, e := range entries {
		if square := s[k] * s[k]; e.Diagonal() {
			sum += square
		} else {
			sum += 2 * square
		}
	}
	return sum
}
