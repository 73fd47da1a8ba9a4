package dynamics

import (
	"math"
	"slices"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestExtendedByOne: with K = 0 and f₀ = 1 extended Adaptive Langevin dynamics is Adaptive Langevin
// dynamics, bit by bit for every form, or up to rounding if an entry sums over separate places.
func TestExtendedByOne(t *testing.T) {
	for d, words := range map[int][]string{
		2: {"ODABADO", "BADODAB", "ADBOBDA", "DOABAOD"}, 12: {"ODABADO"},
	} {
		whole := Boxes{Cuts: make([][]float64, d), Lo: make([]float64, d), Hi: ones(d, 1)}
		for _, form := range forms(vec.Replicas, d) {
			for _, word := range words {
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

// recorder keeps the ξ_k of the first state.
type recorder struct{ xi []vec.Row }

func (o *recorder) Observe(s *State, i int) {
	if i == 0 {
		o.xi = append(o.xi, s.Xi...)
	}
}

// TestExtendedHolding: holding coefficients apart changes neither the results, nor the view of
// observers, nor the next state, also if θ is moved between two runs. The first run takes many
// steps at once, the second one at a time, and the third has only the second state.
func TestExtendedHolding(t *testing.T) {
	f := Extended{Base: AdL{Full{}, 1, 1}, Basis: quarters(2)}
	for _, word := range []string{"ODABADO", "BADODAB", "DOABAOD"} {
		s := Scheme{Word: word, Dt: 0.005, Friction: f}
		src := sampled{mixture(50), minibatch.Without, 5}
		run := func(piece int, keys ...uint64) (*Ensemble, *recorder) {
			all, flows := &Ensemble{}, []Flow(nil)
			for _, key := range keys {
				var e *Ensemble
				e, flows = ensemble(t, vec.Replicas, s, src, 1, linalg.Identity(2, 2), key)
				all.States = append(all.States, e.States[0])
			}
			seen := &recorder{}
			for range 100 / piece {
				all.Run(flows, piece, 1)
			}
			for _, s := range all.States {
				s.Theta[0], s.Theta[1] = s.Theta[1], s.Theta[0]
				f.Start(s, linalg.Identity(2, 3))
			}
			for range 100 / piece {
				all.Run(flows, piece, 7, seen)
			}
			return all, seen
		}
		long, seen := run(100, 1, 2, 3)
		short, want := run(1, 1, 2, 3)
		alone, _ := run(20, 2)
		if digest(long) != digest(short) || !vec.Same(seen.xi, want.xi) || seen.xi == nil {
			t.Errorf("%s: holding gives other bits", word)
		}
		if long.States = long.States[1:2]; digest(long) != digest(alone) {
			t.Errorf("%s: a state moves differently among three", word)
		}
	}
}

// TestExtendedStart: ξ(θ) starts at the projection of a matrix, or the ξ_k at the projections of
// Xi0.
func TestExtendedStart(t *testing.T) {
	const l = vec.Replicas
	x := []float64{3, 0.5, 0.5, 2}
	given := [][]float64{{1, 2, 2, 3}, {4, 5, 5, 6}, {7, 8, 8, 9}, {10, 11, 11, 12}}
	boxes := quarters(1)
	boxes.Scale = scaledBy(16)
	for _, form := range []Form{Scalar{}, Diagonal{}, Full{}, Layers{[]int{1, 1}}, BlockDiagonal{2}} {
		want := Project(form, x)
		for _, b := range []Basis{One{}, boxes, rings{}} {
			f := Extended{Base: AdL{form, 1, 1}, Basis: b}
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
			if b != (rings{}) {
				continue
			}
			f.Xi0 = given
			f.Start(s, x)
			for k, got := range matrices(s, f, 0) {
				if want := Project(form, given[k]); !slices.Equal(got, want) {
					t.Errorf("%s: ξ_%d starts at %v, want %v", form.Name(), k, got, want)
				}
			}
		}
	}
}
