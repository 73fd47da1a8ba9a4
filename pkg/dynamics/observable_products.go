package dynamics

import (
	"fmt"

	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Momentum is all components of p between two steps. Where the last letter of the word merges with
// the first of the next step, p lacks the half of it: in ODABADO it is the p of the last D.
type Momentum struct{}

// Key is "momentum".
func (Momentum) Key() spec.Key { return spec.Key{"is": "momentum"} }

// Len is d.
func (Momentum) Len(d int, _ Friction) int { return d }

// Bind returns p itself.
func (Momentum) Bind(vec.Layout, int, Friction) func(s *State) []vec.Row {
	return func(s *State) []vec.Row { return s.P }
}

// Product is the products x_i y_i of the numbers of two observables, which have as many:
//
//	Product{Momentum{}, Momentum{}}                  p_i²
//	Product{Xi{}, Product{Theta{}, Theta{}}}         ξ θ² in one dimension
type Product struct{ X, Y Observable }

// Key is "product" and the keys of the factors.
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

// Bind returns what multiplies the rows of the factors.
func (o Product) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	x, y, rows := o.X.Bind(l, d, f), o.Y.Bind(l, d, f), vec.Rows(l.Rows(o.Len(d, f)))
	return func(s *State) []vec.Row {
		a, b := x(s), y(s)
		for i := range rows {
			rows[i] = vec.Row{}
			vec.AccumulateProduct(&rows[i], &a[i], &b[i])
		}
		return rows
	}
}
