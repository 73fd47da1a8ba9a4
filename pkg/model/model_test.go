package model

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/vec"
)

// A row is added to these two functions for every new model.

// models are small instances, with the centre and width of the region where θ is drawn.
func models() []instance {
	x := dataset.Gaussian(21, 0.5, 1.5, 3).X
	y := dataset.Mixture(50, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 2).X
	return []instance{
		{"Gaussian, σ_x = σ_θ = 1", &Gaussian{X: x[:20], SigmaX: 1, SigmaTheta: 1}, 0, 1},
		{"Gaussian, σ_x ≠ σ_θ", &Gaussian{X: x, SigmaX: 0.3, SigmaTheta: 2}, 0.5, 1},
		{"Gaussian, one datum", &Gaussian{X: x[:1], SigmaX: 0.5, SigmaTheta: 3}, 0, 1},
		{"Mixture, σ₁ = σ₂", &Mixture{X: y, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}, 0.7, 0.7},
		{"Mixture, σ₁ ≠ σ₂", &Mixture{X: y[:31], W: 0.3, Sigma1: 0.4, Sigma2: 0.9, SigmaTheta: 2}, 0.5, 1},
		{"Mixture, w near 1", &Mixture{X: y[:7], W: 0.999, Sigma1: 1.5, Sigma2: 0.2, SigmaTheta: 0.5}, 0.5, 1},
	}
}

// relabelled is the model with its data in the order of perm.
func relabelled(m Model, perm []int) Model {
	shuffled := func(x []float64) []float64 {
		y := make([]float64, len(x))
		for i, j := range perm {
			y[i] = x[j]
		}
		return y
	}
	switch m := m.(type) {
	case *Gaussian:
		c := *m
		c.X = shuffled(m.X)
		return &c
	case *Mixture:
		c := *m
		c.X = shuffled(m.X)
		return &c
	}
	panic("a model without a row in relabelled")
}

type instance struct {
	name          string
	m             Model
	centre, width float64
}

// points draws θ for every lane.
func (c instance) points(key uint64) []vec.Row {
	theta := vec.Rows(c.m.Dim())
	vec.NewStream(key, 11).Normals(theta)
	for i := range theta {
		for l := range theta[i] {
			theta[i][l] = c.centre + c.width*theta[i][l]
		}
	}
	return theta
}

func lane(theta []vec.Row, l int) []float64 {
	t := make([]float64, len(theta))
	for i := range t {
		t[i] = theta[i][l]
	}
	return t
}

// gradient is GradPrior + scale Σ GradDatum over the data idx, and the sum of the absolute values of the terms.
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
	return g, size
}

func allData(m Model) []int {
	idx := make([]int, m.Data())
	for i := range idx {
		idx[i] = i
	}
	return idx
}

// TestGradientOfLogPosterior compares GradPrior + Σ GradDatum with differences of LogPosterior, and one datum's share with the difference that
// leaving it out makes.
func TestGradientOfLogPosterior(t *testing.T) {
	for _, c := range models() {
		points := c.points(1)
		for l := range vec.Lanes {
			theta := lane(points, l)
			got, size := gradient(c.m, theta, 1, allData(c.m))
			for i := range theta {
				at := func(step float64) float64 {
					u := append([]float64(nil), theta...)
					u[i] += step
					return c.m.LogPosterior(u)
				}
				// three differences, extrapolated twice: an error of order h⁶
				const h = 2e-3
				d := func(h float64) float64 { return (at(h) - at(-h)) / (2 * h) }
				d1, d2, d4 := d(h), d(2*h), d(4*h)
				e1, e2 := (4*d1-d2)/3, (4*d2-d4)/3
				want := (16*e1 - e2) / 15
				if math.Abs(got[i]-want) > 3e-9*(1+size[i]) {
					t.Errorf("%s: ∂%d log π(%.3g) is %.12g, differences give %.12g", c.name, i+1, theta, got[i], want)
				}
			}
		}
	}
}

// batches are the sizes that are asked for: odd and even ones, one, and more than half.
func batches(m Model) []int {
	var n []int
	for _, k := range []int{1, 2, 5, m.Data() - 2, m.Data() - 1, m.Data(), 50} {
		if k >= 1 {
			n = append(n, k)
		}
	}
	return n
}

// TestGradient compares the stochastic gradient of random batches, with repetitions, with its definition, lane by lane.
func TestGradient(t *testing.T) {
	for _, c := range models() {
		total := c.m.Data()
		for _, n := range batches(c.m) {
			g := c.m.Gradient(n)
			stream := vec.NewStream(uint64(n), 5)
			for call := range uint64(3) { // scratch must not tell one call of the next
				idx, theta, f := vec.Indices(n), c.points(call), vec.Rows(c.m.Dim())
				stream.Uniform(idx, total)
				g.Eval(f, theta, Batch{Index: idx})
				compare(t, fmt.Sprintf("%s, n = %d", c.name, n), c.m, f, theta, 1e-10, func(l int) (float64, []int) {
					var in []int
					for j := range idx {
						in = append(in, int(idx[j][l]))
					}
					return float64(total) / float64(n), in
				})
			}
		}
	}
}

func TestGradientOfAllData(t *testing.T) {
	for _, c := range models() {
		total := c.m.Data()
		f, theta := vec.Rows(c.m.Dim()), c.points(1)
		c.m.Gradient(total).Eval(f, theta, Batch{})
		compare(t, c.name, c.m, f, theta, 1e-11, func(int) (float64, []int) { return 1, allData(c.m) })
	}
}

