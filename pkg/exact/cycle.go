package exact

import (
	"math"
	"strings"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
)

// Cycle is a Gaussian posterior with batches of N of Total data that depend on each other within a
// period of P steps. P is m = ⌊Total/N⌋, an epoch, for minibatch.Reshuffle, 2m for Symmetric and 1
// for independent batches. The noise u_k of F̂_n in step k of a period, which takes batch b_k of a
// permutation, has mean 0 and the covariances of sampling without replacement (Cochran, Sampling
// Techniques, 1977, chapter 2),
//
//	E u_k u_l = v Total (Total/N [b_k = b_l] − 1),
//
// which is ε(N)v for k = l. If N divides Total the correlations are −1/(m−1), and the sum over an
// epoch vanishes; otherwise the rest of a permutation is not used. Periods are independent.
// Therefore the letters
//
//	z ← M z + c u_k + ζ,   E ζ ζᵀ = Q,   z = (θ − μ, p)
//
// of a scheme at a fixed friction have, in its stationary state, a covariance after each letter of
// a period, and that it returns is a linear equation. (Shaw and Whalley, arXiv 2501.16055, derive
// the orders of the bias of SGLD.)
//
// A word is that of a dynamics.Scheme, or has the letters of schemes that are not splittings, all
// with a force F̂_n at the θ before the letter:
//
//	S   θ ← θ + h F̂_n + (2h)^(1/2) G, which is also the word SGLD
//	E   p ← (1 − hξ) p + h F̂_n + (2γh)^(1/2) G
//	F   E and θ ← θ + h p at once, with the p before: forward Euler
//
// So AE is SGHMC (Chen, Fox and Guestrin, ICML 2014, Algorithm 2), EAD is SGNHT (Ding et al., NIPS
// 2014, Algorithm 2), and F and FD are these by forward Euler. The letter O is p ← e^(−hξ) p + [γ
// ξ⁻¹ (1 − e^(−2hξ))]^(1/2) G. Langevin dynamics has ξ = γ, and Adaptive Langevin dynamics, a word
// with D, the ξ of Xi. Values are NaN where there is no stationary state, or for another word.
type Cycle struct {
	Gaussian
	Sampling   minibatch.Sampling
	Total, N   int
	SplitBatch bool // as in dynamics.Scheme
}

// Period is P.
func (c Cycle) Period() int {
	switch c.Sampling {
	case minibatch.Reshuffle:
		return c.Total / c.N
	case minibatch.Symmetric:
		return c.Total / c.N * 2
	}
	return 1
}

// RelError returns the relative error of the variance of θ, on average over the observed steps, the
// multiples of every, at the time step dt.
func (c Cycle) RelError(word string, gamma, dt float64, every int) float64 {
	ends, _ := c.covariances(word, c.xi(word, gamma, dt), gamma, dt)
	sum, k := 0.0, 0
	for range ends { // observed steps are equally frequent
		sum += c.A*ends[k][0] - 1
		k = (k + every) % len(ends)
	}
	return sum / float64(len(ends)) // 0/0 if there are none
}

// Moments returns the fixed ξ and the variances of θ and p after a step, on average over a period.
func (c Cycle) Moments(word string, gamma, dt float64) (xi, theta, p float64) {
	xi = c.xi(word, gamma, dt)
	ends, _ := c.covariances(word, xi, gamma, dt)
	for _, v := range ends {
		theta += v[0]
		p += v[3]
	}
	k := float64(len(ends)) // if it is 0, the variances are NaN
	return xi, theta / k, p / k
}

func (c Cycle) xi(word string, gamma, dt float64) float64 {
	if word != dynamics.SGLD && strings.Contains(word, "D") {
		return c.Xi(word, gamma, dt)
	}
	return gamma
}

// Xi returns the ξ at which a word keeps the mean of p² over its letters D at 1, on average over a
// period. If η is large ξ stays there. It is NaN if there is no such ξ up to about 10/Δt.
func (c Cycle) Xi(word string, gamma, dt float64) float64 {
	if !(gamma > 0) {
		return math.NaN()
	}
	cold := func(xi float64) bool {
		_, p := c.covariances(word, xi, gamma, dt)
		return p <= 1
	}
	lo, hi := 0.0, gamma
	for ; !cold(hi); lo, hi = hi, 2*hi {
		if hi*dt > 10 { // α would underflow to nothing
			return math.NaN()
		}
	}
	return bisect(lo, hi, cold)
}

