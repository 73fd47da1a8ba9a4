package dynamics

import (
	"fmt"
	"sync"
	"testing"

	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// regression is logistic regression on random data of the size of MNIST's 7 and 9 after principal component analysis: whitened scores, labels
// drawn at a θ of a few tenths a component.
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

var mnistSized = sync.OnceValue(func() *model.Logistic { return regression(12251, 100) })

// wideEnsemble is replicas of logistic regression for a scheme, momenta from their law.
func wideEnsemble(t testing.TB, m model.Wide, s Scheme, replicas, n int, xi float64) (*WideEnsemble, []WideFlow) {
	t.Helper()
	d := m.Dim()
	flows, err := s.CompileWide(d)
	if err != nil {
		t.Fatal(err)
	}
	e := &WideEnsemble{Dim: d, Gradient: m.WideGradient(n)}
	for i := range uint64(replicas) {
		r := NewReplica(d, s.Friction, minibatch.Without.Wide(m.Data(), n, 5, i, 1), NewWideNoise(d, 5, i, 2))
		copy(r.P, NewWideNoise(d, 5, i, 3).Next())
		if s.Friction != nil {
			s.Friction.(WideFriction).WideStart(r.Xi, Identity(d, xi))
		}
		e.Replicas = append(e.Replicas, r)
	}
	return e, flows
}

// BenchmarkWide measures µs a step and replica in the setting of section 3.4, without observers.
func BenchmarkWide(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	m := mnistSized()
	for _, c := range []struct {
		name string
		f    Friction
		n    []int
	}{
		{"scalar", Scalar{1, 1}, []int{10, 100, 2000, 12251}},
		{"diagonal", Diagonal{1, 1}, []int{100}},
		{"full", Full{1, 1}, []int{10, 100, 12251}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				e, flows := wideEnsemble(b, m, Scheme{Word: "ODABADO", Dt: 1e-3, Friction: c.f}, 8, n, 1+0.5e-3*minibatch.Without.Epsilon(12251, n)*0.05)
				steps := 5000
				if n > 2000 {
					steps = 20
				}
				e.Run(flows, steps, 10)
				if !e.Finite() {
					b.Fatal("not finite")
				}
				for b.Loop() {
					e.Run(flows, steps, 10)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps*8)/1000, "µs/step")
				b.ReportMetric(0, "ns/op")
				for _, f := range flows {
					if f, ok := f.(*wideOUFull); ok {
						b.ReportMetric(float64(f.c.Terms), "terms")
						b.ReportMetric(float64(f.c.Parts), "parts")
					}
				}
				if !e.Finite() {
					b.Fatal("not finite")
				}
			})
		}
	}
}
