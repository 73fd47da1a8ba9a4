package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// FrozenXi solves for the friction ξ ≥ γ at which Adaptive Langevin dynamics keeps E p² = 1 when
// every step adds a noise s to the momentum,
//
//	math.Tanh(ξΔt) (1 − γ/ξ) = s.
//
// For small Δt it is ξ = γ + s/Δt. It is NaN for s ≥ 1: no friction removes as much energy from p
// as the batches add. It panics unless γ ≥ 0, Δt > 0 and s ≥ 0.
func FrozenXi(s, gamma, dt float64) float64 {
	if !(gamma >= 0 && dt > 0 && s >= 0) {
		panic("exact: FrozenXi needs γ ≥ 0, Δt > 0, s ≥ 0")
	}
	g := gamma * dt
	switch {
	case s >= 1:
		return math.NaN()
	case s == 0:
		return gamma
	}
	// in x = ξΔt: tanh x ≤ x and tanh x ≤ 1 bound the root from below. The function increases on
	// [g, ∞)
	over := func(x float64) bool { return math.Tanh(x)*(x-g) > s*x }
	lo := g + s
	hi := 2 * lo
	for !over(hi) {
		if lo, hi = hi, 2*hi; math.IsInf(hi, 1) {
			return math.NaN()
		}
	}
	return bisect(lo, hi, over) / dt
}

// bisect returns the last number before over, which is false at lo and true at hi, becomes true.
func bisect(lo, hi float64, over func(x float64) bool) float64 {
	for {
		switch mid := 0.5 * (lo + hi); {
		case mid <= lo || mid >= hi:
			return lo
		case over(mid):
			hi = mid
		default:
			lo = mid
		}
	}
}

// BatchNoise returns s = Δt² ε λ/2, the noise that the batches of a step add to a component of p
// for which Σ̄ is λ. If s ≥ 1 for the λ of Lambda there is no stationary state. This is true to
// leading order in aΔt² if Σ_x is constant, and a guide otherwise.
func BatchNoise(epsilon, dt, lambda float64) float64 {
	return epsilon * lambda * dt * dt / 2
}

// Lambda returns the λ of BatchNoise, the largest eigenvalue of the projection of Σ̄ onto the form
// of ξ: tr Σ̄/d for a scalar, the largest Σ̄_ii for a diagonal ξ.
func Lambda(f dynamics.Form, mean []float64) float64 {
	lambda := 0.0
	spectral(f, mean, func(l float64) float64 {
		lambda = max(lambda, l)
		return l
	})
	return lambda
}

// spectral applies a function to the eigenvalues of the projection of Σ̄ onto the form of ξ.
func spectral(f dynamics.Form, mean []float64, of func(lambda float64) float64) []float64 {
	return linalg.Func(dynamics.Project(f, mean), func(l float64) float64 { return of(max(l, 0)) })
}

// MeanXi returns the expected mean of ξ, a d×d matrix: FrozenXi of every eigenvalue of the
// projection of Σ̄ onto the form of ξ. It reports false if FrozenXi is NaN for an eigenvalue, and
// takes the continuous value γ + εΔtλ/2 there.
func MeanXi(
	f dynamics.Form, mean []float64, epsilon, gamma, dt float64,
) (xi []float64, ok bool) {
	ok = true
	xi = spectral(f, mean, func(l float64) float64 {
		x := FrozenXi(BatchNoise(epsilon, dt, l), gamma, dt)
		if math.IsNaN(x) {
			x, ok = continuous(l, epsilon, gamma, dt), false
		}
		return x
	})
	return xi, ok
}

// continuous is γ + εΔtλ/2.
func continuous(lambda, epsilon, gamma, dt float64) float64 {
	return gamma + epsilon*dt*lambda/2
}

// ContinuousXi returns the projection of A = γ I + εΔt Σ̄/2 (eq. A) onto the form of ξ: the mean of
// ξ under the continuous dynamics if Σ_x is constant (lemma lemmeADL).
func ContinuousXi(f dynamics.Form, mean []float64, epsilon, gamma, dt float64) []float64 {
	return spectral(f, mean, func(l float64) float64 { return continuous(l, epsilon, gamma, dt) })
}

// maxXiTime bounds XiTime in units of ηA. XiTime reaches it at s ≈ 0.95.
const maxXiTime = 10

// XiTime returns the time in which ξ relaxes to its mean for Σ̄ = mean, a d×d matrix. If ξ is so
// slow that p is in equilibrium with it, a diagonal entry with c places obeys dξ/dt = c (γ/ξ + s
// coth(ξΔt) − 1)/η with s of BatchNoise, and relaxes to FrozenXi in the time
//
//	η/c/(γ/ξ² + sΔt/sinh²(ξΔt)).
//
// The largest λ and the smallest c give the longest time: ηA/c for small Δt, A = γ + s/Δt (eq. A).
// To bound the burn-in of a chain, XiTime is at most 10ηA/c, and for s ≥ 1 it is ηA/c at s = 1.
func XiTime(f dynamics.AdL, mean []float64, epsilon, dt float64) float64 {
	places := math.MaxInt
	for _, e := range dynamics.Entries(f.Form, linalg.Order(mean)) {
		if e.Diagonal() {
			places = min(places, e.Count)
		}
	}
	eta := f.Eta / float64(places)
	s := BatchNoise(epsilon, dt, Lambda(f.Form, mean))
	slow := eta * (f.Gamma + min(s, 1)/dt)
	xi := FrozenXi(s, f.Gamma, dt)
	if math.IsNaN(xi) {
		return slow
	}
	rate := f.Gamma / (xi * xi)
	if s > 0 { // sinh² may underflow
		sinh := math.Sinh(xi * dt)
		rate += s * dt / (sinh * sinh)
	}
	return min(eta/rate, maxXiTime*slow)
}

// GrowingXi returns the ξ that a diagonal entry with one place reaches from xi in the time t if the
// noise s is 1 or more. It obeys the equation of XiTime, whose right side is then positive,
//
//	dξ/dt = (γ/ξ + s coth(ξΔt) − 1)/η,
//
// and grows by (s − 1)/η + γ/(ηξ) in a unit of time once ξΔt is large: as √(2γt/η) at s = 1. It
// panics unless s ≥ 1, γ and t ≥ 0, η, Δt and xi > 0.
func GrowingXi(s, gamma, eta, dt, xi, t float64) float64 {
	if !(s >= 1 && gamma >= 0 && eta > 0 && dt > 0 && xi > 0 && t >= 0) {
		panic("exact: GrowingXi needs s ≥ 1, γ, t ≥ 0, η, Δt, ξ > 0")
	}
	for step := xi / 512; step > 1e-13*xi; {
		mid := xi + step/2
		time := eta * step / (gamma/mid + s/math.Tanh(mid*dt) - 1) // of the step
		if time > t {
			step /= 2
			continue
		}
		xi, t, step = xi+step, t-time, step+step/512
	}
	return xi
}

// SigmaFromXi returns the eigenvalue of Σ̄ that an eigenvalue of the mean friction ξ implies. It is
// 2 tanh(ξΔt)(1 − γ/ξ)/(εΔt²), the inverse of FrozenXi, and 2(ξ − γ)/(εΔt) for small Δt.
func SigmaFromXi(xi, epsilon, gamma, dt float64) float64 {
	if xi == 0 {
		return -2 * gamma / (epsilon * dt)
	}
	return 2 * math.Tanh(xi*dt) * (xi - gamma) / xi / (epsilon * dt * dt)
}
