package model

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/linalg"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// A new model adds rows to these two functions and to TestKeys.

// models are small instances, with the centre and width of the region from which θ is drawn.
func models() []instance {
	x := dataset.Gaussian(21, 0.5, 1.5, 3).X
	y := dataset.Mixture(50, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 2).X
	equal := &Mixture{X: y, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	other := &Mixture{X: y[:31], W: 0.3, Sigma1: 0.4, Sigma2: 0.9, SigmaTheta: 2}
	net, wide, narrow := network(2, 3, 101), regression(53, 9), network(2, 8, 40)
	wide.SigmaTheta, narrow.SigmaTheta = 2, 0.5
	sure := &Mixture{X: y[:7], W: 0.999, Sigma1: 1.5, Sigma2: 0.2, SigmaTheta: 0.5}
	return []instance{
		{"Gaussian, σ_x = σ_θ = 1", &Gaussian{X: x[:20], SigmaX: 1, SigmaTheta: 1}, 0, 1},
		{"Gaussian, σ_x ≠ σ_θ", &Gaussian{X: x, SigmaX: 0.3, SigmaTheta: 2}, 0.5, 1},
		{"Gaussian, one datum", &Gaussian{X: x[:1], SigmaX: 0.5, SigmaTheta: 3}, 0, 1},
		{"Mixture, σ₁ = σ₂", equal, 0.7, 0.7},
		{"Mixture, σ₁ ≠ σ₂", other, 0.5, 1},
		{"Mixture, w near 1", sure, 0.5, 1},
		{"Logistic, d = 1", regression(53, 1), 0, 1},
		{"Logistic, d = 9", regression(53, 9), 0, 1},
		{"Logistic, d = 64", regression(53, 64), 0, 1},
		{"Logistic, d = 70", regression(53, 70), 0, 3},
		{"Logistic, σ_θ = 2", wide, 0, 1},
		{"Network, σ_θ = 0.5", narrow, 0, 1},
		{"Network 2-8", network(2, 8, 40), 0, 1},
		{"Network 2-3", network(2, 3, 101), 0.2, 2},
		{"Network 1-1", network(1, 1, 7), 0.1, 1},
		{"Network 5-4", network(5, 4, 33), 0, 0.7},
		{"Linear", line(21, 2, 0), 0, 1},
		{"Linear, d = 10", line(75, 10, 0), 0.5, 2},
		{"Linear, Student-t", line(21, 2, 3), 0, 1},
		{"Linear, Student-t, one datum", line(1, 1, 3), 0, 1},
		{"Linear, Student-t, d = 10", line(75, 10, 3), 0.5, 2},
		{"Control, mixture", controlBy(equal, []float64{1, 0.5}), 0.7, 0.7},
		{"Control, two centres", controlBy(other, []float64{1, 0.2}, []float64{0.3, 0.8}), 0.5, 1},
		{"Control, logistic", controlBy(regression(53, 70), make([]float64, 70)), 0, 3},
		{"Control, network", controlBy(net, make([]float64, net.Dim()),
			slices.Repeat([]float64{0.5}, net.Dim())), 0.2, 2},
		{"Rotated, mixture", NewRotated(other, axes(2)), 0.5, 1},
		{"Rotated, logistic", NewRotated(wide, axes(9)), 0, 1},
		{"Rotated, linear", NewRotated(line(75, 10, 3), axes(10)), 0.5, 2},
	}
}

// axes are orthonormal: the columns of I − 2vvᵀ/|v|² in another order.
func axes(d int) []float64 {
	q, square := make([]float64, d*d), float64(d*(d+1)*(2*d+1))/6
	for i := range d {
		for j := range d {
			q[i*d+(j+1)%d] = -2 * float64((i+1)*(j+1)) / square
		}
		q[i*d+(i+1)%d]++
	}
	return q
}

// Models returns the models of models, for tests outside the package.
func Models() map[string]Model {
	all := map[string]Model{}
	for _, c := range models() {
		all[c.name] = c.m
	}
	return all
}

// relabelled is the model with its data in the order of perm.
func relabelled(m Model, perm []int) Model {
	switch m := m.(type) {
	case *Gaussian:
		c := *m
		c.X = shuffled(m.X, 1, perm)
		return &c
	case *Mixture:
		c := *m
		c.X = shuffled(m.X, 1, perm)
		return &c
	case *Logistic:
		return &Logistic{
			Z: shuffled(m.Z, m.D, perm), D: m.D, Y: shuffled(m.Y, 1, perm), SigmaTheta: m.SigmaTheta,
		}
	case *Network:
		c := *m
		c.X, c.Y = shuffled(m.X, m.Inputs, perm), shuffled(m.Y, 1, perm)
		return &c
	case *Linear:
		return &Linear{
			Z: shuffled(m.Z, m.D, perm), D: m.D, Y: shuffled(m.Y, 1, perm), Sigma: m.Sigma, Nu: m.Nu,
			SigmaTheta: m.SigmaTheta,
		}
	case *Rotated:
		return NewRotated(relabelled(m.Of, perm), m.Q)
	case *controlled:
		return controlBy(relabelled(m.Model, perm), m.at...)
	}
	panic("a model without a row in relabelled")
}

// shuffled is rows of d numbers in the order of perm.
func shuffled[T any](x []T, d int, perm []int) []T {
	var y []T
	for _, j := range perm {
		y = append(y, x[j*d:j*d+d]...)
	}
	return y
}

// TestKeys pins the keys of models. They must not change, because they name stored results and
// determine random numbers.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		m    Model
		want string
	}{
		{&Gaussian{SigmaX: 1, SigmaTheta: 0.5}, `{"is":"gaussian","sigma_theta":0.5,"sigma_x":1}`},
		{&Mixture{W: 0.4, Sigma1: 1, Sigma2: 2, SigmaTheta: 3},
			`{"is":"mixture","sigma1":1,"sigma2":2,"sigma_theta":3,"w":0.4}`},
		{&Logistic{D: 100}, `{"d":100,"is":"logistic"}`},
		{&GaussianNoise{Model: &Logistic{D: 3}, Name: "S"},
			`{"covariance":"S","is":"Gaussian noise","model":{"d":3,"is":"logistic"}}`},
		{&Logistic{D: 100, SigmaTheta: 2}, `{"d":100,"is":"logistic","sigma_theta":2}`},
		{&Network{Inputs: 2, Hidden: 8}, `{"hidden":8,"inputs":2,"is":"network"}`},
		{&Network{Inputs: 2, Hidden: 8, SigmaTheta: 2},
			`{"hidden":8,"inputs":2,"is":"network","sigma_theta":2}`},
		{NewRotated(&Logistic{D: 2}, axes(2)),
			`{"basis":"5fc59e7735330dbc0b68682ae3cf87c0","is":"rotated","of":{"d":2,"is":"logistic"}}`},
		{&Linear{D: 2, Sigma: 0.5, Nu: 4, SigmaTheta: 10},
			`{"d":2,"is":"linear","nu":4,"sigma":0.5,"sigma_theta":10}`},
	} {
		if got, err := spec.Canonical(c.m.Key()); string(got) != c.want || err != nil {
			t.Errorf("%T: %s, %v, want %s", c.m, got, err, c.want)
		}
	}
}

