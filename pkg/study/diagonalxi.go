package study

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
)

// diagonalXi are the moments of the diagonal of ξ in a run of a network. Hidden units do not change
// places in any affordable time, so a single entry of ξ means little. Means are taken over entries
// first, then over replicas.
type diagonalXi struct {
	mean estimate.Estimate // (1/d) Σ_i ξ_ii
	// s is the largest s_i = exact.BatchNoise(λ_i) = tanh(ξ_iiΔt)(1 − γ/ξ_ii) of all replicas in the
	// last block of the run, where λ_i = exact.SigmaFromXi(ξ_ii).
	s float64
	// time is the relaxation time of the slowest entry: exact.XiTime for the largest λ_i of a replica.
	time    float64
	all     *estimate.TimeBlocks   // means of (1/d) Σ_i ξ_ii over blocks
	entries []*estimate.TimeBlocks // ξ_ii
}

// newDiagonalXi evaluates the moments of ξ of a run.
func newDiagonalXi(x *simulate.Samples) (xi diagonalXi) {
	d, dt, epsilon := x.Chain.Model.Dim(), x.Chain.Scheme.Dt, x.Chain.Epsilon()
	f := x.Chain.Scheme.Friction.(dynamics.AdL)
	var weight []float64
	for i, e := range dynamics.Entries(f.Form, d) {
		if e.Diagonal() {
			xi.entries = append(xi.entries, x.Blocks(dynamics.Xi{}, i))
			weight = append(weight, float64(e.Count)/float64(d))
		}
	}
	mean := average(xi.entries, weight)
	xi.mean, xi.all = mean.Mean(), ofBlocks(mean)
	largest := 0.0
	if epsilon > 0 {
		replicas, n := mean.Replicas, float64(mean.Count)
		sigma := func(xi float64) float64 { return exact.SigmaFromXi(xi, epsilon, f.Gamma, dt) }
		most := make([]float64, replicas)
		for r := range most {
			for i, b := range xi.entries {
				if l := sigma(timeAverage(b, r)); i == 0 || l > most[r] {
					most[r] = l
				}
				last := b.S1[len(b.S1)-replicas+r] / n
				xi.s = max(xi.s, exact.BatchNoise(epsilon, dt, sigma(last)))
			}
		}
		largest = max(0, estimate.Mean(most).Value)
	}
	xi.time = exact.XiTime(f, linalg.Identity(d, largest), epsilon, dt)
	return xi
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

// spreads returns the variance of a diagonal ξ over the entries of each layer, (1/m) Σ_i ⟨ξ_ii⟩² −
// ((1/m) Σ_i ⟨ξ_ii⟩)² over its m parameters, where ⟨·⟩ is the average over time in a replica. Each
// replica stays in its own mode, so the variance is taken within a replica. The statistical error
// of ⟨ξ_ii⟩, an average over a finite time, increases the variance.
func (x diagonalXi) spreads(layers []int) (all []estimate.Estimate) {
	first := 0
	for _, size := range layers {
		each := make([]float64, x.all.Replicas)
		for r := range each {
			mean, square := 0.0, 0.0
			for _, b := range x.entries[first : first+size] {
				v := timeAverage(b, r)
				mean += v / float64(size)
				square += v * v / float64(size)
			}
			each[r] = square - mean*mean
		}
		all = append(all, estimate.Mean(each))
		first += size
	}
	return all
}

// ofBlocks treats the means over blocks as single observations.
func ofBlocks(b *estimate.TimeBlocks) *estimate.TimeBlocks {
	c := &estimate.TimeBlocks{Replicas: b.Replicas, Count: 1}
	for _, s := range b.S1 {
		x := s / float64(b.Count)
		c.S1, c.S2 = append(c.S1, x), append(c.S2, x*x)
	}
	return c
}

// runaway reports whether an entry of ξ in some replica is larger than in any stationary state: for
// x.s > 0.99 it is at least 2.6/Δt.
func (x diagonalXi) runaway() bool { return x.s > 0.99 }

// watch lists the relaxing numbers of ξ. Each replica has its own order of the hidden units, so
// entries settle but do not mix.
func (x diagonalXi) watch() []watched {
	least := leastTrend * math.Abs(x.mean.Value)
	watch := []watched{{TimeBlocks: x.all, time: x.time, least: least}}
	for _, b := range x.entries {
		watch = append(watch, watched{TimeBlocks: b, time: x.time, least: least, apart: true})
	}
	return watch
}
