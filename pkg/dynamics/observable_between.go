package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Between is the position u = (θ − c)·k of θ between two points A and B, the modes of a posterior
// for instance: −1/2 at A and +1/2 at B, with c their midpoint and k their difference over its
// square.
type Between struct{ A, B []float64 }

// Key is "between", a and b.
func (b Between) Key() spec.Key { return spec.Key{"is": "between", "a": b.A, "b": b.B} }

// Len is 1.
func (Between) Len(int, Friction) int { return 1 }

// Bind returns what computes u.
func (b Between) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	centre, axis := make([]float64, d), make([]float64, d)
	sum := 0.0
	for i := range axis {
		axis[i] = b.B[i] - b.A[i]
		centre[i] = float64(0.5 * (b.A[i] + b.B[i]))
		sum += float64(axis[i] * axis[i])
	}
	for i := range axis {
		axis[i] /= sum
	}
	return Function{N: 1, Of: func(y, theta []float64) {
		y[0] = 0
		for i, k := range axis {
			y[0] += float64((theta[i] - centre[i]) * k)
		}
	}}.Bind(l, d, f)
}
