package dynamics

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// plainReplica is a replica in plain Go: the flows as the paper has them, ξ a full matrix whatever the friction, through its eigenvectors.
type plainReplica struct {
	d        int
	theta, p []float64
	xi       []float64
	m        *model.Logistic
	n        int
	r        *Replica // where batches and normals come from
}

func (w *plainReplica) normals() []float64 {
	g := make([]float64, w.d)
	for i, r := 0, w.r.Noise.Next(); i < w.d; i++ {
		g[i] = r[i/vec.Lanes][i%vec.Lanes]
	}
	return g
}

func (w *plainReplica) force() []float64 {
	f, one := make([]float64, w.d), make([]float64, w.d)
	b := w.r.Batches.Next()
	if b == nil {
		for i := range w.m.Data() {
			b = append(b, uint16(i))
		}
	}
	for _, i := range b {
		w.m.GradDatum(one, w.theta, int(i))
		for k := range f {
			f[k] += one[k] * float64(w.m.Data()) / float64(w.n)
		}
	}
	for k, t := range w.theta {
		f[k] -= t
	}
	return f
}

func (w *plainReplica) step(s Scheme, letters []letter) {
	d := w.d
	gamma, eta := 0.0, 1.0
	switch f := s.Friction.(type) {
	case Constant:
		gamma = f.Gamma
	case Scalar:
		gamma, eta = f.Gamma, f.Eta
	case Diagonal:
		gamma, eta = f.Gamma, f.Eta
	case Full:
		gamma, eta = f.Gamma, f.Eta
	}
	for _, l := range letters {
		switch l.name {
		case 'A':
			for k := range d {
				w.theta[k] += l.h * w.p[k]
			}
		case 'B':
			for k, f := range w.force() {
				w.p[k] += l.h * f
			}
		case 'S':
			f, g := w.force(), w.normals()
			for k := range d {
				w.theta[k] += l.h*f[k] + math.Sqrt(2*l.h)*g[k]
			}
		case 'D':
			p2 := 0.0
			for _, p := range w.p {
				p2 += p * p
			}
			for i := range d {
				for j := range d {
					x := &w.xi[i*d+j]
					switch s.Friction.(type) {
					case Scalar:
						if i == j {
							*x += l.h / eta * (p2 - float64(d))
						}
					case Diagonal:
						if i == j {
							*x += l.h / eta * (w.p[i]*w.p[i] - 1)
						}
					case Full:
						*x += l.h / eta * w.p[i] * w.p[j]
						if i == j {
							*x -= l.h / eta
						}
					}
				}
			}
		case 'O':
			a, v := append([]float64(nil), w.xi...), make([]float64, d*d)
			if _, ok := s.Friction.(Constant); ok {
				a = Identity(d, gamma)
			}
			vec.EigenSym(a, v, d)
			g, next := w.normals(), make([]float64, d)
			for k := range d {
				x, q, u := a[k*d+k], 0.0, 0.0
				for i := range d {
					q += v[i*d+k] * w.p[i]
					u += v[i*d+k] * g[i]
				}
				for i := range d {
					next[i] += v[i*d+k] * (math.Exp(-l.h*x)*q + math.Sqrt(-math.Expm1(-2*l.h*x)*gamma/x)*u)
				}
			}
			w.p = next
		}
	}
}

var wideSchemes = []struct {
	word string
	f    Friction
}{
	{SGLD, nil}, {"OABAO", Constant{1.5}}, {"BAOAB", Constant{1.5}},
	{"ODABADO", Scalar{1, 0.5}}, {"ODABADO", Diagonal{1, 0.5}}, {"ODABADO", Full{1.2, 0.5}},
	{"BADODAB", Scalar{1, 0.5}}, {"DOABAOD", Full{1, 0.5}}, {"BADOODAB", Full{1, 0.5}}, {"DADOBODAD", Full{1, 0.5}},
}

