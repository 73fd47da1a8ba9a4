package dynamics

import (
	"fmt"
	"testing"

	"adl/pkg/linalg"
	"adl/pkg/minibatch"
	"adl/pkg/vec"
)

// run is a scheme with everything that determines its bits.
type run struct {
	name, word string
	l          vec.Layout
	f          Friction
	split      bool
	src        source
	n          int       // replicas
	xi         []float64 // at the start
	key        uint64
	steps      int
	apart      bool // replicas 0, 2, … start at θ = (1, 0), the others at (0, 1)
	digest     string
}

// runs reach every flow. The digests are of the states at the end: if a digest changes, simulated
// numbers of the project change.
func runs() []run {
	const r, c, with, without = vec.Replicas, vec.Components, minibatch.With, minibatch.Without
	gauss := func(s minibatch.Sampling, n int) source { return sampled{gaussian(), s, n} }
	mix := func(s minibatch.Sampling, n int) source { return sampled{mixture(50), s, n} }
	three := harmonic([]float64{2, 1, 0}, []float64{1, 3, 0.5}, []float64{0, 0.5, 1})
	few := func(name, word string, f Friction, split bool, src source, digest string) run {
		return run{name: name, word: word, l: r, f: f, split: split, src: src, n: vec.Lanes,
			xi: linalg.Identity(src.dim(), 1.5), key: 7, steps: 200, digest: digest}
	}
	extended := func(name, word string, f Extended, digest string) run {
		x := few(name, word, f, false, mix(without, 5), digest)
		x.xi, x.apart = []float64{1.5, 0.25, 0.25, 2}, true
		return x
	}
	net := network(2, 8, 500)
	layered := func(name string, f Friction, n int, digest string) run {
		return run{name: name, word: "ODABADO", l: r, f: f, src: sampled{net, without, n}, n: vec.Lanes,
			xi: linalg.Identity(net.Dim(), 1.5), key: 3, steps: 20, digest: digest}
	}
	m := regression(75, 20)
	many := func(name, word string, f Friction, n int, digest string) run {
		return run{name: fmt.Sprintf("%s, many components, n = %d", name, n), word: word, l: c, f: f,
			src: sampled{m, without, n}, n: 11, xi: linalg.Identity(20, 2),
			key: 5, steps: 60, digest: digest}
	}
	boxes := quarters(2)
	boxes.Scale = scaledBy(36)
	scalar, diagonal, full := AdL{Scalar{}, 1, 0.1}, AdL{Diagonal{}, 1, 0.1}, AdL{Full{}, 1, 0.1}
	half := func(f Form) AdL { return AdL{f, 1, 0.5} }
	return []run{
		few("SGLD", SGLD, nil, false, gauss(with, 3), "9913bd66639a541f"),
		few("SGLD, mixture", SGLD, nil, false, mix(without, 40), "0a67b8a4dba31b67"),
		few("Langevin", "OABAO", Constant{1}, false, gauss(without, 90), "df02f929f8306255"),
		few("Langevin, mixture", "OABAO", Constant{1}, false, mix(without, 5), "eeb45eb63261213b"),
		few("Langevin, all data", "BAOAB", Constant{0.5}, false,
			sampled{mixture(51), without, 51}, "656befe8fad36cad"),
		few("Langevin, two batches", "BAOAB", Constant{0.5}, true, mix(with, 2), "1ae82e06425b44a9"),
		few("fixed", "OABAO", Fixed{1, []float64{1.5, 40}}, false, mix(without, 5),
			"dad3e5dbd2fa5e07"),
		few("AdL, scalar", "ODABADO", scalar, false, mix(without, 5), "65dd6a75558e4cc3"),
		few("AdL, diagonal", "ODABADO", diagonal, false, mix(without, 5), "7ba20bbfe053ee1e"),
		few("AdL, full", "ODABADO", full, false, mix(without, 5), "4f8a4b854430e98a"),
		few("AdL, full, A D", "BADODAB", full, true, mix(without, 45), "3897487d19b438bb"),
		few("AdL, full, A before D", "ADBOBDA", full, false, mix(without, 5), "4a87f6a1df551fce"),
		few("AdL, full, one dimension", "ODABADO", AdL{Full{}, 1, 1}, false, gauss(without, 10),
			"6cad76015eb1f6cc"),
		few("AdL, full, three dimensions", "BADODAB", half(Full{}), false, three, "90c0cf35956062c3"),
		few("AdL, blocks", "ODABADO", half(BlockDiagonal{2}), false, three, "4d0ea4b557fdab77"),

		layered("network, diagonal, n = 1", AdL{Diagonal{}, 1, 200}, 1, "1da8f7e7cbdf5750"),
		layered("network, diagonal, n = 25", AdL{Diagonal{}, 1, 200}, 25, "6f60fc5331f47f78"),
		layered("network, scalar", AdL{Scalar{}, 1, 200}, 500, "1aeea79271576956"),
		layered("network, layers", AdL{Layers{net.Layers()}, 1, 200}, 5, "4a98e15ed6010536"),

		extended("full, K = 35", "ODABADO", Extended{Base: AdL{Full{}, 1, 1}, Basis: boxes},
			"c8f9f666ac8961ff"),
		extended("full, K = 3", "BADODAB",
			Extended{Base: full, Basis: quarters(0)}, "4f628c4e7eab51bc"),
		extended("diagonal, K = 15", "ODABADO",
			Extended{Base: AdL{Diagonal{}, 1, 1}, Basis: quarters(1)}, "946b8f8053d3524d"),
		extended("scalar, rings", "ODABADO", Extended{Base: scalar, Basis: rings{}}, "9306e1b2051eff02"),

		many("SGLD", SGLD, nil, 9, "7d9d5691fb8d4de5"),
		many("Langevin", "OABAO", Constant{1.5}, 9, "6d23e60cb909c35b"),
		many("Langevin", "OABAO", Constant{1.5}, 75, "9283d3b836fc05bf"),
		many("fixed", "OABAO", Fixed{1, ones(20, 3)}, 9, "a9e500233a50d293"),
		many("AdL, scalar", "ODABADO", half(Scalar{}), 9, "fec3b3b6fc6eeb64"),
		many("AdL, scalar", "ODABADO", half(Scalar{}), 75, "18ebbe9fb9bb427b"),
		many("AdL, diagonal", "ODABADO", half(Diagonal{}), 9, "761657b157585bfb"),
		many("AdL, full", "ODABADO", AdL{Full{}, 1.2, 0.5}, 9, "5422875c3c7b5051"),
		many("AdL, full", "ODABADO", AdL{Full{}, 1.2, 0.5}, 75, "12d8573a78a4dea3"),
		many("AdL, full", "DOABAOD", half(Full{}), 9, "1278ac58770f89e6"),
		many("AdL, full", "DADOBODAD", half(Full{}), 9, "85978dfe6c080230"),
	}
}

