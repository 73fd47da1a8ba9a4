package operations

import "adl/pkg/dynamics"

// Friction is the cost of the friction ξ(θ) = Σ_k ξ_k f_k(θ) of extended Adaptive Langevin dynamics
// (eq. sheme_eadl). The values f_k(θ) are not counted: they depend on the basis.
type Friction struct {
	Form dynamics.Form // scalar, diagonal or full
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
	switch e := entries(f.Form, d); {
	case e == 1:
		return functions + vector
	case e == d:
		return functions*d + vector
	case f.Degree == 0:
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
