package dynamics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestExtendedByOne: with K = 0 and f₀ = 1 extended Adaptive Langevin dynamics is Adaptive Langevin
// dynamics, bit by bit, for every form in both layouts; to a rounding only if an entry is a sum
// over separate places, and for a full friction beyond 8 components in the layout Components.
func TestExtendedByOne(t *testing.T) {
	for _, d := range []int{2, 12} {
		whole := Boxes{Cuts: make([][]float64, d), Lo: make([]float64, d), Hi: ones(d, 1)}
		for _, l := range layouts {
			for _, form := range forms(d) {
				for i, word := range []string{"ODABADO", "BADODAB", "ADBOBDA", "DOABAOD"} {
					if d > 2 && i > 0 {
						break
					}
					base := AdL{form, 1, 0.1}
					want := runByOne(t, l, d, word, base)
					for _, b := range []Basis{One{}, whole} {
						f := Extended{Base: base, Basis: b}
						got := runByOne(t, l, d, word, f)
						name := fmt.Sprintf("%s, %s, %s %v, %T", l, word, form.Name(), form, b)
						same := digest(got) == digest(want)
						if sums := d > 2 && form == (alternating{}) || form == (tridiagonal{}); sums ||
							form == (Full{}) && l == vec.Components && d > 8 {
							same = distance(got.States[0], want.States[0], f, base) < 1e-11
						}
						if !same || !got.Finite() {
							t.Errorf("%s: differs from AdL by %g", name,
								distance(got.States[0], want.States[0], f, base))
						}
					}
				}
			}
		}
	}
}

func runByOne(t *testing.T, l vec.Layout, d int, word string, f Friction) *Ensemble {
	t.Helper()
	src := sampled{regression(50, d), minibatch.Without, 5}
	xi := linalg.Identity(d, 1.5)
	xi[1], xi[d] = 0.25, 0.25
	e, flows := ensemble(t, l, Scheme{Word: word, Dt: 0.01, Friction: f}, src, 1, xi, 7)
	before := digest(e)
	e.Run(flows, 20, 1)
	if digest(e) == before {
		t.Fatalf("%s, %T: nothing moves", word, f)
	}
	return e
}

