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

// xiSpreads returns the variance of ξ over the entries of each layer (W1, b, W2), (1/m) Σ_i ⟨ξ_ii⟩²
// − ((1/m) Σ_i ⟨ξ_ii⟩)² over its m parameters, where ⟨·⟩ is the average over time in a replica, or
// none if ξ is not diagonal. A replica stays in a mode of its own, so that the variance is taken
// within it. That ⟨ξ_ii⟩ is an average over a finite time adds its statistical error.
func xiSpreads(x *simulate.Samples) (all []estimate.Estimate) {
	m := x.Chain.Model.(*model.Network)
	if x.Chain.Scheme.Friction.(dynamics.AdL).Form != (dynamics.Diagonal{}) {
		return nil
	}
	entry := x.All(dynamics.Xi{}) // by parameter
	first := 0
	for _, size := range m.Layers() {
		each := make([]float64, entry[0].Replicas)
		for r := range each {
			mean, square := 0.0, 0.0
			for k := range size {
				v := timeAverage(entry[first+k], r)
				mean += v / float64(size)
				square += float64(v*v) / float64(size)
			}
			each[r] = square - float64(mean*mean)
		}
		all = append(all, estimate.Mean(each))
		first += size
	}
	return all
}

// timeAverage is the average over time in a replica.
func timeAverage(b *estimate.TimeBlocks, r int) float64 {
	sum, n := 0.0, 0
	for k := r; k < len(b.S1); k += b.Replicas {
		sum += b.S1[k]
		n++
	}
	return sum / float64(b.Count*int64(n))
}

// The run with all data also observes the outputs at the data and the noise of the gradient, every
// so much time.
const (
	everyData  = 2.0  // for the outputs at the data
	everyNoise = 20.0 // for Σ_x, which costs as much as a hundred steps
)

// longNoise is the least time of a replica for a mean of Σ_x: in that of T = 100, noise outweighs
// the mean.
const longNoise = 1e3

// atData are the outputs N_θ(x_i) at the data and their squares.
func atData(m *model.Network) simulate.Mean {
	n := m.Ndata()
	return simulate.Mean{Every: everyData, Of: dynamics.Function{
		Name: "outputs at the data and squares", N: 2 * n, Of: func(y, theta []float64) {
			for i := range n {
				p := m.Probability(theta, m.X[i*m.Inputs:(i+1)*m.Inputs])
				y[i], y[n+i] = p, float64(p*p)
			}
		},
	}}
}

// gradientNoise are, for the noise of the gradient at θ, the entries of Σ_x on and above the
// diagonal, row by row, ‖Σ_x‖², and the distances of exact.DatumNoise.
func gradientNoise(m *model.Network) simulate.Mean {
	d := m.Dim()
	return simulate.Mean{Every: everyNoise, Of: dynamics.Function{
		Name: "covariance of the gradient, its square, D", N: d*(d+1)/2 + 1 + d,
		Of: func(y, theta []float64) {
			square, k := 0.0, 0
			s, distance := exact.DatumNoise(m, theta)
			for i := range d {
				for j := i; j < d; j++ {
					x := s[i*d+j]
					y[k] = x
					if k++; j > i {
						square += float64(2 * float64(x*x))
					} else {
						square += float64(x * x)
					}
				}
			}
			y[k] = square
			copy(y[k+1:], distance)
		},
	}}
}

// noise adds what the run with all data shows of the noise of the gradient: "Sigma less its mean",
// ‖Σ_x − Σ̄_x‖ in L²(π), and "norm of mean Sigma", ‖Σ̄_x‖, where Σ̄_x is the mean over a replica,
// unsettled if that is short. The distances are not needed, but the keys of the committed results
// name them.
func (s Network) noise(t *table.Table, row table.Row, x *simulate.Samples) {
	d := x.Chain.Model.Dim()
	z := x.Means(gradientNoise(x.Chain.Model.(*model.Network)))
	if x.Chain.T < longNoise*float64(x.Chain.Replicas) {
		row["status"] = table.Unsettled
	}
	square, ofMean := make([]float64, len(z)), make([]float64, len(z)) // ‖Σ_x‖², ‖Σ̄_x‖²
	for r := range z {
		square[r], ofMean[r] = squaredNorms(z[r], d)
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

// squaredNorms returns, from the means that gradientNoise has over a replica, the mean of ‖Σ_x‖²
// and ‖Σ̄‖². Other replicas may number the hidden units otherwise, for good, and the ξ of a run
// sees its own numbers only. ‖Σ̄‖² is too large by the variance of Σ̄ over a replica, 6 % of
// ‖Σ_x − Σ̄‖² at most in Figure 12, where means over all replicas are too small.
func squaredNorms(mean []float64, d int) (square, ofMean float64) {
	k := 0
	for i := range d {
		for j := i; j < d; j++ {
			v := mean[k]
			if k++; i == j {
				ofMean += float64(v * v)
			} else {
				ofMean += float64(2 * float64(v*v))
			}
		}
	}
	return mean[k], ofMean
}
