package simulate

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"adl/pkg/dataset"
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/exact"
	"adl/pkg/minibatch"
	"adl/pkg/model"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// gaussianChain is a chain on the Gaussian posterior in either layout. Its slowest relaxation time
// is about 2 and its fastest 1/50.
func gaussianChain(l vec.Layout) *Chain {
	data := dataset.Gaussian(50, 0, 1, 1)
	return &Chain{
		Model:  &model.Gaussian{X: data.X, SigmaX: 1, SigmaTheta: 1},
		Digest: data.Digest(),
		Scheme: dynamics.Scheme{Word: "OABAO", Dt: 0.01, Friction: dynamics.Constant{Gamma: 1}},
		N:      5, Sampling: minibatch.Without, Layout: l,
		T: 1.6 * float64(some(l)), BurnIn: 0.5, Every: 0.02, Replicas: some(l), Blocks: 4, Seed: 7,
		Theta:   [][]float64{{0.1}, {-0.2}},
		Observe: []Statistic{Moments{dynamics.Theta{}}},
	}
}

// mixtureChain is a chain of Adaptive Langevin dynamics with 64 replicas in lockstep.
func mixtureChain() *Chain {
	data := dataset.Mixture(60, 0.4, [2]float64{1, 0.5}, [2]float64{0.4, 0.4}, 1)
	return &Chain{
		Model:  &model.Mixture{X: data.X, W: 0.4, Sigma1: 0.4, Sigma2: 0.4, SigmaTheta: 1},
		Digest: data.Digest(), Scheme: adaptive(dynamics.Full{}),
		N: 3, Sampling: minibatch.With,
		T: 64 * 1.6, BurnIn: 0.5, Every: 0.02, Replicas: 64, Blocks: 4, Seed: 7,
		Theta: [][]float64{{1, 0.5}, {0.5, 1}}, Xi: []float64{2, 0, 0, 2},
		Observe: []Statistic{Moments{dynamics.Theta{}}, Moments{dynamics.Xi{}}},
	}
}

// scores are the first of the project's scores of MNIST.
func scores(n, d int) dataset.Labelled {
	source := dataset.LabelledSource{Kind: "mnist", PCA: "whiten", D: d, N: n}
	data, _, err := source.Load("")
	if err != nil {
		panic(err)
	}
	return data
}

// logisticChain is a chain in 70 dimensions, which take two rows, with one replica at a time.
func logisticChain() *Chain {
	const d = 70
	data := scores(140, d)
	return &Chain{
		Model:  &model.Logistic{Z: data.Z, D: data.D, Y: data.Y},
		Digest: data.Digest(), Scheme: adaptive(dynamics.Full{}),
		N: 20, Sampling: minibatch.Without, Layout: vec.Components,
		T: 3 * 1.6, BurnIn: 0.5, Every: 0.02, Replicas: 3, Blocks: 4, Seed: 7,
		Theta: [][]float64{make([]float64, d), slices.Repeat([]float64{0.5}, d)},
		Xi:    slices.Repeat([]float64{2}, d), XiVar: 1,
		Observe: []Statistic{Moments{dynamics.Theta{}}, Moments{dynamics.Xi{}}},
	}
}

// networkChain is a chain of a small network, with a friction per layer if the layout allows it.
func networkChain(l vec.Layout) *Chain {
	data := dataset.TwoClasses(40, 0.03, 1)
	x := make([]float64, len(data.Z))
	for i, z := range data.Z {
		x[i] = float64(z)
	}
	m := &model.Network{X: x, Y: data.Y, Inputs: 2, Hidden: 3}
	var form dynamics.Form = dynamics.Layers{Sizes: m.Layers()}
	if l == vec.Components {
		form = dynamics.Diagonal{}
	}
	return &Chain{
		Model: m, Digest: data.Digest(), Scheme: adaptive(form),
		N: 5, Sampling: minibatch.Without, Layout: l,
		T: 1.6 * float64(some(l)), BurnIn: 0.5, Every: 0.02, Replicas: some(l), Blocks: 4, Seed: 7,
		Xi:      slices.Repeat([]float64{2}, m.Dim()),
		Observe: []Statistic{Moments{dynamics.Theta{}}, Moments{dynamics.Xi{}}},
	}
}

