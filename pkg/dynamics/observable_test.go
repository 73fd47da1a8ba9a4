package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/vec"
)

// TestObservables compares every observable with its definition for one replica, in every layout in
// which it works. A new observable adds a row.
func TestObservables(t *testing.T) {
	net := network(2, 3, 5)
	ends := [2][]float64{ones(12, 1), ones(12, -1)}
	ends[1][3] = 2
	const r, c = vec.Replicas, vec.Components
	for _, c := range []struct {
		name string
		l    vec.Layout // the last
		o    Observable
		of   func(theta []float64) []float64
	}{
		{"theta", c, Theta{}, func(theta []float64) []float64 { return theta }},
		{"squares", r, Product{Theta{}, Theta{}}, func(theta []float64) []float64 {
			y := make([]float64, len(theta))
			for i, x := range theta {
				y[i] = x * x
			}
			return y
		}},
		{"component", c, Component{7}, func(theta []float64) []float64 { return theta[7:8] }},
		{"between", r, Between{ends[0], ends[1]}, func(theta []float64) []float64 {
			u, k := 0.0, 0.0
			for i, x := range theta {
				a, b := ends[0][i], ends[1][i]
				u += (x - (a+b)/2) * (b - a)
				k += (b - a) * (b - a)
			}
			return []float64{u / k}
		}},
		{"output", r, Output{net, []float64{1, 1.5}}, func(theta []float64) []float64 {
			return []float64{net.Probability(theta, []float64{1, 1.5})}
		}},
		{"above", r, Above{Component{2}}, func(theta []float64) []float64 {
			return []float64{Indicator(theta[2] > 0)}
		}},
		{"number", r, Number{Theta{}, 7}, func(theta []float64) []float64 { return theta[7:8] }},
		{"products", r, Products{Theta{}}, func(theta []float64) []float64 {
			var xx []float64
			for i, x := range theta {
				for _, y := range theta[i:] {
					xx = append(xx, x*y)
				}
			}
			return xx
		}},
		{"by cell", r, ByCell{Component{5}, -1, 2, 3}, func(theta []float64) []float64 {
			y := make([]float64, 18)
			a, b := int(math.Floor(theta[0]+1)), int(math.Floor(theta[1]+1))
			if a >= 0 && a < 3 && b >= 0 && b < 3 {
				y[2*(3*b+a)], y[2*(3*b+a)+1] = 1, theta[5]
			}
			return y
		}},
		{"function", c, Function{N: 70, F: func(y, theta []float64) {
			for k := range y {
				y[k] = theta[k%12] + Indicator(theta[0] > 0)
			}
		}}, func(theta []float64) (y []float64) {
			for k := range 70 {
				y = append(y, theta[k%12]+Indicator(theta[0] > 0))
			}
			return y
		}},
	} {
		if c.l == vec.Replicas {
			panics(t, fmt.Sprintf("dynamics: %T in the layout components", c.o), func() {
				c.o.Bind(vec.Components, 12, nil)
			})
		}
		for _, l := range layouts[:c.l+1] {
			eval := c.o.Bind(l, 12, nil)
			for key := range uint64(2) { // scratch must not leak from one state to the next
				s := NewState(l, 12, nil, nil, nil, nil)
				vec.NewStream(key).Normals(s.Theta)
				s.Layout.Pad(s.Theta, 12)
				rows := eval(s)
				for r := range l.Replicas() {
					want := c.of(numbers(s, s.Theta, r))
					if n := c.o.Len(12, nil); n != len(want) || len(rows) != l.Rows(n) {
						t.Fatalf("%s, %s: length %d in %d rows, want %d", c.name, l, n, len(rows), len(want))
					}
					for i, w := range want {
						row, lane := l.At(i, r)
						if got := rows[row][lane]; math.Abs(got-w) > 1e-14 {
							t.Errorf("%s, %s, replica %d: number %d is %g, want %g", c.name, l, r, i, got, w)
						}
					}
				}
			}
		}
	}
}

// TestXi: the entries of ξ, of ξ(θ) for an extended friction, and of only the diagonal.
func TestXi(t *testing.T) {
	const d = 12
	for _, l := range layouts {
		for _, f := range frictions(l) {
			for _, o := range []Xi{{}, {Diagonal: true}} {
				s := NewState(l, d, f, nil, nil, nil)
				vec.NewStream(1).Normals(s.Theta)
				vec.NewStream(2).Normals(s.Xi)
				a, adaptive := BaseOf(f)
				if !adaptive {
					if n := o.Len(d, f); n != 0 || o.Bind(l, d, f)(s) != nil {
						t.Errorf("%T: %d entries, want none", f, n)
					}
					continue
				}
				rows, es := o.Bind(l, d, f)(s), o.Entries(d, f)
				if o.Len(d, f) != len(es) || len(rows) < l.Rows(len(es)) {
					t.Errorf("%s, %T %v: %d rows for %d entries", l, f, f, len(rows), len(es))
				}
				if all := Entries(a.Form, d); len(es) < 1 || !o.Diagonal && len(es) != len(all) {
					t.Errorf("%s, %T %v: %d entries of %d", l, f, f, len(es), len(all))
				}
				for r := range l.Replicas() {
					w := newPlain(nil, Scheme{Friction: f}, s, r)
					xi := make([]float64, d*d)
					for k, v := range w.functions() {
						for i, x := range w.xi[k] {
							xi[i] += v * x
						}
					}
					for i, e := range es {
						row, lane := l.At(i, r)
						if got, want := rows[row][lane], xi[e.I*d+e.J]; math.Abs(got-want) > 1e-13 {
							t.Errorf("%s, %T %v, replica %d: ξ_%d%d is %g, want %g", l, f, f, r, e.I, e.J, got, want)
						}
					}
				}
			}
		}
	}
}
