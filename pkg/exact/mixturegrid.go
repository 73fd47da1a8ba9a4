// Package exact computes properties of a posterior and of the schemes that sample it,
// without simulating them.
//
// The posterior π(θ|x) of N data has the stochastic gradient (eqs. gradSto, hypothese)
//
//	F̂_n(θ) = ∇ log π(θ|x) + ε(n)^(1/2) Σ_x(θ)^(1/2) Z,   E Z = 0,  cov Z = I,
//
// with Σ_x(θ) the empirical covariance of the gradients of single data (eq. sigma_somme) and ε(n)
// as in package minibatch (eq. eps). Start at MixtureGrid for the posterior of a mixture, at Bias
// for its bias under SGLD and Langevin dynamics, at NoiseLaw for the distribution of Z, at Gaussian
// for a Gaussian posterior, at Laplace for logistic regression, and at FrozenXi for the friction of
// Adaptive Langevin dynamics.
//
// Matrices are row-major slices. A relative error is signed: (value − exact)/exact.
package exact

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"adl/pkg/estimate"
	"adl/pkg/model"
)

// MixtureGrid is π(θ|x) of a two-Gaussian mixture (eqs. pi_bayes, mixture) by quadrature on a box
// that contains all but about 1e-14 of the mass.
//
// π is a mixture of Gaussians, one for each assignment of the data to the components, with standard
// deviations of at least l_i = (N/σ_i² + 1/σ_θ²)^(−1/2). So the trapezoidal rule with spacing h has
// a relative error of at most about 2 e^(−2π²l_i²/h²) in each direction.
type MixtureGrid struct {
	Model  *model.Mixture
	LogZ   float64    // log ∫ e^LogPosterior dθ
	Lo, Hi [2]float64 // the box
	Modes  []Mode     // the highest first, without modes lower by a factor of e^−38

	// Noise is the posterior with control variates whose gradients have the covariance Σ_x; nil means
	// Model. Set it before anything asks for Σ_x.
	Noise model.Model

	scale [2]float64 // l₁, l₂
	axis  [2]rule
	mass  []float64 // of every node, [θ₁][θ₂]
	table *table

	// gradCov returns Σ_x (entries 11, 12, 22) at the nodes, or 0 where the mass is negligible.
	gradCov func() [][3]float64
}

// Grid is the resolution of the quadrature of a MixtureGrid.
type Grid struct {
	// Step is the spacing of the nodes in units of l₁ and l₂. 0 means 0.8, where the error bound is
	// 1e-13. For the 200 data of section 2.5.2 moments have errors of 1e-11 at spacing 1.2 and of 1e-6
	// at spacing 1.6.
	Step float64
	// Cuts are lines θ_i = Cuts[i][k] across which integrands may jump. With cuts the rule is
	// Gauss–Legendre on panels between them.
	Cuts [2][]float64
	// Edge is the decrease of the log density from its maximum to the edge of the box, and to the
	// lowest mode listed. 0 means 38. About e^−Edge of the mass is lost.
	Edge float64
}

