package exact

import (
	"math"
	"slices"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// FrozenXi returns the friction ξ ≥ γ at which Adaptive Langevin dynamics keeps E p² = 1 when every
// step adds a noise s to the momentum: the solution of
//
//	tanh(ξΔt) (1 − γ/ξ) = s.
//
// For small Δt it is ξ = γ + s/Δt. It reports false if s ≥ 1: no friction then takes as much out of
// p as the batches put in. It panics unless γ ≥ 0, Δt > 0 and s ≥ 0.
func FrozenXi(s, gamma, dt float64) (xi float64, ok bool) {
	if !(gamma >= 0 && dt > 0 && s >= 0) {
		panic("exact: FrozenXi needs γ ≥ 0, Δt > 0, s ≥ 0")
	}
	g := float64(gamma * dt)
	switch {
	case s >= 1:
		return 0, false
	case s == 0:
		return gamma, true
	}
	// in x = ξΔt: tanh x ≤ x and tanh x ≤ 1 bound the root from below; the function increases on [g,
	// ∞)
	over := func(x float64) bool { return float64(vec.Tanh(x)*(x-g)) > float64(s*x) }
	lo := g + s
	hi := float64(2 * lo)
	for !over(hi) {
		if lo, hi = hi, float64(2*hi); math.IsInf(hi, 1) {
			return 0, false
		}
	}
	for {
		mid := float64(0.5 * (lo + hi))
		if mid <= lo || mid >= hi {
			break
		}
		if over(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo / dt, true
}

// SigmaFromXi returns the eigenvalue of Σ̄ that belongs to a mean friction ξ, 2 tanh(ξΔt)(1 −
// γ/ξ)/(εΔt²): the inverse of FrozenXi at s = BatchNoise(ε, Δt, λ). For small Δt it is 2(ξ −
// γ)/(εΔt), the inverse of eq. A.
func SigmaFromXi(xi, epsilon, gamma, dt float64) float64 {
	if xi == 0 {
		return -2 * gamma / float64(epsilon*dt)
	}
	noise := float64(xi * float64(epsilon*float64(dt*dt)))
	return float64(2*float64(vec.Tanh(float64(xi*dt))*(xi-gamma))) / noise
}

// SigmaFromMeanXi returns the estimate of Σ̄ that belongs to a mean friction matrix ξ: the function
// SigmaFromXi of the symmetric matrix. It panics if ξ is not finite.
func SigmaFromMeanXi(xi []float64, epsilon, gamma, dt float64) []float64 {
	return linalg.Func(xi, func(x float64) float64 { return SigmaFromXi(x, epsilon, gamma, dt) })
}

// BatchNoise returns s = Δt² ε λ/2, the noise that the batches of a step add to a component of p
// whose Σ̄ is λ, in units of the largest that friction can dissipate. Adaptive Langevin dynamics
// has no stationary state if s ≥ 1 for the λ of Friction.Lambda. With a the curvature of −log π,
// this criterion is exact to the leading order in aΔt² if Σ_x is constant, and a guide otherwise.
func BatchNoise(epsilon, dt, lambda float64) float64 {
	return float64(float64(0.5*float64(dt*dt)) * float64(epsilon*lambda))
}

// Friction is the form of ξ: a number, a diagonal matrix, or a symmetric matrix (remark
// rem:other_version_num).
type Friction string

// The forms of ξ.
const (
	Scalar   Friction = "scalar"
	Diagonal Friction = "diagonal"
	Full     Friction = "full"
)

// Lambda returns the eigenvalue λ of Σ̄ for BatchNoise: tr Σ̄/d for a scalar friction, the largest
// diagonal entry for a diagonal one, the largest eigenvalue for a full one. It panics if f is none
// of these.
func (f Friction) Lambda(mean []float64) float64 {
	values, _ := f.split(mean)
	return slices.Max(values)
}

// split returns the eigenvalues of the projection of Σ̄ onto the form f and its eigenvectors, as
// columns.
func (f Friction) split(mean []float64) (values, vectors []float64) {
	d := linalg.Order(mean)
	values = make([]float64, d)
	switch f {
	case Scalar:
		s := linalg.Trace(mean) / float64(d)
		for i := range values {
			values[i] = s
		}
	case Diagonal:
		for i := range values {
			values[i] = mean[i*d+i]
		}
	case Full:
		values, vectors, ok := linalg.Eigen(mean)
		if !ok {
			panic("exact: Σ̄ is not finite")
		}
		return values, vectors
	default:
		panic("exact: unknown friction " + string(f))
	}
	return values, linalg.Identity(d, 1)
}

// MeanXi returns the expected mean of ξ, a d×d matrix: FrozenXi of every eigenvalue of the
// projection of Σ̄ onto the form f. It reports false if one of them has no stationary state, and
// takes the continuous value γ + εΔtλ/2 for it.
func (f Friction) MeanXi(mean []float64, epsilon, gamma, dt float64) (xi []float64, ok bool) {
	ok = true
	xi = f.apply(mean, func(l float64) float64 {
		x, stationary := FrozenXi(BatchNoise(epsilon, dt, l), gamma, dt)
		if !stationary {
			ok = false
			return continuousXi(l, epsilon, gamma, dt)
		}
		return x
	})
	return xi, ok
}

// ContinuousXi returns the projection of A = γ I + εΔt Σ̄/2 (eq. A) onto the form f: the mean of ξ
// under the continuous dynamics with constant Σ̄ (lemma lemmeADL).
func (f Friction) ContinuousXi(mean []float64, epsilon, gamma, dt float64) []float64 {
	return f.apply(mean, func(l float64) float64 { return continuousXi(l, epsilon, gamma, dt) })
}

func continuousXi(lambda, epsilon, gamma, dt float64) float64 {
	return gamma + float64(float64(0.5*epsilon)*float64(dt*lambda))
}

// apply is the function g of the projection of Σ̄ onto the form f, its eigenvalues below 0 taken as
// 0.
func (f Friction) apply(mean []float64, g func(float64) float64) []float64 {
	values, vectors := f.split(mean)
	for k, l := range values {
		values[k] = g(max(l, 0))
	}
	return linalg.Compose(values, vectors)
}
