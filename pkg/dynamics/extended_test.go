package dynamics

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// TestExtendedByOne: with K = 0 and f₀ = 1 extended Adaptive Langevin dynamics is Adaptive Langevin dynamics, bit by bit, however flows are fused.
func TestExtendedByOne(t *testing.T) {
	m := mixture(50)
	whole := Boxes{Cuts: [][]float64{nil, nil}, Lo: []float64{0, 0}, Hi: []float64{1, 1}}
	for _, word := range []string{"ODABADO", "BADODAB", "ADBOBDA", "DOABAOD"} {
		for _, base := range []Friction{Scalar{1, 0.1}, Diagonal{1, 0.1}, Full{1, 0.1}} {
			run := func(f Friction, fuse bool) string {
				g := m.Gradient(5)
				s := Scheme{Word: word, Dt: 0.01, Friction: f}
				e, _ := ensemble(t, s, 2, g, minibatch.Without.Sampler(g, 50, 5, 7, 1), 7)
				flows, err := s.compile(2, fuse)
				if err != nil {
					t.Fatal(err)
				}
				f.Start(e.Xi, []float64{1.5, 0.25, 0.25, 2})
				start := digest(e)
				e.Run(flows, 300, 1)
				if digest(e) == start || !e.Finite() {
					t.Fatalf("%s, %T: nothing moves, or not to numbers", word, f)
				}
				return digest(e)
			}
			want := run(base, true)
			for _, b := range []Basis{One{}, whole, Voronoi{Centres: [][]float64{{1, 2}}}} {
				for _, fuse := range []bool{false, true} {
					if got := run(Extended{Base: base, Basis: b}, fuse); got != want {
						t.Errorf("%s, %T, %T, fused %t: digest %s, AdL's is %s", word, base, b, fuse, got, want)
					}
				}
			}
		}
	}
}

// TestExtendedDigests pins bits: a digest that changes changes simulated numbers.
func TestExtendedDigests(t *testing.T) {
	boxes := quarters(2)
	boxes.Scale = scaledBy(36)
	voronoi := Voronoi{Centres: [][]float64{{1, 0.4}, {0.4, 1}, {0.6, 0.6}}, Scale: scaledBy(3)}
	m := mixture(50)
	for _, c := range []struct {
		name, word string
		f          Extended
		want       string
	}{
		{"full, K = 35", "ODABADO", Extended{Base: Full{1, 1}, Basis: boxes}, "c8f9f666ac8961ff"},
		{"full, K = 3", "BADODAB", Extended{Base: Full{1, 0.1}, Basis: quarters(0), Eta: []float64{1, 2, 3, 4}}, "cf5ddbdc808ad7b5"},
		{"diagonal, K = 15", "ODABADO", Extended{Base: Diagonal{1, 1}, Basis: quarters(1)}, "946b8f8053d3524d"},
		{"scalar, three centres", "ODABADO", Extended{Base: Scalar{1, 0.1}, Basis: voronoi}, "d5a58c2de50ea015"},
	} {
		g := m.Gradient(5)
		e, flows := ensemble(t, Scheme{Word: c.word, Dt: 0.01, Friction: c.f}, 2, g, minibatch.Without.Sampler(g, 50, 5, 7, 1), 7)
		c.f.Start(e.Xi, []float64{1.5, 0.25, 0.25, 2})
		for l := range vec.Lanes {
			e.Theta[l%2][l] = 1
		}
		e.Run(flows, 200, 1)
		if got := digest(e); got != c.want || !e.Finite() {
			t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
		}
	}
}

