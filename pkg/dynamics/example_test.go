package dynamics_test

import (
	"fmt"
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// mean is an Observer that sums the numbers of an observable over states and observations.
type mean struct {
	eval func(*dynamics.State) []vec.Row
	sum  []float64 // by number
	n    float64
}

func newMean(o dynamics.Observable, l vec.Layout, d int, f dynamics.Friction) *mean {
	return &mean{eval: o.Bind(l, d, f), sum: make([]float64, o.Len(d, f))}
}

func (m *mean) Observe(s *dynamics.State, _ int) {
	x := m.eval(s)
	for r := range s.Layout.Replicas() {
		for k := range m.sum {
			row, lane := s.Layout.At(k, r)
			m.sum[k] += x[row][lane]
		}
		m.n++
	}
}

// Adaptive Langevin dynamics of a Gaussian model, in batches of 1 of 20 data. The friction rises
// above γ = 1 and takes up the noise of the batches: the variance of θ is the posterior's.
func Example() {
	m := &model.Gaussian{SigmaX: 1, SigmaTheta: 1}
	for i := range 20 {
		m.X = append(m.X, float64(i%5)-1.5)
	}
	const l, n, dt = vec.Replicas, 1, 0.02
	friction := dynamics.AdL{Form: dynamics.Scalar{}, Gamma: 1, Eta: 0.1}
	flows, err := dynamics.Scheme{Word: "ODABADO", Dt: dt, Friction: friction}.Compile(l, m.Dim())
	if err != nil {
		fmt.Println(err)
		return
	}
	g := m.Gradient(l, n)
	batches := minibatch.With.Sampler(g, l, m.Ndata(), n, 1, 1)
	s := dynamics.NewState(l, m.Dim(), friction, g, batches, dynamics.NewNormals(l, m.Dim(), 1, 2))
	friction.Start(s, []float64{5})
	e := &dynamics.Ensemble{States: []*dynamics.State{s}}
	e.Run(flows, 2000, 1)

	xi := newMean(dynamics.Xi{}, l, m.Dim(), friction)
	square := newMean(dynamics.Function{N: 1, F: func(y, theta []float64) {
		y[0] = (theta[0] - m.Mean()) * (theta[0] - m.Mean())
	}}, l, m.Dim(), friction)
	e.Run(flows, 10000, 2, xi, square)
	fmt.Printf("mean of ξ: %.1f\n", xi.sum[0]/xi.n)
	fmt.Printf("variance of θ: %.3f, of the posterior %.3f\n", square.sum[0]/square.n, 1/m.Precision())
	// Output:
	// mean of ξ: 9.2
	// variance of θ: 0.048, of the posterior 0.048
}

// Alternating is a form of your own: ξ has one number for the components 0, 2, 4, … and another for
// 1, 3, 5, ….
type Alternating struct{}

func (Alternating) Name() string    { return "alternating" }
func (Alternating) Key() spec.Key   { return spec.Key{"is": "alternating"} }
func (Alternating) Check(int) error { return nil }

func (Alternating) At(_, i, j int) int {
	if i != j {
		return -1
	}
	return i % 2
}

// A form of friction of your own. The data vary more in the components 1, 3, …, which need more
// friction.
func ExampleForm() {
	const l, d, total, n, dt = vec.Replicas, 6, 50, 5, 0.05
	z, y := make([]float32, total*d), make([]float64, total)
	r := vec.Rows(total*d/vec.Lanes + 1)
	vec.NewStream(1).Normals(r)
	for i := range z {
		z[i] = float32(r[i/vec.Lanes][i%vec.Lanes] * float64(1+2*(i%2)))
		y[i/d] = float64(i / d % 2)
	}
	m := &model.Logistic{Z: z, D: d, Y: y}
	friction := dynamics.AdL{Form: Alternating{}, Gamma: 1, Eta: 1}
	flows, err := dynamics.Scheme{Word: "ODABADO", Dt: dt, Friction: friction}.Compile(l, d)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := m.Gradient(l, n)
	b := minibatch.Without.Sampler(g, l, total, n, 7, 0, 1)
	s := dynamics.NewState(l, d, friction, g, b, dynamics.NewNormals(l, d, 7, 0, 2))
	friction.Start(s, linalg.Identity(d, 3))
	e := &dynamics.Ensemble{States: []*dynamics.State{s}}
	e.Run(flows, 1000, 1)
	xi := newMean(dynamics.Xi{}, l, d, friction)
	e.Run(flows, 1000, 5, xi)
	fmt.Printf("mean ξ of the components 0, 2, … %.1f, of 1, 3, … %.1f\n",
		xi.sum[0]/xi.n, xi.sum[1]/xi.n)
	// Output: mean ξ of the components 0, 2, … 4.0, of 1, 3, … 42.9
}

// Section 4.4 has four cells, with products of affine functions for K = 15.
func ExampleBoxes() {
	b := dynamics.Boxes{
		Cuts: [][]float64{{0.7}, {0.7}}, Lo: []float64{0, 0}, Hi: []float64{1.4, 1.4}, Degree: 1,
	}
	cells, m := b.Cells()
	f := make([]float64, m)
	cell := b.At(f, []float64{1.05, 0.14})
	fmt.Printf("K = %d, cell %d: %.2f\n", cells*m-1, cell, f)
	// Output: K = 15, cell 1: [1.00 0.50 0.20 0.10]
}

// sghmc is a sampler of one's own, a step of SGHMC (Chen, Fox and Guestrin, ICML 2014, Algorithm
// 2):
//
//	θ ← θ + h p,   p ← (1 − hγ) p + h F̂_n(θ) + (2γh)^(1/2) G.
type sghmc struct{ h, gamma float64 }

func (f sghmc) Apply(s *dynamics.State) {
	vec.AddScaled(s.Theta, s.P, f.h)
	s.Gradient.Eval(s.F, s.Theta, s.Batches.Next())
	vec.ScaleAdd(s.P, s.Normals.Next(), 1-f.h*f.gamma, math.Sqrt(2*f.gamma*f.h))
	vec.AddScaled(s.P, s.F, f.h)
}

// A sampler that is no word of the letters A, B, O and D is a flow. Here it is compared with its
// exact variance on a Gaussian posterior, for batches of 10 of 50 data.
func ExampleFlow() {
	m := &model.Gaussian{SigmaX: 1, SigmaTheta: 1}
	for i := range 50 {
		m.X = append(m.X, float64(i%5)-1.5)
	}
	const l, n, dt, gamma = vec.Replicas, 10, 0.02, 5
	friction := dynamics.Constant{Gamma: gamma}
	g := m.Gradient(l, n)
	batches := minibatch.Without.Sampler(g, l, m.Ndata(), n, 1, 1)
	s := dynamics.NewState(l, m.Dim(), friction, g, batches, dynamics.NewNormals(l, m.Dim(), 1, 2))
	e := &dynamics.Ensemble{States: []*dynamics.State{s}}
	flows := []dynamics.Flow{sghmc{dt, gamma}}
	e.Run(flows, 1000, 1)
	square := newMean(dynamics.Function{N: 1, F: func(y, theta []float64) {
		y[0] = (theta[0] - m.Mean()) * (theta[0] - m.Mean())
	}}, l, m.Dim(), friction)
	e.Run(flows, 20_000, 1, square)

	c := exact.Cycle{
		Gaussian: exact.NewGaussian(m), Sampling: minibatch.Without, Total: m.Ndata(), N: n,
	}
	variance := (1 + c.RelError("AE", gamma, dt, 1)) / c.A
	fmt.Printf("var θ = %.4f; exact %.4f\n", square.sum[0]/square.n, variance)
	// Output: var θ = 0.0358; exact 0.0358
}
