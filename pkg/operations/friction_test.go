package operations

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

var forms = []dynamics.Form{dynamics.Scalar{}, dynamics.Diagonal{}, dynamics.Full{}}

// waves are the functions 1, cos θ₀, cos 2θ₀, …, all of one cell.
type waves struct{ k int }

func (w waves) Key() spec.Key              { return spec.Key{"is": "waves", "k": w.k} }
func (w waves) Cells() (cells, number int) { return 1, w.k + 1 }
func (w waves) Constants() (a []float64)   { return append([]float64{1}, make([]float64, w.k)...) }
func (w waves) At(f, theta []float64) int {
	for k := range f {
		f[k] = math.Cos(float64(k) * theta[0])
	}
	return 0
}

// none is a force of 0.
type none struct{}

func (none) Eval(f, _ []vec.Row, _ *model.Batch) { clear(f) }

// TestFriction takes steps of O and D in plain code, compares the numbers with the library's, and
// the counts with the formulas.
func TestFriction(t *testing.T) {
	for _, form := range forms {
		for _, d := range []int{2, 8, 32, 65} {
			for _, k := range []int{0, 1, 3, 15, 35} {
				for _, series := range []bool{false, true} {
					full := form == dynamics.Form(dynamics.Full{})
					if series && !full {
						continue
					}
					t.Run(fmt.Sprintf("%s, d = %d, K = %d, series %t", form.Name(), d, k, series),
						func(t *testing.T) { testFriction(t, form, d, k, series) })
				}
			}
		}
	}
}

func testFriction(t *testing.T, form dynamics.Form, d, k int, series bool) {
	const h, gamma, eta = 1e-2, 1.5, 2.0
	adl := dynamics.AdL{Form: form, Gamma: gamma, Eta: eta}
	full := form == dynamics.Form(dynamics.Full{})
	var f dynamics.Adaptive = adl
	if k > 0 {
		f = dynamics.Extended{Base: adl, Basis: waves{k}}
	}
	// the library: D, O, D, and drifts that move nothing
	const l = vec.Components
	batches := minibatch.Without.Sampler(none{}, l, 10, 1, 1)
	s := dynamics.NewState(l, d, f, none{}, batches, dynamics.NewNormals(l, d, 7))
	start := vec.Rows(2*l.Rows(d) + len(s.Xi))
	vec.NewStream(uint64(d), uint64(k)).Normals(start)
	copy(s.Theta, start)
	copy(s.P, start[l.Rows(d):])
	l.Pad(s.P, d)
	w := &friction{
		tally: &tally{}, Friction: Friction{Form: form, Dim: d, K: k}, h: h, eta: eta, gamma: gamma,
		f: make([]float64, k+1),
	}
	f.Start(s, linalg.Identity(d, 1))
	waves{k}.At(w.f, []float64{s.Theta[0][0]})
	es := dynamics.Entries(form, d)
	for i := range k + 1 {
		xi := make([]float64, len(es))
		for e, x := range es {
			if i == 0 && x.Diagonal() {
				xi[e] = 1
			}
		}
		w.xi = append(w.xi, xi)
	}
	p, g := make([]float64, d), make([]float64, d)
	noise := dynamics.NewNormals(l, d, 7).Next()
	for i := range d {
		p[i], g[i] = s.P[i/vec.Lanes][i%vec.Lanes], noise[i/vec.Lanes][i%vec.Lanes]
	}
	for _, flow := range []dynamics.Flow{f.D(l, d, h/2), f.O(l, d, h), f.D(l, d, h/2)} {
		flow.Apply(s)
	}
	s.Flush()
	if series {
		w.Degree = 12 + k%3
	}
	w.d(p)
	checkCount(t, w.tally, "D", w.D())
	diagonalised := dynamics.Matrix(form, d, w.sum())
	w.n = 0
	w.o(p, g)
	want := w.Sum() + w.O()
	if full && !series { // the formula is not exact: TestEigen
		var e tally
		e.eigen(diagonalised, d)
		want += e.n - Eigen(d)
	}
	checkCount(t, w.tally, "O", want)
	w.d(p)
	for i, x := range p {
		y := s.P[i/vec.Lanes][i%vec.Lanes]
		if !(math.Abs(x-y) < 1e-10*max(1, math.Abs(x))) {
			t.Fatalf("p of component %d is %.15g, the library's %.15g", i, x, y)
		}
	}
	rows := adl.Rows(l, d)
	for i, xi := range w.xi {
		for e, x := range es {
			row, lane := l.At(e, 0)
			if full {
				row, lane = vec.Sym(d).At(x.I, x.J)
			}
			if y := s.Xi[i*rows+row][lane]; !(math.Abs(xi[e]-y) < 1e-10) {
				t.Fatalf("entry %d of ξ_%d is %.15g, the library's %.15g", e, i, xi[e], y)
			}
		}
	}
}

// checkCount compares what was counted since the last call.
func checkCount(t *testing.T, w *tally, what string, want int) {
	t.Helper()
	if w.n != want {
		t.Errorf("%s: %d operations, formula %d", what, w.n, want)
	}
	w.n = 0
}