// TestExtendedSharing: sharing the values of a basis at θ, and holding coefficients apart, changes
// nothing, also where θ is moved between two runs.
func TestExtendedSharing(t *testing.T) {
	f := Extended{Base: AdL{Full{}, 1, 1}, Basis: quarters(2)}
	for _, word := range []string{"ODABADO", "BADODAB", "DOABAOD"} {
		var want string
		var seen []*moments // what observers see in between
		for _, fuse := range []bool{false, true} {
			s := Scheme{Word: word, Dt: 0.005, Friction: f}
			src := sampled{mixture(50), minibatch.Without, 5}
			e, _ := ensemble(t, vec.Replicas, s, src, vec.Lanes, linalg.Identity(2, 2), 9)
			flows := compiled(t, s, vec.Replicas, 2, fuse)
			e.Run(flows, 100, 1)
			state := e.States[0]
			state.Theta[0], state.Theta[1] = state.Theta[1], state.Theta[0]
			f.Start(state, linalg.Identity(2, 3))
			seen = append(seen, newMoments(coefficients{}, e, f))
			e.Run(flows, 100, 7, seen[len(seen)-1])
			if !e.Finite() {
				t.Errorf("%s: not finite", word)
			}
			if !fuse {
				want = digest(e)
			} else if digest(e) != want {
				t.Errorf("%s: sharing gives other bits", word)
			}
		}
		if !slices.Equal(seen[0].s1, seen[1].s1) {
			t.Errorf("%s: observers see other coefficients", word)
		}
	}
	seen := map[atTheta]bool{}
	for _, x := range compiled(t, Scheme{Word: "ODABADO", Dt: 1, Friction: f}, vec.Replicas, 2, true) {
		if x, ok := x.(extended); ok {
			seen[*x.basis()] = true
		}
	}
	if len(seen) != 1 {
		t.Errorf("a scheme has %d evaluations of its basis, want 1", len(seen))
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
		flows := compiled(t, s, vec.Replicas, 2, true)
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
	x := []float64{3, 0.5, 0.5, 2}
	boxes := quarters(1)
	boxes.Scale = scaledBy(16)
	for _, l := range layouts {
		for _, form := range []Form{Scalar{}, Diagonal{}, Full{}, Layers{[]int{1, 1}}, BlockDiagonal{2}} {
			base := AdL{form, 1, 1}
			want := Project(form, x)
			for _, b := range []Basis{One{}, boxes, rings{}} {
				f := Extended{Base: base, Basis: b}
				s := NewState(l, 2, f, nil, nil, nil)
				vec.NewStream(5).Normals(s.Theta)
				f.Start(s, x)
				o := Xi{}
				rows := o.Bind(l, 2, f)(s)
				for i, e := range o.Entries(2, f) {
					for r := range l.Replicas() {
						row, lane := l.At(i, r)
						if got := rows[row][lane]; math.Abs(got-want[e.I*2+e.J]) > 4e-15 {
							t.Errorf("%s, %s, %T: ξ_%d%d(θ) starts at %v", l, form.Name(), b, e.I, e.J, got)
						}
					}
				}
			}
			start := func(f Extended) string {
				s := NewState(l, 2, f, nil, nil, nil)
				vec.Fill(s.Xi, 9)
				f.Start(s, x)
				return fmt.Sprint(matrices(s, f, 0))
			}
			// given coefficients
			f := Extended{Base: base, Basis: rings{}}
			f.Xi0 = [][]float64{{1, 2, 2, 3}, {4, 5, 5, 6}, {7, 8, 8, 9}, {10, 11, 11, 12}}
			var projected [][]float64
			for _, x := range f.Xi0 {
				projected = append(projected, Project(form, x))
			}
			if got := start(f); got != fmt.Sprint(projected) {
				t.Errorf("%s, %s: given coefficients start at %s", l, form.Name(), got)
			}
		}
	}
}

// TestExtendedErrors: what Check reports, and the panics of the other methods.
func TestExtendedErrors(t *testing.T) {
	base := AdL{Full{}, 1, 1}
	bad := quarters(-1)
	for _, c := range []struct {
		f    Extended
		want string
	}{
		{Extended{Base: base, Basis: quarters(0)}, ""},
		{Extended{Basis: One{}}, "extended friction: no form of ξ"},
		{Extended{Base: base}, "extended friction without a basis"},
		{Extended{Base: base, Basis: bad}, "extended friction: boxes: degree -1 is negative"},
		{Extended{Base: AdL{Full{}, 1, 0}, Basis: One{}},
			"extended friction: expected a positive η, got 0"},
		{Extended{Base: base, Basis: quarters(0), Xi0: [][]float64{{1, 0, 0, 1}}},
			"extended friction: 1 starting matrices for 4 functions"},
		{Extended{Base: base, Basis: One{}, Xi0: [][]float64{{1}}},
			"extended friction: starting matrix 0 has 1 entries, expected 4"},
	} {
		for _, l := range layouts {
			err := c.f.Check(l, 2)
			if c.want == "" {
				if err != nil {
					t.Errorf("%+v: %v", c.f, err)
				}
				continue
			}
			if fmt.Sprint(err) != c.want {
				t.Errorf("%+v: %v, want %s", c.f, err, c.want)
			}
			_, err = Scheme{Word: "ODABADO", Dt: 1, Friction: c.f}.Compile(l, 2)
			if err == nil || !strings.HasSuffix(err.Error(), c.want) {
				t.Errorf("%+v compiles with %v", c.f, err)
			}
			for _, call := range []func(){
				func() { c.f.Rows(l, 2) },
				func() { c.f.Start(&State{Layout: l, Dim: 2}, linalg.Identity(2, 1)) },
				func() { c.f.O(l, 2, 1) },
				func() { c.f.D(l, 2, 1) },
			} {
				panics(t, "dynamics: "+c.want, call)
			}
		}
	}
}
