package simulate

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"adl/pkg/estimate"
	"adl/pkg/sweep"
	"adl/pkg/table"
)

// Estimates from a reduced result are those from the whole, to the 24 bits of its numbers.
func TestReduce(t *testing.T) {
	c := everything()
	c.Blocks = 2 * blocks
	whole := execute(t, c)
	small, err := c.Reduce(whole)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.Reduce(small); err != nil || !reflect.DeepEqual(again, small) {
		t.Errorf("a reduced result changes: %v", err)
	}
	if err := c.Verify(small); err != nil {
		t.Error(err)
	}
	x, y := read(t, c, whole), read(t, c, small)
	near := func(what string, a, b float64) {
		t.Helper()
		if !(math.Abs(a-b) <= 1e-5*math.Abs(a)+1e-6) {
			t.Errorf("%s: got %g, want %g", what, b, a)
		}
	}
	same := func(what string, a, b estimate.Estimate) {
		t.Helper()
		near(what, a.Value, b.Value)
		near(what+", standard error", a.StdErr, b.StdErr)
	}
	for i := range 2 {
		same("mean", x.Theta(i).Mean(), y.Theta(i).Mean())
		same("variance", x.Theta(i).Variance(), y.Theta(i).Variance())
		same("trend", x.Theta(i).Trend(), y.Theta(i).Trend())
		near("R-hat", x.Theta(i).RHat(), y.Theta(i).RHat())
	}
	if n := len(y.Theta(0).S1); n != blocks*c.Replicas {
		t.Errorf("%d sums of %d replicas", n, c.Replicas)
	}
	for _, s := range c.Observe {
		switch s := s.(type) {
		case Histogram:
			a, b := x.Histogram(s), y.Histogram(s)
			if b.Replicas != Groups || b.Replicas == a.Replicas ||
				len(b.Counts) != b.Replicas*(b.Bins+2) {
				t.Errorf("%d histograms", b.Replicas)
			}
			for bin := range s.Bins + 2 {
				near("counts of a bin", total(a, bin), total(b, bin))
			}
		case Joint:
			a, b := x.Masses(s), y.Masses(s)
			for i := range a {
				near("mass", a[i].Value, b[i].Value)
			}
		case Crossings:
			if !reflect.DeepEqual(x.Crossings(s), y.Crossings(s)) {
				t.Error("other crossings")
			}
		case Mean:
			near("mean of a replica", x.Means(s)[3][1], y.Means(s)[3][1])
		case Last:
			near("last", x.Last(s.Of)[3][0], y.Last(s.Of)[3][0])
		}
	}
	other := *c
	other.Scheme.Dt *= 2
	if _, err := other.Reduce(whole); err == nil {
		t.Error("reduced the result of another chain")
	}
	at := slices.IndexFunc(small, func(e table.Entry) bool { return e.Name == "probe.start" })
	small[at].Data = []uint32{1, 2}
	if err := c.Verify(small); !errors.Is(err, sweep.ErrStale) {
		t.Errorf("another digest: %v", err)
	}
}

// total is the sum of the counts of a bin.
func total(h *estimate.Histogram, bin int) (n float64) {
	for r := range h.Replicas {
		n += float64(h.Counts[r*(h.Bins+2)+bin])
	}
	return n
}

// What has diverged stays so.
func TestReduceDiverged(t *testing.T) {
	c := mixtureChain()
	c.Scheme.Dt, c.XiMax = 0.5, 1e3
	whole := execute(t, c)
	small, err := c.Reduce(whole)
	if err != nil || !read(t, c, whole).Diverged || !read(t, c, small).Diverged {
		t.Fatalf("%v", err)
	}
	if err := c.Verify(small); err != nil {
		t.Error(err)
	}
}

func read(t *testing.T, c *Chain, a table.Archive) *Samples {
	t.Helper()
	x, err := c.Read(a)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestMerged(t *testing.T) {
	for _, c := range []struct{ from, to, want []int }{
		{[]int{4}, []int{2}, []int{0, 0, 1, 1}},
		{[]int{2, 3}, []int{2, 3}, []int{0, 1, 2, 3, 4, 5}},
		{[]int{2, 4}, []int{1, 2}, []int{0, 0, 1, 1, 0, 0, 1, 1}},
		{[]int{1, 2, 2}, []int{1, 1, 2}, []int{0, 1, 0, 1}},
	} {
		if got := merged(c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: got %v, want %v", c.from, c.to, got, c.want)
		}
	}
}
