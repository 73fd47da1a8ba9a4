package dynamics

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// TestProject: the projections of a matrix are written out, and ξ starts at them in both layouts.
func TestProject(t *testing.T) {
	x := []float64{
		1, 2, 3, 4,
		2, 5, 6, 7,
		3, 6, 9, 8,
		4, 7, 8, 17,
	}
	for _, c := range []struct {
		f    Form
		want []float64
	}{
		{Scalar{}, linalg.Identity(4, 8)},
		{Layers{[]int{2, 1, 1}}, []float64{3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 9, 0, 0, 0, 0, 17}},
		{Diagonal{}, []float64{1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 9, 0, 0, 0, 0, 17}},
		{BlockDiagonal{1}, []float64{1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 9, 0, 0, 0, 0, 17}},
		{BlockDiagonal{2}, []float64{1, 2, 0, 0, 2, 5, 0, 0, 0, 0, 9, 8, 0, 0, 8, 17}},
		{BlockDiagonal{3}, []float64{1, 2, 3, 0, 2, 5, 6, 0, 3, 6, 9, 0, 0, 0, 0, 17}},
		{BlockDiagonal{9}, x},
		{Full{}, x},
		{alternating{}, []float64{5, 0, 0, 0, 0, 11, 0, 0, 0, 0, 5, 0, 0, 0, 0, 11}},
		{tridiagonal{}, []float64{
			8, 16. / 3, 0, 0, 16. / 3, 8, 16. / 3, 0, 0, 16. / 3, 8, 16. / 3, 0, 0, 16. / 3, 8,
		}},
	} {
		got := Project(c.f, x)
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s %v: %v, want %v", c.f.Name(), c.f, got, c.want)
		}
		for _, l := range layouts {
			f := AdL{c.f, 1, 1}
			if f.Check(l, 4) != nil {
				continue
			}
			s := NewState(l, 4, f, nil, nil, nil)
			f.Start(s, x)
			for _, r := range []int{0, l.Replicas() - 1} {
				if start := matrices(s, f, r)[0]; fmt.Sprint(start) != fmt.Sprint(c.want) {
					t.Errorf("%s, %s: ξ starts at %v, want %v", l, c.f.Name(), start, c.want)
				}
			}
			es := Entries(c.f, 4)
			e := es[len(es)-1] // Add moves one entry, at all its places
			f.Add(s, e, l.Replicas()-1, 0.5)
			at := c.f.At(4, e.I, e.J)
			for i, v := range matrices(s, f, l.Replicas()-1)[0] {
				want := c.want[i]
				if c.f.At(4, min(i/4, i%4), max(i/4, i%4)) == at {
					want += 0.5
				}
				if v != want {
					t.Errorf("%s, %s: entry %d is %g after Add, want %g", l, c.f.Name(), i, v, want)
				}
			}
		}
	}
}

// distance is the largest difference of two states.
func distance(a, b *State, f, g Friction) (worst float64) {
	for r := range a.Layout.Replicas() {
		x := [][]float64{numbers(a, a.Theta, r), numbers(a, a.P, r)}
		y := [][]float64{numbers(b, b.Theta, r), numbers(b, b.P, r)}
		x, y = append(x, matrices(a, f, r)...), append(y, matrices(b, g, r)...)
		for k := range x {
			for i := range x[k] {
				if d := math.Abs(x[k][i] - y[k][i]); !(d <= worst) {
					worst = d
				}
			}
		}
	}
	return worst
}