// naive takes steps of eq. sheme_eadl in one lane, the last O of a step and the first of the next being one. ξ_k and g are matrices.
func naive(theta, p []float64, xi []*mat.SymDense, f Extended, gamma, dt float64, force func(f, theta []float64), normals func() []float64) {
	d := len(p)
	_, m := f.Basis.Cells()
	values := func() []float64 {
		all, some := make([]float64, len(xi)), make([]float64, m)
		copy(all[m*f.Basis.At(some, theta):], some)
		return all
	}
	flowD := func(h float64) {
		for k, v := range values() {
			s := 0.0
			for i := range d {
				s += p[i]*p[i] - 1
			}
			for i := range d {
				for j := i; j < d; j++ {
					a := p[i] * p[j]
					if i == j {
						a--
					}
					switch f.Base.(type) {
					case Scalar:
						if a = 0; i == j {
							a = s
						}
					case Diagonal:
						if i != j {
							a = 0
						}
					}
					xi[k].SetSym(i, j, xi[k].At(i, j)+h/f.Eta[k]*v*a)
				}
			}
		}
	}
	sum := mat.NewSymDense(d, nil)
	for k, v := range values() {
		var s mat.SymDense
		s.ScaleSym(v, xi[k])
		sum.AddSym(sum, &s)
	}
	var eig mat.EigenSym
	if !eig.Factorize(sum, true) {
		panic("no eigenvectors")
	}
	var v mat.Dense
	eig.VectorsTo(&v)
	q, g := make([]float64, d), normals()
	for k, x := range eig.Values(nil) {
		a, b := 0.0, 0.0
		for i := range d {
			a, b = a+v.At(i, k)*p[i], b+v.At(i, k)*g[i]
		}
		w := math.Exp(-dt*x)*a + math.Sqrt(gamma*(1-math.Exp(-2*dt*x))/x)*b
		for i := range d {
			q[i] += w * v.At(i, k)
		}
	}
	copy(p, q)
	flowD(dt / 2)
	for i := range d {
		theta[i] += dt / 2 * p[i]
	}
	fr := make([]float64, d)
	force(fr, theta)
	for i := range d {
		p[i] += dt * fr[i]
	}
	for i := range d {
		theta[i] += dt / 2 * p[i]
	}
	flowD(dt / 2)
}

// TestExtendedSteps compares every lane with the scheme as it is written in the paper.
func TestExtendedSteps(t *testing.T) {
	const gamma, dt, steps = 0.8, 0.02, 60
	g := harmonic([]float64{2, 0.7}, []float64{0.7, 3})
	boxes := Boxes{Cuts: [][]float64{{-0.2, 0.3}, {0.1}}, Lo: []float64{-1, -1}, Hi: []float64{1, 1}, Degree: 2, Scale: scaledBy(54)}
	for _, base := range []Friction{Scalar{gamma, 1}, Diagonal{gamma, 1}, Full{gamma, 1}} {
		for _, b := range []Basis{boxes, Voronoi{Centres: [][]float64{{0.3, 0}, {-0.3, 0.2}, {0, -1}}}, rings{}} {
			cells, m := b.Cells()
			f := Extended{Base: base, Basis: b}
			n := cells * m
			for k := range n {
				f.Eta = append(f.Eta, 0.5+float64(k%5))
			}
			e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: f}, 2, g, allData(), 31)
			f.Start(e.Xi, []float64{2, 0.3, 0.3, 1.5})
			rows := base.Rows(2)
			matrix := func(k, l int) *mat.SymDense {
				x := e.Xi[k*rows:]
				switch rows {
				case 1:
					return mat.NewSymDense(2, []float64{x[0][l], 0, 0, x[0][l]})
				case 2:
					return mat.NewSymDense(2, []float64{x[0][l], 0, 0, x[1][l]})
				}
				return mat.NewSymDense(2, []float64{x[0][l], x[1][l], x[1][l], x[2][l]})
			}
			lanes := []int{0, 7, 33, 63}
			type state struct {
				theta, p []float64
				xi       []*mat.SymDense
			}
			var want []state
			for _, l := range lanes {
				s := state{[]float64{e.Theta[0][l], e.Theta[1][l]}, []float64{e.P[0][l], e.P[1][l]}, nil}
				for k := range n {
					s.xi = append(s.xi, matrix(k, l))
				}
				noise := NewNoise(2, 31, 2)
				for range steps {
					naive(s.theta, s.p, s.xi, f, gamma, dt, g.f, func() []float64 {
						r := noise.Next(2)
						return []float64{r[0][l], r[1][l]}
					})
				}
				want = append(want, s)
			}
			e.Run(flows, steps, 1)
			for i, l := range lanes {
				diff := 0.0
				for j := range 2 {
					diff = max(diff, math.Abs(e.Theta[j][l]-want[i].theta[j]), math.Abs(e.P[j][l]-want[i].p[j]))
				}
				for k := range n {
					got := matrix(k, l)
					for j := range 4 {
						diff = max(diff, math.Abs(got.At(j/2, j%2)-want[i].xi[k].At(j/2, j%2)))
					}
				}
				if !(diff < 1e-11) {
					t.Errorf("%T, %T, lane %d: differs from the scheme by %g", base, b, l, diff)
				}
			}
		}
	}
}

