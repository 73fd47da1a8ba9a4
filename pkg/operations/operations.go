// Package operations counts the elementary operations of a step: additions, subtractions,
// multiplications, divisions, square roots, exponentials and maxima of two numbers are one each,
// and so are a random index and a normal number. Comparisons, changes of sign, copies, and
// computations once and for all before a run count nothing.
//
// The counts are those of plain code, which the tests of this package run with arithmetic that
// counts, and whose numbers they compare with those of the library. Half steps of O at the two ends
// of a step are one.
package operations

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"adl/pkg/dynamics"
	"adl/pkg/vec"
)

// Exponent returns the k of y ∝ x^k, the slope of log y against log x by least squares.
func Exponent(x, y []float64) float64 {
	logs := func(v []float64) []float64 {
		l := make([]float64, len(v))
		for i, x := range v {
			l[i] = math.Log(x)
		}
		return l
	}
	_, k := stat.LinearRegression(logs(x), logs(y), nil, false)
	return k
}

// entries is the number of entries of ξ in dimension d.
func entries(f dynamics.Form, d int) int { return len(dynamics.Entries(f, d)) }

// Model is the cost of a model's gradient.
type Model struct {
	Dim   int // of θ
	datum int // the gradient of one datum and its addition to a sum, but for constant factors
	once  int // constant factors of the sum, and the prior
}

// Gaussian is model.Gaussian.
func Gaussian() Model { return Model{Dim: 1, datum: 2, once: 3} }

// Mixture is model.Mixture.
func Mixture() Model { return Model{Dim: 2, datum: 16, once: 6} }

// Logistic is model.Logistic in dimension d.
func Logistic(d int) Model { return Model{Dim: d, datum: 4*d + 3, once: 2 * d} }

// Network is model.Network: d = hidden (inputs + 2).
func Network(inputs, hidden int) Model {
	d := hidden * (inputs + 2)
	return Model{Dim: d, datum: hidden*(4*inputs+8) + 3, once: 2 * d}
}

// All is the gradient ∇ log π(θ|x) from total data.
func (m Model) All(total int) int { return total*m.datum + m.once }

// Batch is its estimate F̂_n(θ) from a batch of n data, whose indices are drawn.
func (m Model) Batch(n int) int { return n + m.All(n) }

// Covariance is the covariance of the gradients of n data at a θ, Σ_x(θ) if they are all:
//
//	(Σ g_i g_iᵀ − (Σ g_i)(Σ g_i)ᵀ/n)/(n − 1).
func (m Model) Covariance(n int) int {
	e := m.Dim * (m.Dim + 1) / 2
	return n*(m.datum+2*e) + 4*e
}

// Langevin counts a step of Langevin dynamics, OABAO, without the gradient.
func (m Model) Langevin() int { return m.drifts() + 4*m.Dim }

// Adaptive counts a step of Adaptive Langevin dynamics or its extension, ODABADO, without
// the gradient.
func (m Model) Adaptive(f Friction) int { return m.drifts() + f.Step() }

// drifts is A, twice, and B.
func (m Model) drifts() int { return 6 * m.Dim }

// Friction is the cost of the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive Langevin dynamics
// (eq. sheme_eadl). The values f_k(θ) are not counted: they depend on the basis.
type Friction struct {
	Form dynamics.Form // whose entries O takes one by one, or full
	Dim  int
	K    int // all of K + 1 functions are used at every θ; K = 0 is ξ itself, without functions
	// Degree is that of the power series of vec.OULarge in a full ξ (see Degree). With 0 a full ξ is
	// diagonalised.
	Degree int
}

// Step counts the operations of a step for the friction: Sum, O and twice D.
func (f Friction) Step() int { return f.Sum() + f.O() + 2*f.D() }

// Sum is ξ(θ) = Σ_k ξ_k f_k(θ).
func (f Friction) Sum() int {
	if f.K == 0 {
		return 0
	}
	return (2*f.K + 1) * entries(f.Form, f.Dim)
}

// O is p ← e^(−hξ) p + [γ ξ⁻¹ (1 − e^(−2hξ))]^(1/2) G.
func (f Friction) O() int {
	const functions = 7 // both, of a number
	d := f.Dim
	vector := 4 * d // α p + σ G
	if f.Form != dynamics.Form(dynamics.Full{}) {
		return functions*entries(f.Form, d) + vector
	}
	if f.Degree == 0 {
		return Eigen(d) + 3*Product(d) + functions*d + vector
	}
	m := f.Degree
	norm, trace := d*(d+1)+4, d
	coefficients := m*m + 11*m + 43
	term := 2*Product(d) + 6*d + 4*d + 2*(2*d-1) + 5
	return trace + norm + coefficients + vector + 2*d + 1 + m*term
}

// Product is a matrix of order d times a vector.
func Product(d int) int { return d * (2*d - 1) }

// D is ξ_k ← ξ_k + (h/η) f_k(θ) (p pᵀ − 1) for all k.
func (f Friction) D() int {
	e := entries(f.Form, f.Dim)
	outer := e + f.Dim // p pᵀ − 1
	if e == 1 {
		outer = 2 * f.Dim // |p|² − d
	}
	if f.K == 0 {
		return outer + 2*e
	}
	return outer + (f.K+1)*f.Function()
}

// Function counts the operations of D for each function.
func (f Friction) Function() int { return 2*entries(f.Form, f.Dim) + 1 }

// Eigen is the diagonalisation of a symmetric matrix of order d with its eigenvectors, by
// reflections to a tridiagonal matrix and QL iterations. Their number depends on the matrix: for a
// random one this is right to 3 % from d = 8 on, and more than a few operations for less.
func Eigen(d int) int { return (9*d + 40) * d * d }

// Degree returns the degree of the power series in ξ that vec.OULarge sums for an O step over a
// time h to 10⁻¹² of the result, two products of ξ with a vector a degree. ξ is drawn from its
// stationary distribution about γ I: variances 1/η on the diagonal and 1/(2η) off it.
func Degree(d int, h, gamma, eta float64) int {
	o := vec.OU{H: h, Gamma: gamma}.Large(d)
	xi, _ := drawn(d, gamma, eta)
	s := vec.NewStream(uint64(d), 1)
	normals := func() []vec.Row {
		g := vec.Rows(vec.Components.Rows(d))
		s.Normals(g)
		vec.Components.Pad(g, d)
		return g
	}
	o.Step(normals(), xi, normals)
	return o.Terms
}

// drawn returns a ξ from its stationary distribution, in blocks and row-major.
func drawn(d int, gamma, eta float64) (xi []vec.Row, full []float64) {
	xi, full = vec.Rows(vec.Sym(d).Rows()), make([]float64, d*d)
	g := vec.Rows(vec.Components.Rows(d))
	s := vec.NewStream(uint64(d), 0)
	diagonal := 1 / math.Sqrt(eta)
	for i := range d {
		s.Normals(g)
		for j := i; j < d; j++ {
			row, lane := vec.Components.At(j, 0)
			x := float64(diagonal * g[row][lane])
			if i == j {
				x += gamma
			} else {
				x = float64(x * math.Sqrt(0.5))
			}
			full[i*d+j], full[j*d+i] = x, x
			row, lane = vec.Sym(d).At(i, j)
			xi[row][lane] = x
			row, lane = vec.Sym(d).At(j, i)
			xi[row][lane] = x
		}
	}
	return xi, full
}
