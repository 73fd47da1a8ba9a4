package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Full is a full symmetric friction ξ ∈ ℝ^(d×d), whose entries are its upper triangle, row by row
// (Remark rem:xi): D is ξ ← ξ + (h/η)(p pᵀ − 1).
type Full struct{}

// Name is "full".
func (Full) Name() string { return "full" }

// Key is "full".
func (Full) Key() spec.Key { return spec.Key{"is": "full"} }

// Check is nil.
func (Full) Check(int) error { return nil }

// At counts the upper triangle, row by row.
func (Full) At(d, i, j int) int { return i*d - triangle(i) + j }

// Rows is the number of entries, or that of a symmetric matrix in blocks (vec.SymRows).
func (Full) Rows(l vec.Layout, d int) int {
	if l == vec.Replicas {
		return triangle(d)
	}
	return vec.SymRows(d)
}

// Place is where the entry stands in the triangle, or in blocks.
func (f Full) Place(l vec.Layout, d, i, j, r int) (row, lane int) {
	if l == vec.Replicas {
		return f.At(d, min(i, j), max(i, j)), r
	}
	return vec.SymAt(d, i, j)
}

// O is exact: in closed form or by series for two components, through the eigenvectors of ξ for
// more; in the layout vec.Components to 10⁻¹², by series in ξ, with d² work a step and not d³.
func (Full) O(l vec.Layout, d int, h, gamma float64) Flow {
	switch {
	case l == vec.Components:
		return &ouSym{vec.NewOULarge(d, h, gamma)}
	case d == 1:
		return frozenO{vec.NewOUDiagonal(h, gamma)}
	case d == 2:
		return frozenO{vec.NewOUPair(h, gamma)}
	}
	return frozenO{vec.NewOUFull(d, h, gamma)}
}

// D is ξ ← ξ + (h/η)(p pᵀ − 1). In the layout vec.Components the next O adds it.
func (Full) D(l vec.Layout, _ int, k float64) Flow {
	if l == vec.Components {
		return outerLater{k}
	}
	return &outer{k}
}

type (
	ouSym      struct{ c *vec.OULarge }
	outer      struct{ k float64 }
	outerLater struct{ k float64 }
	outerDrift struct{ k, h float64 }
)

func (f *ouSym) Apply(s *State) {
	f.c.Step(s.P, s.Xi, s.Noise.Next, s.due...)
	s.due = s.due[:0]
}

func (f *outer) Apply(s *State) { vec.AddOuter(s.Xi, s.P, f.k) }

func (f *outer) write(y []vec.Row, s *State) { vec.Outer(y, s.P) }

func (f outerLater) Apply(s *State) { s.add(f.k) }

func (f *outerDrift) Apply(s *State) { vec.AddOuterDrift(s.Theta, s.Xi, s.P, f.k, f.h) }
