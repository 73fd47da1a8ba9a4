package dynamics

import (
	"math"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Scalar is a friction ξ ∈ ℝ, the same for all components: D is ξ ← ξ + (h/η)(|p|² − d)
// (eq. xi_scalar).
type Scalar struct{}

// Name is "scalar".
func (Scalar) Name() string { return "scalar" }

// Key is "scalar".
func (Scalar) Key() spec.Key { return spec.Key{"is": "scalar"} }

// Check is nil.
func (Scalar) Check(int) error { return nil }

// At is 0 on the diagonal.
func (Scalar) At(_, i, j int) int { return diagonalAt(i, j, 0) }

// diagonalAt is e on the diagonal and −1 off it.
func diagonalAt(i, j, e int) int {
	if i != j {
		return -1
	}
	return e
}

// O has a flow of its own in the layout vec.Components.
func (Scalar) O(l vec.Layout, _ int, h, gamma float64) Flow {
	if l == vec.Replicas {
		return nil
	}
	return ouScalar{vec.NewOUDiagonal(h, gamma)}
}

// D has a flow of its own in the layout vec.Components.
func (Scalar) D(l vec.Layout, _ int, k float64) Flow {
	if l == vec.Replicas {
		return nil
	}
	return norm{k}
}

type (
	ouScalar struct{ c *vec.OUDiagonal }
	norm     struct{ k float64 }
)

func (f ouScalar) Apply(s *State) {
	alpha, sigma := f.c.Functions(s.Xi[0][0])
	vec.ScaleAdd(s.P, s.Noise.Next(), alpha, sigma)
}

func (f norm) Apply(s *State) {
	x := &s.Xi[0][0]
	*x = math.FMA(vec.SumSquares(s.P, s.Dim)-float64(s.Dim), f.k, *x)
}
