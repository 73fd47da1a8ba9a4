package exact

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// Bias predicts, to first order in ε(n)Δt and Δt, how batches and time steps change the posterior π
// of a mixture. With batches it becomes π (1 + ε(n)Δt f), where f, a Perturbation, solves a Poisson
// equation (eqs. f_disc_f_mb, f_mb_Langevin). Here
//
//	L_ovd = ∇ log π·∇ + Δ,   L_lan = p·∇_θ + ∇ log π·∇_p − p^T A ∇_p + A : ∇_p²,
//
// where A = γ I except in Bias.AdL, and adjoints are in L²(π) and in L²(π × N(0, I)).
//
// Functions of θ and p are polynomials of bounded total degree (NewBias), Hermite polynomials in p.
// They converge more slowly for small friction and for little mass between the modes. For the 200
// data of section 2.5.2 and γ = 1 the error of the slope is 2 % at degree 16 and 0.1 % at degree
// 24. The time grows like the tenth power of the degree.
//
// A Bias may be used concurrently. Its methods panic unless the friction is positive.
type Bias struct {
	weighted // with Σ_x and −∇² log π in coefficients of the basis
	basis    *basis
	axis     [2]rule // the nodes are part of the product of these rules
}

// NewBias builds the polynomials of total degree at most degree. It panics if degree is less than
// 2, or so high that the polynomials are linearly dependent on the nodes. The spacing of the nodes,
// 0.5 in units of l₁ and l₂, is fine enough to interpolate marginals: 3e-9 of a Gaussian is beyond
// the Nyquist frequency.
func NewBias(p *MixtureGrid, degree int) *Bias { return biasOn(p, degree, 0.5, 1e-22) }

// NewRoughBias is NewBias on a quarter of the nodes, for many data sets. Slopes of marginals have
// relative errors of 10⁻³.
func NewRoughBias(p *MixtureGrid, degree int) *Bias { return biasOn(p, degree, 0.8, 1e-15) }

// biasOn uses the nodes whose mass is above least. Their spacing step is in units of l₁ and l₂.
func biasOn(p *MixtureGrid, degree int, step, least float64) *Bias {
	var axis [2]rule
	for i := range axis {
		axis[i] = trapezoid(p.Lo[i], p.Hi[i], step*p.scale[i])
	}
	n, _ := p.nodes(axis, least)
	var w weighted
	for k, s := range n.gradCov() {
		if s == nil { // negligible, like its gradients
			continue
		}
		theta := n.at(k)
		h := mixtureHessian(p.Model, theta)
		w.add(theta[0], theta[1], n.mass[k], [3]float64{s[0], s[1], s[3]}, [3]float64{h[0], h[1], h[3]})
	}
	b := newBias(&w, degree)
	b.axis = axis
	return b
}

// weighted is a measure on the plane given by nodes and masses, with functions of θ at the nodes.
type weighted struct {
	theta [2][]float64
	mass  []float64
	cov   [3][]float64 // Σ_x, entries 11, 12, 22
	curv  [3][]float64 // −∇² log π, likewise
}

func (w *weighted) add(t1, t2, mass float64, cov, curv [3]float64) {
	w.theta[0], w.theta[1] = append(w.theta[0], t1), append(w.theta[1], t2)
	w.mass = append(w.mass, mass)
	for k := range 3 {
		w.cov[k], w.curv[k] = append(w.cov[k], cov[k]), append(w.curv[k], curv[k])
	}
}

// newBias normalises the masses.
func newBias(w *weighted, degree int) *Bias {
	if degree < 2 {
		panic("exact: a predicted bias needs a degree of at least 2")
	}
	total := 0.0
	for _, m := range w.mass {
		total += m
	}
	b := &Bias{weighted: *w}
	b.mass = scaled(w.mass, 1/total)
	b.basis = newBasis(b.theta, b.mass, degree)
	for k := range 3 {
		b.cov[k], b.curv[k] = b.basis.project(w.cov[k]), b.basis.project(w.curv[k])
	}
	return b
}

