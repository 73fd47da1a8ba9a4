package exact

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
)

// ProjectBasis returns the distance in L²(π), Frobenius norm, between Σ_x and its orthogonal
// projection S_K = Σ_k S_k f_k onto the frictions of extended Adaptive Langevin dynamics (eq.
// proj_sigma), where the S_k are matrices of the form f; and the S_k, each a 2×2 matrix. The richer
// form has the smaller distance: that of Full is at most that of Diagonal, which is at most that of
// Scalar. A function that depends on those before it in its cell, under π, has the coefficient 0.
// Functions that jump need a Posterior whose Grid has cuts there.
func (p *Posterior) ProjectBasis(
	b dynamics.Basis, f Friction,
) (coef [][]float64, distance float64) {
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
	parts := f.parts()
	cov := p.gradCov()
	for c, at := range nodes {
		var s [3][]float64 // the parts of Σ_x at the cell's nodes, times the root
		for _, k := range at {
			root := math.Sqrt(p.mass[k])
			for r, x := range parts.of(cov[k]) {
				s[r] = append(s[r], float64(x*root))
			}
		}
		solved := fit(rows[c*m:][:m], s[:parts.held])
		for i := range m {
			coef = append(coef, parts.matrix(solved[i]))
		}
		for r := range s {
			distance = math.FMA(parts.weight[r], linalg.Dot(s[r], s[r]), distance)
		}
	}
	return coef, math.Sqrt(distance)
}

// ExtendedXi returns the coefficients of A_K = γ I + εΔt S_K/2 (eq. A) for the S_k of ProjectBasis,
// where extended Adaptive Langevin dynamics may start its ξ_k (dynamics.Extended.Xi0). By theorem
// th:1 they are the means of ξ_k under the continuous dynamics if Σ_x is S_K.
func ExtendedXi(
	b dynamics.ConstantBasis, coef [][]float64, epsilon, gamma, dt float64,
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

// parts are three coordinates of a symmetric 2×2 matrix, orthogonal in the Frobenius norm. A form
// of friction represents the first of them and sets the others to 0.
type parts struct {
	held   int        // how many it represents
	weight [3]float64 // the norm² is Σ weight x²
	of     func(s [3]float64) [3]float64
	matrix func(x []float64) []float64 // with the others 0
}

func (f Friction) parts() parts {
	switch f {
	case Scalar:
		return parts{1, [3]float64{2, 2, 2},
			func(s [3]float64) [3]float64 {
				return [3]float64{float64(0.5 * (s[0] + s[2])), float64(0.5 * (s[0] - s[2])), s[1]}
			},
			func(x []float64) []float64 { return []float64{x[0], 0, 0, x[0]} }}
	case Diagonal:
		return parts{2, [3]float64{1, 1, 2},
			func(s [3]float64) [3]float64 { return [3]float64{s[0], s[2], s[1]} },
			func(x []float64) []float64 { return []float64{x[0], 0, 0, x[1]} }}
	case Full:
		return parts{3, [3]float64{1, 1, 2},
			func(s [3]float64) [3]float64 { return [3]float64{s[0], s[2], s[1]} },
			func(x []float64) []float64 { return []float64{x[0], x[2], x[2], x[1]} }}
	}
	panic("exact: unknown friction " + string(f))
}

// fit returns the coefficients of the least-squares fits of every y by the functions f, as
// [function][y], and leaves the residuals in y. It overwrites f. A function that depends on those
// before it has the coefficient 0.
func fit(f, y [][]float64) (coef [][]float64) {
	n := len(f)
	tri := make([][]float64, n) // f_j = Σ_i tri[j][i] q_i, q orthonormal in place of f
	of := make([][]float64, n)  // ⟨q_i, y⟩
	coef = make([][]float64, n)
	for j, v := range f {
		tri[j], of[j], coef[j] = make([]float64, n), make([]float64, len(y)), make([]float64, len(y))
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
			of[j][c] = linalg.Dot(v, y[c])
			linalg.AddScaled(y[c], -of[j][c], v)
		}
	}
	for j := n - 1; j >= 0; j-- { // back substitution
		if f[j] == nil {
			continue
		}
		for c := range y {
			x := of[j][c]
			for i := j + 1; i < n; i++ {
				x -= float64(tri[i][j] * coef[i][c])
			}
			coef[j][c] = x / tri[j][j]
		}
	}
	return coef
}
