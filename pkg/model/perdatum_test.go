package model_test

import (
	"fmt"
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/vec"
)

// The adapter gives what a model's own routines give, but for rounding: for batches, for all the data, and far from the data.
func TestPerDatum(t *testing.T) {
	x := dataset.Mixture(40, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.3}, 3).X
	for _, m := range []model.Model{
		&model.Gaussian{X: x, SigmaX: 0.7, SigmaTheta: 2},
		&model.Mixture{X: x, W: 0.4, Sigma1: 0.4, Sigma2: 0.3, SigmaTheta: 1.5},
	} {
		d := m.Dim()
		theta, f, g := vec.Rows(d), vec.Rows(d), vec.Rows(d)
		vec.NewStream(1).Normals(theta)
		theta[0][5] = 40
		for _, n := range []int{1, 2, 7, 40} {
			b := model.Batch{}
			if n < 40 {
				b.Index = vec.Indices(n)
				vec.NewStream(2).Distinct(b.Index, 40, n)
			}
			m.Gradient(n).Eval(f, theta, b)
			model.PerDatum(m, n).Eval(g, theta, b)
			for k := range f {
				for l := range f[k] {
					if math.Abs(f[k][l]-g[k][l]) > 1e-9*(1+math.Abs(f[k][l])) {
						t.Fatalf("%T, n = %d, lane %d: %g and %g", m, n, l, f[k][l], g[k][l])
					}
				}
			}
		}
	}
}

// Cauchy is a model of one's own, in plain Go: x_i ~ Cauchy(θ, 1), θ ~ N(0, 1).
type Cauchy struct{ X []float64 }

func (m *Cauchy) Dim() int  { return 1 }
func (m *Cauchy) Data() int { return len(m.X) }

func (m *Cauchy) LogPosterior(theta []float64) float64 {
	s := -theta[0] * theta[0] / 2
	for _, x := range m.X {
		s -= vec.Log(1 + (x-theta[0])*(x-theta[0]))
	}
	return s
}

func (m *Cauchy) GradPrior(g, theta []float64) { g[0] = -theta[0] }

func (m *Cauchy) GradDatum(g, theta []float64, i int) {
	u := m.X[i] - theta[0]
	g[0] = 2 * u / (1 + float64(u*u))
}

func (m *Cauchy) Gradient(n int) model.Gradient { return model.PerDatum(m, n) }

// A model of one's own works with every scheme.
func ExamplePerDatum() {
	m := &Cauchy{X: []float64{-0.5, 0.2, 0.3, 0.9, 1.4, 5}}
	g := m.Gradient(2)
	batches := minibatch.Without.Sampler(g, m.Data(), 2, 1, 1)
	friction := dynamics.Constant{Gamma: 1}
	e := dynamics.NewEnsemble(m.Dim(), friction, g, batches, dynamics.NewNoise(m.Dim(), 1, 2))
	flows, err := dynamics.Scheme{Word: "OABAO", Dt: 0.05, Friction: friction}.Compile(m.Dim())
	if err != nil {
		fmt.Println(err)
		return
	}
	e.Run(flows, 400, 400)
	mean := dynamics.NewMoments(dynamics.Theta, 1, 1, 4000)
	e.Run(flows, 4000, 1, mean)
	s := 0.0
	for _, x := range mean.S1[0][0] {
		s += x
	}
	fmt.Printf("mean of θ: %.1f\n", s/(64*4000))
	// Output: mean of θ: 0.5
}
