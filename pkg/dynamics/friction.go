package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Friction says what the letters O and D of a word do, and how ξ is stored. Its other methods panic
// where Check reports an error.
type Friction interface {
	// Key is the friction's name and parameters in the key of a result.
	Key() spec.Key
	// Check reports what is wrong with the friction in a layout and dimension d, or that it does not
	// work in that layout.
	Check(l vec.Layout, d int) error
	// Adaptive reports whether D moves ξ.
	Adaptive() bool
	// Rows is the number of rows of ξ.
	Rows(l vec.Layout, d int) int
	// Start sets every replica's ξ to the projection of the d×d symmetric matrix x, row-major, onto
	// the matrices that ξ may be.
	Start(s *State, x []float64)
	// O and D return the flows over a time h. They have scratch space and serve one ensemble. D
	// panics where Adaptive is false.
	O(l vec.Layout, d int, h float64) Flow
	D(l vec.Layout, d int, h float64) Flow
}
