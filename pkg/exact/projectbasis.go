package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// ProjectBasis returns the orthogonal projection S_K = Σ_k S_k f_k of Σ_x in L²(π), with the
// Frobenius norm, onto combinations of the functions of a basis with matrices S_k of a form (eq.
// proj_sigma): the S_k, each a 2×2 matrix, and the distance of S_K from Σ_x. A form that contains
// another has the smaller distance. Of the functions of a cell that depend on those before them
// under π the coefficients are 0. Functions that jump need a Posterior whose Grid has cuts where
// they do.
func (p *Posterior) ProjectBasis(
	b dynamics.Basis, form dynamics.Form,
) (coef [][]float64, distance float64) {
	entries := dynamics.Entries(form, 2)
	cells, m := b.Cells()
	nodes := make([][]int, cells)      // of a cell
	rows := make([][]float64, cells*m) // function k there, times the square root of the mass
	values := make([]float64, m)
	n := 0
	p.Each(func(theta []float64, mass float64) {
		c, root := b.At(values, theta), math.Sqrt(mass)
		nodes[c] = append(nodes[c], n)
		for i, v := range values {
			rows[c*m+i] = append(rows[c*m+i], float64(v*root))
		}
		n++
	})
	cov := p.gradCov()
	square := 0.0
	for c, at := range nodes {
		y := make([][]float64, len(entries)) // entries of Σ_x at the cell's nodes, times the root
		for _, k := range at {
			s := cov[k]
			full := []float64{s[0], s[1], s[1], s[2]}
			part := dynamics.Project(form, full)
			linalg.AddScaled(full, -1, part)
			square = math.FMA(p.mass[k], linalg.Dot(full, full), square)
			root := math.Sqrt(p.mass[k])
			for e, q := range entries {
				y[e] = append(y[e], float64(part[2*q.I+q.J]*root))
			}
		}
		solved := fit(rows[c*m:][:m], y)
		for i := range m {
			coef = append(coef, dynamics.Matrix(form, 2, solved[i]))
		}
		for e, q := range entries {
			weight := float64(q.Count) // places in the matrix
			if !q.Diagonal() {
				weight *= 2
			}
			square = math.FMA(weight, linalg.Dot(y[e], y[e]), square)
		}
	}
	return coef, math.Sqrt(square)
}

// ExtendedXi returns the coefficients of A_K = γ I + εΔt S_K/2 (eq. A) for the S_k of ProjectBasis,
// where extended Adaptive Langevin dynamics may start its ξ_k (dynamics.Extended.Xi0). By theorem
// th:1 they are the means of ξ_k under the continuous dynamics if Σ_x is S_K.
func ExtendedXi(
	b dynamics.Basis, coef [][]float64, epsilon, gamma, dt float64,
) [][]float64 {
	one := b.Constants()
	xi := make([][]float64, len(coef))
	half := float64(float64(0.5*epsilon) * dt)
	for k, s := range coef {
		d := linalg.Order(s)
		for i, x := range s {
			x = float64(half * x)
			if i%(d+1) == 0 {
				x = math.FMA(gamma, one[k], x)
			}
			xi[k] = append(xi[k], x)
		}
	}
	return xi
}

// fit returns the coefficients of the least-squares fits of every y by the functions f, as
// [function][y], and leaves the residuals in y. It overwrites f. A function that depends on those
// before it has the coefficient 0.
func fit(f, y [][]float64) (coef [][]float64) {
	n := len(f)
	tri := make([][]float64, n) // f_j = Σ_i tri[j][i] q_i, q orthonormal in place of f
	coef = make([][]float64, n) // first of the q_i
	for j, v := range f {
		tri[j], coef[j] = make([]float64, n), make([]float64, len(y))
		before := linalg.Dot(v, v)
		linalg.Orthogonalize(v, f[:j], tri[j])
		norm := linalg.Dot(v, v)
		if !(norm > float64(1e-20*before)) {
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
				coef[j][c] -= float64(tri[i][j] * coef[i][c])
			}
			coef[j][c] /= tri[j][j]
		}
	}
	return coef
}
