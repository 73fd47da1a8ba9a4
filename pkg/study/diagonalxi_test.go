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
)

// Compared with plain loops over the ξ_ii of a run with two observations per block of time.
func TestDiagonalXi(t *testing.T) {
	data := dataset.TwoClasses(40, 0.03, 1)
	m := NetworkModel{Hidden: 1}.Posterior(data)
	d := m.Dim()
	const dt, blocks, replicas = 0.05, 6, 64
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
			T: replicas * blocks * 4 * dt, BurnIn: 2, Every: 2 * dt, Replicas: replicas,
			Blocks: blocks, Seed: 3, Xi: linalg.Identity(d, 2),
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
				for b := range blocks {
					sum += xi[i].S1[b*replicas+r] / (2 * blocks)
				}
				l := exact.SigmaFromXi(sum, epsilon, 1, dt)
				mean += sum / float64(d*replicas)
				largest = max(largest, l)
				last := xi[i].S1[(blocks-1)*replicas+r] / 2
				s = max(s, math.Tanh(last*dt)*(1-1/last))
			}
			most += largest / replicas
		}
		got := newDiagonalXi(x)
		name := form.Name()
		studytest.Near(t, name+": mean", got.mean.Value, mean, 1e-12)
		f := c.Scheme.Friction.(dynamics.AdL)
		time := exact.XiTime(f, linalg.Identity(d, max(0, most)), epsilon, dt)
		studytest.Near(t, name+": time", got.time, time, 1e-12)
		studytest.Near(t, name+": s", got.s, s, 1e-12)
		c.N = 40
		if xi := newDiagonalXi(x); xi.s != 0 {
			t.Errorf("%s: s = %g without noise", name, xi.s)
		}
	}
	if (diagonalXi{s: 0.98}).runaway() || !(diagonalXi{s: 0.995}).runaway() {
		t.Error("a run is runaway above s = 0.99, not below")
	}
}