// NewMixtureGrid panics if the model has no data, or a standard deviation that is not positive.
func NewMixtureGrid(m *model.Mixture, g Grid) *MixtureGrid {
	if len(m.X) == 0 || !(m.Sigma1 > 0 && m.Sigma2 > 0 && m.SigmaTheta > 0) {
		panic("exact: a mixture needs data and positive standard deviations")
	}
	edge := cmp.Or(g.Edge, boxEdge)
	p := &MixtureGrid{Model: m, Modes: modes(m, edge)}
	top := p.Modes[0].LogDensity
	for i, sigma := range []float64{m.Sigma1, m.Sigma2} {
		prior := 1 / (m.SigmaTheta * m.SigmaTheta)
		p.scale[i] = 1 / math.Sqrt(float64(len(m.X))/(sigma*sigma)+prior)
		p.Lo[i], p.Hi[i] = math.Inf(1), math.Inf(-1)
		for _, x := range p.Modes {
			reach := min(7, math.Sqrt(2*edge)) * math.Sqrt(x.Laplace[3*i])
			p.Lo[i] = min(p.Lo[i], x.Theta[i]-reach)
			p.Hi[i] = max(p.Hi[i], x.Theta[i]+reach)
		}
	}
	for p.widen(top - edge) {
	}
	for i := range 2 {
		h := cmp.Or(g.Step, 0.8) * p.scale[i]
		if len(g.Cuts[0])+len(g.Cuts[1]) > 0 {
			p.axis[i] = gaussLegendre(p.Lo[i], p.Hi[i], 1.5*h, g.Cuts[i])
		} else {
			p.axis[i] = trapezoid(p.Lo[i], p.Hi[i], h)
		}
	}
	p.normalise()
	for i := range p.Modes {
		p.Modes[i].LogDensity -= p.LogZ
	}
	p.gradCov = sync.OnceValue(func() [][3]float64 {
		n, cov := len(p.axis[1].t), make([][3]float64, len(p.mass))
		for k, m := range p.mass {
			if m > 1e-22 {
				cov[k] = p.gradCovAt(p.table, k/n, k%n)
			}
		}
		return cov
	})
	return p
}

// widen moves the edges of the box outwards where the log density is above a bound, and reports
// whether it did.
func (p *MixtureGrid) widen(bound float64) bool {
	moved := false
	for i := range 2 {
		along := trapezoid(p.Lo[1-i], p.Hi[1-i], p.scale[1-i]).t
		for _, e := range []*float64{&p.Lo[i], &p.Hi[i]} {
			l, worst := p.logDensity(i, []float64{*e}, along), math.Inf(-1)
			for k := range along {
				worst = max(worst, l(0, k))
			}
			if worst > bound {
				d := p.scale[i] + 0.1*(p.Hi[i]-p.Lo[i])
				if e == &p.Lo[i] {
					d = -d
				}
				*e += d
				moved = true
			}
		}
	}
	return moved
}

// logDensity is log π(θ|x), normalised as soon as LogZ is known, at θ[dim] = t[i] and θ[1−dim] =
// u[j].
func (p *MixtureGrid) logDensity(dim int, t, u []float64) func(i, j int) float64 {
	if dim == 0 {
		tab := newTable(p.Model, t, u)
		return func(i, j int) float64 { return tab.logPosterior(i, j) - p.LogZ }
	}
	tab := newTable(p.Model, u, t)
	return func(i, j int) float64 { return tab.logPosterior(j, i) - p.LogZ }
}

// normalise computes the masses of the nodes and log Z.
func (p *MixtureGrid) normalise() {
	x, y := p.axis[0], p.axis[1]
	p.table = newTable(p.Model, x.t, y.t)
	p.mass = make([]float64, len(x.t)*len(y.t))
	top := math.Inf(-1)
	for i := range x.t {
		for j := range y.t {
			l := p.table.logPosterior(i, j)
			p.mass[i*len(y.t)+j] = l
			top = max(top, l)
		}
	}
	z := 0.0
	for i, v := range x.w {
		row := p.mass[i*len(y.t):][:len(y.t)]
		s := 0.0
		for j, w := range y.w {
			row[j] = v * w * math.Exp(row[j]-top)
			s += row[j]
		}
		z += s
	}
	p.LogZ = top + math.Log(z)
	for i := range p.mass {
		p.mass[i] /= z
	}
}

// integrals returns ∫ π(θ|x) dθ[1−dim] by the rule u at every θ[dim] = t.
func (p *MixtureGrid) integrals(dim int, t []float64, u rule) []float64 {
	d, l := make([]float64, len(t)), p.logDensity(dim, t, u.t)
	for i := range d {
		for j, w := range u.w {
			d[i] += w * math.Exp(l(i, j))
		}
	}
	return d
}

