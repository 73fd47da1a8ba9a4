package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestNormals: normals come from the stream, with zeros in the lanes past the last component,
// whatever the number made ahead and the number of rows of a vector. The longest run has normals
// beyond 5, which occur once in 1.7 million.
func TestNormals(t *testing.T) {
	for _, c := range []struct {
		l          vec.Layout
		d, k, rows int // components and rows of a vector; total of rows
	}{
		{vec.Replicas, 1, 1, 960}, {vec.Replicas, 2, 2, 400_000}, {vec.Replicas, 3, 3, 960},
		{vec.Replicas, 40, 40, 960}, {vec.Components, 1, 1, 960}, {vec.Components, 64, 1, 960},
		{vec.Components, 70, 2, 960}, {vec.Components, 2100, 33, 960},
	} {
		n, stream, large := NewNormals(c.l, c.d, 4, 5), vec.NewStream(4, 5), 0
		want := vec.Rows(len(n.rows))
		at := len(want)
		for i := 0; i+c.k <= c.rows; i += c.k {
			if at == len(want) {
				stream.Normals(want)
				at = 0
			}
			r, w := n.Next(), want[at:at+c.k]
			at += c.k
			c.l.Pad(w, c.d)
			if len(r) != c.k || !vec.Same(r, w) {
				t.Fatalf("%s, vectors of %d: row %d differs from the stream's", c.l, c.d, i)
			}
			for _, row := range r {
				for _, x := range row {
					if math.Abs(x) > 5 {
						large++
					}
				}
			}
		}
		if c.rows > 1e5 && large == 0 {
			t.Errorf("none of %d normals is beyond 5", c.rows*vec.Lanes)
		}
	}
}

// steps is a Flow that counts steps in θ, and an Observer of them.
type steps struct {
	seen []float64
}

func (*steps) Apply(s *State) { s.Theta[0][0]++ }

func (o *steps) Observe(s *State, i int) {
	if i == 2 {
		o.seen = append(o.seen, s.Theta[0][0])
	}
}

// TestRunCounts: observers look after the multiples of every, counted from the beginning, however a
// run is divided.
func TestRunCounts(t *testing.T) {
	for _, every := range []int{1, 7, 10, 50} {
		for _, cuts := range [][]int{{100}, {3, 97}, {7, 7, 86}, {50, 50}, {0, 99, 1}, {33, 33, 34}} {
			e, o := &Ensemble{}, &steps{}
			for range 3 {
				e.States = append(e.States, NewState(vec.Components, 1, nil, nil, nil, nil))
			}
			for _, n := range cuts {
				e.Run([]Flow{o}, n, every, o)
			}
			if e.Steps != 100 || len(o.seen) != 100/every {
				t.Errorf("every %d, cuts %v: %d steps, seen %v", every, cuts, e.Steps, o.seen)
			}
			for k, step := range o.seen {
				if step != float64((k+1)*every) {
					t.Errorf("every %d, cuts %v: observation %d after step %g", every, cuts, k, step)
				}
			}
		}
	}
}

// frictions are all frictions in a layout and dimension 12.
func frictions(l vec.Layout) []Friction {
	fs := []Friction{nil, Constant{1}}
	for _, form := range forms(l, 12) {
		f := AdL{form, 1, 0.5}
		if fs = append(fs, f); l == vec.Replicas {
			fs = append(fs, Extended{Base: f, Basis: rings{}})
		}
	}
	return fs
}

// wordOf is the word for a friction.
func wordOf(f Friction) string {
	switch f.(type) {
	case nil:
		return SGLD
	case Adaptive:
		return "ODABADO"
	}
	return "OABAO"
}

// replica is θ, p and the ξ_k of one replica.
func replica(s *State, f Friction, r int) [][]float64 {
	x := [][]float64{numbers(s, s.Theta, r), numbers(s, s.P, r)}
	if len(s.Xi) > 0 {
		x = append(x, matrices(s, f, r)...)
	}
	return x
}

