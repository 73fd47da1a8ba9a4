package exact

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/vec"
)

// Bias predicts what mini-batching does to the posterior of a mixture, and the time step to SGLD's, to the first order in ε(n)Δt and Δt: the density of θ becomes
//
//	π (1 + ε(n)Δt f)
//
// with a function f, a Perturbation, that solves a Poisson equation (proposition prop:SGLD_error, eq. f_disc_f_mb; proposition prop:Langevin_error, eq.
// f_mb_Langevin). Here
//
//	L_ovd = ∇ log π·∇ + Δ,   L_lan = p·∇_θ + ∇ log π·∇_p − p^T A ∇_p + A : ∇_p²,
//
// A = γ I but for Bias.AdL, and adjoints are those in L²(π) and in L²(π × N(0, I)).
//
// One discretisation serves both. Functions of θ are polynomials that are orthonormal in L²(π), those of p Hermite's, and their total degree is at
// most Degree. A bound on the degree in p alone will not do: it gives a value that changes little with the degree in θ and is wrong by some per cent.
// The smaller the friction, and the less mass between the modes, the more slowly it converges; Bias.Slope says how far it has. For the 200 data of
// section 2.5.2 the slope of Langevin dynamics is good to 2% at degree 16 and to 0.1% at 24 if γ = 1, and to 0.1% at 12 if γ = 10. A solution takes a tenth of
// a second at degree 16, and some 3 s and 100 MB at 24: the time grows like the tenth power.
//
// The numbers come from gonum's linear algebra: between machines they may differ by rounding. A Bias may be used concurrently.
type Bias struct {
	Degree int

	mass  []float64
	theta [2][]float64
	basis *basis
	cov   [3][]float64 // Σ_x, entries 11, 12, 22, in coefficients
	curv  [3][]float64 // −∇² log π, likewise
	grid  *grid        // nil if the nodes are on none
}

// grid says where on a product grid with equal spacings the nodes are.
type grid struct {
	axis [2]rule
	node [2][]int
}

// biasStep is the spacing of the nodes in units of l₁ and l₂. The components of π, which are Gaussians of these standard deviations or wider, then have no more than
// e^(−(π/0.5)²/2) = 3e-9 beyond the Nyquist frequency, so that marginals can be interpolated.
const biasStep = 0.5

// NewBias builds the polynomials of total degree at most degree, at least 2. It panics if degree is less, or so high that the polynomials are dependent on the nodes.
func NewBias(p *Posterior, degree int) *Bias {
	g := &grid{}
	for i := range g.axis {
		g.axis[i] = trapezoid(p.Lo[i], p.Hi[i], float64(biasStep*p.scale[i]))
	}
	x, y := g.axis[0], g.axis[1]
	t := newTable(p.Model, x.t, y.t)
	t.gradients()
	area := float64(x.w[0] * y.w[0])
	var w weighted
	for i := range x.t {
		for j := range y.t {
			m := float64(area * vec.Exp(t.logPosterior(i, j)-p.LogZ))
			if !(m > 1e-22) { // and little to be gained from its gradients
				continue
			}
			g.node[0], g.node[1] = append(g.node[0], i), append(g.node[1], j)
			c := curve(p.Model, x.t[i], y.t[j])
			w.add(x.t[i], y.t[j], m, t.gradCov(i, j), [3]float64{-c.h11, -c.h12, -c.h22})
		}
	}
	b := newBias(&w, degree)
	b.grid = g
	return b
}

// weighted is a measure on the plane by nodes and masses, with functions of θ at the nodes.
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

// newBias makes the masses add to 1.
func newBias(w *weighted, degree int) *Bias {
	if degree < 2 {
		panic("exact: a predicted bias wants a degree of at least 2")
	}
	total := 0.0
	for _, m := range w.mass {
		total += m
	}
	b := &Bias{Degree: degree, theta: w.theta, mass: scaled(w.mass, 1/total)}
	b.basis = newBasis(b.theta, b.mass, degree)
	for k := range 3 {
		b.cov[k] = b.basis.project(w.cov[k])
		b.curv[k] = b.basis.project(w.curv[k])
	}
	return b
}

// Truncate returns b with a lower degree. It panics if that is less than 2 or higher than b's.
func (b *Bias) Truncate(degree int) *Bias {
	if degree < 2 || degree > b.Degree {
		panic("exact: a predicted bias cannot be truncated to that degree")
	}
	c := *b
	c.Degree = degree
	return &c
}

