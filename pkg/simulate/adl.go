package simulate

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/vec"
)

// AdL are the keys of a spec that say what the friction of Adaptive Langevin dynamics is.
type AdL struct {
	Kind  exact.Friction `toml:"friction" spec:"in=scalar|diagonal|full"`
	Gamma float64        `toml:"gamma" spec:"positive"` // γ of Γ = γ I
	Eta   float64        `toml:"eta" spec:"positive"`   // η, the inertia of ξ
}

// Friction is the friction of a scheme. It panics if Kind is none of package exact's.
func (a AdL) Friction() dynamics.Friction {
	switch a.Kind {
	case exact.Scalar:
		return dynamics.Scalar{Gamma: a.Gamma, Eta: a.Eta}
	case exact.Diagonal:
		return dynamics.Diagonal{Gamma: a.Gamma, Eta: a.Eta}
	case exact.Full:
		return dynamics.Full{Gamma: a.Gamma, Eta: a.Eta}
	}
	panic(fmt.Sprintf("simulate: unknown friction %q", string(a.Kind)))
}

// maxXiTime bounds XiTime in units of ηA; it is reached at s ≈ 0.95.
const maxXiTime = 10

// XiTime returns the time in which ξ relaxes to its mean when the covariance of one datum's gradient is Σ̄ = mean, a d×d matrix. Where ξ is so slow that p is
// in equilibrium with it, dξ/dt = (γ/ξ + s coth(ξΔt) − 1)/η with s = exact.BatchNoise(ε, Δt, λ), which is 0 at the ξ of exact.FrozenXi and relaxes to it in the time
//
//	η/(γ/ξ² + sΔt/sinh²(ξΔt)).
//
// The largest λ, that of exact.Friction.Lambda, gives the longest time. (That of a scalar friction, whose D adds up d components, is d times shorter; XiTime does
// not make use of it.) For small Δt it is ηA, A = γ + εΔtλ/2 = γ + s/Δt (eq. A), and it grows as 1/(1−s) where s nears 1. XiTime returns at most 10ηA, and
// where s ≥ 1 and there is no mean, ηA at s = 1: what the burn-in of a chain may cost is bounded. It panics where exact.FrozenXi does.
func (a AdL) XiTime(mean []float64, epsilon, dt float64) float64 {
	s := exact.BatchNoise(epsilon, dt, a.Kind.Lambda(mean))
	continuous := float64(a.Eta * (a.Gamma + min(s, 1)/dt))
	xi, ok := exact.FrozenXi(s, a.Gamma, dt)
	if !ok {
		return continuous
	}
	x := float64(xi * dt)
	sinh := float64(0.5 * float64(vec.Expm1(x)*(1+vec.Exp(-x))))
	t := a.Eta / (a.Gamma/float64(xi*xi) + float64(s*dt)/float64(sinh*sinh))
	return min(t, float64(maxXiTime*continuous))
}

// Prepare lets ξ of a chain, whose scheme and batches are set, start at its expected mean (exact.Friction.MeanXi: the frozen ξ, or the continuous
// value where that does not exist), and makes the burn-in of every replica at least times relaxation times of ξ (XiTime).
func (a AdL) Prepare(c *Chain, mean []float64, times float64) {
	epsilon := c.Sampling.Epsilon(c.Model.Data(), c.N)
	c.Xi, _ = a.Kind.MeanXi(mean, epsilon, a.Gamma, c.Scheme.Dt)
	c.BurnIn = max(c.BurnIn, float64(times*a.XiTime(mean, epsilon, c.Scheme.Dt)))
}

// A trend of ξ counts as growth when it is this many standard errors above 0 and this fraction of the mean.
const (
	growthSigmas   = 5
	growthFraction = 0.05
)

// Runaway reports whether the chain has no stationary state, as far as is known: by the criterion, s ≥ 1 (exact.BatchNoise; a guide where Σ_x depends on θ), or because ξ grows.
// What was measured then depends on T.
func (x *Samples) Runaway(s float64) bool { return s >= 1 || x.Growing() }

// Growing reports whether ξ, or ξ(θ) of an extended friction, grows: whether one of the entries of its diagonal is larger in the second half of the run than in the first
// (estimate.Blocks.Trend) by more than five standard errors and by more than 5 % of its mean. A run that is too short shows no growth; one whose burn-in was too short may.
func (x *Samples) Growing() bool {
	for _, i := range diagonal(len(x.S1), len(x.X1)) {
		trend, mean := x.Xi(i).Trend(), x.Xi(i).Mean()
		if grows(trend, mean) {
			return true
		}
	}
	return false
}

func grows(trend, mean estimate.Estimate) bool {
	return trend.Value > growthSigmas*trend.StdErr && trend.Value > float64(growthFraction*math.Abs(mean.Value))
}