// some is a number of replicas.
func some(l vec.Layout) int {
	if l == vec.Replicas {
		return vec.Lanes
	}
	return 8
}

func adaptive(f dynamics.Form) dynamics.Scheme {
	return dynamics.Scheme{
		Word: "ODABADO", Dt: 0.01, Friction: dynamics.AdL{Form: f, Gamma: 1, Eta: 1},
	}
}

// chains covers every layout, and models and frictions with and without their own routines for it.
func chains() map[string]*Chain {
	return map[string]*Chain{
		"gaussian, replicas":    gaussianChain(vec.Replicas),
		"gaussian, components":  gaussianChain(vec.Components),
		"mixture":               mixtureChain(),
		"logistic":              logisticChain(),
		"network, replicas":     networkChain(vec.Replicas),
		"network, components":   networkChain(vec.Components),
		"rotated":               rotated(mixtureChain()),
		"rotated, components":   rotated(logisticChain()),
		"reshuffled":            along(mixtureChain(), minibatch.Reshuffle),
		"symmetric, components": along(gaussianChain(vec.Components), minibatch.Symmetric),
	}
}

// rotated is a chain with control variates and a diagonal ξ in other coordinates.
func rotated(c *Chain) *Chain {
	d := c.Model.Dim()
	q, square := make([]float64, d*d), float64(d*(d+1)*(2*d+1))/6
	for i := range d { // the columns of I − 2vvᵀ/|v|² in another order
		for j := range d {
			q[i*d+(j+1)%d] = -2 * float64((i+1)*(j+1)) / square
		}
		q[i*d+(i+1)%d]++
	}
	c.Model, c.Control = model.NewRotated(c.Model, q), c.Theta[:1]
	c.Scheme = adaptive(dynamics.Diagonal{})
	return c
}

// along is a chain with control variates and with batches along permutations.
func along(c *Chain, s minibatch.Sampling) *Chain {
	c.Sampling, c.N = s, 7
	c.Control = c.Theta
	return c
}

