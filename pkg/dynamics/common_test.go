package dynamics

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// layouts are the layouts of states.
var layouts = []vec.Layout{vec.Replicas, vec.Components}

// forms are all forms of ξ in a layout and dimension d. A new form adds a row here and in TestKeys.
func forms(l vec.Layout, d int) []Form {
	all := []Form{Scalar{}, Diagonal{}, Full{}}
	if l == vec.Replicas {
		all = append(all, Layers{[]int{d}}, Layers{layers(d)},
			BlockDiagonal{1}, BlockDiagonal{2}, BlockDiagonal{3}, alternating{}, tridiagonal{})
	}
	return all
}

// layers are sizes 1, 2, 3, … whose sum is d.
func layers(d int) (sizes []int) {
	for n := 1; d > 0; n++ {
		n = min(n, d)
		sizes = append(sizes, n)
		d -= n
	}
	return sizes
}

// alternating is a user's form: one number for the components 0, 2, …, another for 1, 3, ….
type alternating struct{}

func (alternating) Name() string       { return "alternating" }
func (alternating) Key() spec.Key      { return spec.Key{"is": "alternating"} }
func (alternating) Check(int) error    { return nil }
func (alternating) At(_, i, j int) int { return diagonalAt(i, j, i%2) }

// tridiagonal has one number on the diagonal and one next to it: an off-diagonal entry with several
// places.
type tridiagonal struct{}

func (tridiagonal) Name() string    { return "tridiagonal" }
func (tridiagonal) Key() spec.Key   { return spec.Key{"is": "tridiagonal"} }
func (tridiagonal) Check(int) error { return nil }

func (tridiagonal) At(_, i, j int) int {
	if j-i > 1 {
		return -1
	}
	return j - i
}

// gaussian is the model of Figures 3 and 5.
func gaussian() *model.Gaussian {
	return &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
}

// mixture is a small set of data for the model of section 2.5.2.
func mixture(n int) *model.Mixture {
	x := dataset.Mixture(n, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1).X
	return &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
}

// network is a model whose points lie about 0 and have labels by a curve.
func network(inputs, hidden, n int) *model.Network {
	m := &model.Network{Inputs: inputs, Hidden: hidden}
	r := vec.Rows(inputs*n/vec.Lanes + 1)
	vec.NewStream(5).Normals(r)
	for i := range inputs * n {
		m.X = append(m.X, r[i/vec.Lanes][i%vec.Lanes])
	}
	for i := range n {
		x, y := m.X[i*inputs], m.X[i*inputs+inputs-1]
		label := 0.0
		if y > x*x-0.5 {
			label = 1
		}
		m.Y = append(m.Y, label)
	}
	return m
}

// regression is logistic regression on random data like MNIST's 7 and 9 after principal component
// analysis: whitened scores, labels drawn at a θ of a few tenths a component.
func regression(total, d int) *model.Logistic {
	z, y := make([]float32, total*d), make([]float64, total)
	s := vec.NewStream(1)
	r := vec.Rows(total*d/vec.Lanes + 1)
	s.Normals(r)
	for i := range z {
		z[i] = float32(r[i/vec.Lanes][i%vec.Lanes])
	}
	u := vec.Rows(total/vec.Lanes + 1)
	s.Normals(u)
	for i := range y {
		t := 0.0
		for k := range d {
			t += float64(z[i*d+k]) * 0.3 * float64(k%3-1)
		}
		if u[i/vec.Lanes][i%vec.Lanes]*1.7 < t {
			y[i] = 1
		}
	}
	return &model.Logistic{Z: z, D: d, Y: y}
}

// source provides the forces of states.
type source interface {
	dim() int
	data() int // 1 without data
	size() int // of a batch
	sampling() minibatch.Sampling
	gradient(l vec.Layout) model.Gradient
	// plain is F̂_n(θ) for the data of a batch.
	plain(f, theta []float64, batch []int)
}

// sampled is a model and a way to draw n of its data.
type sampled struct {
	m model.Model
	s minibatch.Sampling
	n int
}

