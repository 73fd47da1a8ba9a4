package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Observable is a function of the state: some numbers of every replica. Statistics such as moments
// and histograms are taken of observables.
type Observable interface {
	// Key is the observable's name and parameters in the key of a result.
	Key() spec.Key
	// Len returns how many numbers it is in dimension d, with the friction f, which may be nil.
	Len(d int, f Friction) int
	// Bind returns what evaluates it on states, as a vector of Len components in the layout, valid
	// until the next call. The function may have scratch space.
	Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row
}

// Theta is all components of θ.
type Theta struct{}

// Key is "theta".
func (Theta) Key() spec.Key { return spec.Key{"is": "theta"} }

// Len is d.
func (Theta) Len(d int, _ Friction) int { return d }

// Bind returns θ itself.
func (Theta) Bind(vec.Layout, int, Friction) func(s *State) []vec.Row {
	return func(s *State) []vec.Row { return s.Theta }
}

// Component is the component θ_I, counted from 0.
type Component struct{ I int }

// Key is "component" and i.
func (c Component) Key() spec.Key { return spec.Key{"is": "component", "i": c.I} }

// Len is 1.
func (Component) Len(int, Friction) int { return 1 }

// Bind returns the row of the component or a copy of its number.
func (c Component) Bind(l vec.Layout, _ int, _ Friction) func(s *State) []vec.Row {
	if l == vec.Replicas {
		return func(s *State) []vec.Row { return s.Theta[c.I : c.I+1] }
	}
	return entries(l, 1, func(s *State, i int) float64 {
		return s.Theta[c.I/vec.Lanes][c.I%vec.Lanes]
	})
}

// entries returns what evaluates n numbers of one replica, in the layout vec.Components.
func entries(l vec.Layout, n int, of func(s *State, i int) float64) func(s *State) []vec.Row {
	rows := vec.Rows(l.Rows(n))
	return func(s *State) []vec.Row {
		for i := range n {
			rows[i/vec.Lanes][i%vec.Lanes] = of(s, i)
		}
		return rows
	}
}

// Xi is the entries of ξ (see Entries), or those of ξ(θ) where the friction is an Extended: nearly
// dependent functions have large coefficients that add up to nothing wherever θ goes. It has no
// numbers at constant friction.
type Xi struct {
	Diagonal bool // only the entries on the diagonal
}

// Key is "xi" or "diagonal of xi".
func (x Xi) Key() spec.Key {
	if x.Diagonal {
		return spec.Key{"is": "diagonal of xi"}
	}
	return spec.Key{"is": "xi"}
}

// Entries lists the entries of ξ that it is.
func (x Xi) Entries(d int, f Friction) []Entry {
	a, ok := BaseOf(f)
	if !ok {
		return nil
	}
	var es []Entry
	for _, e := range Entries(a.Form, d) {
		if e.Diagonal() || !x.Diagonal {
			es = append(es, e)
		}
	}
	return es
}

// Len is the number of entries.
func (x Xi) Len(d int, f Friction) int { return len(x.Entries(d, f)) }

// Bind returns the rows of ξ where they are the entries, and else copies them.
func (x Xi) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	rows := func(s *State) []vec.Row { return s.Xi }
	a, ok := BaseOf(f)
	if !ok {
		return func(*State) []vec.Row { return nil }
	}
	if f, ok := f.(Extended); ok {
		rows = f.at(l, d).xi
	}
	_, stored := a.Form.(Stored)
	es := x.Entries(d, f)
	if len(es) == len(Entries(a.Form, d)) && !(stored && l == vec.Components) {
		return rows
	}
	at := make([][2]int, len(es))
	for i, e := range es {
		at[i][0], at[i][1] = place(a.Form, l, d, e.I, e.J, 0)
	}
	out := vec.Rows(l.Rows(len(es)))
	return func(s *State) []vec.Row {
		xi := rows(s)
		for i, p := range at {
			if l == vec.Replicas {
				out[i] = xi[p[0]]
			} else {
				out[i/vec.Lanes][i%vec.Lanes] = xi[p[0]][p[1]]
			}
		}
		return out
	}
}

// Function is any function of θ, in plain Go: Of writes N numbers into y. Its bits are the same on
// every machine if those of Of are. For P(θ₁ > 2) and the covariance of θ₁ and θ₂ take the mean of
//
//	Function{"theta1 > 2, theta1 theta2", 2, func(y, theta []float64) {
//		y[0], y[1] = Indicator(theta[0] > 2), theta[0]*theta[1]
//	}}
type Function struct {
	Name string // in the key: another function has another name
	N    int
	Of   func(y, theta []float64)
}

// Indicator is 1 where an event occurs and 0 elsewhere.
func Indicator(event bool) float64 {
	if event {
		return 1
	}
	return 0
}

// Key is "function", its name and n.
func (f Function) Key() spec.Key { return spec.Key{"is": "function", "name": f.Name, "n": f.N} }

// Len is N.
func (f Function) Len(int, Friction) int { return f.N }

// Bind returns what evaluates it replica by replica.
func (f Function) Bind(l vec.Layout, d int, _ Friction) func(s *State) []vec.Row {
	theta, y, rows := make([]float64, d), make([]float64, f.N), vec.Rows(l.Rows(f.N))
	return func(s *State) []vec.Row {
		for r := range l.Replicas() {
			for i := range theta {
				row, lane := l.At(i, r)
				theta[i] = s.Theta[row][lane]
			}
			f.Of(y, theta)
			for i, v := range y {
				row, lane := l.At(i, r)
				rows[row][lane] = v
			}
		}
		return rows
	}
}
