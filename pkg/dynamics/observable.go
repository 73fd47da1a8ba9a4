package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Observable is a function of the state: one or more numbers per replica. Statistics such as
// moments and histograms are taken of observables. The observables in this file work in both
// layouts.
type Observable interface {
	// Key is the observable's name and parameters in the key of a result.
	Key() spec.Key
	// Len returns how many numbers the observable has in dimension d with the friction f, which may be
	// nil.
	Len(d int, f Friction) int
	// Bind returns the function that evaluates the observable on states, as a vector of Len components
	// in the layout, valid until the next call. The function may have scratch space.
	Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row
}

// Theta is all components of θ.
type Theta struct{}

func (Theta) Key() spec.Key { return spec.Key{"is": "theta"} }

func (Theta) Len(d int, _ Friction) int { return d }

func (Theta) Bind(vec.Layout, int, Friction) func(s *State) []vec.Row {
	return func(s *State) []vec.Row { return s.Theta }
}

// Component is the component θ_I, counted from 0.
type Component struct{ I int }

func (c Component) Key() spec.Key { return spec.Key{"is": "component", "i": c.I} }

func (Component) Len(int, Friction) int { return 1 }

func (c Component) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	if l == vec.Replicas {
		return func(s *State) []vec.Row { return s.Theta[c.I : c.I+1] }
	}
	return Function{N: 1, F: func(y, theta []float64) { y[0] = theta[c.I] }}.Bind(l, d, f)
}

// Momentum is all components of p between two steps. Where the last letter of the word merges with
// the first letter of the next step, p lacks that half letter: in ODABADO it is the p of the last
// D.
type Momentum struct{}

func (Momentum) Key() spec.Key { return spec.Key{"is": "momentum"} }

func (Momentum) Len(d int, _ Friction) int { return d }

func (Momentum) Bind(vec.Layout, int, Friction) func(s *State) []vec.Row {
	return func(s *State) []vec.Row { return s.P }
}

// Xi is the entries of ξ (see Entries). For an Extended friction it is the entries of ξ(θ), because
// coefficients of nearly dependent functions may be large and cancel wherever θ goes. At constant
// friction it has no numbers.
type Xi struct {
	Diagonal bool // only the entries on the diagonal
}

func (x Xi) Key() spec.Key {
	if x.Diagonal {
		return spec.Key{"is": "diagonal of xi"}
	}
	return spec.Key{"is": "xi"}
}

// Entries lists the entries of ξ that x consists of.
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

func (x Xi) Len(d int, f Friction) int { return len(x.Entries(d, f)) }

// Bind returns the rows of ξ if they are the entries; otherwise it copies the entries.
func (x Xi) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	a, ok := BaseOf(f)
	if !ok {
		return func(*State) []vec.Row { return nil }
	}
	rows := func(s *State) []vec.Row { return s.Xi }
	if f, ok := f.(Extended); ok {
		rows = newCellsOf(f, d).xi
	}
	es := x.Entries(d, f)
	if len(es) == len(Entries(a.Form, d)) && !a.blocked(l) {
		return rows
	}
	out, at := vec.Rows(l.Rows(len(es))), make([][2]int, len(es))
	for i, e := range es {
		at[i][0], at[i][1] = a.at(l, d, e.I, e.J, 0)
	}
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

// Function is any function of θ in plain Go: F writes N numbers into y. Its bits are the same on
// every machine if F is. For P(θ₁ > limit) and the covariance of θ₁ and θ₂ take the mean of
//
//	Function{Name: "theta1 > limit, theta1 theta2", N: 2, Params: limit,
//		F: func(y, theta []float64) {
//			y[0], y[1] = Indicator(theta[0] > limit), theta[0]*theta[1]
//		},
//	}
type Function struct {
	Name   string // in the key: different functions need different names
	N      int
	Params any // in the key: all that F captures and that may change, or nil
	F      func(y, theta []float64)
}

// Indicator is 1 where an event occurs and 0 elsewhere.
func Indicator(event bool) float64 {
	if event {
		return 1
	}
	return 0
}

func (f Function) Key() spec.Key {
	k := spec.Key{"is": "function", "name": f.Name, "n": f.N}
	if f.Params != nil {
		k["params"] = f.Params
	}
	return k
}

func (f Function) Len(int, Friction) int { return f.N }

func (f Function) Bind(l vec.Layout, d int, _ Friction) func(s *State) []vec.Row {
	theta, y, rows := make([]float64, d), make([]float64, f.N), vec.Rows(l.Rows(f.N))
	return func(s *State) []vec.Row {
		for r := range l.Replicas() {
			l.Load(theta, s.Theta, r)
			f.F(y, theta)
			l.Store(rows, r, y)
		}
		return rows
	}
}
