package dynamics

import (
	"adl/pkg/spec"
	"adl/pkg/vec"
)

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