func execute(t testing.TB, c *Chain) table.Archive {
	t.Helper()
	a, err := c.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// samples runs a chain, and returns its samples, stored as NPZ and read.
func samples(t testing.TB, c *Chain) *Samples {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, execute(t, c)); err != nil {
		t.Fatal(err)
	}
	a, err := table.ReadNPZ(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// near reports numbers that differ by more than rounding.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-11*(1+math.Abs(want))) {
		t.Errorf("%s: got %g, want %g", what, got, want)
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct {
		t, burn, every, dt     float64
		replicas, blocks       int
		wantBurn, run, between int
	}{
		{640, 1, 0.1, 0.01, 64, 10, 100, 1000, 10},
		{1280, 1, 0.1, 0.01, 64, 10, 100, 2000, 10},
		{1280, 1, 0.1, 0.01, 128, 10, 100, 1000, 10},
		{30, 1, 0.1, 0.01, 3, 10, 100, 1000, 10},
		// At least one step between observations.
		{640, 0, 0, 0.01, 64, 4, 0, 1000, 1},
		{640, 0, 1e-9, 0.01, 64, 4, 0, 1000, 1},
		// To the nearest step, half up.
		{640, 0, 0.015, 0.01, 64, 4, 0, 1000, 2},
		// The burn-in up to an observation; 333 observations up to a multiple of 4.
		{640, 1, 0.03, 0.01, 64, 4, 102, 3 * 336, 3},
		{64 * 0.3, 0, 0.1, 0.1, 64, 4, 0, 4, 1},
		// A burn-in of less than a step is one step.
		{640, 0.001, 0.01, 0.01, 64, 4, 1, 1000, 1},
		// At least one observation per block.
		{1, 0.1, 0.002, 1e-3, 64, 16, 100, 32, 2},
		{64e-9, 0, 1, 0.5, 64, 4, 0, 8, 2},
		// Out of reach.
		{1e300, 1e300, 0.01, 0.01, 64, 4, 1 << 53, 1 << 53, 1},
		{1, 1, 1e300, 1e-300, 64, 4, 1 << 53, 1 << 53, 1 << 53},
	} {
		x := Chain{
			Scheme: dynamics.Scheme{Dt: c.dt}, T: c.t, BurnIn: c.burn, Every: c.every,
			Replicas: c.replicas, Blocks: c.blocks,
		}
		burn, run, every := x.Steps()
		if burn != c.wantBurn || run != c.run || every != c.between {
			t.Errorf("%+v: got %d, %d, %d", c, burn, run, every)
		}
		if run < maxSteps && (run%(every*c.blocks) != 0 || burn%every != 0) {
			t.Errorf("%+v: the observations do not fit", c)
		}
		if got, want := x.Units(), float64(c.replicas)*float64(burn+run); got != want {
			t.Errorf("%+v: %g units, want %g", c, got, want)
		}
	}
}

// The same parameters give the same arrays, with any number of workers and any other tasks. Units
// are reported when they are done.
func TestRun(t *testing.T) {
	var tasks []work.Task
	for _, c := range chains() {
		tasks = append(tasks, c)
	}
	o := work.Options{Workers: 3, Cache: work.Cache{Dir: t.TempDir()}}
	together, err := work.Run(context.Background(), tasks, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range together {
		c, units := tasks[i].(*Chain), 0.0
		stored, err := r.Load()
		if err != nil {
			t.Fatal(err)
		}
		a, err := c.Run(context.Background(), func(u float64) { units += u })
		if err != nil || a.Digest() != stored.Digest() {
			t.Errorf("%s: two runs differ, or %v", c.Scheme.Word, err)
		}
		x, err := c.Read(a)
		if err != nil {
			t.Fatal(err)
		}
		burn, run, every := c.Steps()
		want := float64(c.Replicas * (burn + run))
		if units != want || c.Units() != want || x.Steps != int64(want) {
			t.Errorf("%s: %g units, %g of them reported, %d steps, want %g",
				c.Scheme.Word, c.Units(), units, x.Steps, want)
		}
		b := x.Theta(0)
		if n, all := run/every, b.Count*int64(len(b.S1)); all != int64(n*c.Replicas) {
			t.Errorf("%s: %d observations, want %d of each replica", c.Scheme.Word, all, n)
		}
	}
}

// A longer T continues the same run.
func TestLongerT(t *testing.T) {
	for name, c := range chains() {
		c.Observe = append(c.Observe,
			Histogram{dynamics.Component{}, -1, 1, 5}, Crossings{dynamics.Component{}, 0, 0.1})
		long := *c
		long.T = 2 * c.T
		a, b := samples(t, c), samples(t, &long)
		if n, m := a.Theta(0).Count, b.Theta(0).Count; m != 2*n {
			t.Fatalf("%s: %d and %d observations in a block", name, n, m)
		}
		// A block of the long run is two blocks of the short run.
		for _, of := range []dynamics.Observable{dynamics.Theta{}, dynamics.Xi{}} {
			if _, ok := c.Scheme.Friction.(dynamics.Adaptive); !ok && of == (dynamics.Xi{}) {
				continue
			}
			short, n := a.All(of), c.Replicas
			for i, y := range b.All(of) {
				for k, got := range y.S2[:2*n] {
					x := short[i].S2[k/n*2*n+k%n:]
					near(t, name+": Σ x²", got, x[0]+x[n])
				}
			}
		}
		h := c.Observe[len(c.Observe)-2].(Histogram)
		for i, n := range a.Histogram(h).Counts {
			if m := b.Histogram(h).Counts[i]; n > m {
				t.Fatalf("%s: bin %d has %d counts, and %d of the longer run", name, i, n, m)
			}
		}
		k := c.Observe[len(c.Observe)-1].(Crossings)
		for r, n := range a.Crossings(k).Count {
			if m := b.Crossings(k).Count[r]; n > m {
				t.Fatalf("%s: %d crossings, and %d of the longer run", name, n, m)
			}
		}
	}
}

// The states depend neither on T nor on the pieces in which a run advances, and replicas differ.
func TestStates(t *testing.T) {
	state := func(c *Chain, pieces ...int) (rows []vec.Row) {
		r, err := c.start(c.Replicas)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range pieces {
			r.e.Run(r.flows, n, 3)
		}
		for _, s := range r.e.States {
			s.Flush()
			rows = slices.Concat(rows, s.Theta, s.P, s.Xi)
		}
		return rows
	}
	for name, c := range chains() {
		if c.Layout == vec.Replicas {
			c.Replicas *= 2
		}
		long, other := *c, *c
		long.T *= 2
		other.Seed++
		x := state(c, 50)
		if !reflect.DeepEqual(x, state(&long, 50)) || !reflect.DeepEqual(x, state(c, 1, 25, 24)) {
			t.Errorf("%s: T or the pieces of the run change its states", name)
		}
		if reflect.DeepEqual(x[0], state(&other, 50)[0]) {
			t.Errorf("%s: the seed does not change the states", name)
		}
		if n := len(x) / (c.Replicas / c.Layout.Replicas()); x[0] == x[n] {
			t.Errorf("%s: two states are the same", name)
		}
		if c.Layout == vec.Replicas && x[0][0] == x[0][2] {
			t.Errorf("%s: two replicas are the same", name)
		}
	}
}

// The observables, T, the burn-in, the replicas and the blocks do not change how a replica moves:
// in all these chains a replica has the same bits after the same number of steps.
func TestSamePaths(t *testing.T) {
	for name, c := range chains() {
		end := c.BurnIn + c.T/float64(c.Replicas)
		after := func(change func(*Chain)) [][]float64 {
			x := *c
			x.Observe = []Statistic{Last{dynamics.Theta{}}}
			if _, ok := c.Scheme.Friction.(dynamics.Adaptive); ok {
				x.Observe = append(x.Observe, Last{dynamics.Xi{}})
			}
			change(&x)
			x.T = (end - x.BurnIn) * float64(x.Replicas)
			s, err := x.Read(execute(t, &x))
			if err != nil {
				t.Fatal(err)
			}
			var all [][]float64
			for _, o := range x.Observe {
				if o, ok := o.(Last); ok {
					all = append(all, s.Last(o.Of)...)
				}
			}
			return all
		}
		want := after(func(*Chain) {})
		for what, change := range map[string]func(*Chain){
			"another observable": func(c *Chain) {
				c.Observe = append([]Statistic{Moments{dynamics.Momentum{}}}, c.Observe...)
			},
			"every":  func(c *Chain) { c.Every = 0.1 },
			"burn":   func(c *Chain) { c.BurnIn = 0.9 },
			"blocks": func(c *Chain) { c.Blocks = 2 },
			"bound":  func(c *Chain) { c.XiMax = 1e6 },
		} {
			if got := after(change); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: another %s, another path", name, what)
			}
		}
		got := after(func(c *Chain) { c.Replicas *= 2 })
		if !reflect.DeepEqual(got[:c.Replicas], want[:c.Replicas]) {
			t.Errorf("%s: more replicas, other paths", name)
		}
	}
}

// Replica r starts at Theta[r mod len], with p from N(0, I).
func TestStart(t *testing.T) {
	for name, c := range chains() {
		if c.Theta == nil {
			c.Theta = [][]float64{make([]float64, c.Model.Dim())}
		}
		if c.Replicas *= 2; c.Layout == vec.Components {
			c.Replicas *= 32
		}
		r, err := c.start(c.Replicas)
		if err != nil {
			t.Fatal(err)
		}
		var p []float64
		for i := range c.Replicas {
			s := r.e.States[i/c.Layout.Replicas()]
			for k, want := range c.Theta[i%len(c.Theta)] {
				row, lane := c.Layout.At(k, i%c.Layout.Replicas())
				got := given(c, theta(s, i%c.Layout.Replicas()))[k]
				_, turned := c.Model.(*model.Rotated)
				if got != want && !(turned && math.Abs(got-want) < 1e-14) {
					t.Fatalf("%s: θ_%d of replica %d starts at %g, want %g", name, k, i, got, want)
				}
				p = append(p, s.P[row][lane]*s.P[row][lane])
			}
		}
		mean, sd := estimate.Mean(p).Value, math.Sqrt(2/float64(len(p))) // of a χ² distribution
		if !(math.Abs(mean-1) < 4*sd) {
			t.Errorf("%s: mean of p² is %g ± %g", name, mean, sd)
		}
	}
}

// The mean and the variance of θ on the Gaussian posterior have their known values, in both
// layouts.
func TestStationary(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		for _, n := range []int{25, 50} {
			c := gaussianChain(l)
			m := c.Model.(*model.Gaussian)
			c.Scheme.Dt, c.N, c.T, c.BurnIn, c.Every = 0.05, n, 64*200, 10, 0.1
			// Eq. sigme_post_erreur to all orders: with q = aΔt²/4 and c = ε(n) v Δt²/4, the variance
			// at γ = 1 is (1 − q + c [coth(Δt/2) + q/(1−q) tanh(Δt/2)])/a.
			dt2 := c.Scheme.Dt * c.Scheme.Dt / 4
			q, th := m.Precision()*dt2, math.Tanh(c.Scheme.Dt/2)
			noise := c.Sampling.Epsilon(50, n) * m.Var() * dt2
			want := (1 - q + noise*(1/th+q/(1-q)*th)) / m.Precision()
			x := samples(t, c)
			mean, variance := x.Theta(0).Mean(), x.Theta(0).Variance()
			if !(math.Abs(mean.Value-m.Mean()) < 4*mean.StdErr) ||
				!(math.Abs(variance.Value-want) < 4*variance.StdErr) || variance.StdErr > 0.05*want {
				t.Errorf("%s, n = %d: mean %v, want %g; variance %v, want %g",
					l, n, mean, m.Mean(), variance, want)
			}
			if r := x.Theta(0).RHat(); !(r < 1.05) {
				t.Errorf("%s, n = %d: R-hat is %g", l, n, r)
			}
		}
	}
}

