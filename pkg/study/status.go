package study

import (
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

// Constant and Varying say whether Σ_x is the same at every θ. If it is constant, the theory is
// exact to leading order in aΔt²; otherwise it is a guide.
const Constant, Varying = true, false

// Classify sets the cell status of a run. For Adaptive Langevin dynamics, extended or not, it also
// sets the cell s, the criterion for the mean covariance Σ̄ = mean of one datum's gradient
// (exact.BatchNoise), except along permutations (minibatch.Sampling.Along), where s is no
// criterion. The status is the first of these that is true:
//
//	diverged           a replica overflowed (Inf or NaN)
//	runaway            the chain has no stationary state, so that the results depend on T:
//	                   an entry on the diagonal of ξ grows (estimate.Grows), or s ≥ 1 and Σ_x is
//	                   constant
//	predicted runaway  s ≥ 1, but ξ does not grow
//	unsettled          the burn-in is less than three relaxation times of ξ (exact.XiTime over
//	                   slowest), or a watched number has a trend: θ, an entry of ξ, ξ(θ) at a
//	                   point of an extended friction, or one of others
//	unmixed            the R-hat of a watched number is above 1.05, plus an allowance for the
//	                   R-hat of a stationary run if the relaxation time is known
//	ok
//
// Trends are tested together (Bonferroni). The argument slowest is the rate of the slowest part of
// ξ relative to the rest: 1, or exact.SlowestDirection for an extended friction if it is smaller.
func Classify(
	row table.Row, x *simulate.Samples, mean []float64, constant bool, slowest float64,
	others ...*estimate.TimeBlocks,
) {
	c, s := x.Chain, 0.0
	f, adaptive := dynamics.BaseOf(c.Scheme.Friction)
	if adaptive && !c.Sampling.Along() { // the batches of an epoch add less than s to p
		s = exact.BatchNoise(c.Epsilon(), c.Scheme.Dt, exact.Lambda(f.Form, mean))
		row["s"] = s
	}
	switch {
	case x.Diverged:
		row["status"] = table.Diverged
	case adaptive && (x.Growing() || s >= 1 && constant):
		row["status"] = table.Runaway
	case s >= 1:
		row["status"] = table.PredictedRunaway
	default:
		watch, start := watchAll(append(x.All(dynamics.Theta{}), others...)), 0.0
		if adaptive {
			time := exact.XiTime(f, mean, c.Epsilon(), c.Scheme.Dt)
			watch, start = append(watch, watchXi(x, time)...), time/slowest
		}
		row["status"] = relaxed(c, start, watch)
	}
}

// watchAll watches numbers whose relaxation times are not known.
func watchAll(blocks []*estimate.TimeBlocks) (watch []watched) {
	for _, b := range blocks {
		watch = append(watch, watched{TimeBlocks: b})
	}
	return watch
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
// largest R-hat is √(1.05² + 2(r² − 1)), where r is the average R-hat of a stationary run of half
// the length (estimate.StationaryRHat). R-hat scatters about r, and XiTime is only approximate.
func relaxed(c *simulate.Chain, start float64, watch []watched) string {
	burn, steps, _ := c.Steps()
	if float64(burn)*c.Scheme.Dt < minBurnIn*start {
		return table.Unsettled
	}
	status := table.OK
	half := float64(steps) * c.Scheme.Dt / 2
	for _, w := range watch {
		r := estimate.StationaryRHat(half, w.time)
		most := math.Sqrt(maxRHat*maxRHat + 2*(r*r-1))
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
