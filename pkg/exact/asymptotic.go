package exact

import (
	"math"
	"slices"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
)

// Asymptotic returns v for f = θ and for f = (θ − μ)²: the average of f over a stationary run of a
// long time T has the variance v/T,
//
//	v = Δt Σ_l cov(f_k, f_{k+l}),
//
// averaged over the phases k of a period. For (θ − μ)² it takes θ as normal, so that a covariance
// is twice the square of the covariance of θ. v is NaN where there is no stationary state, and for
// words with several batches a step or one that two steps share.
//
// For AdL, the word ODABADO, with independent batches, it is the leading order in Δt,
//
//	v = 2ξ/a²,   and 2ξ/a³ for (θ − μ)²,
//
// with the mean ξ of Xi. A constant friction ξ has 2(ξ/a + 1/ξ)/a² for (θ − μ)² instead: η dξ/dt =
// p² − 1 pins the time average of p² and, by Stein's identity, that of a(θ − μ)². Figure 17 has the
// γ and η at which this holds. For other batches v is NaN.
//
// The covariances within a period follow from
//
//	E z_{j+1} θ_k = M E z_j θ_k + c E u_j θ_k,
//
// with E u_j θ_k as in covariances, and the covariances beyond it from M alone.
func (c Cycle) Asymptotic(word string, gamma, dt float64) (mean, square float64) {
	if word == "ODABADO" {
		if c.Sampling.Along() {
			return math.NaN(), math.NaN()
		}
		v := 2 * c.Xi(word, gamma, dt) / (c.A * c.A)
		return v, v / c.A
	}
	all, _ := c.covariances(word, gamma, gamma, dt)
	letters, end, next := c.cycle(word, gamma, gamma, dt)
	batches := func(x move) bool { return x.batch }
	if all == nil || next == 0 || slices.ContainsFunc(letters[1:], batches) {
		return math.NaN(), math.NaN()
	}
	step := join(slices.Concat(letters[end+1:], letters[:end+1]))
	m, u := step.m, step.u
	p := len(all)
	apply := func(x [2]float64) [2]float64 {
		return [2]float64{m[0]*x[0] + m[1]*x[1], m[2]*x[0] + m[3]*x[1]}
	}
	powers := make([]float64, p) // the θ in M^q c
	past := make([]float64, p+1) // that in s_k, their sum over q < k
	x := [2]float64{u[0], u[2]}
	for q := range p {
		powers[q] = x[0]
		past[q+1] = past[q] + x[0]
		x = apply(x)
	}
	other := c.V * float64(c.Total)
	same := other * float64(c.Total) / float64(c.N)
	noise := func(j, k int) (e float64) { // E u_j θ_k
		if p == 1 {
			return 0
		}
		e = -other * past[k]
		i := p - 1 - j // the first time of the batch of j
		if c.Sampling == minibatch.Symmetric && i < k {
			e += same * powers[k-1-i]
		}
		return e
	}
	tails := make([]float64, 4) // of x xᵀ after a period
	var tail [2]float64         // of x
	for k, v := range all {
		mean += v[0]
		square += v[0] * v[0]
		x := [2]float64{v[0], v[2]}
		for j := k; ; j++ {
			e := noise(j, k)
			x = apply(x)
			x[0] += u[0] * e
			x[1] += u[2] * e
			if j == p-1 {
				break
			}
			mean += 2 * x[0]
			square += 2 * x[0] * x[0]
		}
		for i := range 2 {
			tail[i] += x[i]
			for j := range 2 {
				tails[2*i+j] += x[i] * x[j]
			}
		}
	}
	// Σ M^l tail and Σ M^l tails (M^l)ᵀ
	power := m
	for range 60 {
		next := linalg.Mul(power, []float64{tail[0], 0, tail[1], 0})
		tail[0] += next[0]
		tail[1] += next[2]
		linalg.AddScaled(tails, 1, around(power, tails))
		power = linalg.Mul(power, power)
	}
	scale := dt / float64(p)
	return scale * (mean + 2*tail[0]), 2 * scale * (square + 2*tails[0])
}