// An adaptive friction finds its mean, γ + ε(n)vΔt/2 to first order, and leaves θ its variance 1/a.
func TestStationaryFriction(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		for _, f := range []dynamics.Form{dynamics.Scalar{}, dynamics.Full{}} {
			c := gaussianChain(l)
			m := c.Model.(*model.Gaussian)
			c.Scheme = adaptive(f)
			c.Scheme.Dt, c.N, c.T, c.BurnIn, c.Xi = 0.02, 25, 64*50, 5, []float64{1.5}
			c.Observe = append(c.Observe, Moments{dynamics.Xi{}})
			x := samples(t, c)
			xi, variance := x.Blocks(dynamics.Xi{}, 0).Mean(), x.Theta(0).Variance()
			want := 1 + c.Sampling.Epsilon(50, 25)*m.Var()*c.Scheme.Dt/2
			if !(math.Abs(xi.Value-want) < 4*xi.StdErr+0.01) || xi.StdErr > 0.03*want {
				t.Errorf("%s, %s: mean of ξ %v, want %g", l, f.Name(), xi, want)
			}
			if v := variance.Value * m.Precision(); !(math.Abs(v-1) < 0.06) {
				t.Errorf("%s, %s: the variance of θ is %g times the posterior's", l, f.Name(), v)
			}
		}
	}
}

