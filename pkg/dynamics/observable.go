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

// Number is number I of an observable, counted from 0.
type Number struct {
	Of Observable
	I  int
}

// Key is "number", i, and the observable.
func (x Number) Key() spec.Key { return spec.Key{"is": "number", "of": x.Of.Key(), "i": x.I} }

// Len is 1.
func (Number) Len(int, Friction) int { return 1 }

// Bind returns the row of the number, or a copy.
func (x Number) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	of := x.Of.Bind(l, d, f)
	if l == vec.Replicas {
		return func(s *State) []vec.Row { return of(s)[x.I : x.I+1] }
	}
	return entries(l, 1, func(s *State, _ int) float64 {
		return of(s)[x.I/vec.Lanes][x.I%vec.Lanes]
	})
}

// Products is the products x_i x_j, i ≤ j, of the numbers of an observable, row by row: what its
// covariance needs.
type Products struct{ Of Observable }

// Key is "products" and the observable.
func (x Products) Key() spec.Key { return spec.Key{"is": "products", "of": x.Of.Key()} }

// Len is n(n+1)/2 of n numbers.
func (x Products) Len(d int, f Friction) int { return triangle(x.Of.Len(d, f)) }

// Bind returns what multiplies.
func (x Products) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	n, of := x.Of.Len(d, f), x.Of.Bind(l, d, f)
	return calculated(l, triangle(n), n, of, func(y, v []float64, _ *State, _ int) {
		k := 0
		for i := range v {
			for _, w := range v[i:] {
				y[k] = float64(v[i] * w)
				k++
			}
		}
	})
}

// ByCell is, for every cell of a grid of Side×Side equal cells on [Lo, Hi)², 1 where (θ₁, θ₂) is in
// the cell, and the numbers of an observable there, all 0 elsewhere: the ratios of their means are
// the conditional means given the cell. Cell k is column k mod Side in θ₁ and row k/Side in θ₂.
type ByCell struct {
	Of     Observable
	Lo, Hi float64
	Side   int
}

// Key is "by cell", the range, the side, and the observable.
func (x ByCell) Key() spec.Key {
	return spec.Key{"is": "by cell", "of": x.Of.Key(), "lo": x.Lo, "hi": x.Hi, "side": x.Side}
}

// Len is Side² (1 + n) for n numbers.
func (x ByCell) Len(d int, f Friction) int { return x.Side * x.Side * (1 + x.Of.Len(d, f)) }

// Cell returns the cell of θ, −1 outside.
func (x ByCell) Cell(theta1, theta2 float64) int {
	scale := float64(x.Side) / (x.Hi - x.Lo)
	u, v := float64((theta1-x.Lo)*scale), float64((theta2-x.Lo)*scale)
	if side := float64(x.Side); !(u >= 0 && u < side && v >= 0 && v < side) {
		return -1
	}
	return int(v)*x.Side + int(u)
}

// Bind returns what sorts the numbers.
func (x ByCell) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	n, of := x.Of.Len(d, f), x.Of.Bind(l, d, f)
	return calculated(l, x.Len(d, f), n, of, func(y, v []float64, s *State, r int) {
		clear(y)
		row1, lane1 := l.At(0, r)
		row2, lane2 := l.At(1, r)
		if c := x.Cell(s.Theta[row1][lane1], s.Theta[row2][lane2]); c >= 0 {
			y = y[c*(1+n):]
			y[0] = 1
			copy(y[1:], v)
		}
	})
}

// calculated evaluates y, of some length, from the n numbers of an observable, replica by replica.
func calculated(
	l vec.Layout, length, n int, of func(s *State) []vec.Row,
	calc func(y, v []float64, s *State, r int),
) func(s *State) []vec.Row {
	v, y, rows := make([]float64, n), make([]float64, length), vec.Rows(l.Rows(length))
	return func(s *State) []vec.Row {
		x := of(s)
		for r := range l.Replicas() {
			for i := range v {
				row, lane := l.At(i, r)
				v[i] = x[row][lane]
			}
			calc(y, v, s, r)
			for i, w := range y {
				row, lane := l.At(i, r)
				rows[row][lane] = w
			}
		}
		return rows
	}
}
