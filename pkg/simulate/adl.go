package simulate

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/vec"
)

// AdL are the keys of a spec that say what the friction of Adaptive Langevin dynamics is.
type AdL struct {
	Kind  exact.Friction `toml:"friction" spec:"in=scalar|diagonal|full"`
	Gamma float64        `toml:"gamma" spec:"positive"` // γ of Γ = γ I
	Eta   float64        `toml:"eta" spec:"positive"`   // η, the inertia of ξ
}

// Friction is the friction of a scheme.
func (a AdL) Friction() dynamics.Friction {
	switch a.Kind {
	case exact.Scalar:
		return dynamics.Scalar{Gamma: a.Gamma, Eta: a.Eta}
	case exact.Diagonal:
		return dynamics.Diagonal{Gamma: a.Gamma, Eta: a.Eta}
	case exact.Full:
		return dynamics.Full{Gamma: a.Gamma, Eta: a.Eta}
	}
	panic("simulate: unknown friction " + string(a.Kind))
}

// XiTime returns the time in which ξ relaxes to its mean when the mean covariance of one datum's gradient is Σ̄ = mean, a d×d matrix. With ξ so slow that
// p is in equilibrium with it, dξ/dt = (γ/ξ + s coth(ξΔt) − 1)/η, which vanishes at the ξ of exact.FrozenXi; about there the time is
//
//	η/(γ/ξ² + sΔt/sinh²(ξΔt)),   s = exact.Criterion(ε, Δt, λ),
//
// for the λ of exact.Friction.Lambda, the slowest, and 1/d of it for a scalar friction. It is ηA with A = γ + εΔtλ/2 (eq. A) for small Δt, and grows as 1/(1−s)
// where s nears 1. Where s ≥ 1 there is no mean, and it is ηA.
func (a AdL) XiTime(mean []float64, epsilon, dt float64) float64 {
	l := a.Kind.Lambda(mean)
	s := exact.Criterion(epsilon, dt, l)
	time := float64(a.Eta * (a.Gamma + float64(float64(0.5*epsilon)*float64(dt*l))))
	if xi, ok := exact.FrozenXi(s, a.Gamma, dt); ok {
		x := float64(xi * dt)
		sinh := float64(0.5 * float64(vec.Expm1(x)*(1+vec.Exp(-x))))
		time = a.Eta / (a.Gamma/float64(xi*xi) + float64(s*dt)/float64(sinh*sinh))
	}
	if a.Kind == exact.Scalar {
		time = float64(time*float64(a.Kind.dim(mean)))
	}
	return time
}

// Start starts ξ of a chain at the mean that is expected for Σ̄ = mean (exact.Friction.MeanXi; where that does not exist, at the continuous value), and
// makes the burn-in at least times of XiTime. ε is that of the chain's batches.
func (a AdL) Start(c *Chain, mean []float64, times float64) {
	epsilon := c.Sampling.Epsilon(c.Model.Data(), c.N)
	c.Xi, _ = a.Kind.MeanXi(mean, epsilon, a.Gamma, c.Scheme.Dt)
	c.BurnIn = math.Max(c.BurnIn, float64(times*a.XiTime(mean, epsilon, c.Scheme.Dt)))
}
