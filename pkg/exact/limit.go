package exact

import (
	"math"

	"adl/pkg/model"
	"adl/pkg/vec"
)

// LimitGradCov returns Σ(θ), the limit of Σ_x(θ) for many data that are distributed according to
// P_elem(·|θ₀) (eq. VarAnalytique): with g = ∇ log P_elem(x|θ),
//
//	Σ(θ) = ∫ g gᵀ P_elem(x|θ₀) dx − (∫ g P_elem(x|θ₀) dx)(∫ g P_elem(x|θ₀) dx)ᵀ,
//
// by the trapezoidal rule in x, to about 1e-12. The data of m do not matter. On θ₁ = θ₂ with σ₁ =
// σ₂ = σ it is (σ² + w(1−w)(θ₀₁ − θ₀₂)²)/σ⁴ · (w, 1−w)(w, 1−w)ᵀ. It panics unless θ and θ₀ have two
// components.
func LimitGradCov(m *model.Mixture, theta0, theta []float64) []float64 {
	if len(theta0) != 2 || len(theta) != 2 {
		panic("exact: the mixture has two parameters")
	}
	const reach = 9 // standard deviations
	lo := min(theta0[0]-float64(reach*m.Sigma1), theta0[1]-float64(reach*m.Sigma2))
	hi := max(theta0[0]+float64(reach*m.Sigma1), theta0[1]+float64(reach*m.Sigma2))
	// g has poles in the complex plane where the exponent z of the components' ratio is ±iπ: about
	// π/|z′| from the real line, with z′ linear in x
	i1, i2 := 1/float64(m.Sigma1*m.Sigma1), 1/float64(m.Sigma2*m.Sigma2)
	slope := func(x float64) float64 {
		return math.Abs(float64((x-theta[0])*i1) - float64((x-theta[1])*i2))
	}
	pole := math.Pi / float64(5*max(slope(lo), slope(hi)))
	h := min(float64(0.4*m.Sigma1), float64(0.4*m.Sigma2), pole)
	r := trapezoid(lo, hi, h)

	k1, k2 := m.W/m.Sigma1, (1-m.W)/m.Sigma2
	g := make([]float64, 2)
	var s0, s1, s2, s11, s12, s22 float64
	for i, x := range r.t {
		u, v := x-theta0[0], x-theta0[1]
		e1 := vec.Exp(-float64(0.5 * float64(float64(u*u)*i1)))
		e2 := vec.Exp(-float64(0.5 * float64(float64(v*v)*i2)))
		p := math.FMA(k1, e1, float64(k2*e2))
		p = float64(p * r.w[i])
		m.At(g, theta, x)
		a, b := float64(p*g[0]), float64(p*g[1])
		s0 += p
		s1 += a
		s2 += b
		s11 = math.FMA(a, g[0], s11)
		s12 = math.FMA(a, g[1], s12)
		s22 = math.FMA(b, g[1], s22)
	}
	// s0 is √(2π) up to the error of the rule
	m1, m2 := s1/s0, s2/s0
	c11 := math.FMA(-m1, m1, s11/s0)
	c12 := math.FMA(-m1, m2, s12/s0)
	c22 := math.FMA(-m2, m2, s22/s0)
	return []float64{c11, c12, c12, c22}
}
