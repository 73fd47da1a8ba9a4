// Command bench uses the project as a library, from a separate module, without specs, tables and
// figures: extended Adaptive Langevin dynamics with a model, a form of ξ, a basis and an observer
// of its own.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/simulate"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Normal is a normal distribution of unknown mean and spread: x_i ~ N(θ₁, e^2θ₂), θ ~ N(0, I).
type Normal struct {
	X []float64 `key:"-"`
}

func (m *Normal) Key() spec.Key { return model.KeyOf("mean and spread", m) }
func (m *Normal) Dim() int      { return 2 }
func (m *Normal) Ndata() int    { return len(m.X) }

func (m *Normal) LogPosterior(theta []float64) float64 {
	s := float64(-0.5 * (float64(theta[0]*theta[0]) + float64(theta[1]*theta[1])))
	for _, x := range m.X {
		u := float64((x - theta[0]) * vec.Exp(-theta[1]))
		s -= theta[1] + float64(0.5*float64(u*u))
	}
	return s
}

func (m *Normal) GradPrior(g, theta []float64) { g[0], g[1] = -theta[0], -theta[1] }

func (m *Normal) GradDatum(g, theta []float64, i int) {
	w := vec.Exp(-theta[1])
	u := float64((m.X[i] - theta[0]) * w)
	g[0], g[1] = float64(u*w), float64(u*u)-1
}

func (m *Normal) Gradient(l vec.Layout, n int) model.Gradient { return model.NewGradient(m, l, n) }

// Apart is the form of ξ with a number for each component.
type Apart struct{}

func (Apart) Name() string    { return "apart" }
func (Apart) Key() spec.Key   { return spec.Key{"is": "apart"} }
func (Apart) Check(int) error { return nil }

func (Apart) At(_, i, j int) int {
	if i != j {
		return -1
	}
	return i
}

// Precision is the basis 1, e^−2θ₂, to which Σ_x is proportional in its first entry.
type Precision struct{}

func (Precision) Key() spec.Key            { return spec.Key{"is": "precision"} }
func (Precision) Cells() (cells, each int) { return 1, 2 }
func (Precision) Constants() []float64     { return []float64{1, 0} }

func (Precision) At(f, theta []float64) (cell int) {
	f[0], f[1] = 1, vec.Exp(-2*theta[1])
	return 0
}

// Largest is an observer: the largest |θ₁| of any replica so far.
type Largest float64

func (x *Largest) Observe(s *dynamics.State, _ int) {
	for _, v := range s.Theta[0] {
		*x = max(*x, Largest(math.Abs(v)))
	}
}

func main() {
	data := dataset.Gaussian(100, 0.5, 1.5, 1)
	m := &Normal{data.X}
	known, err := exact.NewBox(m, 0)
	if err != nil {
		log.Fatal(err)
	}
	spread := dynamics.Function{Name: "e^θ₂", N: 1, F: func(y, theta []float64) {
		y[0] = vec.Exp(theta[1])
	}}
	friction := dynamics.Extended{
		Base: dynamics.AdL{Form: Apart{}, Gamma: 1, Eta: 1}, Basis: Precision{},
	}
	c := &simulate.Chain{
		Model: m, Digest: data.Digest(),
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: 5e-3, Friction: friction},
		N:      2, Sampling: minibatch.Without,
		T: 64 * 100, BurnIn: 50, Every: 0.05, Replicas: 64, Blocks: 4, Seed: 1,
		Theta: known.Points(64), Xi: []float64{5, 5},
		Observe: []simulate.Statistic{simulate.Moments{Of: spread}, simulate.Moments{Of: dynamics.Xi{}}},
	}
	x, err := c.Sample(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	want := known.Expect(1, spread.F)[0]
	got := x.Blocks(spread, 0).Mean()
	fmt.Printf("E e^θ₂ = %.3f ± %.3f; exact %.3f, %.1f standard errors away\n",
		got.Value, got.StdErr, want, math.Abs(got.Z(want)))

	// An observer sees every state of runs that one makes oneself.
	var far Largest
	l, g := vec.Replicas, m.Gradient(vec.Replicas, c.N)
	flows, err := c.Scheme.Compile(l, m.Dim())
	if err != nil {
		log.Fatal(err)
	}
	s := dynamics.NewState(l, m.Dim(), friction, g,
		c.Sampling.Sampler(g, l, m.Ndata(), c.N, 1, 1), dynamics.NewNormals(l, m.Dim(), 1, 2))
	friction.Start(s, []float64{5, 0, 0, 5})
	e := dynamics.Ensemble{States: []*dynamics.State{s}}
	e.Run(flows, 1000, 1, &far)
	fmt.Printf("the largest |θ₁| of 64 replicas in %d steps: %.3f\n", e.Steps, float64(far))
}
