package main

import (
	"math"

	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/simulate"
)

// kick returns the 1×1 matrix Σ̄ that enters the criterion s (exact.Gaussian.AdL): v/r with
// r = 1 − aΔt²/4, because a kick also includes what θ contributes at its stationary variance.
func kick(l exact.Gaussian, dt float64) []float64 {
	r := 1 - float64(0.25*float64(l.A*float64(dt*dt)))
	if !(r > 0) {
		r = 1 // the scheme is unstable
	}
	return []float64{l.V / r}
}

// noise is the criterion s of a job.
func (j job) noise() float64 { return exact.BatchNoise(j.Epsilon, j.Dt, kick(j.law, j.Dt)[0]) }

// frozen returns the relative error on the variance if ξ stays at its mean. It is NaN where that
// mean does not exist, where the scheme is unstable, and for schemes other than ODABADO.
func (j job) frozen(eps float64) float64 {
	if j.Word == "ODABADO" && float64(j.law.A*float64(j.Dt*j.Dt)) < 4 {
		if _, e, ok := j.law.AdL(eps, j.Gamma, j.Dt); ok {
			return e
		}
	}
	return math.NaN()
}

// frozenThird returns the third moment of θ in units of σ_post³ if ξ stays at its mean. It is NaN
// where frozen is.
func (j job) frozenThird() float64 {
	if math.IsNaN(j.frozen(j.Epsilon)) {
		return math.NaN()
	}
	skewness := 0.0
	if j.Epsilon > 0 && j.law.V > 0 {
		skewness = exact.BatchSkewness(j.data.X, j.N, j.Sampling)
	}
	third, _ := j.law.AdLThird(j.Epsilon, j.Gamma, j.Dt, skewness)
	return third
}

// growth returns the growth of ξ per unit of time: its trend over the time between the middles of
// the two halves of the run that the trend compares.
func growth(trend estimate.Estimate, c *simulate.Chain) estimate.Estimate {
	_, run, _ := c.Steps()
	time := float64(float64(run)*c.Scheme.Dt) * float64((c.Blocks+1)/2) / float64(c.Blocks)
	return estimate.Estimate{Value: trend.Value / time, StdErr: trend.StdErr / time}
}