// TestExtendedSharing: sharing what a basis is at θ changes nothing, also where θ is moved between two runs.
func TestExtendedSharing(t *testing.T) {
	f := Extended{Base: Full{1, 1}, Basis: quarters(2)}
	m := mixture(50)
	for _, word := range []string{"ODABADO", "BADODAB", "DOABAOD"} {
		var want string
		for _, fuse := range []bool{false, true} {
			g := m.Gradient(5)
			s := Scheme{Word: word, Dt: 0.005, Friction: f}
			e, _ := ensemble(t, s, 2, g, minibatch.Without.Sampler(g, 50, 5, 9, 1), 9)
			flows, err := s.compile(2, fuse)
			if err != nil {
				t.Fatal(err)
			}
			f.Start(e.Xi, Identity(2, 2))
			e.Run(flows, 100, 1)
			e.Theta[0], e.Theta[1] = e.Theta[1], e.Theta[0]
			f.Start(e.Xi, Identity(2, 3))
			e.Run(flows, 100, 1)
			if !e.Finite() {
				t.Errorf("%s: not finite", word)
			}
			if !fuse {
				want = digest(e)
			} else if digest(e) != want {
				t.Errorf("%s: sharing gives other bits", word)
			}
		}
	}
	flows, err := Scheme{Word: "ODABADO", Dt: 1, Friction: f}.Compile(2)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[*cellsOf]bool{}
	for _, x := range flows {
		if x, ok := x.(sharesCells); ok {
			seen[*x.cellsOf()] = true
		}
	}
	if len(seen) != 1 {
		t.Errorf("a scheme has %d evaluations of its basis, want 1", len(seen))
	}
}

func TestExtendedStart(t *testing.T) {
	x := []float64{3, 0.5, 0.5, 2}
	boxes := quarters(1)
	boxes.Scale = scaledBy(16)
	theta := vec.Rows(2)
	vec.NewStream(5).Normals(theta)
	for _, base := range []Friction{Scalar{1, 1}, Diagonal{1, 1}, Full{1, 1}} {
		rows := base.Rows(2)
		want := vec.Rows(rows)
		base.Start(want, x)
		for _, b := range []Basis{One{}, boxes, Voronoi{Centres: [][]float64{{0, 0}, {1, 1}}, Scale: []float64{3, 7}}} {
			f := Extended{Base: base, Basis: b}
			xi, sum := vec.Rows(f.Rows(2)), vec.Rows(rows)
			f.Start(xi, x)
			at := newCellsOf(b, 2)
			at.find(theta)
			at.cells.Sum(sum, xi)
			for r := range want {
				for l := range vec.Lanes {
					if math.Abs(sum[r][l]-want[r][l]) > 1e-15*4 {
						t.Errorf("%T, %T: ξ(θ) starts at %v in row %d, lane %d, want %v", base, b, sum[r][l], r, l, want[r][l])
					}
				}
			}
		}
	}
	// without constants: the first functions of the cells
	f := Extended{Base: Full{1, 1}, Basis: rings{}}
	xi := vec.Rows(f.Rows(2))
	vec.Fill(xi, 9)
	f.Start(xi, x)
	for r, want := range []float64{3, 0.5, 2, 0, 0, 0, 3, 0.5, 2, 0, 0, 0} {
		if xi[r][17] != want {
			t.Errorf("rings: row %d starts at %v, want %v", r, xi[r][17], want)
		}
	}
	// given coefficients
	f.Xi0 = [][]float64{{1, 2, 2, 3}, {4, 5, 5, 6}, {7, 8, 8, 9}, {10, 11, 11, 12}}
	f.Start(xi, nil)
	for r := range xi {
		if xi[r][63] != float64(r+1) {
			t.Errorf("row %d starts at %v, want %d", r, xi[r][63], r+1)
		}
	}
	f.Base = Scalar{1, 1}
	xi = vec.Rows(f.Rows(2))
	f.Start(xi, x)
	for k, want := range []float64{2, 5, 8, 11} {
		if xi[k][1] != want {
			t.Errorf("a scalar ξ_%d starts at %v, want %v", k, xi[k][1], want)
		}
	}
}