// SGLD returns the two perturbations of eq. f_disc_f_mb, f_mb = (−L_ovd)⁻¹ A_mb^* 1 and f_disc = (−L_ovd)⁻¹ A_disc^* 1: the density of SGLD is, to the first order,
// π (1 + ε(n)Δt f_mb + Δt f_disc).
//
// Neither wants a derivative of Σ_x, nor a third one of log π. For all φ
//
//	∫ ∇f_mb·∇φ dπ = ∫ A_mb φ dπ = ½ ∫ Σ_x : ∇²φ dπ,   ∫ ∇f_disc·∇φ dπ = ∫ A_disc φ dπ = −½ ∫ ∇² log π : ∇²φ dπ,
//
// the last because ∫ (∇Δ log π + ∇² log π ∇ log π)·∇φ dπ = −∫ ∇² log π : ∇²φ dπ takes away all of A_disc but half its first term.
func (b *Bias) SGLD() (miniBatch, disc *Perturbation) {
	return &Perturbation{b, b.basis.overdamped(b.Degree, halves(b.cov))}, &Perturbation{b, b.basis.overdamped(b.Degree, halves(b.curv))}
}

// Langevin returns the mean over p of f_mb = (−L_lan^*)⁻¹ A_lan^* 1, A_lan = ½ Σ_x : ∇_p² (after eq. EfLangevin), for the friction γ: the density of θ under a splitting
// scheme of Langevin dynamics such as OABAO is, to the first order in ε(n)Δt, π (1 + ε(n)Δt f); the time step itself enters with Δt². If Σ_x is the unit
// matrix, f = −(log π − E log π)/(2γ) (remark remark1). For large γ, γ f tends to SGLD's f_mb. It panics unless γ > 0.
func (b *Bias) Langevin(gamma float64) *Perturbation {
	if !(gamma > 0) {
		panic("exact: the bias of Langevin dynamics wants γ > 0")
	}
	return &Perturbation{b, b.basis.underdamped(b.Degree, [3]float64{gamma, 0, gamma}, halves(b.cov))}
}

// AdL returns an approximation for Adaptive Langevin dynamics, π (1 + ε(n)Δt f), that takes its friction ξ to be frozen at its mean A = γ I + εΔt S*/2 (eq. A, Friction.ContinuousXi),
// where S* is the friction's part of Σ̄_x (remark rem:adl_xi_cases):
//
//	f = (−L_lan^*)⁻¹ ½ (Σ_x − S*) : (∇_p^*)² 1,   L_lan with the friction A.
//
// This is Langevin dynamics with the noise A + εΔt (Σ_x − S*)/2, to the first order in the latter's deviation. The fluctuations of ξ are left out, and so
// is its response to where θ is, so that this gives the size of the error, the better the larger η: for the data of section 2.5.2 and η = 0.1 it is 10 to 30%
// too low with a full friction, and with a scalar one good to 10% up to ε(n)Δt = 1 and half of the error at 10. Eq. def_f_AdL_Sigma is the equation with ξ in it. If Σ_x = S* for
// all θ, such as a constant Σ_x and a full friction, the bias of this order is zero, as it is without the approximation (lemma lemmeADL). It panics unless γ > 0 and ε(n)Δt ≥ 0.
func (b *Bias) AdL(f dynamics.Form, epsilonDt, gamma float64) *Perturbation {
	if !(gamma > 0 && epsilonDt >= 0) {
		panic("exact: the bias of AdL wants γ > 0 and ε(n)Δt ≥ 0")
	}
	mean := []float64{b.cov[0][0], b.cov[1][0], b.cov[1][0], b.cov[2][0]}
	a, s := ContinuousXi(f, mean, epsilonDt, gamma, 1), dynamics.Project(f, mean)
	g := halves(b.cov)
	for k, at := range [3]int{0, 1, 3} {
		g[k][0] -= float64(0.5 * s[at])
	}
	return &Perturbation{b, b.basis.underdamped(b.Degree, [3]float64{a[0], a[1], a[3]}, g)}
}

// Perturbation is a function f(θ) with mean 0 in L²(π), a polynomial, that says how a density changes to the first order: π (1 + h f).
type Perturbation struct {
	bias *Bias
	coef []float64
}

// AddScaled returns f + a g. It panics if the two are not of the same Bias, but for the degree.
func (f *Perturbation) AddScaled(a float64, g *Perturbation) *Perturbation {
	if f.bias.basis != g.bias.basis {
		panic("exact: the two perturbations are of different posteriors")
	}
	if len(f.coef) < len(g.coef) {
		return g.times(a).AddScaled(1, f)
	}
	s := &Perturbation{f.bias, slices.Clone(f.coef)}
	axpy(a, g.coef, s.coef[:len(g.coef)])
	return s
}

func (f *Perturbation) times(a float64) *Perturbation {
	return &Perturbation{f.bias, scaled(f.coef, a)}
}

// weights returns f times the mass of every node.
func (f *Perturbation) weights() []float64 {
	b := f.bias.basis
	v := make([]float64, len(b.root))
	for a, c := range f.coef {
		axpy(c, b.q[a], v)
	}
	for k, r := range b.root {
		v[k] = float64(v[k] * r)
	}
	return v
}

