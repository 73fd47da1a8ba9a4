package dynamics

import "adl/pkg/vec"

// Friction is what the letters O and D of a word mean, and how ξ is held.
type Friction interface {
	// Rows is the number of rows of ξ in dimension d.
	Rows(d int) int
	// Adaptive says whether D moves ξ.
	Adaptive() bool
	// Start sets every replica's ξ to the symmetric matrix x, row-major, as far as the friction can hold it: its diagonal
	// or the mean of that.
	Start(xi []vec.Row, x []float64)
	// O and D return the flows in dimension d over a time h. D panics where Adaptive is false.
	O(d int, h float64) Flow
	D(d int, h float64) Flow
}

// Identity is x times the unit matrix of order d, row-major, for Start.
func Identity(d int, x float64) []float64 {
	m := make([]float64, d*d)
	for i := range d {
		m[i*d+i] = x
	}
	return m
}

func trace(x []float64, d int) float64 {
	s := 0.0
	for i := range d {
		s += x[i*d+i]
	}
	return s
}

func fill(r *vec.Row, x float64) {
	for l := range r {
		r[l] = x
	}
}
