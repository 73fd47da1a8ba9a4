package dynamics

import "adl/pkg/vec"

// Diagonal is a diagonal friction ξ = diag(ξ₁, …, ξ_d) of Adaptive Langevin dynamics, with noise Γ = γ I: D is ξ_i ← ξ_i + (h/η)(p_i² − 1)
// (eq. xi_diag).
type Diagonal struct{ Gamma, Eta float64 }

// Rows is d.
func (Diagonal) Rows(d int) int { return d }

// Adaptive is true.
func (Diagonal) Adaptive() bool { return true }

// Start sets ξ_i to the i-th entry of the diagonal of x.
func (Diagonal) Start(xi []vec.Row, x []float64) {
	for i := range xi {
		fill(&xi[i], x[i*len(xi)+i])
	}
}

// O is exact, component by component.
func (f Diagonal) O(_ int, h float64) Flow { return &ouLanes{vec.NewOU1(h, f.Gamma)} }

// D is ξ_i ← ξ_i + (h/η)(p_i² − 1).
func (f Diagonal) D(_ int, h float64) Flow { return &squares{h / f.Eta} }

type squares struct{ k float64 }

func (f *squares) Apply(e *Ensemble) { vec.AddSquares(e.Xi, e.P, f.k) }