// TestPrior: σ_θ changes log π by |θ|²/2 (1 − 1/σ_θ²); 0 is 1 to the last bit.
func TestPrior(t *testing.T) {
	for _, of := range []func(sigma float64) Model{
		func(sigma float64) Model { m := regression(53, 8); m.SigmaTheta = sigma; return m },
		func(sigma float64) Model { m := network(2, 2, 40); m.SigmaTheta = sigma; return m },
	} {
		theta := []float64{0.5, -1, 2, 0, 0.25, 1.5, -0.5, 3}
		square := 0.0
		for _, x := range theta {
			square += x * x
		}
		at := func(sigma float64) float64 { return of(sigma).LogPosterior(theta) }
		if at(0) != at(1) {
			t.Errorf("%T: log π is %g, with σ_θ = 1 %g", of(0), at(0), at(1))
		}
		if got, want := at(2)-at(1), square/2*(1-1./4); math.Abs(got-want) > 1e-12*square {
			t.Errorf("%T: σ_θ = 2 adds %.15g to log π, want %.15g", of(0), got, want)
		}
	}
}

type instance struct {
	name          string
	m             Model
	centre, width float64
}

// points draws θ for 64 replicas.
func (c instance) points(key uint64) [][]float64 {
	d := c.m.Dim()
	rows := vec.Rows(d)
	vec.NewStream(key, 11).Normals(rows)
	theta := make([][]float64, vec.Lanes)
	for r := range theta {
		for k := range d {
			theta[r] = append(theta[r], c.centre+c.width*rows[k][r])
		}
	}
	return theta
}

