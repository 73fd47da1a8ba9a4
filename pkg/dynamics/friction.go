package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Friction says what the letter O of a word does. Its other methods panic where Check reports an
// error.
type Friction interface {
	// Key is the friction's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports what is wrong with the friction in a layout and dimension d, or that it does not
	// work in that layout.
	Check(l vec.Layout, d int) error
	// O returns the flow over a time h. It has scratch space and serves one ensemble.
	O(l vec.Layout, d int, h float64) Flow
}

// Adaptive is a Friction with a ξ that the letter D moves.
type Adaptive interface {
	Friction
	// Rows is the number of rows of ξ.
	Rows(l vec.Layout, d int) int
	// Start sets every replica's ξ to the projection of the d×d symmetric matrix x, row-major, onto
	// the matrices that ξ may be.
	Start(s *State, x []float64)
	// D returns the flow over a time h. It has scratch space and serves one ensemble.
	D(l vec.Layout, d int, h float64) Flow
}
