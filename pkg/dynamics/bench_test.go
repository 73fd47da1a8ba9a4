package dynamics

import (
	"fmt"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// BenchmarkStep measures the path that experiments use: ns a step and replica, with a histogram every ten steps.
func BenchmarkStep(b *testing.B) {
	fmt.Println("vec:", vec.Form())
	gauss := &model.Gaussian{X: dataset.Gaussian(100, 0, 1, 1).X, SigmaX: 1, SigmaTheta: 1}
	mix := &model.Mixture{X: dataset.Mixture(200, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 382).X,
		W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1}
	full := Full{1, 0.1}
	cells := func(degree int) Extended { // section 4.4: K = 3, 15, 35
		return Extended{Base: Full{1, 1}, Basis: Boxes{Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: degree}}
	}
	scaled := cells(2)
	boxes := scaled.Basis.(Boxes)
	for k := range 36 {
		boxes.Scale = append(boxes.Scale, 1+float64(k%9))
	}
	scaled.Basis = boxes
	for _, c := range []struct {
		name     string
		m        model.Model
		word     string
		f        Friction
		sampling minibatch.Sampling
		n        []int
	}{
		{"SGLD/gaussian", gauss, SGLD, nil, minibatch.With, []int{1, 10, 50}},
		{"OABAO/gaussian", gauss, "OABAO", Constant{1}, minibatch.Without, []int{1, 10, 50, 95}},
		{"OABAO/mixture", mix, "OABAO", Constant{1}, minibatch.Without, []int{1, 10, 50, 100, 200}},
		{"ODABADO-full/mixture", mix, "ODABADO", full, minibatch.Without, []int{5}},
		{"ODABADO-scalar/mixture", mix, "ODABADO", Scalar{1, 0.1}, minibatch.Without, []int{5}},
		{"ODABADO-full-K=0/mixture", mix, "ODABADO", Extended{Base: Full{1, 1}, Basis: One{}}, minibatch.Without, []int{5}},
		{"ODABADO-full-K=3/mixture", mix, "ODABADO", cells(0), minibatch.Without, []int{5}},
		{"ODABADO-full-K=15/mixture", mix, "ODABADO", cells(1), minibatch.Without, []int{5}},
		{"ODABADO-full-K=35/mixture", mix, "ODABADO", scaled, minibatch.Without, []int{5}},
	} {
		for _, n := range c.n {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				d := c.m.Dim()
				g := c.m.Gradient(n)
				e := NewEnsemble(d, c.f, g, c.sampling.Sampler(g, c.m.Data(), n, 1, 1), NewNoise(d, 1, 2))
				if c.f != nil && c.f.Adaptive() {
					c.f.Start(e.Xi, Identity(d, 3))
				}
				flows, err := Scheme{Word: c.word, Dt: 1e-3, Friction: c.f}.Compile(d)
				if err != nil {
					b.Fatal(err)
				}
				h := NewHistogram(0, 0, 1.4, 500)
				const steps = 100
				for b.Loop() {
					e.Run(flows, steps, 10, h)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(steps*vec.Lanes), "ns/step")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
