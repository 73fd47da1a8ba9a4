package network

import (
	"maps"
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// layerXi are the entries of ξ of a layer in a run of a network.
type layerXi struct {
	name   string            // "W1", "b" or "W2"
	mean   estimate.Estimate // (1/m) Σ_i ⟨ξ_ii⟩ over the m parameters of the layer
	spread estimate.Estimate // (1/m) Σ_i ⟨ξ_ii⟩² − mean², ⟨·⟩ the average over time in a replica
}

// layers returns them layer by layer, or none if parameters share an entry of ξ. A replica
// stays in a mode of its own, so that the variance is taken within it. That ⟨ξ_ii⟩ is an average
// over a finite time adds its statistical error.
func layers(x *simulate.Samples) (ls []layerXi) {
	m := x.Chain.Model.(*model.Network)
	form := x.Chain.Scheme.Friction.(dynamics.AdL).Form
	entry := map[int]*estimate.TimeBlocks{} // by parameter
	shared := 0
	for i, e := range dynamics.Entries(form, m.Dim()) {
		if e.Diagonal() {
			shared = max(shared, e.Count)
			for k := range m.Dim() {
				if form.At(m.Dim(), k, k) == i {
					entry[k] = x.Blocks(dynamics.Xi{}, i)
				}
			}
		}
	}
	if shared > 1 {
		return nil
	}
	first := 0
	for l, size := range m.Layers() {
		mean := make([]float64, entry[0].Replicas)
		spread := make([]float64, len(mean))
		for r := range mean {
			square := 0.0
			for k := range size {
				v := average(entry[first+k], r)
				mean[r] += v / float64(size)
				square += float64(v*v) / float64(size)
			}
			spread[r] = square - float64(mean[r]*mean[r])
		}
		ls = append(ls, layerXi{
			[]string{"W1", "b", "W2"}[l], estimate.Mean(mean), estimate.Mean(spread),
		})
		first += size
	}
	return ls
}

// average is the average over time in a replica.
func average(b *estimate.TimeBlocks, r int) float64 {
	sum, n := 0.0, 0
	for k := r; k < len(b.S1); k += b.Replicas {
		sum += b.S1[k]
		n++
	}
	return sum / float64(b.Count*int64(n))
}

// The posterior of a network is known from the run with all data only, which therefore also
// measures the uncertainty at the data and the noise of the gradient, every so much time.
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

// posterior adds what the run with all data says about the posterior: "median variance", the median
// over the data of the variances of N_θ(x_i); "Sigma less its mean", ‖Σ_x − Σ̄_x‖ in L²(π), and the
// same with the diagonal of Σ̄_x and with s* I; "norm of mean Sigma", ‖Σ̄_x‖, where Σ̄_x and s* are
// means over a replica, unsettled if that is short; "D of a datum", the smallest over the
// components of the mean of D.
func (s Network) posterior(t *table.Table, row table.Row, x *simulate.Samples) {
	m := x.Chain.Model.(*model.Network)
	n, d := m.Ndata(), m.Dim()
	y := x.Means(atData(m))
	t.Measure(row, "median variance", unbiased(len(y), func(without int) float64 {
		mean := meanWithout(y, without)
		v := make([]float64, n)
		for i := range v {
			v[i] = mean[n+i] - float64(mean[i]*mean[i])
		}
		slices.Sort(v)
		return 0.5 * (v[(n-1)/2] + v[n/2])
	}))
	z := x.Means(gradientNoise(m))
	entries := d * (d + 1) / 2
	var squares [][]float64
	for r := range z {
		squares = append(squares, squaredNorms(z[r], d))
	}
	noise := maps.Clone(row)
	if x.Chain.T < longNoise*float64(x.Chain.Replicas) {
		noise["status"] = table.Unsettled
	}
	// norm is the root of a combination of the squares, over all replicas but one.
	norm := func(name string, of func(q []float64) float64) {
		t.Measure(noise, name, unbiased(len(z), func(without int) float64 {
			return math.Sqrt(max(0, of(meanWithout(squares, without))))
		}))
	}
	norm("Sigma less its mean", func(q []float64) float64 { return q[0] - q[1] })
	norm("Sigma less its mean diagonal", func(q []float64) float64 { return q[0] - q[2] })
	norm("Sigma less its mean scalar", func(q []float64) float64 { return q[0] - q[3] })
	norm("norm of mean Sigma", func(q []float64) float64 { return q[1] })
	t.Measure(row, "D of a datum", unbiased(len(z), func(without int) float64 {
		return slices.Min(meanWithout(z, without)[entries+1:])
	}))
}

// squaredNorms returns, from the means that gradientNoise has over a replica, the mean of ‖Σ_x‖²,
// and the squares of ‖Σ̄‖, of that of the diagonal of Σ̄ and of that of s* I. Other replicas may
// number the hidden units otherwise, for good, and the ξ of a run sees its own numbers only. The
// square of ‖Σ̄‖ is too large by the variance of Σ̄ over a replica, 6 % of ‖Σ_x − Σ̄‖² at most in
// Figure 12, where means over all replicas are too small.
func squaredNorms(mean []float64, d int) []float64 {
	trace, diagonal, all, k := 0.0, 0.0, 0.0, 0
	for i := range d {
		for j := i; j < d; j++ {
			v := mean[k]
			if k++; i == j {
				trace, diagonal, all = trace+v, diagonal+float64(v*v), all+float64(v*v)
			} else {
				all += float64(2 * float64(v*v))
			}
		}
	}
	return []float64{mean[k], all, diagonal, float64(trace*trace) / float64(d)}
}

// meanWithout returns the mean over all replicas but one.
func meanWithout(x [][]float64, without int) []float64 {
	mean := make([]float64, len(x[0]))
	n := 0.0
	for r := range x {
		if r == without {
			continue
		}
		n++
		for i, v := range x[r] {
			mean[i] += v
		}
	}
	for i := range mean {
		mean[i] /= n
	}
	return mean
}

// unbiased returns a statistic of replicas less its bias.
func unbiased(n int, of func(without int) float64) estimate.Estimate {
	e, bias := estimate.Jackknife(n, of)
	e.Value -= bias
	return e
}
