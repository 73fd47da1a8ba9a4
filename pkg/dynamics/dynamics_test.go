package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestNormals: normals are the stream's, with the lanes past the last component set to zero,
// however many are made ahead and however many rows a vector has. The longest run has normals
// beyond 5, of which there is one in 1.7 million.
func TestNormals(t *testing.T) {
	for _, c := range []struct {
		l          vec.Layout
		d, k, rows int // components and rows of a vector; rows in all
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

// times notes the steps after which each state is observed.
type times struct {
	e  *Ensemble
	at [][]int
}

func (o *times) Observe(s *State, i int) {
	if o.e.States[i] != s {
		panic("another state")
	}
	o.at[i] = append(o.at[i], int(s.Theta[0][0]))
}

// tick counts steps in θ.
type tick struct{}

func (tick) Apply(s *State) { s.Theta[0][0]++ }

// TestRunCounts: observers look after the multiples of every, counted from the beginning, wherever
// a run is cut.
func TestRunCounts(t *testing.T) {
	for _, every := range []int{1, 7, 10, 50} {
		for _, cuts := range [][]int{{100}, {3, 97}, {7, 7, 86}, {50, 50}, {0, 99, 1}, {33, 33, 34}} {
			e := &Ensemble{}
			for range 3 {
				e.States = append(e.States, NewState(vec.Components, 1, nil, nil, nil, nil))
			}
			c := &times{e, make([][]int, 3)}
			for _, n := range cuts {
				e.Run([]Flow{tick{}}, n, every, c)
			}
			for i, at := range c.at {
				if e.Steps != 100 || len(at) != 100/every {
					t.Errorf("every %d, cuts %v: %d steps, %d observations", every, cuts, e.Steps, len(at))
				}
				for k, s := range at {
					if s != (k+1)*every {
						t.Errorf("every %d, cuts %v, state %d: observation %d after step %d", every, cuts, i, k, s)
					}
				}
			}
		}
	}
}

// TestNewState: the parts have their sizes and do not overlap, and Finite looks at all of them.
func TestNewState(t *testing.T) {
	for _, c := range []struct {
		l     vec.Layout
		d     int
		f     Friction
		n, xi int // rows
	}{
		{vec.Replicas, 3, AdL{Full{}, 1, 1}, 3, 6},
		{vec.Replicas, 3, AdL{Scalar{}, 1, 1}, 3, 1},
		{vec.Replicas, 2, nil, 2, 0},
		{vec.Replicas, 2, Constant{1}, 2, 0},
		{vec.Replicas, 2, Extended{Base: AdL{Full{}, 1, 1}, Basis: quarters(1)}, 2, 48},
		{vec.Components, 70, AdL{Full{}, 1, 1}, 2, vec.Sym(70).Rows()},
		{vec.Components, 70, AdL{Diagonal{}, 1, 1}, 2, 2},
		{vec.Components, 70, AdL{Scalar{}, 1, 1}, 2, 1},
		{vec.Components, 70, nil, 2, 0},
	} {
		s := NewState(c.l, c.d, c.f, nil, nil, nil)
		parts := [][]vec.Row{s.Theta, s.P, s.F, s.Xi}
		for i, want := range []int{c.n, c.n, c.n, c.xi} {
			if len(parts[i]) != want {
				t.Errorf("%s, %T: part %d has %d rows, want %d", c.l, c.f, i, len(parts[i]), want)
			}
			vec.Fill(parts[i], float64(i+1))
		}
		for i, r := range parts {
			for j := range r {
				if r[j][0] != float64(i+1) || r[j][vec.Lanes-1] != float64(i+1) {
					t.Errorf("%s, %T: part %d is overwritten by part %g", c.l, c.f, i, r[j][0])
				}
			}
		}
		e := &Ensemble{States: []*State{NewState(c.l, c.d, c.f, nil, nil, nil), s}}
		if !e.Finite() {
			t.Error("a finite ensemble is called infinite")
		}
		for _, r := range [][]vec.Row{s.Theta, s.P, s.Xi} {
			for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				if len(r) == 0 {
					continue
				}
				row := &r[len(r)-1]
				keep := *row
				if row[5] = bad; e.Finite() {
					t.Errorf("%s, %T: an ensemble with %g is called finite", c.l, c.f, bad)
				}
				*row = keep
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

// TestReplicasAreIndependent: a NaN or an infinity in one replica stays there, and changes no bit
// of another: not in its state, and not where states share a reading of the data.
func TestReplicasAreIndependent(t *testing.T) {
	m := regression(40, 12)
	for _, l := range layouts {
		for _, f := range frictions(l) {
			for _, n := range []int{5, 40} {
				s := Scheme{Word: wordOf(f), Dt: 0.01, Friction: f}
				run := func(bad map[int]float64) *Ensemble {
					src := sampled{m, minibatch.Without, n}
					e, flows := ensemble(t, l, s, src, 12, linalg.Identity(12, 1.5), 6)
					for r, x := range bad {
						row, lane := l.At(5, r%l.Replicas())
						e.States[r/l.Replicas()].Theta[row][lane] = x
					}
					e.Run(flows, 6, 1)
					return e
				}
				good, bad := run(nil), run(map[int]float64{3: math.NaN(), 7: math.Inf(-1)})
				for r := range 12 {
					a, b := good.States[r/l.Replicas()], bad.States[r/l.Replicas()]
					x := fmt.Sprint(replica(a, f, r%l.Replicas()))
					y := replica(b, f, r%l.Replicas())
					name := fmt.Sprintf("%s, %T %v, n = %d, replica %d", l, f, f, n, r)
					if r == 3 || r == 7 {
						if v := y[0][5]; v-v == 0 {
							t.Errorf("%s: θ becomes finite again: %g", name, v)
						}
					} else if x != fmt.Sprint(y) {
						t.Errorf("%s depends on others", name)
					}
				}
			}
		}
	}
}

// replica is θ, p and the ξ_k of one replica.
func replica(s *State, f Friction, r int) [][]float64 {
	x := [][]float64{numbers(s, s.Theta, r), numbers(s, s.P, r)}
	if len(s.Xi) > 0 {
		x = append(x, matrices(s, f, r)...)
	}
	return x
}

// permuted is a state of 64 replicas with other names for replicas and components.
type permuted struct {
	replica, component func(i int) int
}

// TestNames: other names for the replicas are the same dynamics bit by bit; so are, but for
// rounding, other names for the components where the form has no preference.
func TestNames(t *testing.T) {
	same := func(i int) int { return i }
	turn := func(i int) int { return (i*5 + 2) % 6 }
	h := make([][]float64, 6)
	for i := range h {
		h[i] = make([]float64, 6)
		for j := range h {
			h[i][j] = 0.3 / float64(1+(i-j)*(i-j))
		}
		h[i][i] = float64(1 + i)
	}
	other := make([][]float64, 6)
	for i := range h {
		other[turn(i)] = make([]float64, 6)
		for j := range h {
			other[turn(i)][turn(j)] = h[i][j]
		}
	}
	for _, l := range layouts {
		for _, f := range frictions(l) {
			if f != nil && f.Check(l, 6) != nil { // layers of 12
				continue
			}
			s := Scheme{Word: wordOf(f), Dt: 0.05, Friction: f}
			base := named(t, l, s, harmonic(h...), permuted{same, same})
			if l == vec.Replicas {
				names := permuted{func(r int) int { return (r*7 + 3) % vec.Lanes }, same}
				moved := named(t, l, s, harmonic(h...), names)
				for r := range vec.Lanes {
					x, y := replica(base, f, r), replica(moved, f, names.replica(r))
					if fmt.Sprint(x) != fmt.Sprint(y) {
						t.Errorf("%T %v: replica %d depends on its name", f, f, r)
					}
				}
			}
			if !symmetric(f) {
				continue
			}
			moved := named(t, l, s, harmonic(other...), permuted{same, turn})
			for i := range 6 {
				x, y := numbers(base, base.Theta, 0)[i], numbers(moved, moved.Theta, 0)[turn(i)]
				if !(math.Abs(x-y) < 1e-11) || x == 0 {
					t.Errorf("%s, %T %v: θ_%d is %g, by another name %g", l, f, f, i, x, y)
				}
			}
		}
	}
}

// symmetric reports whether a friction treats all components alike.
func symmetric(f Friction) bool {
	switch f := f.(type) {
	case AdL:
		switch f.Form.(type) {
		case Scalar, Diagonal, Full:
			return true
		}
		return f.Form == BlockDiagonal{1}
	case Extended:
		return false
	}
	return true
}

// named runs 6 components under other names, with the normals that belong to them.
func named(t *testing.T, l vec.Layout, s Scheme, src source, to permuted) *State {
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
				row2, lane2 := l.At(to.component(i), to.replica(r))
				dst[row2][lane2] = src[row][lane]
			}
		}
	}
	for k := range vectors {
		rename(rows[k*n:k*n+n], own.Next())
	}
	state.Noise = &Normals{layout: l, d: 6, n: n, rows: rows}
	p := append([]vec.Row(nil), state.P...)
	rename(state.P, p)
	e.Run(flows, 40, 1)
	return state
}

// TestAllData: a batch of all the data is the exact gradient, without noise, however it is drawn; a
// state with batches of its own may stand among states with all the data.
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
	for _, l := range layouts {
		if l == vec.Replicas {
			b, _ = ensemble(t, l, s, src, 1, nil, 2)
		}
		state := b.States[0]
		first := append([]vec.Row(nil), state.Theta...)
		for range 3 { // the force at one θ, with three batches
			state.Gradient.Eval(state.F, first, state.Batches.Next())
			want := make([]float64, 5)
			src.plain(want, numbers(state, first, 0), dataOf(state.Batches.Next(), 0, 30))
			for i, f := range numbers(state, state.F, 0) {
				if math.Abs(f-want[i]) > 1e-10 {
					t.Errorf("%s: the force is %g, want %g", l, f, want[i])
				}
			}
		}
	}
}
