package exact

import (
	"math"

	"adl/pkg/vec"
)

// FrozenXi solves for the friction ξ ≥ γ at which Adaptive Langevin dynamics keeps E p² = 1 when every step adds a noise s to the momentum,
//
//	tanh(ξΔt) (1 − γ/ξ) = s.
//
// For small Δt it is ξ = γ + s/Δt. It reports false where there is none, s ≥ 1: no friction takes as much out of p as the batches put in. It panics
// unless γ ≥ 0, Δt > 0 and s ≥ 0.
func FrozenXi(s, gamma, dt float64) (xi float64, ok bool) {
	if !(gamma >= 0 && dt > 0 && s >= 0) {
		panic("exact: FrozenXi wants γ ≥ 0, Δt > 0, s ≥ 0")
	}
	g := float64(gamma * dt)
	switch {
	case s >= 1:
		return 0, false
	case s == 0:
		return gamma, true
	}
	// in x = ξΔt: tanh x ≤ x and tanh x ≤ 1 bound the root from below. The function increases on [g, ∞)
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

// BatchNoise returns s = Δt² ε λ/2, the noise that the batches of a step add to a component of p whose Σ̄ is λ. Adaptive Langevin dynamics has no
// stationary state where s ≥ 1 for the λ of Friction.Lambda; the criterion is exact to the leading order in aΔt² if Σ_x is constant, and a guide elsewhere.
func BatchNoise(epsilon, dt, lambda float64) float64 {
	return float64(float64(0.5*float64(dt*dt)) * float64(epsilon*lambda))
}

// Friction says what ξ is: a number, a diagonal matrix, or a symmetric matrix (remark rem:other_version_num).
type Friction string

// The kinds of friction.
const (
	Scalar   Friction = "scalar"
	Diagonal Friction = "diagonal"
	Full     Friction = "full"
)

// Lambda returns the eigenvalue of Σ̄ that BatchNoise wants: tr Σ̄/d for a scalar, the largest D_i for a diagonal, the largest eigenvalue for a full
// friction. It panics if f is none of these.
func (f Friction) Lambda(mean []float64) float64 {
	d := order(len(mean))
	a, _ := f.split(mean, d)
	l := a[0]
	for _, x := range a {
		l = max(l, x)
	}
	return l
}

// split returns the eigenvalues of the friction's part of Σ̄ and its eigenvectors, as columns.
func (f Friction) split(mean []float64, d int) (values, vectors []float64) {
	v := make([]float64, d*d)
	values = make([]float64, d)
	trace := 0.0
	for i := range d {
		v[i*d+i] = 1
		values[i] = mean[i*d+i]
		trace += mean[i*d+i]
	}
	switch f {
	case Scalar:
		for i := range values {
			values[i] = trace / float64(d)
		}
	case Diagonal:
	case Full:
		a := append([]float64(nil), mean...)
		if !vec.EigenSym(a, v, d) {
			panic("exact: Σ̄ is not finite")
		}
		for i := range values {
			values[i] = a[i*d+i]
		}
	default:
		panic("exact: unknown friction " + string(f))
	}
	return values, v
}

// MeanXi returns the expected mean of ξ, a d×d matrix: FrozenXi of every eigenvalue of the friction's part of Σ̄. It reports false
// where one of them has no stationary state; those then count with the continuous value γ + εΔtλ/2.
func (f Friction) MeanXi(mean []float64, epsilon, gamma, dt float64) (xi []float64, ok bool) {
	ok = true
	xi = f.apply(mean, func(l float64) float64 {
		x, stationary := FrozenXi(BatchNoise(epsilon, dt, l), gamma, dt)
		if !stationary {
			ok = false
			return gamma + float64(float64(0.5*epsilon)*float64(dt*l))
		}
		return x
	})
	return xi, ok
}

// ContinuousXi returns the friction's part of A = γ I + εΔt Σ̄/2 (eq. A), the mean of ξ under the continuous dynamics with constant Σ̄ (lemma lemmeADL).
func (f Friction) ContinuousXi(mean []float64, epsilon, gamma, dt float64) []float64 {
	return f.apply(mean, func(l float64) float64 { return gamma + float64(float64(0.5*epsilon)*float64(dt*l)) })
}

func (f Friction) apply(mean []float64, g func(float64) float64) []float64 {
	d := order(len(mean))
	a, v := f.split(mean, d)
	xi := make([]float64, d*d)
	for k, l := range a {
		e := g(max(l, 0))
		for i := range d {
			for j := range d {
				xi[i*d+j] = math.FMA(e, float64(v[i*d+k]*v[j*d+k]), xi[i*d+j])
			}
		}
	}
	return xi
}

// SigmaFromXi returns the eigenvalue of Σ̄ that a mean friction ξ tells of: 2 tanh(ξΔt)(1 − γ/ξ)/(εΔt²), the inverse of
// FrozenXi at s = Δt² ε λ/2. For small Δt it is 2(ξ − γ)/(εΔt), the inverse of eq. A.
func SigmaFromXi(xi, epsilon, gamma, dt float64) float64 {
	if xi == 0 {
		return -2 * gamma / float64(epsilon*dt)
	}
	return float64(2*float64(vec.Tanh(float64(xi*dt))*(xi-gamma))) / float64(xi*float64(epsilon*float64(dt*dt)))
}