// layouts are the layouts of states.
var layouts = []vec.Layout{vec.Replicas, vec.Components}

// rows puts vectors into rows, state by state.
func rows(l vec.Layout, x [][]float64) [][]vec.Row {
	d := len(x[0])
	var states [][]vec.Row
	for i := 0; i < len(x); i += l.Replicas() {
		s := vec.Rows(l.Rows(d))
		for r := range l.Replicas() {
			for k := range d {
				row, lane := l.At(k, r)
				s[row][lane] = x[i+r][k]
			}
		}
		states = append(states, s)
	}
	return states
}

// numbers is the inverse of rows, for vectors of d components.
func numbers(l vec.Layout, d int, states [][]vec.Row) [][]float64 {
	var x [][]float64
	for _, s := range states {
		for r := range l.Replicas() {
			v := make([]float64, d)
			for k := range v {
				row, lane := l.At(k, r)
				v[k] = s[row][lane]
			}
			x = append(x, v)
		}
	}
	return x
}

// eval evaluates a gradient for 64 replicas, each with its batch; a nil list is the full batch.
func eval(g Gradient, l vec.Layout, theta [][]float64, batch [][]int, rest bool) [][]float64 {
	states := rows(l, theta)
	var f [][]vec.Row
	for i, s := range states {
		b := &Batch{Rest: rest}
		if batch != nil && l == vec.Replicas {
			b.Index = vec.Indices(len(batch[0]))
			for r := range batch {
				for j, k := range batch[r] {
					b.Index[j][r] = uint16(k)
				}
			}
		} else if batch != nil {
			b.Data = [][]uint32{nil}
			for _, k := range batch[i] {
				b.Data[0] = append(b.Data[0], uint32(k))
			}
		} else {
			b = nil
		}
		f = append(f, vec.Rows(len(s)))
		g.Eval(f[i], s, b)
	}
	return numbers(l, len(theta[0]), f)
}

// draw gives every replica n of total data, repetitions included.
func draw(total, n int, key ...uint64) [][]int {
	stream := vec.NewStream(key...)
	batch := make([][]int, vec.Lanes)
	for r := range batch {
		b := make([]uint32, n)
		stream.Choices(b, total)
		for _, k := range b {
			batch[r] = append(batch[r], int(k))
		}
	}
	return batch
}

// gradient is GradPrior + scale Σ GradDatum over the data idx, and the sum of the absolute values
// of the terms.
func gradient(m Model, theta []float64, scale float64, idx []int) (g, size []float64) {
	d := len(theta)
	g, size = make([]float64, d), make([]float64, d)
	part := make([]float64, d)
	m.GradPrior(part, theta)
	for i := range g {
		g[i], size[i] = part[i], math.Abs(part[i])
	}
	for _, k := range idx {
		m.GradDatum(part, theta, k)
		for i := range g {
			g[i] += scale * part[i]
			size[i] += math.Abs(scale * part[i])
		}
	}
	if c, ok := m.(*controlled); ok { // whose terms are differences
		_, more := gradient(c.Model, theta, scale, idx)
		for i, x := range more {
			size[i] += x
		}
	}
	return g, size
}

func allData(m Model) []int {
	idx := make([]int, m.Ndata())
	for i := range idx {
		idx[i] = i
	}
	return idx
}

// compare compares forces with the definition. A nil batch is the full batch. The tolerance is
// relative to the sum of the absolute values of the terms, the norm over the components.
func compare(
	t *testing.T, name string, m Model, f, theta [][]float64, tol float64, batch [][]int,
) {
	t.Helper()
	for r := range theta {
		scale, in := 1.0, allData(m)
		if batch != nil {
			in = batch[r]
			scale = float64(m.Ndata()) / float64(len(in))
		}
		want, size := gradient(m, theta[r], scale, in)
		norm := 0.0
		for _, s := range size {
			norm = math.Max(norm, s)
		}
		for i := range want {
			if !(math.Abs(f[r][i]-want[i]) <= tol*(size[i]+norm)/2) {
				t.Errorf("%s, replica %d, component %d: %.15g, want %.15g", name, r, i+1, f[r][i], want[i])
				return
			}
		}
	}
}

// newGradient returns the gradient of NewGradient if plain, otherwise the model's own.
func newGradient(m Model, l vec.Layout, n int, plain bool) Gradient {
	if plain {
		return NewGradient(m, l, n)
	}
	return m.Gradient(l, n)
}

