package exact

import (
	"math"
	"strings"

	"adl/pkg/linalg"
)

// Remainder says where one step of a scheme and the dynamics of its modified generator part: the
// least powers of Δt at which cumulants of the state after a time Δt differ, given the state
// before, and 4 if they agree through Δt³. The moments agree through the same power.
type Remainder struct {
	Mean     int // of E θ, E p
	Cov      int // of the covariance without batches
	BatchCov int // of the part of the covariance proportional to ε(n)
	Third    int // of the third cumulants of the scheme, which are proportional to ε(n)^(3/2) E Z³
}

// SGLDRemainder compares a step of SGLD with the generator L_ovd + Δt A_ovd,n (eq. T_op): the
// Ornstein–Uhlenbeck process with the drift −a(1 + aΔt/2) θ and the noise 2(1 + aΔt) + ε v Δt.
func (g Gaussian) SGLDRemainder() Remainder {
	at := func(dt float64) (s *Step, drift, noise, batch []float64) {
		x := float64(g.A * dt)
		return g.Step("SGLD", 0, dt, false), []float64{-float64(g.A * (1 + float64(0.5*x)))},
			[]float64{2 * (1 + x)}, []float64{float64(g.V * dt)}
	}
	return g.remainder(1e-2/g.A, 1, at)
}

// Remainder compares a step of a word over A, B, O and D, in which D does nothing, as the friction
// ξ is frozen, with the generator of Langevin dynamics with the friction ξ, the noise 2γ and the
// perturbation Δt ε(n) A_lan (eqs. widehatP_Langevin_mb, P_adL_erreur). Langevin dynamics has ξ =
// γ.
func (g Gaussian) Remainder(word string, xi, gamma float64) Remainder {
	word = strings.ReplaceAll(word, "D", "")
	at := func(dt float64) (s *Step, drift, noise, batch []float64) {
		return g.Step(word, xi, dt, false), []float64{0, 1, -g.A, -xi},
			[]float64{0, 0, 0, 2 * gamma}, []float64{0, 0, 0, float64(g.V * dt)}
	}
	return g.remainder(1e-2/math.Sqrt(g.A), gamma/xi, at)
}

// remainder compares steps, of which the Gaussian noise has this variance, with linear dynamics dx
// = drift x dt + noises of these covariances in a unit of time. The powers are those of the
// differences at a small Δt and at half of it.
func (g Gaussian) remainder(
	dt, variance float64, at func(dt float64) (s *Step, drift, noise, batch []float64),
) Remainder {
	var mean, cov, batch [2][]float64 // the differences
	var kick [2]float64               // the largest component of a kick
	for i := range 2 {
		h := dt / float64(1+i)
		s, drift, noise, perturbation := at(h)
		m, c := flow(drift, noise, h)
		_, b := flow(drift, perturbation, h)
		mean[i] = difference(s.M, m)
		cov[i] = difference(scatter(s.Noise, variance), c)
		batch[i] = difference(scatter(s.Kicks, g.V), b)
		for _, v := range s.Kicks {
			for _, x := range v {
				kick[i] = max(kick[i], math.Abs(x))
			}
		}
	}
	least := func(d [2][]float64) int {
		power := 4
		for k, x := range d[0] {
			if x != 0 {
				power = min(power, int(math.Round(math.Log2(x/d[1][k]))))
			}
		}
		return power
	}
	return Remainder{
		Mean: least(mean), Cov: least(cov), BatchCov: least(batch),
		Third: min(4, int(math.Round(3*math.Log2(kick[0]/kick[1])))),
	}
}

// flow returns e^(Lt) and ∫_0^t e^(Ls) S e^(Lᵀs) ds by their Taylor series, for small t.
func flow(l, s []float64, t float64) (m, cov []float64) {
	power := linalg.Identity(linalg.Order(l), 1)
	m, cov = linalg.Identity(linalg.Order(l), 1), make([]float64, len(l))
	for k, f := 1, t; k < 12; k++ {
		power = linalg.Mul(power, l)
		linalg.AddScaled(m, f, power)
		linalg.AddScaled(cov, f, s)
		s = linalg.Mul(l, s)
		linalg.AddScaled(s, 1, linalg.Transpose(s))
		f *= t / float64(k+1)
	}
	return m, cov
}

// scatter returns c Σ v vᵀ.
func scatter(vs [][]float64, c float64) []float64 {
	d := len(vs[0])
	sum := make([]float64, d*d)
	for _, v := range vs {
		for i, x := range v {
			linalg.AddScaled(sum[i*d:i*d+d], float64(c*x), v)
		}
	}
	return sum
}

// difference returns |a − b| by entries, 0 up to rounding.
func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i, x := range a {
		if r := math.Abs(x - b[i]); r > 1e-12*max(math.Abs(x), math.Abs(b[i])) {
			d[i] = r
		}
	}
	return d
}