// MarginalMasses returns the mass of θ[dim] in each of the bins of equal width on [lo, hi), and the
// masses below and above, to about nine digits. It panics unless bins > 0 and lo < hi.
func (p *MixtureGrid) MarginalMasses(dim int, lo, hi float64, bins int) (
	below float64, mass []float64, above float64,
) {
	edges := slices.Concat(p.Lo[dim:dim+1], binEdges(lo, hi, bins), p.Hi[dim:dim+1])
	h := 0.12 * p.scale[dim]
	mass = binned(edges, p.Lo[dim], p.Hi[dim], h, func(t []float64) []float64 {
		return p.integrals(dim, t, p.axis[1-dim])
	})
	return mass[0], mass[1 : bins+1], mass[bins+1]
}

// NormalDistance returns the Kolmogorov distance sup_t |F(t) − Φ((t − m)/s)| between the
// distribution function F of θ[dim] and the normal distribution of the same mean and variance. F is
// taken at the nodes and halfway between them, by the trapezoidal rule with its first correction.
// Without cuts the error is at most 10⁻³.
func (p *MixtureGrid) NormalDistance(dim int) float64 {
	t := p.axis[dim].t
	mass := make([]float64, len(t)+2) // of node i in i + 1
	n := len(p.axis[1].t)
	for k, m := range p.mass {
		mass[[2]int{k / n, k % n}[dim]+1] += m
	}
	mean, square := 0.0, 0.0
	for i, x := range t {
		mean += mass[i+1] * x
	}
	for i, x := range t {
		square += mass[i+1] * (x - mean) * (x - mean)
	}
	s, h, d, below := math.Sqrt(square), t[1]-t[0], 0.0, 0.0
	at := func(x, f float64) { d = max(d, math.Abs(f-estimate.NormalCDF((x-mean)/s))) }
	for i, x := range t {
		m := mass[i+1]
		at(x, below+0.5*m-(mass[i+2]-mass[i])/24)
		below += m
		at(x+0.5*h, below+(mass[i+2]-m)/24)
	}
	return d
}

// Each calls f with every node of the quadrature and its mass; the masses add to 1. f must not
// retain theta.
func (p *MixtureGrid) Each(f func(theta []float64, mass float64)) {
	theta := make([]float64, 2)
	for i, x := range p.axis[0].t {
		for j, y := range p.axis[1].t {
			theta[0], theta[1] = x, y
			f(theta, p.mass[i*len(p.axis[1].t)+j])
		}
	}
}

// Moments returns the mean and the variance of θ₁ and of θ₂.
func (p *MixtureGrid) Moments() (mean, variance [2]float64) {
	p.Each(func(theta []float64, mass float64) {
		for i, x := range theta {
			mean[i] += mass * x
			variance[i] += mass * x * x
		}
	})
	for i, m := range mean {
		variance[i] -= m * m
	}
	return mean, variance
}

// Nearer returns the mass of the half plane of points that are nearer to b than to a: the weight of
// mode b of two modes.
//
// The inner integral runs along the axis that the dividing line crosses more steeply, ends at the
// line and uses the Gauss–Legendre rule. It is a smooth function of the outer variable.
func (p *MixtureGrid) Nearer(a, b []float64) float64 {
	k := [2]float64{b[0] - a[0], b[1] - a[1]}
	in := 1 // the inner variable
	if math.Abs(k[0]) > math.Abs(k[1]) {
		in = 0
	}
	out := 1 - in
	// b is nearer where k·(θ − c) > 0, c the midpoint
	c := [2]float64{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}
	slope := k[out] / k[in]
	outer := trapezoid(p.Lo[out], p.Hi[out], 0.5*min(p.scale[0], p.scale[1]))
	s := 0.0
	for i, t := range outer.t {
		line := c[in] - slope*(t-c[out])
		lo, hi := max(line, p.Lo[in]), p.Hi[in]
		if k[in] < 0 {
			lo, hi = p.Lo[in], min(line, p.Hi[in])
		}
		r := gaussLegendre(lo, hi, 0.6*p.scale[in], nil)
		s += outer.w[i] * p.integrals(out, []float64{t}, r)[0]
	}
	return s
}
