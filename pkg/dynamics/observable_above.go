package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Above is 1 where the one number of an observable is positive, and 0 elsewhere: its mean is a
// probability.
type Above struct{ Of Observable }

// Key is "above" and of.
func (a Above) Key() spec.Key { return spec.Key{"is": "above", "of": a.Of.Key()} }

// Len is 1.
func (Above) Len(int, Friction) int { return 1 }

// Bind returns what compares.
func (a Above) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	of, out := a.Of.Bind(l, d, f), vec.Rows(1)
	return func(s *State) []vec.Row {
		for k, x := range &of(s)[0] {
			out[0][k] = 0
			if x > 0 {
				out[0][k] = 1
			}
		}
		return out
	}
}
