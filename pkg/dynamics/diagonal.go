package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Diagonal is a diagonal friction ξ = diag(ξ₁, …, ξ_d): D is ξ_i ← ξ_i + (h/η)(p_i² − 1)
// (eq. xi_diag).
type Diagonal struct{}

// Name is "diagonal".
func (Diagonal) Name() string { return "diagonal" }

// Key is "diagonal".
func (Diagonal) Key() spec.Key { return spec.Key{"is": "diagonal"} }

// Check is nil.
func (Diagonal) Check(int) error { return nil }

// At is i on the diagonal.
func (Diagonal) At(_, i, j int) int { return diagonalAt(i, j, i) }

// O goes over all components in one pass.
func (Diagonal) O(_ vec.Layout, _ int, h, gamma float64) Flow {
	return frozenO{vec.NewOUDiagonal(h, gamma)}
}

// D goes over all components in one pass.
func (Diagonal) D(_ vec.Layout, _ int, k float64) Flow { return squares{k} }

type squares struct{ k float64 }

func (f squares) Apply(s *State) {
	vec.AddSquares(s.Xi, s.P, f.k)
	s.Layout.Pad(s.Xi, s.Dim)
}

func (f squares) write(y []vec.Row, s *State) {
	vec.Squares(y, s.P)
	s.Layout.Pad(y, s.Dim)
}
