package exact

import "math"

// Projections are the orthogonal projections of Σ_x in L²(π) with the Frobenius norm onto constant matrices, and their distances from it. By eq. erreur_gen
// the distances times ε(n)Δt bound the bias of Langevin dynamics (Norm) and of Adaptive Langevin dynamics with the friction of the
// same name. ScalarError ≥ DiagonalError ≥ FullError, because each class of matrices contains the one before.
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
	r := Projections{Mean: []float64{mean[0], mean[1], mean[1], mean[2]}, S: float64(0.5 * (mean[0] + mean[2]))}
	distance := func(a, b, d float64) float64 {
		q := 0.0
		for k, m := range p.mass {
			x, y, z := s[k][0]-a, s[k][1]-b, s[k][2]-d
			q = math.FMA(m, math.FMA(x, x, math.FMA(z, z, float64(2*float64(y*y)))), q)
		}
		return math.Sqrt(q)
	}
	r.Norm = distance(0, 0, 0)
	r.ScalarError = distance(r.S, 0, r.S)
	r.DiagonalError = distance(mean[0], 0, mean[2])
	r.FullError = distance(mean[0], mean[1], mean[2])
	return r
}

// gradCov is Σ_x (entries 11, 12, 22) at the nodes, or 0 where there is no mass to speak of.
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

// Project returns the distance in L²(π), Frobenius norm, between Σ_x and its orthogonal projection S_K = Σ_k S_k f_k onto the symmetric-matrix combinations of
// the functions f_k (eq. proj_sigma), and the coefficients S_k, each a matrix. Functions that depend on those before them get the coefficient 0.
// Functions that jump want a Posterior whose Grid has cuts where they do.
func (p *Posterior) Project(basis []func(theta []float64) float64) (coef [][]float64, distance float64) {
	s := p.gradCov()
	root := make([]float64, len(p.mass)) // functions are held times the square root of the mass
	for k, m := range p.mass {
		root[k] = math.Sqrt(m)
		for c := range s[k] {
			s[k][c] = float64(s[k][c] * root[k])
		}
	}
	n := len(basis)
	q := make([][]float64, n)   // orthonormal
	tri := make([][]float64, n) // f_j = Σ_i tri[j][i] q_i
	y := make([][3]float64, n)  // <q_i, Σ_x>
	for j, f := range basis {
		v := make([]float64, 0, len(p.mass))
		p.Each(func(theta []float64, _ float64) {
			v = append(v, f(theta)*root[len(v)])
		})
		tri[j] = make([]float64, n)
		before := dot(v, v)
		for range 2 { // Gram–Schmidt, and once more for what rounding left
			for i := range j {
				if q[i] == nil {
					continue
				}
				d := dot(q[i], v)
				tri[j][i] += d
				for k := range v {
					v[k] = math.FMA(-d, q[i][k], v[k])
				}
			}
		}
		norm := dot(v, v)
		if !(norm > float64(1e-20*before)) {
			continue
		}
		norm = math.Sqrt(norm)
		tri[j][j] = norm
		for k := range v {
			v[k] /= norm
		}
		q[j] = v
		for c := range 3 {
			d := 0.0
			for k := range v {
				d = math.FMA(v[k], s[k][c], d)
			}
			for k := range v {
				s[k][c] = math.FMA(-d, v[k], s[k][c])
			}
			y[j][c] = d
		}
	}
	for k := range s {
		distance = math.FMA(s[k][0], s[k][0], math.FMA(s[k][2], s[k][2], math.FMA(float64(2*s[k][1]), s[k][1], distance)))
	}
	coef = make([][]float64, n)
	for j := n - 1; j >= 0; j-- { // back substitution
		coef[j] = make([]float64, 4)
		if q[j] == nil {
			continue
		}
		var b [3]float64
		for c := range b {
			v := y[j][c]
			for i := j + 1; i < n; i++ {
				v -= float64(tri[i][j] * coef[i][[3]int{0, 1, 3}[c]])
			}
			b[c] = v / tri[j][j]
		}
		coef[j] = []float64{b[0], b[1], b[1], b[2]}
	}
	return coef, math.Sqrt(distance)
}

func dot(a, b []float64) float64 {
	s := 0.0
	for k, x := range a {
		s = math.FMA(x, b[k], s)
	}
	return s
}