// TestWidePlain compares trajectories with plain code, for a dimension within a row and one beyond.
func TestWidePlain(t *testing.T) {
	for _, d := range []int{1, 10, 70} {
		m := regression(60, d)
		for _, c := range wideSchemes {
			for _, n := range []int{9, 60} {
				s := Scheme{Word: c.word, Dt: 0.01, Friction: c.f}
				steps := 25
				if d > 64 {
					steps = 3
				}
				e, flows := wideEnsemble(t, m, s, 1, n, 2)
				other, _ := wideEnsemble(t, m, s, 1, n, 2)
				r := other.Replicas[0]
				w := &plainReplica{d: d, theta: make([]float64, d), p: make([]float64, d), xi: Identity(d, 2), m: m, n: n, r: r}
				for i := range w.p {
					w.p[i] = r.P[i/vec.Lanes][i%vec.Lanes]
				}
				letters, err := s.parse()
				if err != nil {
					t.Fatal(err)
				}
				for range steps {
					w.step(s, letters)
				}
				e.Run(flows, steps, 1000)
				if !e.Finite() { // and ξ is settled
					t.Fatalf("%s, %T: not finite", c.word, c.f)
				}
				worst, largest := 0.0, 0.0
				compare := func(got, want float64) { worst, largest = max(worst, math.Abs(got-want)), max(largest, math.Abs(want)) }
				q := e.Replicas[0]
				for i := range vec.Lanes * len(q.P) {
					th, p := q.Theta[i/vec.Lanes][i%vec.Lanes], q.P[i/vec.Lanes][i%vec.Lanes]
					if i >= d {
						if th != 0 || p != 0 {
							t.Fatalf("%s, %T, d = %d: component %d is not 0", c.word, c.f, d, i)
						}
						continue
					}
					compare(th, w.theta[i])
					if c.f != nil {
						compare(p, w.p[i])
					}
				}
				for i := range d {
					switch c.f.(type) {
					case Scalar:
						compare(q.Xi[0][0], w.xi[0])
					case Diagonal:
						compare(q.Xi[i/vec.Lanes][i%vec.Lanes], w.xi[i*d+i])
					case Full:
						for j := range d {
							row, lane := vec.SymAt(d, i, j)
							compare(q.Xi[row][lane], w.xi[i*d+j])
						}
					}
				}
				if !(worst < 1e-9) || largest < 0.1 {
					t.Errorf("%s, %T, d = %d, n = %d: off by %g of %g", c.word, c.f, d, n, worst, largest)
				}
			}
		}
	}
}