// Expect returns ∫ φ f dπ, the rate at which the expectation of φ changes. φ must not keep theta.
func (f *Perturbation) Expect(phi func(theta []float64) float64) float64 {
	s := 0.0
	theta := make([]float64, 2)
	for k, w := range f.weights() {
		theta[0], theta[1] = f.bias.theta[0][k], f.bias.theta[1][k]
		s = math.FMA(w, phi(theta), s)
	}
	return s
}

// Masses returns ∫ f π over the bins of Posterior.MarginalMasses, the rates at which its masses change. The marginal of fπ, of which the quadrature knows equidistant
// values, is interpolated by cardinal series (sin πu/(πu)) and integrated over every bin.
func (f *Perturbation) Masses(dim int, lo, hi float64, bins int) (below float64, mass []float64, above float64) {
	if bins < 1 || !(lo < hi) {
		panic("exact: a histogram wants bins and lo < hi")
	}
	axis := f.bias.grid.axis[dim]
	values := make([]float64, len(axis.t))
	for k, w := range f.weights() {
		values[f.bias.grid.node[dim][k]] += w / axis.w[0]
	}
	start, end := axis.t[0], axis.t[len(axis.t)-1]
	integral := func(a, b float64) float64 {
		if a, b = max(a, start), min(b, end); a >= b {
			return 0
		}
		var r rule
		r.panels(a, b, float64(0.25*axis.w[0]), gaussNodes3[:], gaussWeights3[:])
		s := 0.0
		for k, t := range r.t {
			s = math.FMA(r.w[k], cardinal(values, (t-start)/axis.w[0]), s)
		}
		return s
	}
	at := func(i int) float64 { return math.FMA(float64(i), (hi-lo)/float64(bins), lo) }
	mass = make([]float64, bins)
	for i := range mass {
		mass[i] = integral(at(i), at(i+1))
	}
	return integral(start, lo), mass, integral(hi, end)
}

// L1 returns Σ |mass| over the bins of Masses, not counting what is outside: the L¹ error of eq. erreur_L1 as package estimate measures it, divided by h.
func (f *Perturbation) L1(dim int, lo, hi float64, bins int) float64 {
	_, mass, _ := f.Masses(dim, lo, hi, bins)
	s := 0.0
	for _, m := range mass {
		s += math.Abs(m)
	}
	return s
}

// cardinal is Σ_i y_i sin π(u−i)/(π(u−i)).
func cardinal(y []float64, u float64) float64 {
	near := math.Floor(u + 0.5)
	if d := u - near; math.Abs(d) < 1e-9 {
		return y[min(max(int(near), 0), len(y)-1)]
	}
	s := 0.0
	for i, v := range y {
		if i%2 == 1 {
			v = -v
		}
		s += v / (u - float64(i))
	}
	sine := sinPi(u - near)
	if math.Mod(near, 2) != 0 {
		sine = -sine
	}
	return float64(s*sine) / math.Pi
}

// sinPi is sin πx for |x| ≤ 1/2 by its Taylor series, to rounding.
func sinPi(x float64) float64 {
	q := -float64(float64(math.Pi*x) * float64(math.Pi*x))
	s := 1.0
	for k := 24; k >= 2; k -= 2 {
		s = math.FMA(s, q/float64(k*(k+1)), 1)
	}
	return float64(float64(math.Pi*x) * s)
}

// Slope is a predicted L¹ slope and how well it has converged.
type Slope struct {
	Value  float64   // Perturbation.L1 at the highest degree
	Error  float64   // the largest distance of Value from the other Values: an estimate of its error, mostly too large
	Degree []int     // d, d − 2, d − 4
	Values []float64 // the slopes at these
}

// Slope solves for a perturbation at the degree of b and at those lower by two and by four, such as
//
//	b.Slope(0, lo, hi, bins, func(b *exact.Bias) *exact.Perturbation { return b.Langevin(gamma) })
//
// and returns the L¹ slope. It panics if the degree is less than 6.
func (b *Bias) Slope(dim int, lo, hi float64, bins int, solve func(*Bias) *Perturbation) Slope {
	var s Slope
	for k := range 3 {
		s.Degree = append(s.Degree, b.Degree-2*k)
		s.Values = append(s.Values, solve(b.Truncate(b.Degree-2*k)).L1(dim, lo, hi, bins))
		s.Error = max(s.Error, math.Abs(s.Values[k]-s.Values[0]))
	}
	s.Value = s.Values[0]
	return s
}

func halves(g [3][]float64) [3][]float64 {
	return [3][]float64{scaled(g[0], 0.5), scaled(g[1], 0.5), scaled(g[2], 0.5)}
}

// scaled is a copy.
func scaled(x []float64, a float64) []float64 {
	y := make([]float64, len(x))
	for k, v := range x {
		y[k] = float64(v * a)
	}
	return y
}
