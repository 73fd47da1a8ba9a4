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

// plain is a replica in plain Go: the flows as in the paper, by the eigenvectors of ξ(θ), which is
// a full matrix whatever its form.
type plain struct {
	src      source
	scheme   Scheme
	theta, p []float64
	xi       [][]float64 // ξ_k; one matrix if the friction is an AdL
	state    *State      // the state whose batches and normals it takes
	r        int         // the number of the replica in the state
}

// newPlain returns a copy of a replica. It uses up the state.
func newPlain(src source, scheme Scheme, s *State, r int) *plain {
	w := &plain{src: src, scheme: scheme, state: s, r: r}
	w.theta, w.p = numbers(s, s.Theta, r), numbers(s, s.P, r)
	if _, ok := scheme.Friction.(Adaptive); ok {
		w.xi = matrices(s, scheme.Friction, r)
	}
	return w
}

// numbers is a vector of a replica.
func numbers(s *State, x []vec.Row, r int) []float64 {
	v := make([]float64, s.Dim)
	for i := range v {
		row, lane := s.Layout.At(i, r)
		v[i] = x[row][lane]
	}
	return v
}

// matrices is the ξ_k of a replica, row-major, and ξ of an AdL. It reads both places of an
// off-diagonal entry if both are stored.
func matrices(s *State, f Friction, r int) (xi [][]float64) {
	s.Flush()
	a, _ := BaseOf(f)
	d, n := s.Dim, a.Rows(s.Layout, s.Dim)
	for at := 0; at < len(s.Xi); at += n {
		m := make([]float64, d*d)
		for i := range d {
			for j := range d {
				if a.Form.At(d, min(i, j), max(i, j)) >= 0 {
					row, lane := a.at(s.Layout, d, i, j, r)
					m[i*d+j] = s.Xi[at+row][lane]
				}
			}
		}
		xi = append(xi, m)
	}
	return xi
}

// functions is the f_k(θ), and f₀ = 1 for an AdL.
func (w *plain) functions() []float64 {
	f, ok := w.scheme.Friction.(Extended)
	if !ok {
		return []float64{1}
	}
	_, m := f.Basis.Cells()
	all, some := make([]float64, len(w.xi)), make([]float64, m)
	copy(all[m*f.Basis.At(some, w.theta):], some)
	return all
}

func (w *plain) step(letters []letter) {
	for _, l := range letters {
		switch l.name {
		case 'A':
			for k := range w.theta {
				w.theta[k] += l.h * w.p[k]
			}
		case 'B':
			for k, f := range w.force() {
				w.p[k] += l.h * f
			}
		case 'S':
			f, g := w.force(), numbers(w.state, w.state.Normals.Next(), w.r)
			for k := range w.theta {
				w.theta[k] += l.h*f[k] + math.Sqrt(2*l.h)*g[k]
			}
		case 'D':
			w.flowD(l.h)
		case 'O':
			w.flowO(l.h)
		}
	}
}

func (w *plain) force() []float64 {
	f := make([]float64, len(w.theta))
	w.src.plain(f, w.theta, dataOf(w.state.Batches.Next(), w.r, w.src.data()))
	return f
}

func (w *plain) flowD(h float64) {
	d := len(w.p)
	a, _ := BaseOf(w.scheme.Friction)
	sum := make([]float64, len(Entries(a.Form, d))) // Σ (p_i p_j − δ_ij) over the places of an entry
	for i := range d {
		for j := i; j < d; j++ {
			if e := a.Form.At(d, i, j); e >= 0 {
				sum[e] += w.p[i] * w.p[j]
				if i == j {
					sum[e]--
				}
			}
		}
	}
	move := Matrix(a.Form, d, sum)
	for k, f := range w.functions() {
		for i := range move {
			w.xi[k][i] += h / a.Eta * f * move[i]
		}
	}
}

func (w *plain) flowO(h float64) {
	d := len(w.p)
	var xi []float64
	var gamma float64
	switch f := w.scheme.Friction.(type) {
	case Constant:
		xi, gamma = linalg.Identity(d, f.Gamma), f.Gamma
	case Fixed:
		xi, gamma = linalg.Compose(f.Xi, linalg.Identity(d, 1)), f.Gamma
	default:
		a, _ := BaseOf(w.scheme.Friction)
		xi, gamma = make([]float64, d*d), a.Gamma
		for k, f := range w.functions() {
			for i, x := range w.xi[k] {
				xi[i] += f * x
			}
		}
	}
	var eigen mat.EigenSym
	var v mat.Dense
	if !eigen.Factorize(mat.NewSymDense(d, xi), true) {
		panic("no eigenvectors")
	}
	eigen.VectorsTo(&v)
	g, next := numbers(w.state, w.state.Normals.Next(), w.r), make([]float64, d)
	for k := range d {
		x, q, u := eigen.Values(nil)[k], 0.0, 0.0
		for i := range d {
			q += v.At(i, k) * w.p[i]
			u += v.At(i, k) * g[i]
		}
		variance := 2 * h * gamma // if ξ vanishes
		if math.Abs(x) > 1e-9 {
			variance = -math.Expm1(-2*h*x) * gamma / x
		}
		for i := range d {
			next[i] += v.At(i, k) * (math.Exp(-h*x)*q + math.Sqrt(variance)*u)
		}
	}
	w.p = next
}

