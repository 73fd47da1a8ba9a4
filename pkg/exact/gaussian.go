package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/model"
)

// Gaussian is a Gaussian posterior in one dimension with noise that does not depend on θ (section
// 2.5.1):
//
//	F̂_n(θ) = −a (θ − μ) + (ε(n) v)^(1/2) Z,
//
// The exact variance of θ is 1/a. Stationary variances of the schemes depend only on the mean and
// the variance of Z. Errors are NaN where there is no stationary state.
type Gaussian struct {
	A float64 // a = 1/σ_θ² + N/σ_x² = 1/σ_post² (eq. mu_sigma_post)
	V float64 // v = Σ_x = var(x)/σ_x⁴ (eq. var_hat_F)
}

// NewGaussian returns a and v of the Gaussian model.
func NewGaussian(m *model.Gaussian) Gaussian {
	s := m.SigmaX * m.SigmaX
	return Gaussian{m.Precision(), m.Var() / (s * s)}
}

// RelError returns the error of the method SGLD, Langevin (word OABAO) or AdL (ODABADO), and NaN
// for other words.
func (g Gaussian) RelError(word string, epsilon, gamma, dt float64) float64 {
	switch word {
	case dynamics.SGLD:
		return g.SGLD(epsilon, dt)
	case "OABAO":
		return g.Langevin(epsilon, gamma, dt)
	case "ODABADO":
		_, e := g.AdL(epsilon, gamma, dt)
		return e
	}
	return math.NaN()
}

// SGLD returns the relative error of the stationary variance of θ under SGLD (eq. SGLD), stable
// for aΔt < 2,
//
//	(1 + εΔt v/2)/(1 − aΔt/2) − 1,
//
// to the leading order (Δt/2)(εv + a) (eq. sigme_post_erreur_SGLD).
func (g Gaussian) SGLD(epsilon, dt float64) float64 {
	x := g.A * dt / 2
	if !(x < 1) {
		return math.NaN()
	}
	return (epsilon*dt*g.V/2 + x) / (1 - x)
}

// Langevin returns the relative error of the stationary variance of θ under the scheme OABAO at the
// constant friction γ > 0 (eq. GLA_minibatched), stable for aΔt² < 4,
//
//	r − 1 + (εvΔt²/4) [coth(γΔt/2) + (1/r − 1) tanh(γΔt/2)],   r = 1 − aΔt²/4,
//
// to the leading order εΔt v/(2γ) (eq. sigme_post_erreur).
func (g Gaussian) Langevin(epsilon, gamma, dt float64) float64 {
	q := g.A * dt * dt / 4 // 1 − r
	if !(q < 1 && gamma > 0) {
		return math.NaN()
	}
	t := math.Tanh(gamma * dt / 2)
	return epsilon*g.V*dt*dt/4*(1/t+q/(1-q)*t) - q
}

// AdL describes the scheme ODABADO of Adaptive Langevin dynamics (eq. adl_scheme) with ξ fixed at
// its mean. It returns the friction ξ of FrozenXi at
//
//	s = Δt² ε v/(2r),   r = 1 − aΔt²/4,
//
// and the relative error of the stationary variance of θ,
//
//	−aΔt²/4 − (1 − γ/ξ)(1 − aΔt²/2)(1 − sech ξΔt)/2.
//
// It neglects the fluctuations of ξ, of variance 1/η. Both are NaN unless aΔt² < 4 and s < 1.
func (g Gaussian) AdL(epsilon, gamma, dt float64) (xi, relError float64) {
	q := g.A * dt * dt / 4
	if !(q < 1) {
		return math.NaN(), math.NaN()
	}
	s := BatchNoise(epsilon, dt, g.V) / (1 - q)
	xi = FrozenXi(s, gamma, dt)
	x, excess := xi*dt, 0.0
	if s > 0 {
		excess = s / math.Tanh(x) // 1 − γ/ξ, without the cancellation
	}
	e := math.Expm1(-x)
	rest := e * e / (1 + math.Exp(-2*x)) // 1 − sech x
	return xi, -q - excess*(1-2*q)*rest/2
}
