package dynamics

import (
	"fmt"
	"sync"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// measure reports ns a step and replica, with an observer every ten steps.
func measure(b *testing.B, e *Ensemble, flows []Flow, steps int, obs ...Observer) {
	b.Helper()
	e.Run(flows, steps, 10, obs...)
	if !e.Finite() {
		b.Fatal("not finite")
	}
	for b.Loop() {
		e.Run(flows, steps, 10, obs...)
	}
	replicas := len(e.States) * e.States[0].Layout.Replicas()
	ns := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(steps*replicas)
	b.ReportMetric(ns, "ns/step")
	b.ReportMetric(0, "ns/op")
	for _, f := range flows {
		if f, ok := f.(*ouSym); ok {
			b.ReportMetric(float64(f.c.Terms), "terms")
			b.ReportMetric(float64(f.c.Parts), "parts")
		}
	}
	if !e.Finite() {
		b.Fatal("not finite")
	}
}

// BenchmarkStep measures the path that experiments use in few dimensions.
func BenchmarkStep(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	gauss := &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
	x := dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).X
	mix := &model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	full := AdL{Full{}, 1, 1}
	cells := func(b Basis) Extended { return Extended{Base: full, Basis: b} } // section 4.4
	scaled := quarters(2)
	for k := range 36 {
		scaled.Scale = append(scaled.Scale, 1+float64(k%9))
	}
	const with, without = minibatch.With, minibatch.Without
	for _, c := range []struct {
		name     string
		m        model.Model
		word     string
		f        Friction
		sampling minibatch.Sampling
		n        []int
	}{
		{"SGLD/gaussian", gauss, SGLD, nil, with, []int{1, 10, 50}},
		{"OABAO/gaussian", gauss, "OABAO", Constant{1}, without, []int{1, 10, 50, 95}},
		{"OABAO/mixture", mix, "OABAO", Constant{1}, without, []int{1, 10, 50, 100, 200}},
		{"ODABADO-full/mixture", mix, "ODABADO", AdL{Full{}, 1, 0.1}, without, []int{5}},
		{"ODABADO-scalar/mixture", mix, "ODABADO", AdL{Scalar{}, 1, 0.1}, without, []int{5}},
		{"ODABADO-full-K=0/mixture", mix, "ODABADO", cells(One{}), without, []int{5}},
		{"ODABADO-full-K=3/mixture", mix, "ODABADO", cells(quarters(0)), without, []int{5}},
		{"ODABADO-full-K=15/mixture", mix, "ODABADO", cells(quarters(1)), without, []int{5}},
		{"ODABADO-full-K=35/mixture", mix, "ODABADO", cells(scaled), without, []int{5}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				s := Scheme{Word: c.word, Dt: 1e-3, Friction: c.f}
				d := c.m.Dim()
				src := sampled{c.m, c.sampling, n}
				e, flows := ensemble(b, vec.Replicas, s, src, 1, linalg.Identity(d, 3), 1)
				measure(b, e, flows, 100, &look{})
			})
		}
	}
}

// BenchmarkNetwork measures Adaptive Langevin dynamics of a network of 8 hidden units (d = 32) with
// 500 data.
func BenchmarkNetwork(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	m := network(2, 8, 500)
	for _, c := range []struct {
		name string
		f    Form
		n    []int
	}{
		{"diagonal", Diagonal{}, []int{1, 5, 25, 100, 500}},
		{"scalar", Scalar{}, []int{1}},
		{"layers", Layers{m.Layers()}, []int{1}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				s := Scheme{Word: "ODABADO", Dt: 1e-3, Friction: AdL{c.f, 1, 200}}
				src := sampled{m, minibatch.Without, n}
				e, flows := ensemble(b, vec.Replicas, s, src, 1, linalg.Identity(m.Dim(), 3), 1)
				vec.NewStream(1, 3).Normals(e.States[0].Theta)
				measure(b, e, flows, 20, &look{})
			})
		}
	}
}

var mnistSized = sync.OnceValue(func() *model.Logistic { return regression(12251, 100) })

// BenchmarkMany measures the setting of section 3.4, without observers.
func BenchmarkMany(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	for _, c := range []struct {
		name string
		f    Form
		n    []int
	}{
		{"scalar", Scalar{}, []int{10, 100, 2000, 12251}},
		{"diagonal", Diagonal{}, []int{100}},
		{"blocks-10", BlockDiagonal{10}, []int{100}},
		{"full", Full{}, []int{10, 100, 12251}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				s := Scheme{Word: "ODABADO", Dt: 1e-3, Friction: AdL{c.f, 1, 1}}
				src := sampled{mnistSized(), minibatch.Without, n}
				xi := linalg.Identity(100, 1+0.5e-3*minibatch.Without.Epsilon(12251, n)*0.05)
				e, flows := ensemble(b, vec.Components, s, src, 8, xi, 5)
				steps := 1000
				if n > 1000 {
					steps = 20
				}
				measure(b, e, flows, steps)
			})
		}
	}
}
