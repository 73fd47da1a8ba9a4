package exact

import (
	"math"
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// ProjectBasis returns the orthogonal projection S_K = Σ_k S_k f_k of Σ_x in L²(π), with the
// Frobenius norm, onto combinations of the functions of a basis with matrices S_k of a form (eq.
// proj_sigma). It returns the S_k, each a 2×2 matrix, and the distance of S_K from Σ_x. A function
// that depends linearly on earlier functions of its cell has the coefficient 0. Functions that jump
// need a MixtureGrid with cuts there.
func (p *MixtureGrid) ProjectBasis(
	b dynamics.Basis, form dynamics.Form,
) (coef [][]float64, distance float64) {
	value := make([][]float64, len(p.mass))
	for k, s := range p.gradCov() {
		value[k] = slices.Clone(s)
	}
	return p.project(b, form, p.mass, value)
}

// project is ProjectBasis for a matrix at every node, which it overwrites, with weights in place of
// π. It omits nodes where the matrix is nil.
func (p *MixtureGrid) project(
	b dynamics.Basis, form dynamics.Form, weight []float64, value [][]float64,
) (coef [][]float64, distance float64) {
	entries := dynamics.Entries(form, 2)
	cells, m := b.Cells()
	nodes := make([][]int, cells)      // by cell
	rows := make([][]float64, cells*m) // function k at the cell's nodes, times √weight
	f := make([]float64, m)
	for k, v := range value {
		if v == nil {
			continue
		}
		c := b.At(f, p.at(k))
		nodes[c] = append(nodes[c], k)
		for i, v := range f {
			rows[c*m+i] = append(rows[c*m+i], v*math.Sqrt(weight[k]))
		}
	}
	square := 0.0 // of the distance
	for c, at := range nodes {
		y := make([][]float64, len(entries)) // entries at the cell's nodes, times the root
		for _, k := range at {
			rest, part := value[k], dynamics.Project(form, value[k])
			linalg.AddScaled(rest, -1, part)
			square += weight[k] * linalg.Dot(rest, rest)
			for e, q := range entries {
				y[e] = append(y[e], part[2*q.I+q.J]*math.Sqrt(weight[k]))
			}
		}
		solved := fit(rows[c*m:][:m], y)
		for i := range m {
			coef = append(coef, dynamics.Matrix(form, 2, solved[i]))
		}
		for e, q := range entries {
			scale := float64(q.Count) // places in the matrix
			if !q.Diagonal() {
				scale *= 2
			}
			square += scale * linalg.Dot(y[e], y[e])
		}
	}
	return coef, math.Sqrt(square)
}

// FrozenBasisXi returns the ξ_k at which extended Adaptive Langevin dynamics has E p pᵀ = I, as far
// as its functions allow, if p is in equilibrium with a ξ(θ) that hardly changes. At every θ this
// is the ξ of MeanXi for Σ_x(θ). Near this ξ, E p pᵀ − I is proportional to the distance of ξ(θ)
// from it, divided by its mean eigenvalue; hence the weight of the projection. Nodes with less than
// 1e-8 of the mass are omitted.
func (p *MixtureGrid) FrozenBasisXi(
	b dynamics.Basis, form dynamics.Form, epsilon, gamma, dt float64,
) [][]float64 {
	value, weight := make([][]float64, len(p.mass)), make([]float64, len(p.mass))
	for k, s := range p.gradCov() {
		if p.mass[k] < 1e-8 {
			continue
		}
		value[k], _ = MeanXi(form, s, epsilon, gamma, dt)
		weight[k] = p.mass[k] / linalg.Trace(value[k])
		linalg.AddScaled(value[k], -gamma, linalg.Identity(2, 1))
	}
	coef, _ := p.project(b, form, weight, value)
	return shifted(coef, b, gamma)
}

// shifted adds γ I to Σ_k coef_k f_k.
func shifted(coef [][]float64, b dynamics.Basis, gamma float64) [][]float64 {
	for k, one := range b.Constants() {
		d := linalg.Order(coef[k])
		for i := range d {
			coef[k][i*d+i] += gamma * one
		}
	}
	return coef
}

// leastShare is the smallest share of the variance for which a direction counts in
// SlowestDirection: runs of Figure 14 longer than 3 relaxation times of such directions agree.
const leastShare = 3e-4

// SlowestDirection returns the smallest eigenvalue λ of the matrix E f_k f_l over the functions of
// a basis, under π. A direction with eigenvalue λ relaxes in ηA/λ, where XiTime is ηA, and adds λ/η
// to the variance of ξ(θ). Directions that add less than 3e-4 of this variance are omitted.
func (p *MixtureGrid) SlowestDirection(b dynamics.Basis) float64 {
	var all []float64
	total := 0.0
	for _, g := range p.gram(b) {
		total += linalg.Trace(g)
		eigenvalues, _, _ := linalg.Eigen(g)
		all = append(all, eigenvalues...)
	}
	slowest := math.Inf(1)
	for _, l := range all {
		if l >= leastShare*total {
			slowest = min(slowest, l)
		}
	}
	return slowest
}

// ExtendedXi returns the coefficients of A_K = γ I + εΔt S_K/2 (eq. A) for the S_k of ProjectBasis:
// the means of ξ_k under the continuous dynamics if Σ_x = S_K (theorem th:1).
func ExtendedXi(
	b dynamics.Basis, coef [][]float64, epsilon, gamma, dt float64,
) [][]float64 {
	var xi [][]float64
	for _, s := range coef {
		xi = append(xi, scaled(s, epsilon*dt/2))
	}
	return shifted(xi, b, gamma)
}

// fit returns the coefficients, as [function][y], of the least-squares fit of every y by the
// functions f. It overwrites f, and replaces y by the residuals.
func fit(f, y [][]float64) (coef [][]float64) {
	n := len(f)
	tri := make([][]float64, n) // f_j = Σ_i tri[j][i] q_i, q orthonormal in place of f
	coef = make([][]float64, n) // at first for the q_i
	for j, v := range f {
		tri[j], coef[j] = make([]float64, n), make([]float64, len(y))
		before := linalg.Dot(v, v)
		linalg.Orthogonalize(v, f[:j], tri[j])
		norm := linalg.Dot(v, v)
		if !(norm > 1e-20*before) {
			f[j] = nil
			continue
		}
		norm = math.Sqrt(norm)
		tri[j][j] = norm
		for k := range v {
			v[k] /= norm
		}
		for c := range y {
			coef[j][c] = linalg.Dot(v, y[c])
			linalg.AddScaled(y[c], -coef[j][c], v)
		}
	}
	for j := n - 1; j >= 0; j-- { // back substitution
		if f[j] == nil {
			continue
		}
		for c := range y {
			for i := j + 1; i < n; i++ {
				coef[j][c] -= tri[i][j] * coef[i][c]
			}
			coef[j][c] /= tri[j][j]
		}
	}
	return coef
}

// Scale returns the factors 1/‖f_k‖ that give the functions of a basis the norm 1 in L²(π) (section
// 4.3), but at most the bound most. Functions that jump need a MixtureGrid with cuts there. b must
// have no factors yet.
func (p *MixtureGrid) Scale(b dynamics.Basis, most float64) (scale []float64) {
	_, m := b.Cells()
	for _, g := range p.gram(b) {
		for i := range m {
			scale = append(scale, min(most, 1/math.Sqrt(g[i*m+i])))
		}
	}
	return scale
}

// gram returns the matrices E f_k f_l over the functions of each cell.
func (p *MixtureGrid) gram(b dynamics.Basis) [][]float64 {
	cells, m := b.Cells()
	gram, f := make([][]float64, cells), make([]float64, m)
	for c := range gram {
		gram[c] = make([]float64, m*m)
	}
	p.Each(func(theta []float64, mass float64) {
		g := gram[b.At(f, theta)]
		for i, u := range f {
			for j, v := range f {
				g[i*m+j] += u * v * mass
			}
		}
	})
	return gram
}
