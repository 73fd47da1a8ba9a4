package dynamics

import (
	"fmt"

	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// The observables in this file work in the layout vec.Replicas alone. In vec.Components Bind
// panics.

// written is the result of Bind for an observable of n numbers: write sets their rows.
func written(
	o Observable, l vec.Layout, n int, write func(y []vec.Row, s *State),
) func(s *State) []vec.Row {
	if l != vec.Replicas {
		panic(fmt.Sprintf("dynamics: %T in the layout %v", o, l))
	}
	y := vec.Rows(n)
	return func(s *State) []vec.Row {
		write(y, s)
		return y
	}
}

// Number is number I of an observable, counted from 0.
type Number struct {
	Of Observable
	I  int
}

func (x Number) Key() spec.Key { return spec.Key{"is": "number", "of": x.Of.Key(), "i": x.I} }

func (Number) Len(int, Friction) int { return 1 }

func (x Number) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	of := x.Of.Bind(l, d, f)
	return written(x, l, 1, func(y []vec.Row, s *State) { y[0] = of(s)[x.I] })
}

// Product is the products x_i y_i of the numbers of two observables of the same length:
//
//	Product{Momentum{}, Momentum{}}                  p_i²
//	Product{Xi{}, Product{Theta{}, Theta{}}}         ξ θ² in one dimension
type Product struct{ X, Y Observable }

func (o Product) Key() spec.Key {
	return spec.Key{"is": "product", "x": o.X.Key(), "y": o.Y.Key()}
}

// Len is the length of the factors. It panics if they differ.
func (o Product) Len(d int, f Friction) int {
	n, m := o.X.Len(d, f), o.Y.Len(d, f)
	if n != m {
		panic(fmt.Sprintf("dynamics: product of %d and %d numbers", n, m))
	}
	return n
}

func (o Product) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	x, y := o.X.Bind(l, d, f), o.Y.Bind(l, d, f)
	return written(o, l, o.Len(d, f), func(xy []vec.Row, s *State) {
		clear(xy)
		x, y := x(s), y(s)
		for i := range xy {
			vec.AccumulateProduct(&xy[i], &x[i], &y[i])
		}
	})
}

// Products is the products x_i x_j, i ≤ j, of the numbers of an observable, row by row, for its
// covariance.
type Products struct{ Of Observable }

func (x Products) Key() spec.Key { return spec.Key{"is": "products", "of": x.Of.Key()} }

func (x Products) Len(d int, f Friction) int { return triangle(x.Of.Len(d, f)) }

func (x Products) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	n, of := x.Of.Len(d, f), x.Of.Bind(l, d, f)
	return written(x, l, x.Len(d, f), func(y []vec.Row, s *State) {
		clear(y)
		v := of(s)
		for p := range places(Full{}, n) {
			vec.AccumulateProduct(&y[p.entry], &v[p.i], &v[p.j])
		}
	})
}

// ByCell is, for every cell of a grid of Side×Side equal cells on [Lo, Hi)², a 1 and the numbers of
// an observable if (θ₁, θ₂) is in the cell, and zeros otherwise. Ratios of their means are
// conditional means given the cell. Cell k is column k mod Side in θ₁ and row k/Side in θ₂.
type ByCell struct {
	Of     Observable
	Lo, Hi float64
	Side   int
}

func (x ByCell) Key() spec.Key {
	return spec.Key{"is": "by cell", "of": x.Of.Key(), "lo": x.Lo, "hi": x.Hi, "side": x.Side}
}

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

func (x ByCell) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	n, of := x.Of.Len(d, f), x.Of.Bind(l, d, f)
	return written(x, l, x.Len(d, f), func(y []vec.Row, s *State) {
		clear(y)
		v := of(s)
		for r := range vec.Lanes {
			if c := x.Cell(s.Theta[0][r], s.Theta[1][r]); c >= 0 {
				cell := y[c*(1+n):]
				cell[0][r] = 1
				for i := range n {
					cell[1+i][r] = v[i][r]
				}
			}
		}
	})
}

// Above is 1 if an observable of one number is positive, and 0 otherwise. Its mean is a
// probability.
type Above struct{ Of Observable }

func (a Above) Key() spec.Key { return spec.Key{"is": "above", "of": a.Of.Key()} }

func (Above) Len(int, Friction) int { return 1 }

func (a Above) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	of := a.Of.Bind(l, d, f)
	return written(a, l, 1, func(y []vec.Row, s *State) {
		for r, x := range &of(s)[0] {
			y[0][r] = Indicator(x > 0)
		}
	})
}

// Between is the position u = (θ − c)·k of θ between two points A and B, such as the modes of a
// posterior: −1/2 at A and +1/2 at B, with c = (A + B)/2 and k = (B − A)/|B − A|².
type Between struct{ A, B []float64 }

func (b Between) Key() spec.Key { return spec.Key{"is": "between", "a": b.A, "b": b.B} }

func (Between) Len(int, Friction) int { return 1 }

func (b Between) Bind(l vec.Layout, d int, _ Friction) func(s *State) []vec.Row {
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
	return written(b, l, 1, func(u []vec.Row, s *State) {
		clear(u)
		for i, k := range axis {
			c := centre[i]
			for r, x := range &s.Theta[i] {
				u[0][r] += float64((x - c) * k)
			}
		}
	})
}

// Output is the output N_θ(x) of a neural network at a point x.
type Output struct {
	Network *model.Network
	X       []float64
}

func (o Output) Key() spec.Key { return spec.Key{"is": "output", "x": o.X} }

func (Output) Len(int, Friction) int { return 1 }

func (o Output) Bind(l vec.Layout, _ int, _ Friction) func(s *State) []vec.Row {
	return written(o, l, 1, func(y []vec.Row, s *State) { o.Network.Output(&y[0], s.Theta, o.X) })
}

// XiAt is an [Extended] friction at given points: tr ξ(θ)/d for each θ of Points. It shows how the
// ξ_k relax, independently of the motion of θ.
type XiAt struct{ Points [][]float64 }

func (x XiAt) Key() spec.Key {
	return spec.Key{"is": "xi at", "points": len(x.Points), "digest": Digest(x.Points...)}
}

func (x XiAt) Len(int, Friction) int { return len(x.Points) }

// Bind returns a function that sums over the basis. It panics if the friction is not Extended.
func (x XiAt) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	e, ok := f.(Extended)
	if !ok {
		panic(fmt.Sprintf("dynamics: XiAt of the friction %T", f))
	}
	_, m := e.Basis.Cells()
	n, values := e.Base.Rows(l, d), make([]float64, m)
	entries := Xi{Diagonal: true}.Entries(d, f)
	return written(x, l, len(x.Points), func(y []vec.Row, s *State) {
		clear(y)
		for p, theta := range x.Points {
			cell := e.Basis.At(values, theta)
			for _, q := range entries {
				share, row := float64(q.Count)/float64(d), e.Base.Form.At(d, q.I, q.J)
				for i, v := range values {
					vec.AddScaled(y[p:p+1], s.Xi[(cell*m+i)*n+row:][:1], float64(v*share))
				}
			}
		}
	})
}
