package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Coefficient is the entry (I, J) of the coefficient ξ_K of an [Extended] friction, both counted
// from 0. Where functions are nearly dependent under π, coefficients drift along combinations that
// vanish at every θ that is visited; ξ(θ) does not, see Xi.
type Coefficient struct{ K, I, J int }

// Key is "coefficient", k, i and j.
func (c Coefficient) Key() spec.Key {
	return spec.Key{"is": "coefficient", "k": c.K, "i": c.I, "j": c.J}
}

// Len is 1.
func (Coefficient) Len(int, Friction) int { return 1 }

// Bind returns what copies the entry. It panics for a friction that is not extended.
func (c Coefficient) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	e, ok := f.(Extended)
	if !ok {
		panic("dynamics: a Coefficient needs an extended friction")
	}
	row, lane := place(e.Base.Form, l, d, c.I, c.J, 0)
	row += c.K * e.Base.Rows(l, d)
	out := vec.Rows(1)
	return func(s *State) []vec.Row {
		s.Settle()
		if l == vec.Replicas {
			out[0] = s.Xi[row]
		} else {
			out[0][0] = s.Xi[row][lane]
		}
		return out
	}
}
