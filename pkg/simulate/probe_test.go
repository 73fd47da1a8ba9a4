package simulate

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/model"
	"adl/pkg/sweep"
	"adl/pkg/table"
	"adl/pkg/vec"
)

// steeper is a model with the key of another one and a gradient that is a little larger.
type steeper struct{ model.Model }

func (m steeper) Gradient(l vec.Layout, n int) model.Gradient {
	return steeperGradient{m.Model.Gradient(l, n)}
}

type steeperGradient struct{ model.Gradient }

func (g steeperGradient) Eval(f, theta []vec.Row, b *model.Batch) {
	g.Gradient.Eval(f, theta, b)
	for i := range f {
		for l := range f[i] {
			f[i][l] *= 1 + 1e-12
		}
	}
}

// set returns an archive in which one number of an array is another.
func set[T table.Element](t *testing.T, a table.Archive, name string, at int, to T) table.Archive {
	t.Helper()
	b := slices.Clone(a)
	for i, e := range b {
		if e.Name == name {
			x := slices.Clone(e.Data.([]T))
			x[at] = to
			b[i].Data = x
			return b
		}
	}
	t.Fatalf("no array %s", name)
	return nil
}

// A result is current until the model, the scheme's arithmetic or what the statistics
// record changes, whatever its name.
func TestVerify(t *testing.T) {
	for name, c := range chains() {
		a := execute(t, c)
		if err := c.Verify(a); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		stale := func(what string, c *Chain, a table.Archive) {
			t.Helper()
			if err := c.Verify(a); !errors.Is(err, sweep.ErrStale) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		other := *c
		other.Model = steeper{c.Model}
		stale("another gradient", &other, a)
		other = *c
		other.Theta = [][]float64{slices.Repeat([]float64{0.3}, c.Model.Dim())}
		stale("another start", &other, a)
		stale("another beginning", c, set(t, a, "probe.start", 1, uint32(7)))
		for k := range probes {
			stale("another digest", c, set(t, a, "probe.digests", 2*k, uint32(7)))
		}
		states := a[len(a)-1].Data.([]float64)
		for _, k := range []int{0, len(states) / 2} {
			stale("another state", c, set(t, a, "probe.states", k, states[k]+0.5))
		}
		if err := c.Verify(a[:len(a)-1]); err == nil || errors.Is(err, sweep.ErrStale) {
			t.Errorf("%s: without states: %v", name, err)
		}
	}
	c := mixtureChain()
	observe := func(f float64) []Statistic {
		return []Statistic{Moments{dynamics.Function{
			Name: "scaled", N: 1, Of: func(y, theta []float64) { y[0] = f * theta[0] },
		}}}
	}
	c.Observe = observe(1)
	a := execute(t, c)
	c.Observe = observe(2)
	if err := c.Verify(a); !errors.Is(err, sweep.ErrStale) {
		t.Errorf("another function of the same name: %v", err)
	}
}

func TestNoiseVerify(t *testing.T) {
	z := gaussianNoise()
	a, err := z.Run(context.Background(), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Verify(a); err != nil {
		t.Error(err)
	}
	other := z
	other.Model = steeper{z.Model}
	if err := other.Verify(a); !errors.Is(err, sweep.ErrStale) {
		t.Errorf("another gradient: %v", err)
	}
	if err := z.Verify(set(t, a, "probe", 1, uint32(7))); !errors.Is(err, sweep.ErrStale) {
		t.Errorf("another digest: %v", err)
	}
	if err := z.Verify(a[:len(a)-1]); err == nil || errors.Is(err, sweep.ErrStale) {
		t.Errorf("without a probe: %v", err)
	}
}

// bytesOf is the stored form of an archive.
func bytesOf(t *testing.T, a table.Archive) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Wherever a chain is stopped, it goes on from there and ends with the same bytes.
func TestRunFrom(t *testing.T) {
	all := chains()
	many := mixtureChain()
	first := dynamics.Component{I: 0}
	many.Observe = []Statistic{
		Moments{dynamics.Theta{}}, Mean{Of: dynamics.Theta{}, Every: 0.1}, Histogram{first, -1, 2, 7},
		Crossings{first, 0.4, 0.6}, Last{dynamics.Theta{}},
		Joint{first, dynamics.Component{I: 1}, [2]float64{-1, -1}, [2]float64{2, 2}, 5},
	}
	all["all statistics"] = many
	for name, c := range all {
		want := bytesOf(t, execute(t, c))
		ctx := context.Background()
		var saved []table.Archive
		keep := func(last bool, state func() table.Archive) {
			if last {
				t.Errorf("%s: a last checkpoint, although a longer T does not continue", name)
			}
			saved = append(saved, state())
		}
		a, err := c.RunFrom(ctx, nil, keep, func(float64) {})
		if err != nil || !bytes.Equal(bytesOf(t, a), want) {
			t.Errorf("%s: checkpoints change the result, %v", name, err)
		}
		if len(saved) < 2 {
			t.Errorf("%s: %d checkpoints", name, len(saved))
		}
		for i, from := range saved {
			from, err := table.ReadNPZ(bytesOf(t, from))
			if err != nil {
				t.Fatal(err)
			}
			done := 0.0
			tick := func(u float64) { done += u }
			a, err := c.RunFrom(ctx, from, func(bool, func() table.Archive) {}, tick)
			if err != nil || !bytes.Equal(bytesOf(t, a), want) || done != c.Units() {
				t.Errorf("%s: other bytes from checkpoint %d, %v, %g units", name, i, err, done)
			}
		}

		// An interrupted chain leaves a checkpoint. A chain whose numerics differ does not use it.
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		var end table.Archive
		_, err = c.RunFrom(ctx, saved[0], func(last bool, state func() table.Archive) {
			if last {
				end = state()
			}
		}, func(float64) {})
		if !errors.Is(err, context.Canceled) || end == nil {
			t.Fatalf("%s: interrupted: %v", name, err)
		}
		other := *c
		other.Model = steeper{c.Model}
		shape := *c
		shape.Observe = []Statistic{Last{dynamics.Theta{}}}
		for what, x := range map[string]*Chain{"another gradient": &other, "other statistics": &shape} {
			_, err := x.RunFrom(context.Background(), end, keep, func(float64) {})
			if !errors.Is(err, sweep.ErrStale) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		for _, e := range end {
			broken := slices.DeleteFunc(slices.Clone(end), func(x table.Entry) bool {
				return x.Name == e.Name && e.Name != "about"
			})
			_, err := c.RunFrom(context.Background(), broken, keep, func(float64) {})
			if e.Name != "about" && !errors.Is(err, sweep.ErrStale) {
				t.Errorf("%s without %s: %v", name, e.Name, err)
			}
		}
	}
}

// A longer T goes on from the end of a shorter one, where what is recorded allows it.
func TestLonger(t *testing.T) {
	for _, l := range []vec.Layout{vec.Replicas, vec.Components} {
		c := gaussianChain(l)
		c.Blocks = 1
		var end table.Archive
		_, err := c.RunFrom(context.Background(), nil, func(last bool, state func() table.Archive) {
			if last {
				end = state()
			}
		}, func(float64) {})
		if err != nil || end == nil {
			t.Fatalf("no checkpoint at the end, %v", err)
		}
		long := *c
		long.T *= 3
		if canonical(long.key()) != canonical(c.key()) || !c.continues() {
			t.Fatal("another course")
		}
		first := 0.0
		a, err := long.RunFrom(context.Background(), end, func(bool, func() table.Archive) {},
			func(u float64) {
				if first == 0 {
					first = u
				}
			})
		if err != nil || !bytes.Equal(bytesOf(t, a), bytesOf(t, execute(t, &long))) {
			t.Errorf("%s: other bytes, %v", l, err)
		}
		if first != c.Units() {
			t.Errorf("%s: went on from %g steps, want %g", l, first, c.Units())
		}
		short := *c
		short.T /= 2
		_, err = short.RunFrom(context.Background(), end, nil, func(float64) {})
		if !errors.Is(err, sweep.ErrStale) {
			t.Errorf("%s: a shorter chain goes on from beyond its end: %v", l, err)
		}
		c.Blocks = 2
		if c.continues() {
			t.Errorf("%s: blocks of time do not depend on T", l)
		}
	}
}
