package simulate

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"adl/pkg/dynamics"
	"adl/pkg/table"
	"adl/pkg/vec"
	"adl/pkg/work"
)

// set returns an archive with one number of an array changed.
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

// bytesOf is the stored form of an archive.
func bytesOf(t *testing.T, a table.Archive) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := table.WriteNPZ(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Wherever a chain is stopped, it resumes there and ends with the same bytes.
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

		// An interrupted chain leaves a checkpoint. A chain of another shape does not use it.
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
		other.Observe = []Statistic{Last{dynamics.Theta{}}}
		_, err = other.RunFrom(context.Background(), end, keep, func(float64) {})
		if !errors.Is(err, work.ErrCheckpoint) {
			t.Errorf("%s, other statistics: %v", name, err)
		}
		for _, e := range end {
			broken := slices.DeleteFunc(slices.Clone(end), func(x table.Entry) bool {
				return x.Name == e.Name && e.Name != "about"
			})
			_, err := c.RunFrom(context.Background(), broken, keep, func(float64) {})
			if e.Name != "about" && !errors.Is(err, work.ErrCheckpoint) {
				t.Errorf("%s without %s: %v", name, e.Name, err)
			}
		}
	}
}

// A longer T continues from the end of a shorter T, if the statistics allow it.
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
		if canonical(long.params()) != canonical(c.params()) || !c.continues() {
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
		if !errors.Is(err, work.ErrCheckpoint) {
			t.Errorf("%s: a shorter chain goes on from beyond its end: %v", l, err)
		}
		c.Blocks = 2
		if c.continues() {
			t.Errorf("%s: blocks of time do not depend on T", l)
		}
	}
}
