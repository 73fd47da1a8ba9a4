package study

import (
	"maps"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
	"adl/pkg/table"
)

// maxRHat is the split R-hat above which replicas disagree. Gelman et al. advise 1.01 to 1.05. At
// 1.05 the means of half replicas scatter by a third of the standard deviation of the distribution.
const maxRHat = 1.05

// minBurnIn is the shortest burn-in in relaxation times: after three, 5 % of the initial difference
// remains.
const minBurnIn = 3

// A trend counts if a stationary run would show it at only one point in a thousand, and if it
// exceeds one per cent of its number: one per cent of ξ changes an error by one per cent.
const (
	trendLevel = 1e-3
	leastTrend = 0.01
)

// A watched is a number whose start the run should have forgotten.
type watched struct {
	*estimate.TimeBlocks
	time  float64 // relaxation time, 0 if unknown
	least float64 // trends below this do not matter
	apart bool    // replicas differ permanently: R-hat does not count
}

// Criteria decide the status of a run that has not diverged.
type Criteria struct {
	KnownStatus string // the status, if it does not depend on what follows
	// S is the noise s = Δt² ε(n) λ/2 (exact.BatchNoise), below 1 in a stationary state of ξ, or NaN.
	// The criterion is ours.
	S             float64
	Constant      bool    // Σ_x is the same at every θ: then S ≥ 1 excludes a stationary state
	Growing       bool    // ξ grows
	Relaxation    float64 // relaxation time of the start, 0 if the start is stationary
	RarelyCrosses bool    // replicas change modes too rarely
	watch         []watched
}

// NewCriteria returns the criteria of a chain with the mean covariance Σ̄ = mean of one datum's
// gradient. S is for Adaptive Langevin dynamics, extended or not, and for a dynamics.Fixed, except
// along permutations (minibatch.Sampling.Along), whose batches add less than s to p. ξ grows if an
// entry on its diagonal does (estimate.Grows). Its relaxation time is exact.XiTime. The watched
// numbers are θ, the entries of ξ, and ξ(θ) at the points of an extended friction.
func NewCriteria(x *simulate.Samples, mean []float64) (k Criteria) {
	c := x.Chain
	f, adaptive := dynamics.BaseOf(c.Scheme.Friction)
	if k.S = noiseOf(c, mean); x.Diverged {
		return k
	}
	k.Watch(x.All(dynamics.Theta{})...)
	if adaptive {
		k.Growing, k.Relaxation = x.Growing(), exact.XiTime(f, mean, c.Epsilon(), c.Scheme.Dt)
		k.watch = append(k.watch, watchXi(x, k.Relaxation)...)
	}
	return k
}

// noiseOf returns s for Σ̄ = mean, NaN without ξ and along permutations.
func noiseOf(c *simulate.Chain, mean []float64) float64 {
	form, _ := formOf(c.Scheme.Friction)
	if form == nil || c.Sampling.Along() {
		return math.NaN()
	}
	return exact.BatchNoise(c.Epsilon(), c.Scheme.Dt, exact.Lambda(form, mean))
}

// Watch adds numbers whose relaxation times are not known.
func (k *Criteria) Watch(blocks ...*estimate.TimeBlocks) {
	for _, b := range blocks {
		k.watch = append(k.watch, watched{TimeBlocks: b})
	}
}

// Classify sets the cell status of a run and, unless it is NaN, the cell s. The status is the first
// of these that is true:
//
//	diverged           a replica overflowed (Inf or NaN)
//	                   what is known
//	runaway            the chain has no stationary state, so that the results depend on T: ξ
//	                   grows, or s ≥ 1 and Σ_x is constant. Then the theory is exact to leading
//	                   order in aΔt²; otherwise it is a guide
//	predicted runaway  s ≥ 1, but ξ does not grow
//	unsettled          the burn-in is less than three relaxation times, or a watched number has a
//	                   trend
//	unmixed            the R-hat of a watched number is above 1.05, plus an allowance for the
//	                   R-hat of a stationary run if the relaxation time is known; or replicas
//	                   change modes too rarely
//	ok
//
// Trends are tested together (Bonferroni).
func Classify(row table.Row, x *simulate.Samples, k Criteria) {
	if !math.IsNaN(k.S) {
		row["s"] = k.S
	}
	status := table.Diverged
	if !x.Diverged {
		status = k.status(x.Chain)
	}
	row["status"] = status
}

// Against returns a copy of the row of a run for its distance from a reference: that has the status
// of the reference if the run's own is ok, since it is a result only if the reference is one.
func Against(row table.Row, reference string) table.Row {
	against := maps.Clone(row)
	if row["status"] == table.OK {
		against["status"] = reference
	}
	return against
}

func (k Criteria) status(c *simulate.Chain) string {
	switch {
	case k.KnownStatus != "":
		return k.KnownStatus
	case k.Growing || k.S >= 1 && k.Constant:
		return table.Runaway
	case k.S >= 1:
		return table.PredictedRunaway
	}
	status := relaxed(c, k.Relaxation, k.watch)
	if status == table.OK && k.RarelyCrosses {
		return table.Unmixed
	}
	return status
}

// watchXi lists the relaxing numbers of ξ: its entries, and ξ(θ) at the points of a
// [dynamics.XiAt].
func watchXi(x *simulate.Samples, time float64) (watch []watched) {
	var all []*estimate.TimeBlocks
	size := 0.0
	for _, s := range x.Chain.Statistics() {
		m, ok := s.(simulate.Moments)
		if !ok {
			continue
		}
		switch of := m.Of.(type) {
		case dynamics.Xi: // all entries, or the diagonal
			for _, b := range x.All(of) {
				size = max(size, math.Abs(b.Mean().Value))
				all = append(all, b)
			}
		case dynamics.XiAt:
			all = append(all, x.All(of)...)
		}
	}
	for _, b := range all {
		watch = append(watch, watched{TimeBlocks: b, time: time, least: leastTrend * size})
	}
	return watch
}

// relaxed returns the status of a run that has a stationary state: unsettled, unmixed or ok. The
// largest R-hat is √(1.05² + 2(r² − 1) + 3σ), where r is the average R-hat of a stationary run of
// half the length (estimate.StationaryRHat) and σ the scatter of R̂² (RHatScatter), which matters
// for means over few blocks. R-hat scatters about r, and XiTime is only approximate.
func relaxed(c *simulate.Chain, start float64, watch []watched) string {
	burn, steps, _ := c.Steps()
	if float64(burn)*c.Scheme.Dt < minBurnIn*start {
		return table.Unsettled
	}
	status := table.OK
	half := float64(steps) * c.Scheme.Dt / 2
	for _, w := range watch {
		r := estimate.StationaryRHat(half, w.time)
		most := math.Sqrt(maxRHat*maxRHat + 2*(r*r-1) + 3*w.RHatScatter())
		switch {
		case w.TrendLevel() < trendLevel/float64(len(watch)) && math.Abs(w.Trend().Value) > w.least:
			return table.Unsettled
		case !w.apart && !(w.RHat() <= most):
			status = table.Unmixed
		}
	}
	return status
}

// average returns the sums of Σ_i w_i x_i over blocks of time, without the sums of squares.
func average(blocks []*estimate.TimeBlocks, weight []float64) *estimate.TimeBlocks {
	n := len(blocks[0].S1)
	mean := &estimate.TimeBlocks{
		Replicas: blocks[0].Replicas, Count: blocks[0].Count,
		S1: make([]float64, n), S2: make([]float64, n),
	}
	for i, b := range blocks {
		for k, s := range b.S1 {
			mean.S1[k] += weight[i] * s
		}
	}
	return mean
}