func TestExtendedErrors(t *testing.T) {
	for _, c := range []struct {
		f    Extended
		want string
	}{
		{Extended{Base: Full{1, 1}, Basis: quarters(0)}, ""},
		{Extended{Base: Full{1, 0}, Basis: quarters(0), Eta: []float64{1, 2, 3, 4}}, ""},
		{Extended{Basis: One{}}, "extended friction over <nil>, expected a dynamics.Scalar, Diagonal or Full"},
		{Extended{Base: Constant{1}, Basis: One{}}, "extended friction over dynamics.Constant"},
		{Extended{Base: Full{1, 1}}, "extended friction without a basis"},
		{Extended{Base: Full{1, 1}, Basis: Voronoi{}}, "extended friction: voronoi: 0 centres"},
		{Extended{Base: Full{1, 0}, Basis: One{}}, "extended friction: η is 0, expected a positive number"},
		{Extended{Base: Full{1, 1}, Basis: One{}, Eta: []float64{1, 1}}, "extended friction: 2 η for 1 functions"},
		{Extended{Base: Full{1, 1}, Basis: One{}, Eta: []float64{-1}}, "extended friction: η of function 0 is -1"},
		{Extended{Base: Full{1, 1}, Basis: quarters(0), Xi0: [][]float64{{1, 0, 0, 1}}}, "extended friction: 1 starting matrices for 4 functions"},
		{Extended{Base: Full{1, 1}, Basis: One{}, Xi0: [][]float64{{1}}}, "extended friction: starting matrix 0 has 1 entries, expected 4"},
	} {
		err := c.f.Check(2)
		if c.want == "" {
			if err != nil {
				t.Errorf("%+v: %v", c.f, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.f, err, c.want)
		}
		for name, call := range map[string]func(){
			"Rows": func() { c.f.Rows(2) }, "O": func() { c.f.O(2, 1) }, "D": func() { c.f.D(2, 1) },
		} {
			func() {
				defer func() {
					if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "dynamics: "+c.want) {
						t.Errorf("%s: panic %v, want dynamics: %s", name, r, c.want)
					}
				}()
				call()
			}()
		}
	}
}

// TestExtendedJSON: frictions that differ are filed under different names.
func TestExtendedJSON(t *testing.T) {
	seen := map[string]int{}
	scaled := quarters(0)
	scaled.Scale = []float64{1, 1, 1, 1}
	for i, f := range []Extended{
		{Base: Full{1, 1}, Basis: One{}}, {Base: Diagonal{1, 1}, Basis: One{}}, {Base: Scalar{1, 1}, Basis: One{}}, {Base: Full{1, 2}, Basis: One{}},
		{Base: Full{1, 1}, Basis: rings{}}, {Base: Full{1, 1}, Basis: quarters(0)}, {Base: Full{1, 1}, Basis: quarters(1)}, {Base: Full{1, 1}, Basis: scaled},
		{Base: Full{1, 1}, Basis: Voronoi{Centres: [][]float64{{1, 2}}}}, {Base: Full{1, 1}, Basis: Voronoi{Centres: [][]float64{{1, 3}}}},
		{Base: Full{1, 1}, Basis: One{}, Eta: []float64{1}}, {Base: Full{1, 1}, Basis: One{}, Xi0: [][]float64{{1}}},
	} {
		b, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if j, ok := seen[string(b)]; ok {
			t.Errorf("frictions %d and %d are both %s", j, i, b)
		}
		seen[string(b)] = i
	}
	b, _ := json.Marshal(Extended{Base: Full{1, 2}, Basis: Voronoi{Centres: [][]float64{{1, 2}}}})
	const want = `{"base":{"is":"dynamics.Full","of":{"Gamma":1,"Eta":2}},"basis":{"is":"dynamics.Voronoi","of":{"Centres":[[1,2]]}}}`
	if string(b) != want {
		t.Errorf("%s, want %s", b, want)
	}
}

