package network

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/simulate"
	"adl/pkg/study"
)

// diagonalXi are the moments of the diagonal of ξ in a run of a network. Hidden units do not change
// places in any affordable time, so that a single entry of ξ means little: means are taken over
// entries before they are taken over replicas.
type diagonalXi struct {
	mean   estimate.Estimate // (1/d) Σ_i ξ_ii
	spread estimate.Estimate // (1/d) Σ_i ξ_ii² − ((1/d) Σ_i ξ_ii)², within one replica
	trend  estimate.Estimate // of the mean, from the first to the second half of the run
	sigma  estimate.Estimate // (1/d) Σ_i λ_i, λ_i = exact.SigmaFromXi(⟨ξ_ii⟩); NaN without noise
	most   estimate.Estimate // largest λ_i of a replica
	// s is the largest s_i = exact.BatchNoise(λ_i) = tanh(ξ_iiΔt)(1 − γ/ξ_ii) of all replicas in the
	// last block of the run.
	s float64
	// time is the relaxation time of the slowest entry (exact.XiTime for most).
	time    float64
	all     *estimate.TimeBlocks   // (1/d) Σ_i ξ_ii, its means over blocks
	entries []*estimate.TimeBlocks // ξ_ii
}

// newDiagonalXi evaluates the moments of ξ of a run at ε(n). In spread, the mean over entries is
// squared after averaging over blocks of time; its variance within blocks is that of independent
// entries.
func newDiagonalXi(x *simulate.Samples, epsilon float64) (xi diagonalXi) {
	d, dt := x.Chain.Model.Dim(), x.Chain.Scheme.Dt
	f := x.Chain.Scheme.Friction.(dynamics.AdL)
	var blocks []*estimate.TimeBlocks
	var weight []float64
	for i, e := range dynamics.Entries(f.Form, d) {
		if e.Diagonal() {
			blocks = append(blocks, x.Blocks(dynamics.Xi{}, i))
			weight = append(weight, float64(e.Count)/float64(d))
		}
	}
	mean, square := study.Averages(blocks, weight)
	replicas, n := mean.Replicas, float64(mean.Count)
	spread := make([]float64, replicas)
	sigma, most := make([]float64, replicas), make([]float64, replicas)
	observations := float64(x.Observations())
	for r := range replicas {
		for k := r; k < len(square); k += replicas {
			spread[r] += square[k] - float64(mean.S1[k]*mean.S1[k])/n
			for i, b := range blocks {
				within := b.S2[k] - float64(b.S1[k]*b.S1[k])/n
				spread[r] -= float64(float64(weight[i]*weight[i]) * within)
			}
		}
		spread[r] /= observations
		for i, b := range blocks {
			sum := 0.0
			for k := r; k < len(b.S1); k += replicas {
				sum += b.S1[k]
			}
			l := exact.SigmaFromXi(sum/observations, epsilon, f.Gamma, dt)
			sigma[r] += float64(l * weight[i])
			if i == 0 || l > most[r] {
				most[r] = l
			}
			if epsilon > 0 {
				late := b.S1[len(b.S1)-replicas+r] / n
				l = exact.SigmaFromXi(late, epsilon, f.Gamma, dt)
				xi.s = max(xi.s, exact.BatchNoise(epsilon, dt, l))
			}
		}
	}
	xi.mean, xi.trend, xi.spread = mean.Mean(), mean.Trend(), estimate.Mean(spread)
	xi.sigma, xi.most = estimate.Mean(sigma), estimate.Mean(most)
	largest := 0.0
	if epsilon > 0 {
		largest = max(0, xi.most.Value)
	}
	xi.time = exact.XiTime(f, linalg.Identity(d, largest), epsilon, dt)
	xi.all, xi.entries = ofBlocks(mean), blocks
	return xi
}

// ofBlocks takes the means over blocks for single observations.
func ofBlocks(b *estimate.TimeBlocks) *estimate.TimeBlocks {
	c := &estimate.TimeBlocks{Replicas: b.Replicas, Count: 1}
	for _, s := range b.S1 {
		x := s / float64(b.Count)
		c.S1, c.S2 = append(c.S1, x), append(c.S2, float64(x*x))
	}
	return c
}

// runaway reports whether an entry of ξ in one of the replicas is larger than in any stationary
// state: where x.s > 0.99 it is at least 2.6/Δt.
func (x diagonalXi) runaway() bool { return x.s > 0.99 }

// watch lists what relaxes in ξ. A replica has its own order of the hidden units, so that entries
// settle but do not mix.
func (x diagonalXi) watch() []study.Watched {
	least := float64(study.LeastTrend * math.Abs(x.mean.Value))
	watch := []study.Watched{{TimeBlocks: x.all, Time: x.time, Least: least}}
	for _, b := range x.entries {
		watch = append(watch, study.Watched{TimeBlocks: b, Time: x.time, Least: least, Apart: true})
	}
	return watch
}