// SGLD returns f_mb = (−L_ovd)⁻¹ A_mb^* 1 and f_disc = (−L_ovd)⁻¹ A_disc^* 1 of eq. f_disc_f_mb:
// the density is π (1 + ε(n)Δt f_mb + Δt f_disc) to the first order. For all φ
//
//	∫ ∇f_mb·∇φ dπ = ∫ A_mb φ dπ = ½ ∫ Σ_x : ∇²φ dπ,
//	∫ ∇f_disc·∇φ dπ = ∫ A_disc φ dπ = −½ ∫ ∇² log π : ∇²φ dπ,
//
// The last equality holds because ∫ (∇Δ log π + ∇² log π ∇ log π)·∇φ dπ = −∫ ∇² log π : ∇²φ dπ
// cancels all of A_disc but half its first term.
func (b *Bias) SGLD() (miniBatch, disc *Perturbation) {
	miniBatch = &Perturbation{b, b.basis.overdamped(b.cov)}
	disc = &Perturbation{b, b.basis.overdamped(b.curv)}
	return miniBatch, disc
}

// Langevin returns the mean over p of f_mb = (−L_lan^*)⁻¹ A_lan^* 1, A_lan = ½ Σ_x : ∇_p² (after
// eq. EfLangevin), for the friction γ. To first order π (1 + ε(n)Δt f) is the density of θ under a
// splitting scheme of Langevin dynamics such as OABAO. The error of the time step itself is of
// order Δt². If Σ_x is the unit matrix, f = −(log π − E log π)/(2γ) (remark remark1). For large γ,
// γ f tends to SGLD's f_mb.
func (b *Bias) Langevin(gamma float64) *Perturbation {
	a := [3]float64{gamma, 0, gamma}
	return &Perturbation{b, b.basis.underdamped(a, b.cov)}
}

// AdL returns f for Adaptive Langevin dynamics with its friction ξ held fixed at its mean A = γ I +
// εΔt S*/2 (ContinuousXi), where S* is the projection of Σ̄_x onto the form of ξ (remark
// rem:adl_xi_cases):
//
//	f = (−L_lan^*)⁻¹ ½ (Σ_x − S*) : (∇_p^*)² 1,   L_lan with the friction A.
//
// It neglects the fluctuations of ξ and its response to the position of θ, which eq.
// def_f_AdL_Sigma includes. For the data of section 2.5.2 and η = 0.1 it is 10 to 30 % too low for
// a full friction, and within 10 % up to ε(n)Δt = 1 for a scalar friction. If Σ_x = S* for all θ,
// the bias of this order is zero (lemma lemmeADL).
func (b *Bias) AdL(f dynamics.Form, epsilonDt, gamma float64) *Perturbation {
	mean := []float64{b.cov[0][0], b.cov[1][0], b.cov[1][0], b.cov[2][0]}
	a, s := ContinuousXi(f, mean, epsilonDt, gamma, 1), dynamics.Project(f, mean)
	g := b.cov
	for k, at := range [3]int{0, 1, 3} {
		g[k] = slices.Clone(g[k])
		g[k][0] -= s[at]
	}
	return &Perturbation{b, b.basis.underdamped([3]float64{a[0], a[1], a[3]}, g)}
}

// scaled is a x.
func scaled(x []float64, a float64) []float64 {
	return floats.ScaleTo(make([]float64, len(x)), a, x)
}

// LangevinStep returns f for the time step of the scheme OABAO of Langevin dynamics (eq. GLA) with
// full batches (n = Nd) and the friction γ: to leading order the density of θ is π (1 + Δt² f).
//
// The flows A and B alone, ABA, conserve H + Δt² H₂ to this order, with V = −log π and
//
//	H₂ = |∇V|²/12 − p^T ∇²V p/24.
//
// O does not leave exp(−H₂) invariant. The remainder solves the equation of [Bias.Langevin] with
// the noise γ ∇²V/6,
//
//	f = −E_p H₂ + E H₂ − (−L_lan^*)⁻¹ ½ (γ ∇²V/6) : (∇_p^*)² 1, averaged over p,
//
// No other commutator of the splitting contributes. The means |∇V|² q of polynomials q follow from
// ∫ |∇V|² q dπ = ∫ (ΔV q + Δq) dπ.
func (b *Bias) LangevinStep(gamma float64) *Perturbation {
	m := len(b.basis.q)
	h := make([]float64, m) // E_p H₂
	for a := range h {
		laplacian := 0.0
		for _, d := range b.basis.d {
			for c := range m {
				laplacian += d.Data[c] * d.Data[c*m+a]
			}
		}
		trace := b.curv[0][a] + b.curv[2][a]
		h[a] = (trace+laplacian)/12 - trace/24
	}
	h[0] = 0
	var g [3][]float64
	for k := range g {
		g[k] = scaled(b.curv[k], -gamma/6)
	}
	f := b.basis.underdamped([3]float64{gamma, 0, gamma}, g)
	linalg.AddScaled(f, -1, h)
	return &Perturbation{b, f}
}