// TestExtendedLaw: without minibatches A(θ) = γ, which is in the span of the basis, and the law is that of theorem th:1: ξ_k is Gaussian about A_k with variance
// 1/η_k, half of it off the diagonal of a full one, and θ has the posterior's law.
func TestExtendedLaw(t *testing.T) {
	t.Parallel()
	const gamma = 1.0
	one := harmonic([]float64{1.5})
	two := harmonic([]float64{2, 0.8}, []float64{0.8, 1})
	cut := Boxes{Cuts: [][]float64{{0}}, Lo: []float64{-2}, Hi: []float64{2}}
	line := cut
	line.Degree, line.Scale = 1, []float64{1.5, 2.5, 1.5, 2.5}
	corner := Boxes{Cuts: [][]float64{{0.2}, nil}, Lo: []float64{-2, -2}, Hi: []float64{2, 2}, Scale: []float64{1.5, 2}}
	for i, c := range []struct {
		name  string
		d     int
		g     force
		f     Extended
		steps int
	}{
		{"two cells", 1, one, Extended{Base: Full{gamma, 1}, Basis: cut}, 60000},
		{"two cells, two η", 1, one, Extended{Base: Scalar{gamma, 1}, Basis: cut, Eta: []float64{0.5, 2}}, 60000},
		{"lines", 1, one, Extended{Base: Diagonal{gamma, 1}, Basis: line, Eta: []float64{1, 2, 2, 1}}, 120000},
		{"full", 2, two, Extended{Base: Full{gamma, 1}, Basis: corner, Eta: []float64{2, 1}}, 60000},
	} {
		const dt = 0.04
		e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: c.f}, c.d, c.g, allData(), uint64(600+i))
		c.f.Start(e.Xi, Identity(c.d, gamma))
		e.Run(flows, int(100/dt), 1)
		xi, theta := NewMoments(Xi, len(e.Xi), 1, int64(c.steps)), NewMoments(Theta, c.d, 1, int64(c.steps))
		e.Run(flows, c.steps, 1, xi, theta)
		rows := c.f.Base.Rows(c.d)
		a := c.f.Basis.(ConstantBasis).Constants()
		slack := 3 * dt * dt
		for k := range a {
			eta := 1.0
			if c.f.Eta != nil {
				eta = c.f.Eta[k]
			}
			for r := range rows {
				mean, factor := a[k]*gamma, 1.0
				if rows == 3 && r == 1 {
					mean, factor = 0, 0.5
				}
				name := fmt.Sprintf("%s: ξ_%d, row %d", c.name, k, r)
				within(t, name+", mean", xi.perLane(k*rows+r, 1), mean, slack, 0.06)
				within(t, name+", η times variance", scaled(xi.central(k*rows+r, mean), eta), factor, slack, 0.06)
			}
		}
		want := 1 / 1.5
		if c.d > 1 {
			want = 1 / (2 - 0.64)
		}
		within(t, c.name+": variance of θ₁", theta.central(0, 0), want, slack, 0.03)
	}
}

// TestExtendedNoiseTakenUp: where Σ_x is constant, as for a Gaussian model, the mean of ξ(θ) is everywhere the frozen ξ of Adaptive Langevin dynamics.
func TestExtendedNoiseTakenUp(t *testing.T) {
	t.Parallel()
	const n, dt, eta, steps = 5, 5e-3, 0.5, 200000
	m := gaussian()
	a, v := m.Precision(), m.Var()
	centre := m.Mean()
	s := 1 / math.Sqrt(a)
	b := Boxes{Cuts: [][]float64{{centre}}, Lo: []float64{centre - 2*s}, Hi: []float64{centre + 2*s}, Degree: 1}
	f := Extended{Base: Full{1, eta}, Basis: b}
	g := m.Gradient(n)
	e, flows := ensemble(t, Scheme{Word: "ODABADO", Dt: dt, Friction: f}, 1, g, minibatch.Without.Sampler(g, 100, n, 701, 1), 701)
	x := frozen(dt*dt*minibatch.Without.Epsilon(100, n)*v/(2*(1-a*dt*dt/4)), 1, dt)
	f.Start(e.Xi, []float64{1.2 * x}) // not where it should end
	vec.Fill(e.Theta, centre)
	e.Run(flows, int(100*eta*x/dt), 1)
	xi := NewMoments(Xi, 4, 1, steps)
	e.Run(flows, steps, 1, xi)
	for k, want := range []float64{x, 0, x, 0} {
		within(t, fmt.Sprintf("mean of ξ_%d", k), xi.perLane(k, 1), want, 0.005*x, 0.03*x)
	}
}