// A fixed friction leaves θ the variance of AdL with ξ at its mean, by the closed formula.
func TestStationaryFixed(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		c := gaussianChain(l)
		m := c.Model.(*model.Gaussian)
		law := exact.NewGaussian(m)
		c.Scheme.Dt, c.N, c.T, c.BurnIn, c.Every = 0.05, 5, 64*200, 10, 0.1
		xi, e := law.AdL(c.Epsilon(), 1, c.Scheme.Dt)
		c.Scheme.Friction = dynamics.Fixed{Gamma: 1, Xi: []float64{xi}}
		want := (1 + e) / m.Precision()
		x := samples(t, c)
		mean, variance := x.Theta(0).Mean(), x.Theta(0).Variance()
		if !(math.Abs(mean.Value-m.Mean()) < 4*mean.StdErr) ||
			!(math.Abs(variance.Value-want) < 4*variance.StdErr) || variance.StdErr > 0.02*want {
			t.Errorf("%s: ξ = %g: mean %v, want %g; variance %v, want %g",
				l, xi, mean, m.Mean(), variance, want)
		}
	}
}

// A full ξ has the same law in all coordinates: θ has the same moments in the given ones, and ξ is
// turned by Qᵀ.
func TestTurnedLaw(t *testing.T) {
	c := mixtureChain()
	c.Theta, c.T, c.BurnIn = c.Theta[:1], 64*200, 10
	r := *c
	of := rotated(&r).Model.(*model.Rotated)
	r.Control, r.Scheme = nil, c.Scheme
	theta := dynamics.Function{Name: "θ₁², θ₁θ₂, θ₂²", N: 3, F: func(y, theta []float64) {
		y[0], y[1], y[2] = theta[0]*theta[0], theta[0]*theta[1], theta[1]*theta[1]
	}}
	var all [2][]*estimate.TimeBlocks
	for i, c := range []*Chain{c, &r} {
		c.Observe = []Statistic{Moments{theta}, Moments{dynamics.Xi{}}, Moments{dynamics.Theta{}}}
		x := samples(t, c)
		all[i] = slices.Concat(x.All(dynamics.Theta{}), x.All(theta), x.All(dynamics.Xi{}))
	}
	for k := range 5 {
		a, b := all[0][k].Mean(), all[1][k].Mean()
		if se := math.Hypot(a.StdErr, b.StdErr); !(math.Abs(a.Value-b.Value) < 4*se) || se > 0.02 {
			t.Errorf("mean %d of θ: %v and, turned, %v", k, a, b)
		}
	}
	q := of.Q
	for k, e := range dynamics.Entries(dynamics.Full{}, 2) {
		want, at := all[1][5+k].Mean(), estimate.Estimate{}
		for i := range 2 {
			for j := range 2 {
				x := all[0][5+dynamics.Full{}.At(2, min(i, j), max(i, j))].Mean()
				w := q[i*2+e.I] * q[j*2+e.J]
				at.Value += w * x.Value
				at.StdErr = math.Hypot(at.StdErr, w*x.StdErr)
			}
		}
		if se := math.Hypot(at.StdErr, want.StdErr); !(math.Abs(at.Value-want.Value) < 4*se) ||
			se > 0.1*math.Abs(all[0][5].Mean().Value) {
			t.Errorf("ξ' %d%d: %v, of the turned mean %v", e.I+1, e.J+1, want, at)
		}
	}
}