// TestGradientOfRest names the data that are left out.
func TestGradientOfRest(t *testing.T) {
	resters := 0
	for _, c := range models() {
		total := c.m.Data()
		for _, n := range batches(c.m) {
			g, ok := c.m.Gradient(n).(Rester)
			if !ok || n >= total {
				continue
			}
			resters++
			idx, theta, f := vec.Indices(total-n), c.points(1), vec.Rows(c.m.Dim())
			vec.NewStream(uint64(n), 6).Distinct(idx, total, total-n)
			g.Eval(f, theta, Batch{Index: idx, Rest: true})
			compare(t, fmt.Sprintf("%s, n = %d", c.name, n), c.m, f, theta, 1e-10, func(l int) (float64, []int) {
				out := map[int]bool{}
				for j := range idx {
					out[int(idx[j][l])] = true
				}
				var in []int
				for i := range total {
					if !out[i] {
						in = append(in, i)
					}
				}
				return float64(total) / float64(n), in
			})
		}
	}
	if resters < 8 {
		t.Errorf("only %d gradients that take a rest", resters)
	}
}

// compare judges f against the definition, with batch(l) the factor N/n and the data of lane l.
func compare(t *testing.T, name string, m Model, f, theta []vec.Row, tol float64, batch func(l int) (float64, []int)) {
	t.Helper()
	for l := range vec.Lanes {
		scale, in := batch(l)
		want, size := gradient(m, lane(theta, l), scale, in)
		for i := range want {
			if !(math.Abs(f[i][l]-want[i]) <= tol*size[i]) {
				t.Errorf("%s, lane %d, component %d: %.15g, want %.15g", name, l, i+1, f[i][l], want[i])
				return
			}
		}
	}
}

// TestRelabelling: the names of the data do not matter, nor to a batch of all data.
func TestRelabelling(t *testing.T) {
	for _, c := range models() {
		total := c.m.Data()
		perm, inverse := make([]int, total), make([]int, total)
		draw := vec.Indices(total)
		vec.NewStream(8).Distinct(draw, total, total)
		for i := range perm {
			perm[i] = int(draw[i][0])
			inverse[perm[i]] = i
		}
		other := relabelled(c.m, perm)
		for _, n := range batches(c.m) {
			idx, named, theta := vec.Indices(n), vec.Indices(n), c.points(2)
			vec.NewStream(9).Uniform(idx, total)
			for j := range idx {
				for l, v := range &idx[j] {
					named[j][l] = uint16(inverse[v])
				}
			}
			f, g := vec.Rows(c.m.Dim()), vec.Rows(c.m.Dim())
			c.m.Gradient(n).Eval(f, theta, Batch{Index: idx})
			other.Gradient(n).Eval(g, theta, Batch{Index: named})
			for i := range f {
				if f[i] != g[i] {
					t.Errorf("%s, n = %d: the same data by other names have another gradient", c.name, n)
				}
			}
		}
		theta, f, g := c.points(2), vec.Rows(c.m.Dim()), vec.Rows(c.m.Dim())
		c.m.Gradient(total).Eval(f, theta, Batch{})
		other.Gradient(total).Eval(g, theta, Batch{})
		for l := range vec.Lanes {
			_, size := gradient(c.m, lane(theta, l), 1, allData(c.m))
			for i := range f {
				if math.Abs(f[i][l]-g[i][l]) > 1e-13*size[i] {
					t.Errorf("%s, lane %d: the order of the data matters: %g, %g", c.name, l, f[i][l], g[i][l])
				}
			}
			if u, v := c.m.LogPosterior(lane(theta, l)), other.LogPosterior(lane(theta, l)); math.Abs(u-v) > 1e-12*(1+math.Abs(u)) {
				t.Errorf("%s: the order of the data matters to log π: %g, %g", c.name, u, v)
			}
		}
	}
}

// TestExtreme: far away everything is finite, and right.
func TestExtreme(t *testing.T) {
	for _, c := range models() {
		d, total := c.m.Dim(), c.m.Data()
		theta := vec.Rows(d)
		for l := range vec.Lanes { // all signs and sizes
			k := l
			for i := range theta {
				theta[i][l] = []float64{50, -50, 1e3, -1e3, 50.5, 0, 1e-300, -3}[k%8]
				k /= 8
			}
		}
		idx := vec.Indices(5)
		vec.NewStream(1).Uniform(idx, total)
		f := vec.Rows(d)
		for _, b := range []Batch{{Index: idx}, {}} {
			n := 5
			if b.Index == nil {
				n = total
			}
			c.m.Gradient(n).Eval(f, theta, b)
			// the logit's terms are of order (θ/σ)²: so much of the digits is lost where they cancel
			compare(t, c.name, c.m, f, theta, 1e-7, func(l int) (float64, []int) {
				if b.Index == nil {
					return 1, allData(c.m)
				}
				var in []int
				for j := range idx {
					in = append(in, int(idx[j][l]))
				}
				return float64(total) / 5, in
			})
			if !vec.Finite(f) {
				t.Errorf("%s: an infinite gradient", c.name)
			}
		}
		for l := range vec.Lanes {
			if v := c.m.LogPosterior(lane(theta, l)); v-v != 0 || v > 100 {
				t.Errorf("%s: log π(%g) = %g", c.name, lane(theta, l), v)
			}
		}
	}
}
