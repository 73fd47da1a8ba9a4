package dynamics

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestFormEntries: an entry stands either on the diagonal or off it, and every entry stands
// somewhere.
func TestFormEntries(t *testing.T) {
	for _, d := range []int{1, 2, 3, 7, 12} {
		want := map[string]int{
			"scalar": 1, "layers": len(layers(d)), "diagonal": d, "full": d * (d + 1) / 2,
			"blocks-1": d, "alternating": min(d, 2), "tridiagonal": min(d, 2),
			"blocks-2": 3*(d/2) + d%2,
			"blocks-3": 6*(d/3) + d%3*(d%3+1)/2,
		}
		for _, f := range forms(vec.Replicas, d) {
			n := want[f.Name()]
			if l, ok := f.(Layers); ok {
				n = len(l.Sizes)
			}
			es := Entries(f, d)
			if len(es) != n || f.Check(d) != nil {
				t.Errorf("%s, d = %d: %d entries, want %d; %v", f.Name(), d, len(es), n, f.Check(d))
			}
			for e, x := range es {
				if x.Count == 0 || f.At(d, x.I, x.J) != e {
					t.Errorf("%s, d = %d: entry %d is %+v", f.Name(), d, e, x)
				}
			}
			for i := range d {
				for j := i; j < d; j++ {
					e := f.At(d, i, j)
					if e >= n || e >= 0 && es[e].Diagonal() != (i == j) {
						t.Errorf("%s, d = %d: entry %d at %d, %d, and %+v", f.Name(), d, e, i, j, es[e])
					}
				}
			}
		}
	}
}

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

