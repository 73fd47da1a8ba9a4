package dynamics

import (
	"fmt"

	"adl/pkg/model"
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
	if l == vec.Replicas {
		u := vec.Rows(1)
		return func(s *State) []vec.Row {
			u[0] = vec.Row{}
			for i, k := range axis {
				c := centre[i]
				for r, x := range &s.Theta[i] {
					u[0][r] += float64((x - c) * k)
				}
			}
			return u
		}
	}
	return Function{N: 1, Of: func(y, theta []float64) {
		y[0] = 0
		for i, k := range axis {
			y[0] += float64((theta[i] - centre[i]) * k)
		}
	}}.Bind(l, d, f)
}

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

// Predictive is the probabilities P(y = 1|z, θ) of covariates z under logistic regression. Their
// means are the posterior predictive probabilities.
type Predictive struct {
	Model  *model.Logistic
	Z      []float32 // rows of as many numbers as θ has
	Digest string    // of the data that Z belongs to
}

// Key is "predictive" and the digest of the data.
func (p Predictive) Key() spec.Key { return spec.Key{"is": "predictive", "data": p.Digest} }

// Len is the number of covariates.
func (p Predictive) Len(d int, _ Friction) int { return len(p.Z) / d }

// Bind returns what evaluates the probabilities.
func (p Predictive) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	return Function{N: p.Len(d, f), Of: func(y, theta []float64) {
		for k := range y {
			y[k] = p.Model.Probability(theta, p.Z[k*d:k*d+d])
		}
	}}.Bind(l, d, f)
}

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

// XiAt is the friction at given points, whatever θ is: tr ξ(θ)/d for each θ of Points, for an
// [Extended] friction in the layout vec.Replicas. It shows how the ξ_k relax, apart from where θ
// goes.
type XiAt struct{ Points [][]float64 }

// Key is "xi at" and a digest of the points.
func (x XiAt) Key() spec.Key {
	return spec.Key{"is": "xi at", "points": len(x.Points), "digest": Digest(x.Points...)}
}

// Len is the number of points.
func (x XiAt) Len(int, Friction) int { return len(x.Points) }

// Bind returns what sums over the basis. It panics for another friction or layout.
func (x XiAt) Bind(l vec.Layout, d int, f Friction) func(s *State) []vec.Row {
	e, ok := f.(Extended)
	if !ok || l != vec.Replicas {
		panic(fmt.Sprintf("dynamics: XiAt of the friction %T in the layout %v", f, l))
	}
	type term struct {
		row    int
		weight float64
	}
	_, m := e.Basis.Cells()
	n, values := e.Base.Rows(l, d), make([]float64, m)
	terms := make([][]term, len(x.Points))
	for p, theta := range x.Points {
		cell := e.Basis.At(values, theta)
		for _, entry := range (Xi{Diagonal: true}).Entries(d, f) {
			row, _ := place(e.Base.Form, l, d, entry.I, entry.J, 0)
			share := float64(entry.Count) / float64(d)
			for i, v := range values {
				terms[p] = append(terms[p], term{(cell*m+i)*n + row, float64(v * share)})
			}
		}
	}
	out := vec.Rows(len(x.Points))
	return func(s *State) []vec.Row {
		clear(out)
		for p, ts := range terms {
			for _, t := range ts {
				vec.AddScaled(out[p:p+1], s.Xi[t.row:t.row+1], t.weight)
			}
		}
		return out
	}
}
