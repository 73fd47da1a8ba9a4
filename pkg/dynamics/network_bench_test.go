package dynamics

import (
	"fmt"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// BenchmarkNetwork measures adaptive Langevin dynamics of a network of 8 hidden units (d = 32) with 500 data: ns a step and replica, with
// a histogram of the output at a point every ten steps.
func BenchmarkNetwork(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	m := network(2, 8, 500)
	for _, c := range []struct {
		name string
		f    Friction
		n    []int
	}{
		{"diagonal", Diagonal{1, 200}, []int{1, 5, 25, 100, 500}},
		{"scalar", Scalar{1, 200}, []int{1}},
		{"layers", Layers{m.Layers(), 1, 200}, []int{1}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				d := m.Dim()
				g := m.Gradient(n)
				e := NewEnsemble(d, c.f, g, minibatch.Without.Sampler(g, m.Data(), n, 1, 1), NewNoise(d, 1, 2))
				c.f.Start(e.Xi, Identity(d, 3))
				vec.NewStream(1, 3).Normals(e.Theta)
				flows, err := Scheme{Word: "ODABADO", Dt: 1e-3, Friction: c.f}.Compile(d)
				if err != nil {
					b.Fatal(err)
				}
				h := NewHistogram(0, 0, 1, 100)
				h.Of = func(dst *vec.Row, e *Ensemble) { m.Output(dst, e.Theta, []float64{1, 1.5}) }
				const steps = 20
				for b.Loop() {
					e.Run(flows, steps, 10, h)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(steps*vec.Lanes), "ns/step")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
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