// TestGradientOfLogPosterior compares GradPrior + Σ GradDatum with differences of LogPosterior. It
// skips components where a hidden unit of a network switches within the difference.
func TestGradientOfLogPosterior(t *testing.T) {
	for _, c := range models() {
		compared := 0
		for _, theta := range c.points(1) {
			got, size := gradient(c.m, theta, 1, allData(c.m))
			for i := range theta {
				at := func(step float64) []float64 {
					u := append([]float64(nil), theta...)
					u[i] += step
					return u
				}
				// three differences, extrapolated twice: an error of order h⁶
				const h = 2e-3
				if m, ok := uncontrolled(c.m).(*Network); ok && active(m, at(4*h)) != active(m, at(-4*h)) {
					continue // a unit is monotone in θ_i
				}
				compared++
				d := func(h float64) float64 {
					return (c.m.LogPosterior(at(h)) - c.m.LogPosterior(at(-h))) / (2 * h)
				}
				d1, d2, d4 := d(h), d(2*h), d(4*h)
				e1, e2 := (4*d1-d2)/3, (4*d2-d4)/3
				want := (16*e1 - e2) / 15
				if math.Abs(got[i]-want) > 3e-9*(1+size[i]) {
					t.Errorf("%s: ∂%d log π(%.3g) is %.12g, differences give %.12g",
						c.name, i+1, theta, got[i], want)
				}
			}
		}
		if all := vec.Lanes * c.m.Dim(); compared < all/5 {
			t.Errorf("%s: only %d of %d components are away from a kink", c.name, compared, all)
		}
	}
}

// controlBy is a model with control variates.
func controlBy(m Model, at ...[]float64) *controlled { return Control(at).Terms(m).(*controlled) }

// uncontrolled is the model without control variates.
func uncontrolled(m Model) Model {
	if c, ok := m.(*controlled); ok {
		return c.Model
	}
	return m
}

// batches are sizes of batches: odd and even ones, one, more than half, more than all.
func batches(m Model) []int {
	var n []int
	for _, k := range []int{1, 2, 5, 8, 25, 33, m.Ndata() - 2, m.Ndata() - 1, m.Ndata(), 150} {
		if k >= 1 {
			n = append(n, k)
		}
	}
	return n
}

// TestGradient compares stochastic gradients, of random batches with repetitions and of full
// batches, with their definition.
func TestGradient(t *testing.T) {
	for _, c := range models() {
		total := c.m.Ndata()
		for _, l := range layouts {
			for _, plain := range []bool{false, true} {
				name := fmt.Sprintf("%s, %s, plain %t", c.name, l, plain)
				theta := c.points(9)
				f := eval(newGradient(c.m, l, total, plain), l, theta, nil, false)
				compare(t, name+", all data", c.m, f, theta, 3e-11, nil)
				for _, n := range batches(c.m) {
					g := newGradient(c.m, l, n, plain)
					for call := range uint64(2) { // scratch must not leak from one call to the next
						batch, theta := draw(total, n, uint64(n), call, 5), c.points(call)
						f := eval(g, l, theta, batch, false)
						compare(t, fmt.Sprintf("%s, n = %d", name, n), c.m, f, theta, 1e-10, batch)
					}
				}
			}
		}
	}
}

// mode is the mode near θ by Newton's method. Control variates cancel nearly all of a term there.
func mode(m Model, theta []float64) []float64 {
	d := len(theta)
	for range 8 {
		step, _ := gradient(m, theta, 1, allData(m))
		h := make([]float64, d*d)
		for k := range theta {
			at := slices.Clone(theta)
			at[k] += 1e-5
			g, _ := gradient(m, at, 1, allData(m))
			for i := range g {
				h[i*d+k] = (step[i] - g[i]) / 1e-5
			}
		}
		l, _ := linalg.Cholesky(h)
		linalg.SolveLower(l, step)
		linalg.SolveLowerTransposed(l, step)
		linalg.AddScaled(theta, 1, step)
	}
	return theta
}