func (s sampled) dim() int                             { return s.m.Dim() }
func (s sampled) data() int                            { return s.m.Ndata() }
func (s sampled) size() int                            { return s.n }
func (s sampled) sampling() minibatch.Sampling         { return s.s }
func (s sampled) gradient(l vec.Layout) model.Gradient { return s.m.Gradient(l, s.n) }

func (s sampled) plain(f, theta []float64, batch []int) {
	one := make([]float64, len(f))
	s.m.GradPrior(f, theta)
	for _, i := range batch {
		s.m.GradDatum(one, theta, i)
		for k := range f {
			f[k] += one[k] * float64(s.m.Ndata()) / float64(s.n)
		}
	}
}

// field is a force that is a function of θ plus, if there are points x, (N/n) Σ x over a batch of n
// of the N points, drawn with replacement: noise with a known covariance that does not depend on θ.
type field struct {
	d int
	f func(f, theta []float64)
	x [][]float64 // centred
	n int
	// rows is f for all lanes; nil if f suffices
	rows func(f, theta []vec.Row)
}

func (s field) dim() int  { return s.d }
func (s field) size() int { return max(1, s.n) }

func (s field) data() int { return max(1, len(s.x)) }

func (s field) sampling() minibatch.Sampling {
	if s.x == nil {
		return minibatch.Without // 1 of 1: no noise
	}
	return minibatch.With
}

func (s field) plain(f, theta []float64, batch []int) {
	s.f(f, theta)
	if s.x == nil {
		return
	}
	for _, j := range batch {
		for i, x := range s.x[j] {
			f[i] += x * float64(len(s.x)) / float64(s.n)
		}
	}
}

func (s field) gradient(l vec.Layout) model.Gradient {
	return &fieldGradient{s, l, make([]float64, s.d), make([]float64, s.d)}
}

type fieldGradient struct {
	field
	l        vec.Layout
	u, theta []float64
}

func (g *fieldGradient) Eval(f, theta []vec.Row, b *model.Batch) {
	if g.rows != nil {
		g.rows(f, theta)
		return
	}
	for r := range g.l.Replicas() {
		for i := range g.theta {
			row, lane := g.l.At(i, r)
			g.theta[i] = theta[row][lane]
		}
		g.f(g.u, g.theta)
		if b != nil {
			for j := range b.Index {
				g.add(int(b.Index[j][r]))
			}
			if b.Data != nil {
				for _, j := range b.Data[r] {
					g.add(int(j))
				}
			}
		}
		for i, u := range g.u {
			row, lane := g.l.At(i, r)
			f[row][lane] = u
		}
	}
}

func (g *fieldGradient) add(j int) {
	for i, x := range g.x[j] {
		g.u[i] += x * float64(len(g.x)) / float64(g.n)
	}
}

// dataOf lists the data of a replica's batch.
func dataOf(b *model.Batch, r, total int) (data []int) {
	if b == nil {
		for i := range total {
			data = append(data, i)
		}
		return data
	}
	for j := range b.Index {
		data = append(data, int(b.Index[j][r]))
	}
	if b.Data != nil {
		for _, i := range b.Data[r] {
			data = append(data, int(i))
		}
	}
	return data
}

// harmonic is the force −Hθ without noise.
func harmonic(h ...[]float64) field {
	return field{d: len(h), f: func(f, theta []float64) {
		for i := range f {
			f[i] = 0
			for j := range theta {
				f[i] -= float64(h[i][j] * theta[j])
			}
		}
	}}
}

// quartic is minus the gradient of θ²/2 + θ⁴/4.
func quartic() field {
	return field{d: 1, rows: func(f, theta []vec.Row) {
		for l, x := range &theta[0] {
			f[0][l] = -x - x*x*x
		}
	}}
}

