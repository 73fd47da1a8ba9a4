package model

import (
	"math"
	"strings"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/linalg"
	"adl/pkg/vec"
)

// At a centre the gradient for any batch equals the full gradient. The full gradient has the bits
// of the posterior's gradient. The nearest centre counts.
func TestControl(t *testing.T) {
	for _, c := range models() {
		m, ok := c.m.(*controlled)
		if !ok {
			continue
		}
		d, total := m.Dim(), m.Ndata()
		for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
			theta, f, want := vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d)), vec.Rows(l.Rows(d))
			for i, at := range m.at {
				for r := range l.Replicas() {
					for k, x := range at {
						row, lane := l.At(k, r)
						theta[row][lane] = x
					}
				}
				m.Model.Gradient(l, total).Eval(want, theta, nil)
				m.Gradient(l, total).Eval(f, theta, nil)
				for row := range f {
					if f[row] != want[row] {
						t.Errorf("%s, %v: other bits with all data", c.name, l)
					}
				}
				b := &Batch{Index: vec.Indices(3)}
				for j := range b.Index {
					for r := range b.Index[j] {
						b.Index[j][r] = uint16((7*r + 3*j + 1) % total)
					}
				}
				if l == vec.Components {
					b = &Batch{Data: [][]uint32{{4, 0, uint32(total - 1)}}}
				}
				m.Gradient(l, 3).Eval(f, theta, b)
				for r := range l.Replicas() {
					for k := range d {
						row, lane := l.At(k, r)
						x, y := f[row][lane], want[row][lane]
						if !(math.Abs(x-y) < 1e-9*(float64(total)+math.Abs(y))) {
							t.Fatalf("%s, %v: component %d at centre %d is %g, want %g", c.name, l, k, i, x, y)
						}
					}
				}
			}
		}
		// at a centre all data have the same gradient
		g, first := make([]float64, d), make([]float64, d)
		for _, at := range m.at {
			m.GradDatum(first, at, 0)
			for i := range total {
				m.GradDatum(g, at, i)
				linalg.AddScaled(g, -1, first)
				if s := math.Sqrt(linalg.Dot(g, g)); !(s < 1e-11) {
					t.Errorf("%s: datum %d differs by %g at a centre", c.name, i, s)
				}
			}
		}
	}
}

func TestControlPanics(t *testing.T) {
	m := &Gaussian{X: []float64{1, 2}, SigmaX: 1, SigmaTheta: 1}
	defer func() {
		if err, _ := recover().(string); !strings.Contains(err, "dimension") {
			t.Errorf("panics with %q", err)
		}
	}()
	Control{{1, 2}}.Terms(m)
}

// BenchmarkControl compares a batch of 10 of 200 data of a mixture with and without control
// variates.
func BenchmarkControl(b *testing.B) {
	m := &Mixture{X: dataset.Gaussian(200, 0.5, 1, 3).X, W: 0.4, Sigma1: 1, Sigma2: 1, SigmaTheta: 1}
	index, rows := vec.Indices(10), vec.Rows(4)
	vec.NewStream(1).Distinct(index, 200, 10)
	for name, m := range map[string]Model{
		"plain": m, "one centre": controlBy(m, []float64{1, 0.5}),
		"two centres": controlBy(m, []float64{1, 0.5}, []float64{0.5, 1}),
	} {
		b.Run(name, func(b *testing.B) {
			g := m.Gradient(vec.Replicas, 10)
			for b.Loop() {
				g.Eval(rows[:2], rows[2:], &Batch{Index: index})
			}
		})
	}
}
