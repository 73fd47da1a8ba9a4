package exact

import "math"

// Projections are the orthogonal projections of Σ_x in L²(π) with the Frobenius norm onto constant
// matrices, and their distances from it. By eq. erreur_gen the distances times ε(n)Δt bound the
// bias of Langevin dynamics (Norm) and of Adaptive Langevin dynamics with the friction of the same
// name. ScalarError ≥ DiagonalError ≥ FullError, because each class of matrices contains the one
// before.
type Projections struct {
	Mean          []float64 // Σ̄_x = E Σ_x (eq. sigma_bar)
	S             float64   // s* = tr Σ̄_x/d
	Norm          float64   // ‖Σ_x‖
	ScalarError   float64   // ‖Σ_x − s* I‖
	DiagonalError float64   // ‖Σ_x − D*‖, D* the diagonal of Σ̄_x
	FullError     float64   // ‖Σ_x − Σ̄_x‖
}

// Projections integrates Σ_x(θ) over the posterior.
func (p *Posterior) Projections() Projections {
	s := p.gradCov()
	var mean [3]float64
	for k, m := range p.mass {
		for c := range mean {
			mean[c] = math.FMA(m, s[k][c], mean[c])
		}
	}
	distance := func(a, b, d float64) float64 {
		q := 0.0
		for k, m := range p.mass {
			x, y, z := s[k][0]-a, s[k][1]-b, s[k][2]-d
			q = math.FMA(m, math.FMA(x, x, math.FMA(z, z, float64(2*float64(y*y)))), q)
		}
		return math.Sqrt(q)
	}
	star := float64(0.5 * (mean[0] + mean[2]))
	return Projections{
		Mean:          []float64{mean[0], mean[1], mean[1], mean[2]},
		S:             star,
		Norm:          distance(0, 0, 0),
		ScalarError:   distance(star, 0, star),
		DiagonalError: distance(mean[0], 0, mean[2]),
		FullError:     distance(mean[0], mean[1], mean[2]),
	}
}

// gradCov is Σ_x (entries 11, 12, 22) at the nodes, or 0 where the mass is negligible.
func (p *Posterior) gradCov() [][3]float64 {
	p.table.gradients()
	n := len(p.axis[1].t)
	s := make([][3]float64, len(p.mass))
	for k, m := range p.mass {
		if m > 1e-22 {
			s[k] = p.table.gradCov(k/n, k%n)
		}
	}
	return s
}