// TestNames: renaming the replicas gives the same dynamics bit by bit. Renaming the components
// gives the same dynamics up to rounding if the form treats them alike.
func TestNames(t *testing.T) {
	same := func(i int) int { return i }
	turn := func(i int) int { return (i*5 + 2) % 6 }
	turnLanes := func(r int) int { return (r*7 + 3) % vec.Lanes }
	h, other := make([][]float64, 6), make([][]float64, 6)
	for i := range h {
		h[i], other[turn(i)] = make([]float64, 6), make([]float64, 6)
		for j := range h {
			if h[i][j] = 0.3 / float64(1+(i-j)*(i-j)); i == j {
				h[i][i] = float64(1 + i)
			}
			other[turn(i)][turn(j)] = h[i][j]
		}
	}
	for _, f := range frictions(vec.Replicas) {
		if f != nil && f.Check(vec.Replicas, 6) != nil { // layers of 12
			continue
		}
		s := Scheme{Word: wordOf(f), Dt: 0.05, Friction: f}
		base := named(t, vec.Replicas, s, harmonic(h...), same, same)
		moved := named(t, vec.Replicas, s, harmonic(h...), turnLanes, same)
		for r := range vec.Lanes {
			x, y := replica(base, f, r), replica(moved, f, turnLanes(r))
			if fmt.Sprint(x) != fmt.Sprint(y) {
				t.Errorf("%T %v: replica %d depends on its name", f, f, r)
			}
		}
	}
	for _, f := range frictions(vec.Components) { // forms that treat all components alike
		s := Scheme{Word: wordOf(f), Dt: 0.05, Friction: f}
		for _, l := range layouts {
			base := named(t, l, s, harmonic(h...), same, same)
			moved := named(t, l, s, harmonic(other...), same, turn)
			for i := range 6 {
				x, y := numbers(base, base.Theta, 0)[i], numbers(moved, moved.Theta, 0)[turn(i)]
				if !(math.Abs(x-y) < 1e-11) || x == 0 {
					t.Errorf("%s, %T %v: θ_%d is %g, by another name %g", l, f, f, i, x, y)
				}
			}
		}
	}
}

// named runs 6 components under other names, with the normals that belong to them.
func named(
	t *testing.T, l vec.Layout, s Scheme, src source, replica, component func(int) int,
) *State {
	t.Helper()
	e, flows := ensemble(t, l, s, src, 1, linalg.Identity(6, 1.5), 8)
	state := e.States[0]
	const vectors = 60
	n := l.Rows(6)
	rows, own := vec.Rows(vectors*n), NewNormals(l, 6, 9)
	rename := func(dst, src []vec.Row) {
		for r := range l.Replicas() {
			for i := range 6 {
				row, lane := l.At(i, r)
				row2, lane2 := l.At(component(i), replica(r))
				dst[row2][lane2] = src[row][lane]
			}
		}
	}
	for k := range vectors {
		rename(rows[k*n:k*n+n], own.Next())
	}
	state.Normals = &Normals{layout: l, d: 6, n: n, rows: rows}
	p := append([]vec.Row(nil), state.P...)
	rename(state.P, p)
	e.Run(flows, 40, 1)
	return state
}

// TestAllData: a state with its own batches may be among states that share a pass over all data.
func TestAllData(t *testing.T) {
	s := Scheme{Word: "OABAO", Dt: 0.01, Friction: Constant{1}}
	src := sampled{regression(30, 5), minibatch.Without, 30}
	a, flows := ensemble(t, vec.Components, s, src, 12, nil, 2)
	b, _ := ensemble(t, vec.Components, s, src, 12, nil, 2)
	g := a.States[4].Gradient
	a.States[4].Batches = minibatch.With.Sampler(g, vec.Components, 30, 30, 1)
	a.Run(flows, 10, 100)
	b.Run(flows, 10, 100)
	for i := range a.States {
		if same := a.States[i].Theta[0] == b.States[i].Theta[0]; same != (i != 4) {
			t.Errorf("replica %d: same %t", i, same)
		}
	}
}