// hold keeps ξ at its start by a large η, and returns the start.
func hold(c *Chain) float64 {
	a := c.Scheme.Friction.(dynamics.AdL)
	a.Eta = 1e9
	c.Scheme.Friction = a
	return c.Xi[0]
}

// A replica that overflows or exceeds the bound on ξ ends the run. The result says so and contains
// no numbers.
func TestDiverged(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		for _, x := range []struct {
			name   string
			change func(*Chain)
			want   bool
		}{
			{"SGLD with aΔt = 5", func(c *Chain) {
				c.Scheme = dynamics.Scheme{Word: dynamics.SGLD, Dt: 0.1}
				c.T = 1e7
			}, true},
			{"NaN", func(c *Chain) { c.Theta[0][0], c.T = math.NaN(), 1e7 }, true},
			{"bound above ξ", func(c *Chain) { c.XiMax = 100 }, false},
			{"bound just above a ξ that stays at 2", func(c *Chain) { c.XiMax = hold(c) + 0.01 }, false},
			{"bound just below it", func(c *Chain) { c.XiMax = hold(c) - 0.01 }, true},
			{"bound below ξ", func(c *Chain) { c.XiMax, c.T = 1.5, 1e7 }, true},
			{"bound below ξ(θ)", func(c *Chain) {
				if l == vec.Replicas {
					c.Scheme.Friction = dynamics.Extended{
						Base: c.Scheme.Friction.(dynamics.AdL), Basis: dynamics.One{},
					}
				}
				c.XiMax, c.T = 1.5, 1e7
			}, true},
			{"no bound", func(c *Chain) {}, false},
			{"a sum that overflows", func(c *Chain) {
				c.Observe = append(c.Observe, Moments{dynamics.Function{
					Name: "large", N: 1, F: func(y, theta []float64) { y[0] = 1e200 * theta[0] },
				}})
			}, true},
		} {
			c := gaussianChain(l)
			c.Scheme, c.Xi = adaptive(dynamics.Diagonal{}), []float64{2}
			x.change(c)
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			a, err := c.Run(ctx, func(float64) {})
			cancel()
			if err != nil {
				t.Errorf("%s, %s: %v", l, x.name, err)
				continue
			}
			s, err := c.Read(a)
			if err != nil {
				t.Fatal(err)
			}
			if s.Diverged != x.want || x.want != (len(a) == 1) {
				t.Errorf("%s, %s: diverged %v, %d arrays", l, x.name, s.Diverged, len(a))
			}
		}
	}
}