// TestMany: gradients take sets of more data than an index of 16 bits can name.
func TestMany(t *testing.T) {
	const total = vec.MaxIndex + 4465
	x := dataset.Mixture(total, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 3).X
	normal := dataset.Linear(total, []float64{0.5, -1, 2}, true, 0.3, 0, 5)
	classes := dataset.TwoClasses(total, 0.5, 6)
	mixture := &Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.6, SigmaTheta: 1}
	net := &Network{Y: classes.Y, Inputs: 2, Hidden: 2}
	for _, z := range classes.Z {
		net.X = append(net.X, float64(z))
	}
	logistic := &Logistic{Z: classes.Z, D: 2, Y: classes.Y, SigmaTheta: 3}
	for name, m := range map[string]Model{
		"Gaussian":  &Gaussian{X: x, SigmaX: 0.5, SigmaTheta: 2},
		"Mixture":   mixture,
		"Logistic":  logistic,
		"Linear":    &Linear{Z: normal.Z, D: 3, Y: normal.Y, Sigma: 0.3, SigmaTheta: 2},
		"Student-t": &Linear{Z: normal.Z, D: 3, Y: normal.Y, Sigma: 0.3, Nu: 4, SigmaTheta: 2},
		"Network":   net,
		"Control":   controlBy(mixture, []float64{1, 0.5}),
		"centres":   controlBy(mixture, []float64{1, 0.5}, []float64{-1, 0}),
		"mode":      controlBy(logistic, mode(logistic, make([]float64, 2))),
	} {
		start := make([]float64, m.Dim())
		for k := range start {
			start[k] = 0.7 - float64(k%3)
		}
		var at Control
		if c, ok := m.(*controlled); ok {
			m, at, start = c.Model, c.at, c.at[0]
		}
		if name == "Gaussian" {
			start[0] = x[total-1] // where the gradient for that datum is nearly 0
		}
		for _, l := range layouts {
			for _, n := range []int{1, 3, 1000} {
				if err := CheckBatches(m, at, l, n, start); err != nil {
					t.Errorf("%s, n = %d: %v", name, n, err)
				}
			}
			if name == "Network" && l == vec.Replicas {
				continue // one datum after another is slow
			}
			if err := CheckGradient(m, l, start); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestGradientOfRest names the complements of batches.
func TestGradientOfRest(t *testing.T) {
	tested := 0
	for _, c := range models() {
		total := c.m.Ndata()
		for _, l := range layouts {
			for _, n := range batches(c.m) {
				g, ok := c.m.Gradient(l, n).(RestGradient)
				if !ok || n >= total {
					continue
				}
				tested++
				in, out := make([][]int, vec.Lanes), make([][]int, vec.Lanes)
				for r := range in {
					perm := permutation(total, uint64(n), uint64(r))
					in[r], out[r] = perm[:n], perm[n:]
				}
				theta := c.points(1)
				f := eval(g, l, theta, out, true)
				compare(t, fmt.Sprintf("%s, %s, n = %d", c.name, l, n), c.m, f, theta, 1e-10, in)
			}
		}
	}
	if tested < 8 {
		t.Errorf("only %d gradients that take complements", tested)
	}
}

// permutation is 0, …, n−1 in a random order.
func permutation(n int, key ...uint64) []int {
	drawn := vec.Indices(n)
	vec.NewStream(append(key, 8)...).Distinct(drawn, n, n)
	var p []int
	for i := range drawn {
		p = append(p, int(drawn[i][0]))
	}
	return p
}

// TestRelabelling: the names of the data do not matter, nor does their order to a batch of all
// data.
func TestRelabelling(t *testing.T) {
	for _, c := range models() {
		total, theta := c.m.Ndata(), c.points(2)
		perm, inverse := permutation(total), make([]int, total)
		for i, j := range perm {
			inverse[j] = i
		}
		other := relabelled(c.m, perm)
		for _, l := range layouts {
			for _, n := range batches(c.m) {
				batch := draw(total, n, 9)
				named := make([][]int, len(batch))
				for r := range batch {
					for _, k := range batch[r] {
						named[r] = append(named[r], inverse[k])
					}
				}
				f := eval(c.m.Gradient(l, n), l, theta, batch, false)
				g := eval(other.Gradient(l, n), l, theta, named, false)
				if fmt.Sprint(f) != fmt.Sprint(g) {
					t.Errorf("%s, %s, n = %d: the gradient depends on the names of the data", c.name, l, n)
				}
			}
			f := eval(other.Gradient(l, total), l, theta, nil, false)
			compare(t, c.name+", another order", c.m, f, theta, 3e-11, nil)
		}
		for _, x := range theta {
			u, v := c.m.LogPosterior(x), other.LogPosterior(x)
			if math.Abs(u-v) > 1e-12*(1+math.Abs(u)) {
				t.Errorf("%s: log π depends on the order of the data: %g, %g", c.name, u, v)
			}
		}
	}
}

// TestReplicasAreIndependent: a replica's force does not depend on the other replicas of its state,
// nor on replicas that share a pass over the data, and a NaN or an infinity stays in its replica.
func TestReplicasAreIndependent(t *testing.T) {
	for _, c := range models() {
		total := c.m.Ndata()
		for _, l := range layouts {
			for _, n := range []int{3, total} {
				batch := draw(total, n, 4)
				if n == total {
					batch = nil
				}
				g := c.m.Gradient(l, n)
				theta := c.points(1)
				want := eval(g, l, theta, batch, false)
				if s, ok := g.(SharedGradient); ok && batch == nil {
					states := rows(l, theta)
					f := rows(l, c.points(5))
					s.EvalAll(f[:19], states[:19])
					if got := numbers(l, c.m.Dim(), f[:19]); fmt.Sprint(got) != fmt.Sprint(want[:19]) {
						t.Errorf("%s: forces differ among 19 that share a reading of the data", c.name)
					}
				}
				last := c.m.Dim() - 1
				theta[7][last], theta[33][0] = math.NaN(), math.Inf(1)
				got := eval(g, l, theta, batch, false)
				for r := range got {
					if bad := r == 7 || r == 33; bad != !finite(got[r]) {
						t.Errorf("%s, %s, n = %d: the force of replica %d is %v", c.name, l, n, r, got[r])
					} else if !bad && fmt.Sprint(got[r]) != fmt.Sprint(want[r]) {
						t.Errorf("%s, %s, n = %d: replica %d depends on others", c.name, l, n, r)
					}
				}
			}
		}
	}
}

func finite(x []float64) bool {
	for _, v := range x {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// TestExtreme: far away all forces are finite and right.
func TestExtreme(t *testing.T) {
	far := []float64{50, -50, 1e3, -1e3, 50.5, 0, 1e-300, -3}
	for _, c := range models() {
		d, total := c.m.Dim(), c.m.Ndata()
		theta := make([][]float64, vec.Lanes)
		for r := range theta { // all signs and sizes
			for i, k := 0, r; i < d; i, k = i+1, k/8+k%8+3*i {
				theta[r] = append(theta[r], far[k%8])
			}
		}
		for _, l := range layouts {
			for _, batch := range [][][]int{draw(total, 5, 1), nil} {
				n := 5
				if batch == nil {
					n = total
				}
				f := eval(c.m.Gradient(l, n), l, theta, batch, false)
				// Terms of a logit are of order (θ/σ)², and where they cancel the logit loses digits.
				compare(t, fmt.Sprintf("%s, %s", c.name, l), c.m, f, theta, 1e-7, batch)
				for r := range f {
					if !finite(f[r]) {
						t.Errorf("%s, %s: the force at %g is infinite", c.name, l, theta[r])
					}
				}
			}
		}
		for _, x := range theta {
			if v := c.m.LogPosterior(x); v-v != 0 || v > 100 {
				t.Errorf("%s: log π(%g) = %g", c.name, x, v)
			}
		}
	}
}

// TestPanics: data that do not fit together, labels other than 0 and 1.
func TestPanics(t *testing.T) {
	const r, c = vec.Replicas, vec.Components
	for name, f := range map[string]func(){
		"logistic, label": func() {
			(&Logistic{Z: make([]float32, 4), D: 2, Y: []float64{1, 2}}).Gradient(c, 1)
		},
		"logistic, length": func() {
			(&Logistic{Z: make([]float32, 5), D: 2, Y: []float64{1, 0}}).Gradient(c, 1)
		},
		"logistic, past the data": func() {
			f := vec.Rows(1)
			regression(5, 2).Gradient(c, 1).Eval(f, f, &Batch{Data: [][]uint32{{5}}})
		},
		"axes": func() { NewRotated(regression(5, 2), linalg.Identity(3, 1)) },
		"network, label": func() {
			(&Network{X: []float64{1, 2}, Y: []float64{2}, Inputs: 2, Hidden: 1}).Gradient(r, 1)
		},
		"network, length": func() {
			(&Network{X: []float64{1, 2, 3}, Y: []float64{1}, Inputs: 2, Hidden: 1}).Gradient(r, 1)
		},
		"network, point": func() {
			(&Network{Inputs: 2, Hidden: 1}).Output(new(vec.Row), vec.Rows(4), []float64{1})
		},
		"network, parameters": func() {
			(&Network{Inputs: 2, Hidden: 1}).Output(new(vec.Row), vec.Rows(8), []float64{1, 2})
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