// start puts n replicas of the run together, and its flows.
func (c run) start(t testing.TB, n int) (*Ensemble, []Flow) {
	t.Helper()
	s := Scheme{Word: c.word, Dt: 0.01, Friction: c.f, SplitBatch: c.split}
	e, flows := ensemble(t, c.l, s, c.src, n, c.xi, c.key)
	if c.apart {
		for l := range vec.Lanes {
			e.States[0].Theta[l%2][l] = 1
		}
	}
	return e, flows
}

// look is an Observer that only looks: it and Finite flush states between steps.
type look struct{ seen int }

func (o *look) Observe(*State, int) { o.seen++ }

// TestBits: the bits are the same on every machine. They do not depend on how a run is divided, on
// observers and Flush, on a snapshot, or on the number of replicas.
func TestBits(t *testing.T) {
	for _, c := range runs() {
		e, flows := c.start(t, c.n)
		before := digest(e)
		e.Run(flows, c.steps, 1)
		want := digest(e)
		if want != c.digest {
			t.Errorf("%s, %s: digest %s, want %s", c.name, c.word, want, c.digest)
		}
		if !e.Finite() || e.Steps != c.steps || before == want {
			t.Errorf("%s: after %d steps, finite %t", c.name, e.Steps, e.Finite())
		}

		cut, flows := c.start(t, c.n)
		o := &look{}
		for _, k := range []int{1, 0, 7, 2, c.steps - 10} {
			cut.Run(flows, k, 3, o)
			cut.Finite()
		}
		if digest(cut) != want {
			t.Errorf("%s: bits depend on how the run is cut, or on who looks", c.name)
		}
		if o.seen != len(e.States)*(c.steps/3) {
			t.Errorf("%s: %d observations", c.name, o.seen)
		}

		// A snapshot of the first part of a run is continued by another ensemble, which has already run.
		first, flows := c.start(t, c.n)
		first.Run(flows, c.steps/3, 1)
		next, flows := c.start(t, c.n)
		next.Run(flows, 2, 1)
		if err := vec.RestoreState(next, vec.SaveState(first)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		next.Run(flows, c.steps-c.steps/3, 1)
		if digest(next) != want || next.Steps != c.steps {
			t.Errorf("%s: bits depend on a snapshot", c.name)
		}

		if c.l == vec.Components {
			some, flows := c.start(t, 3)
			some.Run(flows, c.steps, 1)
			if e.States = e.States[:3]; digest(some) != digest(e) {
				t.Errorf("%s: three replicas move differently among eleven", c.name)
			}
		}
	}
}

// TestLateSteps: 20,000 steps have the bits of 100 times 200, each time from step 0 on with new
// flows.
func TestLateSteps(t *testing.T) {
	for _, c := range runs() {
		if c.name != "Langevin, mixture" && c.name != "AdL, full" && c.name != "scalar, rings" {
			continue
		}
		long, flows := c.start(t, c.n)
		long.Run(flows, 20_000, 1)
		parts, _ := c.start(t, c.n)
		for range 100 {
			_, flows := c.start(t, c.n)
			parts.Steps = 0
			parts.Run(flows, 200, 1)
		}
		if digest(long) != digest(parts) {
			t.Errorf("%s: late steps are others", c.name)
		}
	}
}
