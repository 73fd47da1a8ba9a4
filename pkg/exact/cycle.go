package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
)

// Cycle is a Gaussian posterior with batches of N of Total data that depend on each other within a
// period of P steps. P is m = ⌊Total/N⌋, an epoch, for minibatch.Reshuffle, 2m for Sweep and 1 for
// independent batches. The noise u_k of F̂_n in step k of a period, which takes batch b_k of a
// permutation, has mean 0 and the covariances of sampling without replacement (Cochran, Sampling
// Techniques, 1977, chapter 2),
//
//	E u_k u_l = v Total (Total/N [b_k = b_l] − 1),
//
// which is ε(N)v for k = l. If N divides Total the correlations are −1/(m−1), and the sum over an
// epoch vanishes; otherwise the rest of a permutation is not used. Periods are independent.
// Therefore the step
//
//	z ← M z + c u_k + ζ,   E ζ ζᵀ = Q,   z = (θ − μ, p)
//
// of a scheme at a fixed friction has, in its stationary state, a covariance V_k after k steps of a
// period, and V_P = V_0 is a linear equation. (Shaw and Whalley, arXiv 2501.16055, derive the
// orders of the bias of SGLD.)
type Cycle struct {
	Gaussian
	Sampling minibatch.Sampling
	Total, N int
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
// multiples of every, at the time step dt: under SGLD or under the words OABAO and ODABADO at a
// constant ξ, whose letter O is p ← e^(−hξ) p + [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) G. Langevin dynamics
// has ξ = γ, and Adaptive Langevin dynamics has Xi. The error is NaN where there is no stationary
// state, or for another word.
func (c Cycle) RelError(word string, gamma, dt float64, every int) float64 {
	xi := gamma
	if word == "ODABADO" {
		xi = c.Xi(gamma, dt)
	}
	all := c.covariances(word, xi, gamma, dt)
	sum, k := 0.0, 0
	for range all { // observed steps are equally frequent
		sum += c.A*all[k][0] - 1
		k = (k + every) % len(all)
	}
	return sum / float64(len(all))
}

// Xi returns the ξ at which the scheme ODABADO keeps the mean of p² over its letters D at 1, on
// average over a period. If η is large ξ stays there. With K the mean variance of p between steps
// and α, σ of the letter O (see RelError, h = Δt/2), the mean is
//
//	(α² K + σ² + (K − σ²)/α²)/2,
//
// since an O precedes the first D and follows the last. It is NaN if there is no such ξ up to about
// 10/Δt.
func (c Cycle) Xi(gamma, dt float64) float64 {
	if c.covariances("ODABADO", gamma, gamma, dt) == nil {
		return math.NaN()
	}
	cold := func(xi float64) bool {
		k := 0.0
		for _, v := range c.covariances("ODABADO", xi, gamma, dt) {
			k += v[3] / float64(c.Period())
		}
		alpha, sigma2 := ornstein(xi, gamma, dt/2)
		a2 := alpha * alpha
		return a2*k+sigma2+(k-sigma2)/a2 <= 2
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

// step returns M, a matrix with c in its first column, and Q for one step, or nil if there is no
// stationary state.
func (c Cycle) step(word string, xi, gamma, dt float64) (m, u, q []float64) {
	x := c.A * dt
	switch {
	case word == dynamics.SGLD && x < 2:
		return []float64{1 - x, 0, 0, 0}, []float64{dt, 0, 0, 0}, []float64{2 * dt, 0, 0, 0}
	case word != "OABAO" && word != "ODABADO" || !(x*dt < 4 && xi > 0):
		return nil, nil, nil
	}
	alpha, sigma2 := ornstein(xi, gamma, dt/2)
	o, noise := []float64{1, 0, 0, alpha}, []float64{0, 0, 0, sigma2}
	a, b := []float64{1, dt / 2, 0, 1}, []float64{1, 0, -x, 1}
	oa := linalg.Mul(o, a)
	oaba := linalg.Mul(oa, linalg.Mul(b, a))
	q = around(oaba, noise)
	linalg.AddScaled(q, 1, noise)
	return linalg.Mul(oaba, o), linalg.Mul(oa, []float64{0, 0, dt, 0}), q
}

// around is a v aᵀ.
func around(a, v []float64) []float64 { return linalg.Mul(linalg.Mul(a, v), linalg.Transpose(a)) }

// covariances returns V_0, …, V_{P−1}, or nil. With the covariance of z and u in step k,
//
//	g_k = E z_k u_k = v Total (Total/N a_k − s_k),
//
// where s_k = c + … + M^(k−1) c, and a_k is the effect so far of the previous use of the batch,
// M^(2j) c in step m + j of a sweep and 0 without a sweep, each step is
//
//	V_{k+1} = M V_k Mᵀ + M g_k cᵀ + c g_kᵀ Mᵀ + ε(N) v c cᵀ + Q,
//
// and V_0 = V_P is the sum of M^(jP) W (M^(jP))ᵀ over j ≥ 0, where W is V_P for V_0 = 0.
func (c Cycle) covariances(word string, xi, gamma, dt float64) [][]float64 {
	m, u, q := c.step(word, xi, gamma, dt)
	if m == nil {
		return nil
	}
	p, back := c.Period(), c.Period()
	if c.Sampling == minibatch.Symmetric {
		back = p / 2
	}
	other := c.V * float64(c.Total)
	period := func(v []float64) (all [][]float64) {
		s, a := make([]float64, 4), u
		for k := range p {
			all = append(all, v)
			g := make([]float64, 4)
			linalg.AddScaled(g, -other, s)
			if k >= back {
				linalg.AddScaled(g, other*float64(c.Total)/float64(c.N), a)
				a = linalg.Mul(m, linalg.Mul(m, a))
			}
			v = around(m, v)
			linalg.AddScaled(v, 1, q)
			linalg.AddScaled(v, c.Sampling.Epsilon(c.Total, c.N)*c.V, around(u, identity))
			cross := linalg.Mul(linalg.Mul(m, g), linalg.Transpose(u))
			linalg.AddScaled(v, 1, cross)
			linalg.AddScaled(v, 1, linalg.Transpose(cross))
			s = linalg.Mul(m, s)
			linalg.AddScaled(s, 1, u)
		}
		return append(all, v)
	}
	v, power := period(make([]float64, 4))[p], identity
	for range p {
		power = linalg.Mul(m, power)
	}
	for range 60 { // each time doubles the number of terms
		linalg.AddScaled(v, 1, around(power, v))
		power = linalg.Mul(power, power)
	}
	return period(v)[:p]
}

var identity = linalg.Identity(2, 1)
