package dynamics

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestExtendedByOne: with K = 0 and f₀ = 1 extended Adaptive Langevin dynamics is Adaptive Langevin
// dynamics, bit by bit for every form; to a rounding only if an entry is a sum over separate places.
func TestExtendedByOne(t *testing.T) {
	for _, d := range []int{2, 12} {
		whole := Boxes{Cuts: make([][]float64, d), Lo: make([]float64, d), Hi: ones(d, 1)}
		for _, form := range forms(vec.Replicas, d) {
			for i, word := range []string{"ODABADO", "BADODAB", "ADBOBDA", "DOABAOD"} {
				if d > 2 && i > 0 {
					break
				}
				base := AdL{form, 1, 0.1}
				want := runByOne(t, d, word, base)
				for _, b := range []Basis{One{}, whole} {
					f := Extended{Base: base, Basis: b}
					got := runByOne(t, d, word, f)
					by, most := distance(got.States[0], want.States[0], f, base), 0.0
					if d > 2 && form == (alternating{}) || form == (tridiagonal{}) {
						most = 1e-11
					}
					if !(by <= most) || !got.Finite() {
						t.Errorf("%s, %s %v, %T: differs from AdL by %g", word, form.Name(), form, b, by)
					}
				}
			}
		}
	}
}

func runByOne(t *testing.T, d int, word string, f Friction) *Ensemble {
	t.Helper()
	src := sampled{regression(50, d), minibatch.Without, 5}
	xi := linalg.Identity(d, 1.5)
	xi[1], xi[d] = 0.25, 0.25
	s := Scheme{Word: word, Dt: 0.01, Friction: f}
	e, flows := ensemble(t, vec.Replicas, s, src, 1, xi, 7)
	before := digest(e)
	e.Run(flows, 20, 1)
	if digest(e) == before {
		t.Fatalf("%s, %T: nothing moves", word, f)
	}
	return e
}

// TestExtendedHolding: holding coefficients apart changes nothing, nor what observers see, also
// where θ is moved between two runs. One run is of many steps, the other of one at a time.
func TestExtendedHolding(t *testing.T) {
	f := Extended{Base: AdL{Full{}, 1, 1}, Basis: quarters(2)}
	for _, word := range []string{"ODABADO", "BADODAB", "DOABAOD"} {
		s := Scheme{Word: word, Dt: 0.005, Friction: f}
		src := sampled{mixture(50), minibatch.Without, 5}
		run := func(piece int) (string, *moments) {
			e, flows := ensemble(t, vec.Replicas, s, src, vec.Lanes, linalg.Identity(2, 2), 9)
			seen := newMoments(coefficients{}, e, f)
			for range 100 / piece {
				e.Run(flows, piece, 1)
			}
			state := e.States[0]
			state.Theta[0], state.Theta[1] = state.Theta[1], state.Theta[0]
			f.Start(state, linalg.Identity(2, 3))
			for range 100 / piece {
				e.Run(flows, piece, 7, seen)
			}
			return digest(e), seen
		}
		long, seen := run(100)
		short, want := run(1)
		if long != short || !slices.Equal(seen.s1, want.s1) || seen.seen == 0 {
			t.Errorf("%s: holding gives other bits", word)
		}
	}
}

// TestExtendedStates: an ensemble of several states of 64 replicas moves like each state by itself:
// flows serve all states, and coefficients of one are not left to the next.
func TestExtendedStates(t *testing.T) {
	for _, word := range []string{"ODABADO", "BADODAB"} {
		s := Scheme{Word: word, Dt: 0.01, Friction: Extended{
			Base: AdL{Full{}, 1, 1}, Basis: quarters(1)}}
		src := sampled{mixture(50), minibatch.Without, 5}
		var states []*State
		for key := range uint64(3) {
			e, _ := ensemble(t, vec.Replicas, s, src, 1, linalg.Identity(2, 2), key)
			states = append(states, e.States[0])
		}
		together := &Ensemble{States: states}
		_, flows := ensemble(t, vec.Replicas, s, src, 1, linalg.Identity(2, 2), 3)
		for range 4 {
			together.Run(flows, 25, 5, &look{})
		}
		for key := range uint64(3) {
			alone, flows := ensemble(t, vec.Replicas, s, src, 1, linalg.Identity(2, 2), key)
			alone.Run(flows, 100, 100)
			if digest(alone) != digest(&Ensemble{States: states[key : key+1]}) {
				t.Errorf("%s: state %d moves differently among three", word, key)
			}
		}
	}
}

// TestExtendedStart: ξ(θ) starts at the given matrix everywhere, or as Xi0 has it.
func TestExtendedStart(t *testing.T) {
	const l = vec.Replicas
	x := []float64{3, 0.5, 0.5, 2}
	boxes := quarters(1)
	boxes.Scale = scaledBy(16)
	for _, form := range []Form{Scalar{}, Diagonal{}, Full{}, Layers{[]int{1, 1}}, BlockDiagonal{2}} {
		base := AdL{form, 1, 1}
		want := Project(form, x)
		for _, b := range []Basis{One{}, boxes, rings{}} {
			f := Extended{Base: base, Basis: b}
			s := NewState(l, 2, f, nil, nil, nil)
			vec.NewStream(5).Normals(s.Theta)
			f.Start(s, x)
			rows := Xi{}.Bind(l, 2, f)(s)
			for i, e := range (Xi{}).Entries(2, f) {
				for r, got := range rows[i] {
					if math.Abs(got-want[e.I*2+e.J]) > 4e-15 {
						t.Errorf("%s, %T, replica %d: ξ_%d%d(θ) starts at %v", form.Name(), b, r, e.I, e.J, got)
					}
				}
			}
		}
		f := Extended{Base: base, Basis: rings{}}
		f.Xi0 = [][]float64{{1, 2, 2, 3}, {4, 5, 5, 6}, {7, 8, 8, 9}, {10, 11, 11, 12}}
		var projected [][]float64
		for _, x := range f.Xi0 {
			projected = append(projected, Project(form, x))
		}
		s := NewState(l, 2, f, nil, nil, nil)
		vec.Fill(s.Xi, 9)
		f.Start(s, x)
		if got := matrices(s, f, 0); fmt.Sprint(got) != fmt.Sprint(projected) {
			t.Errorf("%s: given coefficients start at %v", form.Name(), got)
		}
	}
}
