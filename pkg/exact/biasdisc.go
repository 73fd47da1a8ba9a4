package exact

import (
	"adl/pkg/linalg"
)

// LangevinStep returns the perturbation of the density of θ by the time step of Langevin dynamics
// with the scheme OABAO (eq. GLA) and all the data: π (1 + Δt² f) to the leading order, for the
// friction γ.
//
// The flows A and B alone, ABA, conserve H + Δt² H₂ to this order, with V = −log π and
//
//	H₂ = |∇V|²/12 − p^T ∇²V p/24.
//
// O leaves exp(−H₂) not invariant: what is missing solves the equation of [Bias.Langevin] with the
// noise γ ∇²V/6,
//
//	f = −E_p H₂ + E H₂ − (−L_lan^*)⁻¹ ½ (γ ∇²V/6) : (∇_p^*)² 1, averaged over p,
//
// and no other commutator of the splitting contributes, as both O and the Hamiltonian flow leave μ
// invariant. On a Gaussian with log π = −aθ²/2 the variance changes by the factor 1 − aΔt²/4. The
// means |∇V|² q of polynomials q follow from ∫ |∇V|² q dπ = ∫ (ΔV q + Δq) dπ. It panics unless γ >
// 0.
func (b *Bias) LangevinStep(gamma float64) *Perturbation {
	if !(gamma > 0) {
		panic("exact: the bias of Langevin dynamics needs γ > 0")
	}
	m := size(b.Degree)
	h := make([]float64, m) // E_p H₂
	for a := range h {
		laplacian := 0.0
		for _, d := range b.basis.d {
			for c := range m {
				laplacian += float64(d.Data[c] * d.Data[c*d.Stride+a])
			}
		}
		trace := b.curv[0][a] + b.curv[2][a]
		h[a] = (trace+laplacian)/12 - trace/24
	}
	h[0] = 0
	var g [3][]float64
	for k := range g {
		g[k] = scaled(b.curv[k], gamma/6)
	}
	f := b.basis.underdamped(b.Degree, [3]float64{gamma, 0, gamma}, g)
	for a := range f {
		f[a] = -f[a]
	}
	linalg.AddScaled(f, -1, h)
	return &Perturbation{b, f}
}
