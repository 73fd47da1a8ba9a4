package dynamics

import (
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Output is the output N_θ(x) of a neural network at a point x.
type Output struct {
	Network *model.Network
	X       []float64
}

// Key is "output" and x.
func (o Output) Key() spec.Key { return spec.Key{"is": "output", "x": o.X} }

// Len is 1.
func (Output) Len(int, Friction) int { return 1 }

// Bind returns what evaluates the network.
func (o Output) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	if l != vec.Replicas {
		return Function{N: 1, Of: func(y, theta []float64) {
			y[0] = o.Network.Probability(theta, o.X)
		}}.Bind(l, d, f)
	}
	y := vec.Rows(1)
	return func(s *State) []vec.Row {
		o.Network.Output(&y[0], s.Theta, o.X)
		return y
	}
}
