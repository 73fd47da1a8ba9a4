package exact

import "math"

// MeanGradCov returns Σ̄_x = E Σ_x (eq. sigma_bar), a 2×2 matrix.
func (p *Posterior) MeanGradCov() []float64 {
	var mean [3]float64
	for k, s := range p.gradCov() {
		for c := range mean {
			mean[c] = math.FMA(p.mass[k], s[c], mean[c])
		}
	}
	return []float64{mean[0], mean[1], mean[1], mean[2]}
}

// GradCovNorm returns the norm of Σ_x in L²(π) with the Frobenius norm. By eq. erreur_gen it bounds
// the bias of Langevin dynamics, times ε(n)Δt, and the distances of ProjectBasis that of Adaptive
// Langevin dynamics.
func (p *Posterior) GradCovNorm() float64 {
	q := 0.0
	for k, s := range p.gradCov() {
		square := math.FMA(s[0], s[0], math.FMA(s[2], s[2], float64(2*float64(s[1]*s[1]))))
		q = math.FMA(p.mass[k], square, q)
	}
	return math.Sqrt(q)
}

// gradCov is Σ_x (entries 11, 12, 22) at the nodes, or 0 where the mass is negligible.
func (p *Posterior) gradCov() [][3]float64 {
	p.covOnce.Do(func() {
		n := len(p.axis[1].t)
		p.cov = make([][3]float64, len(p.mass))
		for k, m := range p.mass {
			if m > 1e-22 {
				p.cov[k] = p.table.gradCov(k/n, k%n)
			}
		}
	})
	return p.cov
}

// DistanceGradient returns the gradient of ‖Σ_x − M‖², L²(π) with the Frobenius norm, in the
// entries of a constant 2×2 matrix M: −2 E(Σ_x − M). Its projection onto a form is 0 where M is the
// projection of Σ_x onto that form.
func (p *Posterior) DistanceGradient(m []float64) []float64 {
	g := make([]float64, 4)
	for k, s := range p.gradCov() {
		for i, x := range []float64{s[0], s[1], s[1], s[2]} {
			g[i] = math.FMA(-2*p.mass[k], x-m[i], g[i])
		}
	}
	return g
}
