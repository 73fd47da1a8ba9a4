package study

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
	"adl/pkg/study/studytest"
	"adl/pkg/vec"
)

// With made-up sums every number is known: two replicas, two blocks of time of two observations,
// layers of 3 parameters and 1.
func TestDiagonalXi(t *testing.T) {
	const epsilon, dt = 50, 0.1
	c := &simulate.Chain{
		Model: NetworkModel{Hidden: 1}.Posterior(dataset.TwoClasses(5, 0.03, 1)), N: 1,
		Scheme: dynamics.Scheme{Word: "ODABADO", Dt: dt, Friction: dynamics.AdL{
			Form: dynamics.Layers{Sizes: []int{3, 1}}, Gamma: 1, Eta: 1,
		}},
		Layout: vec.Components, T: 2 * 4 * dt, Every: dt, Replicas: 2, Blocks: 2,
		Observe: []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}},
	}
	xi := [2][2][2]float64{{{2, 4}, {2, 4}}, {{6, 8}, {10, 8}}} // of the two layers, in a block
	x := studytest.Made(t, c, 2, func(_, i, block, replica int) (mean, square float64) {
		v := xi[i][block][replica]
		return v, v * v
	})
	got := newDiagonalXi(x, epsilon)
	studytest.Near(t, "mean", got.mean.Value, (3*2+8+3*4+8)/8.0, 1e-14)
	lambda := exact.SigmaFromXi(8, epsilon, 1, dt) // the largest of both replicas
	studytest.Near(t, "time", got.time,
		exact.XiTime(dynamics.AdL{Form: dynamics.Layers{Sizes: []int{3, 1}}, Gamma: 1, Eta: 1},
			linalg.Identity(4, lambda), epsilon, dt), 1e-14)
	studytest.Near(t, "s", got.s, math.Tanh(1)*0.9, 1e-14) // ξ = 10 in the last block
	if xi := newDiagonalXi(x, 0); xi.s != 0 {
		t.Errorf("s = %g without noise", xi.s)
	}
}

// Against plain loops over the ξ_ii of a run of which every observation is a block of time.
func TestDiagonalXiRun(t *testing.T) {
	data := dataset.TwoClasses(40, 0.03, 1)
	m := NetworkModel{Hidden: 1}.Posterior(data)
	d := m.Dim()
	const dt, observed, replicas = 0.05, 12, 64
	epsilon := minibatch.Without.Epsilon(40, 5)
	for _, form := range []dynamics.Form{
		dynamics.Scalar{}, dynamics.Layers{Sizes: m.Layers()}, dynamics.Diagonal{},
		dynamics.BlockDiagonal{Order: 2}, dynamics.BlockDiagonal{Order: 3}, dynamics.Full{},
	} {
		c := &simulate.Chain{
			Model: m, N: 5, Sampling: minibatch.Without,
			Scheme: dynamics.Scheme{Word: "ODABADO", Dt: dt, Friction: dynamics.AdL{
				Form: form, Gamma: 1, Eta: 2,
			}},
			T: replicas * observed * 2 * dt, BurnIn: 2, Every: 2 * dt, Replicas: replicas,
			Blocks: observed, Seed: 3, Xi: linalg.Identity(d, 2),
			Observe: []simulate.Statistic{simulate.Moments{Of: dynamics.Xi{}}},
		}
		x := studytest.Run(t, c)
		xi := make([]*estimate.TimeBlocks, d) // of ξ_ii
		for k, e := range dynamics.Entries(form, d) {
			for i := range d {
				if form.At(d, i, i) == k && e.Diagonal() {
					xi[i] = x.Blocks(dynamics.Xi{}, k)
				}
			}
		}
		var mean, most, s float64
		for r := range replicas {
			largest := math.Inf(-1)
			for i := range d {
				sum := 0.0
				for b := range observed {
					sum += xi[i].S1[b*replicas+r] / observed
				}
				l := exact.SigmaFromXi(sum, epsilon, 1, dt)
				mean += sum / float64(d*replicas)
				largest = max(largest, l)
				last := xi[i].S1[(observed-1)*replicas+r]
				s = max(s, math.Tanh(last*dt)*(1-1/last))
			}
			most += largest / replicas
		}
		got := newDiagonalXi(x, epsilon)
		name := form.Name()
		studytest.Near(t, name+": mean", got.mean.Value, mean, 1e-12)
		f := c.Scheme.Friction.(dynamics.AdL)
		time := exact.XiTime(f, linalg.Identity(d, max(0, most)), epsilon, dt)
		studytest.Near(t, name+": time", got.time, time, 1e-12)
		studytest.Near(t, name+": s", got.s, s, 1e-12)
	}
}

func TestDiagonalXiStatus(t *testing.T) {
	for _, c := range []struct {
		last float64
		want bool
	}{{0.5, false}, {0.98, false}, {0.995, true}} {
		if got := (diagonalXi{s: c.last}).runaway(); got != c.want {
			t.Errorf("%+v: runaway %v", c, got)
		}
	}
}
