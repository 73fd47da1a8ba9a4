package main

import (
	"math"
	"testing"

	"adl/pkg/dataset"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/experiment"
	"adl/pkg/minibatch"
	"adl/pkg/simulate"
)

// The criterion at kick is that of exact.Gaussian.AdL.
func TestKick(t *testing.T) {
	l := exact.Gaussian{A: 101, V: 0.9}
	for _, dt := range []float64{1e-3, 2e-2, 0.1} {
		edge := 1 / exact.BatchNoise(1, dt, kick(l, dt)[0])
		for _, f := range []float64{1 - 1e-9, 1 + 1e-9} {
			if _, _, ok := l.AdL(f*edge, 1, dt); ok != (f < 1) {
				t.Errorf("Δt = %g: s = %g: a stationary state: %v", dt, f, ok)
			}
		}
	}
	if k := kick(l, 1); k[0] != l.V {
		t.Errorf("where the scheme is unstable: got %g, want %g", k[0], l.V)
	}
}

// A ξ that grows by 2 in a unit of time has that growth, for even and odd numbers of blocks.
func TestGrowth(t *testing.T) {
	for _, blocks := range []int{4, 5, 16, 17} {
		c := &simulate.Chain{T: 64 * 100, Every: 0.1, Replicas: 64, Blocks: blocks}
		c.Scheme.Dt = 0.01
		_, run, _ := c.Steps()
		b := &estimate.Blocks{Replicas: 64, Count: 1}
		for i := range blocks {
			for range 64 {
				x := 2 * (float64(i) + 0.5) / float64(blocks) * float64(run) * 0.01
				b.S1, b.S2 = append(b.S1, x), append(b.S2, x*x)
			}
		}
		if g := growth(b.Trend(), c); math.Abs(g.Value-2) > 1e-12 {
			t.Errorf("%d blocks: got %g, want 2", blocks, g.Value)
		}
	}
}

// testSpec is a small version of the spec.
func testSpec() (s Spec) {
	s.Word, s.Gamma, s.Eta = "ODABADO", 1, 1
	s.Model.SigmaX, s.Model.SigmaTheta = 1, 1
	s.Dt, s.N = []float64{1e-3, 2e-2}, []int{1, 100}
	s.Sampling = []minibatch.Sampling{minibatch.Without}
	s.Extra = []Extra{
		{Run: sameA, EpsilonDt: []float64{5, 20}, N: []int{1, 2, 5, 10}},
		{Run: anyNoise, Dt: []float64{1e-3, 5e-3}, N: []int{1}, S: []float64{0.01, 0.9}},
		{Run: symmetric, Dt: []float64{5e-3, 1e-2}, N: []int{1, 10, 50}, Symmetric: true},
	}
	return s
}

// The data of the runs that are not drawn: those of any noise give s and leave the posterior, those
// that are symmetric have no third moment, and those at the same A share ε(n)Δt.
func TestJobs(t *testing.T) {
	js, err := testSpec().jobs(nil, dataset.Gaussian(100, 0.5, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	base := js[0]
	for _, j := range js {
		switch j.run {
		case anyNoise:
			d := math.Abs(j.model.Mean() - base.model.Mean())
			if s := j.noise(); math.Min(math.Abs(s-0.01), math.Abs(s-0.9)) > 1e-9 || d > 1e-12 {
				t.Errorf("%s: s = %g, the mean moved by %g", j.run, s, d)
			}
		case symmetric:
			if x := j.frozenThird(); math.Abs(x) > 1e-12 || math.Abs(j.model.Mean()) > 1e-12 {
				t.Errorf("%s: third moment %g, mean %g", j.run, x, j.model.Mean())
			}
		case sameA:
			x := j.Epsilon * j.Dt
			if math.Min(math.Abs(x-5), math.Abs(x-20)) > 1e-12 || j.noise() > small {
				t.Errorf("%s: ε(n)Δt = %g, s = %g", j.run, x, j.noise())
			}
		}
	}
	s := testSpec()
	s.Extra[0].EpsilonDt = []float64{5}
	if _, err := s.jobs(new(experiment.Context), dataset.Gaussian(100, 0, 1, 1)); err == nil {
		t.Error("both keys dt and epsilon_dt: no error")
	}
}

// ξ in the middle of a step is ξ less what the last D added, also in the sums of products.
func TestMiddle(t *testing.T) {
	var xi, p2, product, want, wantProduct estimate.Blocks
	all := []*estimate.Blocks{&xi, &p2, &product, &want, &wantProduct}
	for _, b := range all {
		*b = estimate.Blocks{Replicas: 2, Count: 3, S1: make([]float64, 2), S2: make([]float64, 2)}
	}
	var j job
	j.Dt, j.Eta = 0.1, 2
	for i := range 6 {
		x, p := 1+0.3*float64(i), 0.2*float64(i*i)-0.5
		m := x - 0.1/(2*2)*(p*p-1)
		for k, v := range []float64{x, p * p, x * p * p, m, m * p * p} {
			all[k].S1[i%2] += v
			all[k].S2[i%2] += v * v
		}
	}
	a, b := j.middle(&xi, &p2, &product)
	for r := range 2 {
		for k, d := range []float64{
			a.S1[r] - want.S1[r], a.S2[r] - want.S2[r], b.S1[r] - wantProduct.S1[r],
		} {
			if math.Abs(d) > 1e-12 {
				t.Errorf("replica %d, sum %d is off by %g", r, k, d)
			}
		}
	}
}