func wideDigest(e *WideEnsemble) string {
	h := sha256.New()
	for _, r := range e.Replicas {
		r.Settle(e.Dim)
		for _, x := range [][]vec.Row{r.Theta, r.P, r.Xi} {
			binary.Write(h, binary.LittleEndian, x)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// TestWideBits: the bits do not depend on how many replicas there are, on how a run is cut, nor on who looks; and they are those of every machine.
func TestWideBits(t *testing.T) {
	const d, steps = 20, 60
	m := regression(75, d)
	want := map[string]string{}
	for _, l := range strings.Split(strings.TrimSpace(wideDigests), "\n") {
		if k, v, ok := strings.Cut(l, "  "); ok {
			want[k] = v
		}
	}
	for _, c := range wideSchemes {
		for _, n := range []int{9, 75} {
			s := Scheme{Word: c.word, Dt: 0.01, Friction: c.f}
			name := fmt.Sprintf("%s %T %d", c.word, c.f, n)
			all, flows := wideEnsemble(t, m, s, 11, n, 2)
			all.Run(flows, steps, 1000)
			if got := wideDigest(all); got != want[name] {
				t.Errorf("%s  %s", name, got)
			}
			some, flows := wideEnsemble(t, m, s, 3, n, 2)
			seen := 0
			for _, k := range []int{1, 0, 7, 2, steps - 10} {
				some.Run(flows, k, 3, look(func(e *WideEnsemble, i int) { seen++ }))
				some.Finite()
			}
			if seen != 3*(steps/3) || some.Steps != steps {
				t.Errorf("%s: %d observations after %d steps, want %d", name, seen, some.Steps, 3*(steps/3))
			}
			all.Replicas = all.Replicas[:3]
			if wideDigest(some) != wideDigest(all) {
				t.Errorf("%s: three replicas, observed, step otherwise than among eleven", name)
			}
		}
	}
}

type look func(e *WideEnsemble, i int)

func (f look) Observe(e *WideEnsemble, i int) { f(e, i) }

const wideDigests = `
SGLD <nil> 9  7d9d5691fb8d4de5
SGLD <nil> 75  992deccc6b9dcbcf
OABAO dynamics.Constant 9  6d23e60cb909c35b
OABAO dynamics.Constant 75  9283d3b836fc05bf
BAOAB dynamics.Constant 9  d743ff2e34fe48af
BAOAB dynamics.Constant 75  14117bbee11aaeca
ODABADO dynamics.Scalar 9  cfc7d35bc18a35c3
ODABADO dynamics.Scalar 75  4396ecac719bb93a
ODABADO dynamics.Diagonal 9  761657b157585bfb
ODABADO dynamics.Diagonal 75  a12f69212ce76d74
ODABADO dynamics.Full 9  3abf465ac2543994
ODABADO dynamics.Full 75  7638a22e33a409de
BADODAB dynamics.Scalar 9  d162ec6b819b396c
BADODAB dynamics.Scalar 75  8462ea719230cec8
DOABAOD dynamics.Full 9  60b66b3beef188f7
DOABAOD dynamics.Full 75  7bc4b386ac9b06d6
BADOODAB dynamics.Full 9  5b41112cd1237d7c
BADOODAB dynamics.Full 75  640fc02f1c7ee462
DADOBODAD dynamics.Full 9  09bbdc800657d972
DADOBODAD dynamics.Full 75  e5c6ca50acf2f53d
`

func TestWideErrors(t *testing.T) {
	for _, c := range []struct {
		s    Scheme
		want string
	}{
		{Scheme{Word: "OABAO", Dt: 1, Friction: Matrix{[]float64{1}}}, `scheme "OABAO": friction dynamics.Matrix has no flows for many dimensions`},
		{Scheme{Word: "OABA", Dt: 1, Friction: Constant{1}}, "is no palindrome"},
		{Scheme{Word: "SGLD", Dt: 1, Friction: Constant{1}}, "scheme SGLD has no friction"},
	} {
		if _, err := c.s.CompileWide(1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.s.Word, err, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a replica with a friction of no use does not panic")
		}
	}()
	NewReplica(1, Matrix{[]float64{1}}, nil, nil)
}

// TestWideStart starts all frictions from one matrix.
func TestWideStart(t *testing.T) {
	const d = 70
	x := make([]float64, d*d)
	sum := 0.0
	for i := range d {
		for j := range d {
			x[i*d+j] = float64(i*j + i + j)
		}
		sum += x[i*d+i]
	}
	start := func(f WideFriction) []vec.Row {
		xi := vec.Rows(f.WideRows(d))
		f.WideStart(xi, x)
		return xi
	}
	if got := start(Scalar{1, 1}); len(got) != 1 || math.Abs(got[0][0]-sum/d) > 1e-10 || got[0][1] != 0 {
		t.Errorf("scalar: %v", got)
	}
	diag, full := start(Diagonal{1, 1}), start(Full{1, 1})
	for i := range d {
		if got := diag[i/vec.Lanes][i%vec.Lanes]; got != x[i*d+i] {
			t.Errorf("diagonal: entry %d is %g", i, got)
		}
		for j := range d {
			if row, lane := vec.SymAt(d, i, j); full[row][lane] != x[i*d+j] {
				t.Errorf("full: entry %d, %d is %g", i, j, full[row][lane])
			}
		}
	}
}

// TestWideNotFinite: a NaN or an infinity anywhere is found.
func TestWideNotFinite(t *testing.T) {
	m := regression(20, 12)
	for part := range 3 {
		e, flows := wideEnsemble(t, m, Scheme{Word: "ODABADO", Dt: 0.01, Friction: Full{1, 1}}, 3, 5, 2)
		e.Run(flows, 3, 1)
		if !e.Finite() {
			t.Fatal("finite numbers are not found to be")
		}
		r := e.Replicas[1]
		[]*vec.Row{&r.Theta[0], &r.P[0], &r.Xi[1]}[part][7] = math.Inf(1 - 2*(part%2))
		if e.Finite() {
			t.Errorf("an infinity in part %d is not found", part)
		}
		e.Run(flows, 2, 1)
		if e.Finite() {
			t.Errorf("an infinity in part %d is gone after two steps", part)
		}
	}
}

// TestWidePosterior compares the moments of θ with quadrature, for a single covariate and all data, and with frictions that adapt. (What error a time step
// leaves is far below the standard error.)
func TestWidePosterior(t *testing.T) {
	m := regression(25, 1)
	mass, mean, square := 0.0, 0.0, 0.0
	for x := -8.0; x < 8; x += 1e-3 {
		w := math.Exp(m.LogPosterior([]float64{x}) + 10)
		mass, mean, square = mass+w, mean+w*x, square+w*x*x
	}
	mean /= mass
	variance := square/mass - mean*mean
	for _, f := range []Friction{Constant{1}, Scalar{1, 1}, Diagonal{1, 1}, Full{1, 1}} {
		word := "ODABADO"
		if !f.Adaptive() {
			word = "OABAO"
		}
		e, flows := wideEnsemble(t, m, Scheme{Word: word, Dt: 0.04, Friction: f}, vec.Lanes, 25, 1)
		e.Run(flows, 500, 1000)
		x := NewWideMoments(WideTheta, vec.Lanes, 1)
		e.Run(flows, 5000, 5, x)
		var first, second [vec.Lanes]float64
		for i := range first {
			first[i] = x.S1[i][0][0] / float64(x.Count[i])
			second[i] = x.S2[i][0][0]/float64(x.Count[i]) - 2*mean*first[i] + mean*mean
		}
		within(t, fmt.Sprintf("%T: mean", f), &first, mean, 0, 0.02)
		within(t, fmt.Sprintf("%T: variance", f), &second, variance, 0, 0.02)
	}
}

// TestWideObservers counts again in plain code what observers count.
func TestWideObservers(t *testing.T) {
	const d, steps, every, replicas = 70, 60, 4, 3
	m := regression(40, d)
	s := Scheme{Word: "ODABADO", Dt: 0.02, Friction: Full{1, 1}}
	e, flows := wideEnsemble(t, m, s, replicas, 10, 2)
	theta, xi := NewWideMoments(WideTheta, replicas, vec.Wide(d)), NewWideMoments(WideXi, replicas, vec.SymRows(d))
	hist := NewWideHistogram(replicas, 66, -0.2, 0.3, 10)
	joint := NewWideJoint(replicas, [2]int{2, 66}, [2]float64{-0.1, -0.2}, [2]float64{0.2, 0.3}, 5)
	e.Run(flows, steps, every, theta, xi, hist, joint)

	again, flows := wideEnsemble(t, m, s, replicas, 10, 2)
	at := func(r *Replica, i int) float64 { return r.Theta[i/vec.Lanes][i%vec.Lanes] }
	var states [replicas][][]float64
	var xis [replicas][]float64
	for k := range steps {
		again.Run(flows, 1, 1000)
		again.Finite()
		if (k+1)%every != 0 {
			continue
		}
		for i, r := range again.Replicas {
			x := make([]float64, d)
			for j := range x {
				x[j] = at(r, j)
			}
			states[i] = append(states[i], x)
			row, lane := vec.SymAt(d, 3, 69)
			xis[i] = append(xis[i], r.Xi[row][lane])
		}
	}
	cell := func(x, lo, hi float64, n int) int {
		return max(0, min(n+1, int(math.Floor((x-lo)/(hi-lo)*float64(n)))+1))
	}
	for i := range replicas {
		n := float64(len(states[i]))
		if theta.Count[i] != steps/every {
			t.Fatalf("replica %d: %d observations, want %d", i, theta.Count[i], steps/every)
		}
		for _, c := range []int{0, 3, 8, 69} {
			a, aa := 0.0, 0.0
			for _, x := range states[i] {
				a, aa = a+x[c]/n, aa+x[c]*x[c]/n
			}
			j, l := c/vec.Lanes, c%vec.Lanes
			if math.Abs(theta.S1[i][j][l]/n-a) > 1e-13 || math.Abs(theta.S2[i][j][l]/n-aa) > 1e-13 {
				t.Errorf("replica %d: moments of component %d are %g, %g, want %g, %g", i, c, theta.S1[i][j][l]/n, theta.S2[i][j][l]/n, a, aa)
			}
		}
		sum := 0.0
		for _, x := range xis[i] {
			sum += x
		}
		row, lane := vec.SymAt(d, 3, 69)
		if got := xi.S1[i][row][lane]; math.Abs(got-sum) > 1e-12 || sum == 0 {
			t.Errorf("replica %d: the sum of an entry of ξ is %g, want %g", i, got, sum)
		}
		one, two := make([]uint32, 12), make([]uint32, 49)
		for _, x := range states[i] {
			one[cell(x[66], -0.2, 0.3, 10)]++
			two[7*cell(x[2], -0.1, 0.2, 5)+cell(x[66], -0.2, 0.3, 5)]++
		}
		if fmt.Sprint(one) != fmt.Sprint(hist.Count[i]) || fmt.Sprint(two) != fmt.Sprint(joint.Count[i]) {
			t.Errorf("replica %d: counts %v, %v, want %v, %v", i, hist.Count[i], joint.Count[i], one, two)
		}
	}
}

// TestWideSampling: a replica with batches of its own among such as have all the data.
func TestWideSampling(t *testing.T) {
	m := regression(30, 5)
	s := Scheme{Word: "OABAO", Dt: 0.01, Friction: Constant{1}}
	a, flows := wideEnsemble(t, m, s, 12, 30, 2)
	b, _ := wideEnsemble(t, m, s, 12, 30, 2)
	a.Replicas[4].Batches = minibatch.With.Wide(30, 30, 1)
	a.Run(flows, 10, 100)
	b.Run(flows, 10, 100)
	for i := range a.Replicas {
		if same := a.Replicas[i].Theta[0] == b.Replicas[i].Theta[0]; same != (i != 4) {
			t.Errorf("replica %d: same %t", i, same)
		}
	}
}