// differs is the largest difference of a replica from its plain copy, and the largest number.
func (w *plain) differs(s *State) (worst, largest float64) {
	compare := func(got, want []float64) {
		for i := range want {
			worst = max(worst, math.Abs(got[i]-want[i]))
			largest = max(largest, math.Abs(want[i]))
			if got[i] != got[i] {
				worst = math.NaN()
			}
		}
	}
	compare(numbers(s, s.Theta, w.r), w.theta)
	if w.scheme.Friction == nil {
		return worst, largest
	}
	compare(numbers(s, s.P, w.r), w.p)
	for k, xi := range w.xi {
		compare(matrices(s, w.scheme.Friction, w.r)[k], xi)
	}
	return worst, largest
}

// trajectory is a scheme whose trajectories are compared with plain code.
type trajectory struct {
	word  string
	f     Friction
	split bool
}

// trajectories are schemes that reach every flow in dimension d, with and without coupled
// components.
func trajectories(l vec.Layout, d int) (ts []trajectory) {
	ts = []trajectory{
		{SGLD, nil, false}, {"OABAO", Constant{1.5}, false}, {"BAOAB", Constant{1.5}, true},
		{"OABAO", Fixed{1.5, ones(d, 2)}, false},
	}
	for i := range d {
		ts[len(ts)-1].f.(Fixed).Xi[i] += 10 * float64(i%7)
	}
	words := []string{"BADODAB", "DOABAOD", "BADOODAB", "DADOBODAD"}
	for i, form := range forms(l, d) {
		if coupled := couplings(form, d); l == vec.Replicas && d > 10 && len(coupled) > 0 &&
			len(coupled[0]) > 3 {
			continue // eigenvectors of 64 large matrices
		}
		f := AdL{form, 1.2, 0.5}
		ts = append(ts, trajectory{"ODABADO", f, false}, trajectory{words[i%len(words)], f, i%2 == 0})
		if d < 2 || d > 10 || l == vec.Components {
			continue
		}
		for _, b := range []Basis{Boxes{
			Cuts: append([][]float64{{-0.2, 0.3}, {0.1}}, make([][]float64, d-2)...),
			Lo:   ones(d, -1), Hi: ones(d, 1), Degree: max(0, 4-d),
		}, rings{}} {
			ts = append(ts, trajectory{"ODABADO", Extended{Base: f, Basis: b}, false})
		}
	}
	return ts
}

func ones(n int, x float64) (v []float64) {
	for range n {
		v = append(v, x)
	}
	return v
}

// TestTrajectories compares replicas with plain code: all forms in both layouts, in few dimensions
// and in more than fit in a row, also for ξ that starts at 0, near 0 or negative.
func TestTrajectories(t *testing.T) {
	for _, l := range layouts {
		for _, d := range []int{1, 2, 5, 70} {
			m := regression(60, d)
			for i, c := range trajectories(l, d) {
				x := linalg.Identity(d, 2) // and different entries
				for i := range d {
					for j := range d {
						x[i*d+j] += 0.1 / float64(1+i+j)
					}
				}
				for k := range x {
					x[k] *= []float64{1, 0, -0.5, 1e-11, 1e-3}[i%5]
				}
				for _, n := range []int{9, 60} {
					if d > 2 && n == 60 && c.word == "ODABADO" {
						continue
					}
					s := Scheme{Word: c.word, Dt: 0.01, Friction: c.f, SplitBatch: c.split}
					name := fmt.Sprintf("%s, d = %d, %s %T %+v, n = %d", l, d, c.word, c.f, c.f, n)
					checkTrajectory(t, name, l, s, sampled{m, minibatch.Without, n}, x)
				}
			}
		}
	}
}

func checkTrajectory(
	t *testing.T, name string, l vec.Layout, s Scheme, src source, x []float64,
) {
	t.Helper()
	steps := 12
	if src.dim() > 64 {
		steps = 3
	}
	letters, err := s.parse()
	if err != nil {
		t.Fatal(err)
	}
	e, flows := ensemble(t, l, s, src, 1, x, 2)
	fillTheta(e, ones(src.dim(), 0.1)...)
	e.Run(flows, steps, 1000)
	if !e.Finite() {
		t.Errorf("%s: not finite", name)
		return
	}
	for _, r := range []int{0, 37} {
		if r >= l.Replicas() {
			break
		}
		other, _ := ensemble(t, l, s, src, 1, x, 2)
		fillTheta(other, ones(src.dim(), 0.1)...)
		w := newPlain(src, s, other.States[0], r)
		for range steps {
			w.step(letters)
		}
		if worst, largest := w.differs(e.States[0]); !(worst < 1e-9) || largest < 0.1 {
			t.Errorf("%s, replica %d: off by %g of %g", name, r, worst, largest)
		}
	}
}