// TestParseForm: a form's name gives the form.
func TestParseForm(t *testing.T) {
	for _, f := range []Form{Scalar{}, Diagonal{}, Full{}, BlockDiagonal{1}, BlockDiagonal{10}} {
		if got, err := ParseForm(f.Name()); got != f || err != nil {
			t.Errorf("%s: %v, %v", f.Name(), got, err)
		}
	}
	if got, err := ParseForm("layers"); err != nil || got.Name() != "layers" {
		t.Errorf("layers: %v, %v", got, err)
	}
	for _, name := range []string{
		"", "Full", "blocks-", "blocks-0", "blocks--1", "blocks-2x", "blocks-02",
	} {
		want := fmt.Sprintf("unknown friction %q, expected scalar, layers, diagonal, full, "+
			"or blocks-N with blocks of order N", name)
		if got, err := ParseForm(name); fmt.Sprint(err) != want || got != nil {
			t.Errorf("%q: %v, %v, want %s", name, got, err, want)
		}
	}
	f, err := Layers{}.For(network(2, 3, 5))
	if got, want := fmt.Sprint(f, err), "{[6 3 3]} <nil>"; got != want {
		t.Errorf("layers of a network: %s, want %s", got, want)
	}
	if _, err := (Layers{}).For(gaussian()); fmt.Sprint(err) != "the model has no layers" {
		t.Errorf("layers of a Gaussian: %v", err)
	}
}

// TestFrictionErrors: the errors of Check and Compile.
func TestFrictionErrors(t *testing.T) {
	const r, c = vec.Replicas, vec.Components
	full := AdL{Full{}, 1, 1}
	few := "expected scalar, diagonal or full in many dimensions, got "
	for _, c := range []struct {
		l    vec.Layout
		f    Friction
		d    int
		want string
	}{
		{r, Constant{1}, 1, ""},
		{r, Constant{0}, 1, "expected a positive γ, got 0"},
		{c, Constant{math.NaN()}, 1, "expected a positive γ, got NaN"},
		{r, Fixed{1, []float64{2}}, 1, ""},
		{c, Fixed{1, []float64{2}}, 2, "expected 2 frictions ξ_i, got 1"},
		{r, Fixed{0, []float64{2}}, 1, "expected a positive γ, got 0"},
		{r, Fixed{1, []float64{-2}}, 1, "expected a positive γ, got -2"},
		{r, AdL{}, 1, "no form of ξ"},
		{c, AdL{Full{}, -1, 1}, 1, "expected a nonnegative γ, got -1"},
		{c, AdL{Full{}, 0, 0}, 1, "expected a positive η, got 0"},
		{r, AdL{BlockDiagonal{0}, 1, 1}, 1, "expected blocks of an order of at least 1, got 0"},
		{r, AdL{Layers{[]int{2, 1}}, 1, 1}, 4, "4 components do not divide into layers of [2 1]"},
		{r, AdL{Layers{}, 1, 1}, 1, "1 components do not divide into layers of []"},
		{c, AdL{Layers{[]int{4}}, 1, 1}, 4, few + "layers"},
		{c, AdL{BlockDiagonal{2}, 1, 1}, 4, few + "blocks-2"},
		{r, Extended{Base: full, Basis: quarters(0)}, 2, ""},
		{c, Extended{Base: full, Basis: One{}}, 2, "extended friction: expected few dimensions"},
		{r, Extended{Basis: One{}}, 2, "extended friction: no form of ξ"},
		{r, Extended{Base: full}, 2, "extended friction: no basis"},
		{r, Extended{Base: full, Basis: quarters(-1)}, 2,
			"extended friction: boxes: degree -1 is negative"},
		{r, Extended{Base: full, Basis: quarters(0), Xi0: [][]float64{{1, 0, 0, 1}}}, 2,
			"extended friction: 1 starting matrices for 4 functions"},
		{r, Extended{Base: full, Basis: One{}, Xi0: [][]float64{{1}}}, 2,
			"extended friction: starting matrix 0 has 1 entries, expected 4"},
	} {
		got, compiles := "", ""
		if err := c.f.Check(c.l, c.d); err != nil {
			got = err.Error()
		}
		word, want := wordOf(c.f), c.want
		if _, err := (Scheme{Word: word, Dt: 1, Friction: c.f}).Compile(c.l, c.d); err != nil {
			compiles = err.Error()
		}
		if want != "" {
			want = "scheme " + word + ": friction: " + want
		}
		if got != c.want || compiles != want {
			t.Errorf("%s, %+v: %q, compiles with %q, want %q", c.l, c.f, got, compiles, c.want)
		}
		if f, ok := c.f.(Extended); ok && got != "" {
			panics(t, "dynamics: "+got, func() { f.Rows(c.l, c.d) })
		}
	}
}
