package linalg

import "math"

// Dot returns Σ_i x_i y_i.
func Dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s = math.FMA(v, y[i], s)
	}
	return s
}

// AddScaled adds a x to y.
func AddScaled(y []float64, a float64, x []float64) {
	for i, v := range x {
		y[i] = math.FMA(a, v, y[i])
	}
}

// Orthogonalize makes v orthogonal to the orthonormal vectors q_i by the Gram–Schmidt process, and
// adds the components ⟨q_i, v⟩ that it removes to r_i. It runs the process twice: the second pass
// removes what rounding left in the first. It skips those q_i that are nil.
func Orthogonalize(v []float64, q [][]float64, r []float64) {
	for range 2 {
		for i, u := range q {
			if u == nil {
				continue
			}
			s := Dot(u, v)
			r[i] += s
			AddScaled(v, -s, u)
		}
	}
}