// ornstein returns α and σ² of the letter O for a time h.
func ornstein(xi, gamma, h float64) (alpha, sigma2 float64) {
	x := -xi * h
	return math.Exp(x), -gamma / xi * math.Expm1(2*x)
}

// covariances returns those of z after the steps of a period, V_0, V_1, …, and the mean of p² over
// the letters D, or nil and NaN. With the covariance g = E z u before the first letter of batch k,
//
//	g = v Total (Total/N a_k − s_k),
//
// where s_k is the sum of the effects on z of the batches so far in this period, and a_k that of
// the previous use of the batch, which only Symmetric has, each letter is
//
//	V ← M V Mᵀ + M g cᵀ + c gᵀ Mᵀ + ε(N) v c cᵀ + Q,   g ← M g + ε(N) v c,
//
// and the V before a period is the sum of M^j W (M^j)ᵀ over j ≥ 0, where M is that of the period
// and W is the V after it from V = 0.
func (c Cycle) covariances(
	word string, xi, gamma, dt float64,
) (ends [][]float64, kinetic float64) {
	letters, end, next := c.cycle(word, xi, gamma, dt)
	m := join(letters).m
	det := m[0]*m[3] - m[1]*m[2]
	if letters == nil || !(math.Abs(det) < 1 && math.Abs(m[0]+m[3]) < 1+det) {
		return nil, math.NaN()
	}
	var batches []move // the letters from each new batch to the next
	for i, first := 1, 0; i <= len(letters); i++ {
		if i == len(letters) || letters[i].batch {
			batches = append(batches, join(letters[first:i]))
			first = i
		}
	}
	p, steps, back := c.Period(), 1, c.Period()
	for steps*len(batches)%p > 0 {
		steps++
	}
	if c.Sampling == minibatch.Symmetric {
		back = p / 2
	}
	epsilon, other := c.Sampling.Epsilon(c.Total, c.N)*c.V, c.V*float64(c.Total)
	period := func(v []float64) []float64 {
		ends, kinetic = make([][]float64, steps), 0
		var s, g, since []float64 // since the previous use of the batch
		k := 0
		for i := range steps * len(letters) {
			x := letters[i%len(letters)]
			if x.batch {
				b := k % p
				if b == 0 {
					s = make([]float64, 4)
				}
				g = make([]float64, 4)
				linalg.AddScaled(g, -other, s)
				if b == back {
					since = identity
				}
				if b >= back {
					last := batches[(k-b+p-1-b)%len(batches)]
					a := linalg.Mul(since, last.u)
					linalg.AddScaled(g, other*float64(c.Total)/float64(c.N), a)
					since = linalg.Mul(batches[k%len(batches)].m, linalg.Mul(since, last.m))
				}
				k++
			}
			g = linalg.Mul(x.m, g)
			v = around(x.m, v)
			linalg.AddScaled(v, 1, x.q)
			linalg.AddScaled(v, epsilon, around(x.u, identity))
			cross := linalg.Mul(g, linalg.Transpose(x.u))
			linalg.AddScaled(v, 1, cross)
			linalg.AddScaled(v, 1, linalg.Transpose(cross))
			linalg.AddScaled(g, epsilon, x.u)
			s = linalg.Mul(x.m, s)
			linalg.AddScaled(s, 1, x.u)
			if x.name == 'D' {
				kinetic += v[3] / float64(steps*strings.Count(word, "D"))
			}
			if i%len(letters) == end {
				ends[(i/len(letters)+next)%steps] = v
			}
		}
		return v
	}
	v, power := period(make([]float64, 4)), identity
	for range steps {
		power = linalg.Mul(m, power)
	}
	for range 60 { // each time doubles the number of terms
		linalg.AddScaled(v, 1, around(power, v))
		power = linalg.Mul(power, power)
	}
	period(v)
	return ends, kinetic
}
