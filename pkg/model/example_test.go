package model_test

import (
	"fmt"
	"testing"

	"adl/pkg/model"
	"adl/pkg/model/modeltest"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Cauchy is a user's model in plain Go: x_i ~ Cauchy(θ, 1), θ ~ N(0, 1).
type Cauchy struct {
	X []float64 `key:"-"`
}

func (m *Cauchy) Key() spec.Key { return model.KeyOf("cauchy", m) }
func (m *Cauchy) Dim() int      { return 1 }
func (m *Cauchy) Ndata() int    { return len(m.X) }

func (m *Cauchy) LogPosterior(theta []float64) float64 {
	s := float64(-0.5 * float64(theta[0]*theta[0]))
	for _, x := range m.X {
		u := x - theta[0]
		s -= vec.Log(1 + float64(u*u))
	}
	return s
}

func (m *Cauchy) GradPrior(g, theta []float64) { g[0] = -theta[0] }

func (m *Cauchy) GradDatum(g, theta []float64, i int) {
	u := m.X[i] - theta[0]
	g[0] = float64(2*u) / (1 + float64(u*u))
}

func (m *Cauchy) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

func TestCauchy(t *testing.T) {
	modeltest.Gradient(t, &Cauchy{X: []float64{-0.5, 0.25, 0.5, 1, 1.5, 5}})
}

// A user's model works with every scheme and in both layouts. Here F̂_n(0) is computed for replica
// 0 with the data 0 and 5, and for replica 1 with the data 1 and 4.
func ExampleNewGradient() {
	var m model.Model = &Cauchy{X: []float64{-0.5, 0.25, 0.5, 1, 1.5, 5}}
	batch := vec.Indices(2)
	batch[0][0], batch[1][0] = 0, 5
	batch[0][1], batch[1][1] = 1, 4
	theta, f := vec.Rows(1), vec.Rows(1)
	m.Gradient(vec.Replicas, 2).Eval(f, theta, &model.Batch{Index: batch})
	fmt.Printf("replicas 0 and 1: %.4f\n", f[0][:2])
	m.Gradient(vec.Replicas, 6).Eval(f, theta, nil)
	fmt.Printf("all the data:     %.4f\n", f[0][0])
	// Output:
	// replicas 0 and 1: [-1.2462 4.1810]
	// all the data:     2.7783
}

// Two hidden units detect that x₁ and x₂ differ: a = 12 |x₁ − x₂| − 6, with the constant from a
// third unit.
func ExampleNetwork_Output() {
	m := &model.Network{Inputs: 2, Hidden: 3}
	theta := vec.Rows(m.Dim())
	for i, t := range []float64{
		1, -1, -1, 1, 0, 0, // W¹
		0, 0, 1, // b
		12, 12, -6, // W²
	} {
		vec.Fill(theta[i:i+1], t)
	}
	var n vec.Row
	for _, x := range [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		m.Output(&n, theta, x)
		fmt.Printf("N(%v) = %.3f\n", x, n[0])
	}
	// Output:
	// N([0 0]) = 0.002
	// N([0 1]) = 0.998
	// N([1 0]) = 0.998
	// N([1 1]) = 0.002
}