// TestEqualForms: forms that are the same matrices move in the same way, bit by bit where the
// arithmetic is the same and else to a rounding. A form with the general flows is one of them.
func TestEqualForms(t *testing.T) {
	const r, c = vec.Replicas, vec.Components
	ones := func(d int) Layers {
		f := Layers{}
		for range d {
			f.Sizes = append(f.Sizes, 1)
		}
		return f
	}
	for _, q := range []struct {
		l    vec.Layout
		d    int
		a, b Form
		bits bool
	}{
		{r, 1, Diagonal{}, Full{}, true},
		{r, 1, Diagonal{}, Scalar{}, false}, // D rounds p² first
		{r, 20, Scalar{}, Layers{[]int{20}}, true},
		{r, 20, Scalar{}, general{Scalar{}}, true},
		{r, 20, Diagonal{}, general{Diagonal{}}, false},
		{r, 20, Diagonal{}, ones(20), false},
		{r, 20, Diagonal{}, BlockDiagonal{1}, false},
		{r, 20, ones(20), BlockDiagonal{1}, true},
		{r, 2, Full{}, general{Full{}}, false}, // closed form and eigenvectors
		{r, 2, alternating{}, ones(2), true},
		{r, 6, Full{}, general{Full{}}, false},
		{r, 6, general{Full{}}, BlockDiagonal{6}, true},
		{r, 6, Full{}, BlockDiagonal{7}, false},
		{c, 1, Diagonal{}, Full{}, false},
		{c, 1, Diagonal{}, Scalar{}, false},
	} {
		for _, word := range []string{"ODABADO", "BADODAB", "DADOBODAD"} {
			src := sampled{regression(60, q.d), minibatch.Without, 7}
			run := func(form Form) *Ensemble {
				s := Scheme{Word: word, Dt: 0.02, Friction: AdL{form, 1, 0.5}}
				e, flows := ensemble(t, q.l, s, src, 1, linalg.Identity(q.d, 1.5), 4)
				e.Run(flows, 40, 1)
				return e
			}
			a, b := run(q.a), run(q.b)
			name := fmt.Sprintf("%s, d = %d, %s: %s and %T %s",
				q.l, q.d, word, q.a.Name(), q.b, q.b.Name())
			worst := distance(a.States[0], b.States[0], AdL{q.a, 1, 1}, AdL{q.b, 1, 1})
			if q.bits && worst != 0 || !(worst < 1e-10) || !a.Finite() {
				t.Errorf("%s: they differ by %g, bits %t", name, worst, q.bits)
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

// linearO reads the matrices of O off its flow: p ← M p + S G, with G from several vectors of
// normals.
func linearO(form Form, l vec.Layout, d int, h, gamma float64, xi []float64) (m, s *mat.Dense) {
	f := AdL{form, gamma, 1}
	m, s = mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	move := func(noise *Normals, p int) []float64 {
		state := NewState(l, d, f, nil, nil, noise)
		f.Start(state, xi)
		if p >= 0 {
			row, lane := l.At(p, 0)
			state.P[row][lane] = 1
		}
		f.O(l, d, h).Apply(state)
		return numbers(state, state.P, 0)
	}
	normals, out := mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	for k := range d {
		g := NewNormals(l, d, uint64(k))
		at := &State{Layout: l, Dim: d}
		normals.SetCol(k, numbers(at, g.Next(), 0))
		zero, one := move(NewNormals(l, d, uint64(k)), -1), move(NewNormals(l, d, uint64(k)), k)
		out.SetCol(k, zero)
		for i := range d {
			m.Set(i, k, one[i]-zero[i])
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(normals); err != nil {
		panic(err)
	}
	s.Mul(out, &inverse)
	return m, s
}

// TestO: for every form in both layouts O is p ← M p + S G with M = e^(−hξ), S symmetric, and S² =
// 2γh at ξ = 0 and γξ⁻¹(1 − M²) elsewhere, negative ξ included; and two half steps have the
// distribution of one step: M = m², S² = m s² m + s².
func TestO(t *testing.T) {
	const d, h, gamma = 5, 0.3, 1.7
	stream := vec.Rows(1)
	vec.NewStream(3).Normals(stream)
	for _, l := range layouts {
		for _, form := range forms(l, d) {
			for _, scale := range []float64{0, 1e-11, 1e-3, 1, -1, 3} {
				x := linalg.Identity(d, scale)
				for i := range d {
					for j := range i {
						x[i*d+j] = 0.3 * scale * stream[0][i*d+j] / 2
						x[j*d+i] = x[i*d+j]
					}
					x[i*d+i] += 0.1 * scale * stream[0][i]
				}
				xi := mat.NewDense(d, d, Project(form, x))
				name := fmt.Sprintf("%s, %s %v, ξ about %g", l, form.Name(), form, scale)
				checkO(t, name, form, l, xi, h, gamma)
			}
		}
	}
}

func checkO(
	t *testing.T, name string, form Form, l vec.Layout, xi *mat.Dense, h, gamma float64,
) {
	t.Helper()
	d, _ := xi.Dims()
	m, s := linearO(form, l, d, h, gamma, xi.RawMatrix().Data)
	half, root := linearO(form, l, d, h/2, gamma, xi.RawMatrix().Data)
	equal := func(what string, got, want mat.Matrix) {
		t.Helper()
		if !mat.EqualApprox(got, want, 1e-10) {
			t.Errorf("%s: %s is %v, want %v", name, what, mat.Formatted(got), mat.Formatted(want))
		}
	}
	var want, square, left, right, two mat.Dense
	want.Scale(-h, xi)
	want.Exp(&want)
	equal("M", m, &want)
	equal("S transposed", s, s.T())
	square.Mul(s, s)
	// ξ S² = γ (1 − M²), which is S² = 2γh at ξ = 0
	left.Mul(xi, &square)
	right.Mul(m, m)
	right.Scale(-gamma, &right)
	for i := range d {
		right.Set(i, i, right.At(i, i)+gamma)
	}
	equal("ξ S²", &left, &right)
	if mat.Norm(xi, 2) < 1e-6 {
		equal("S² at 0", scaledIdentity(d, 2*gamma*h), &square)
	}
	two.Mul(half, half)
	equal("the product of two half steps", &two, m)
	two.Mul(root, root)
	left.Mul(half, &two)
	right.Mul(&left, half)
	right.Add(&right, &two)
	equal("the covariance of two half steps", &right, &square)
}

func scaledIdentity(d int, x float64) *mat.Dense {
	return mat.NewDense(d, d, linalg.Identity(d, x))
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

// TestFrictionErrors: what Check reports, and Compile.
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
		{c, Constant{1}, 1, ""},
		{r, Constant{0}, 1, "expected a positive γ, got 0"},
		{c, Constant{math.NaN()}, 1, "expected a positive γ, got NaN"},
		{r, AdL{Scalar{}, 0, 1}, 1, ""},
		{r, AdL{}, 1, "no form of ξ"},
		{c, AdL{}, 1, "no form of ξ"},
		{r, AdL{Full{}, -1, 1}, 1, "expected a nonnegative γ, got -1"},
		{c, AdL{Full{}, 1, 0}, 1, "expected a positive η, got 0"},
		{r, AdL{BlockDiagonal{0}, 1, 1}, 1, "expected blocks of an order of at least 1, got 0"},
		{r, AdL{Layers{[]int{2, 1}}, 1, 1}, 4, "4 components do not divide into layers of [2 1]"},
		{r, AdL{Layers{[]int{4, 0}}, 1, 1}, 4, "4 components do not divide into layers of [4 0]"},
		{r, AdL{Layers{[]int{5, -1}}, 1, 1}, 4, "4 components do not divide into layers of [5 -1]"},
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