// An interruption is noticed before the next piece of work, whatever the time of a step and between
// observations.
func TestInterrupt(t *testing.T) {
	for name, change := range map[string]func(*Chain){
		"many steps":   func(c *Chain) { c.T = 1e9 },
		"far apart":    func(c *Chain) { c.Every, c.T = 1e6, 1e12 },
		"long burn-in": func(c *Chain) { c.BurnIn = 1e9 },
		"all the data": func(c *Chain) {
			c.N, c.Sampling, c.T = c.Model.Ndata(), minibatch.Without, 1e9
		},
		"large replicas": func(c *Chain) { c.Replicas, c.T = 64*64, 1e9 },
	} {
		for of, c := range chains() {
			if !strings.Contains(of, "gaussian") && name != "all the data" {
				continue
			}
			change(c)
			ctx, cancel := context.WithCancel(context.Background())
			ticks := 0
			_, err := c.Run(ctx, func(float64) {
				if ticks++; ticks == 2 {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) || ticks != 2 {
				t.Errorf("%s, %s: %v after %d pieces", of, name, err, ticks)
			}
		}
	}
}

// A chain that cannot run is an error, of Check if the chain itself is at fault.
func TestCheck(t *testing.T) {
	for _, x := range []struct {
		want   string
		layout vec.Layout
		change func(*Chain)
	}{
		{"multiple of 64", vec.Replicas, func(c *Chain) { c.Replicas = 100 }},
		{"multiple of 64", vec.Replicas, func(c *Chain) { c.Replicas = 0 }},
		{"multiple of 1", vec.Components, func(c *Chain) { c.Replicas = 0 }},
		{"at least one block", vec.Replicas, func(c *Chain) { c.Blocks = 0 }},
		{"too many", vec.Replicas, func(c *Chain) { c.T = 1e300 }},
		{"too many", vec.Components, func(c *Chain) { c.BurnIn = math.Inf(1) }},
		{"expected times", vec.Replicas, func(c *Chain) { c.Every = math.NaN() }},
		{"time step", vec.Replicas, func(c *Chain) { c.Scheme.Dt = 0 }},
		{"time step", vec.Replicas, func(c *Chain) { c.Scheme.Dt = math.NaN() }},
		{"without replacement", vec.Replicas, func(c *Chain) { c.N = 51 }},
		{"sampling", vec.Replicas, func(c *Chain) { c.Sampling = "none" }},
		{"one number", vec.Replicas, func(c *Chain) {
			c.Observe = []Statistic{Histogram{dynamics.Xi{}, 0, 1, 1}}
		}},
		{"one number", vec.Replicas, func(c *Chain) {
			c.Observe = []Statistic{Joint{
				X: dynamics.Function{Name: "f", N: 2}, Y: dynamics.Theta{}, Hi: [2]float64{1, 1}, Bins: 1,
			}}
		}},
	} {
		c := gaussianChain(x.layout)
		x.change(c)
		_, run := c.Run(context.Background(), func(float64) {})
		for _, err := range []error{c.Check(), run} {
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%s: %v", x.want, err)
			}
		}
	}
	for want, change := range map[string]func(*Chain){
		"letter":     func(c *Chain) { c.Scheme.Word = "OAX" },
		"positive γ": func(c *Chain) { c.Scheme.Friction = dynamics.Constant{} },
	} {
		c := gaussianChain(vec.Replicas)
		change(c)
		_, err := c.Run(context.Background(), func(float64) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if seconds, _ := c.Forecast(); seconds != 0 {
			t.Errorf("%s: a chain that cannot run takes time", want)
		}
	}
}

// A forecast is positive and changes nothing.
func TestForecast(t *testing.T) {
	for name, c := range chains() {
		before := canonical(c.params())
		if seconds, bytes := c.Forecast(); !(seconds > 0 && bytes > 0 && bytes < 2e7) {
			t.Errorf("%s: %g s, %g bytes", name, seconds, bytes)
		}
		if canonical(c.params()) != before {
			t.Errorf("%s: a forecast changes the key", name)
		}
	}
}

// Batches of n data from a large set take 4 bytes a datum and replica for its index and 8 for its
// number; along a permutation, 4 bytes for every datum of the set.
func TestForecastBytes(t *testing.T) {
	x := make([]float64, 100_000)
	for s, want := range map[minibatch.Sampling]float64{
		minibatch.Without: 64 * 12 * 5000, minibatch.Reshuffle: 64 * (8*5000 + 4*100_000),
	} {
		c := gaussianChain(vec.Replicas)
		c.Model, c.N, c.Sampling = &model.Gaussian{X: x, SigmaX: 1, SigmaTheta: 1}, 5000, s
		if _, bytes := c.Forecast(); !(bytes > want && bytes < 1.1*want+4e6) {
			t.Errorf("%s: %g bytes, want about %g", s, bytes, want)
		}
	}
}

// The time per step comes from the quickest run, by a clock that the test moves.
func TestTimed(t *testing.T) {
	const step = 7 * time.Nanosecond
	var now time.Time
	runs := 0
	got := timed(func() time.Time { return now }, 1<<20, func(n int) {
		now = now.Add(time.Duration(n) * step)
		if runs++; runs%2 == 0 { // the machine does something else
			now = now.Add(time.Second)
		}
	})
	if want := step.Seconds(); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%g s per step, want %g", got, want)
	}
	if runs > 20 {
		t.Errorf("%d runs", runs)
	}
}