// ensemble returns n replicas (at least one state) and the flows of a scheme, with ξ started from
// the matrix x and the momenta from their distribution. Streams have the key of their state.
func ensemble(
	t testing.TB, l vec.Layout, s Scheme, src source, n int, x []float64, key uint64,
) (*Ensemble, []Flow) {
	t.Helper()
	d := src.dim()
	flows, err := s.Compile(l, d)
	if err != nil {
		t.Fatal(err)
	}
	e, g := &Ensemble{}, src.gradient(l)
	for i := 0; i < n; i += l.Replicas() {
		k := []uint64{key}
		if l == vec.Components {
			k = append(k, uint64(i))
		}
		of := func(purpose uint64) []uint64 { return append(k[:len(k):len(k)], purpose) }
		b := src.sampling().Sampler(g, l, src.data(), src.size(), of(1)...)
		state := NewState(l, d, s.Friction, g, b, NewNormals(l, d, of(2)...))
		if l == vec.Components {
			copy(state.P, NewNormals(l, d, of(3)...).Next())
		} else if s.Friction != nil {
			vec.NewStream(of(3)...).Normals(state.P)
		}
		if f, ok := s.Friction.(Adaptive); ok {
			f.Start(state, x)
		}
		e.States = append(e.States, state)
	}
	return e, flows
}

// fillTheta puts all replicas at one θ.
func fillTheta(e *Ensemble, theta ...float64) {
	for _, s := range e.States {
		for r := range s.Layout.Replicas() {
			for i, x := range theta {
				row, lane := s.Layout.At(i, r)
				s.Theta[row][lane] = x
			}
		}
	}
}

// digest is the SHA-256 of the states' bits, cut to 16 digits.
func digest(e *Ensemble) string {
	h := sha256.New()
	for _, s := range e.States {
		s.Flush()
		for _, r := range [][]vec.Row{s.Theta, s.P, s.Xi} {
			binary.Write(h, binary.LittleEndian, r)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// moments sums the numbers of an observable and their squares, for 64 replicas.
type moments struct {
	l      vec.Layout
	eval   func(*State) []vec.Row
	s1, s2 [][vec.Lanes]float64 // by number and replica
	seen   float64
}

func newMoments(o Observable, e *Ensemble, f Friction) *moments {
	s := e.States[0]
	n := o.Len(s.Dim, f)
	return &moments{l: s.Layout, eval: o.Bind(s.Layout, s.Dim, f),
		s1: make([][vec.Lanes]float64, n), s2: make([][vec.Lanes]float64, n)}
}

func (m *moments) Observe(s *State, i int) {
	rows := m.eval(s)
	if i == 0 {
		m.seen++
	}
	for k := range m.s1 {
		a, b := &m.s1[k], &m.s2[k]
		if m.l == vec.Replicas {
			for r, x := range &rows[k] {
				a[r] += x
				b[r] += x * x
			}
			continue
		}
		x := rows[k/vec.Lanes][k%vec.Lanes]
		a[i] += x
		b[i] += x * x
	}
}

// mean is every replica's mean of the k-th number.
func (m *moments) mean(k int) *[vec.Lanes]float64 {
	x := m.s1[k]
	return scaled(&x, 1/m.seen)
}

// central is every replica's mean of (x − c)².
func (m *moments) central(k int, c float64) *[vec.Lanes]float64 {
	x := m.s2[k]
	for r := range x {
		x[r] += m.seen*c*c - 2*c*m.s1[k][r]
	}
	return scaled(&x, 1/m.seen)
}

func scaled(x *[vec.Lanes]float64, f float64) *[vec.Lanes]float64 {
	for l := range x {
		x[l] *= f
	}
	return x
}

// estimate is the mean over the replicas and its standard error.
func estimate(x *[vec.Lanes]float64) (mean, se float64) {
	for _, v := range x {
		mean += v / vec.Lanes
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / (vec.Lanes - 1) / vec.Lanes)
}

// within fails the test unless the replicas' mean is want to 4.5 standard errors and slack, and
// unless the standard error is at most sharp: otherwise the comparison could not fail.
func within(t *testing.T, name string, x *[vec.Lanes]float64, want, slack, sharp float64) {
	t.Helper()
	mean, se := estimate(x)
	if !(math.Abs(mean-want) <= 4.5*se+slack) {
		t.Errorf("%s: %.6g ± %.2g, want %.6g (%.1f standard errors)",
			name, mean, se, want, (mean-want)/se)
	}
	if !(se+slack <= sharp) {
		t.Errorf("%s: a standard error of %.2g cannot decide, want at most %.2g", name, se+slack, sharp)
	}
}

// panics fails the test unless f panics with want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); got != want {
			t.Errorf("panics with %q, want %q", got, want)
		}
	}()
	f()
}
