package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
)

// Crossings counts, for every replica, how often the one number u of an observable goes from below
// Lo to above Hi and back, and the observations at which it was last above Hi. The gap between the
// two keeps a walk about one threshold from counting.
type Crossings struct {
	Of     dynamics.Observable
	Lo, Hi float64
}

// Key is "crossings", of, lo and hi.
func (c Crossings) Key() spec.Key {
	return spec.Key{"is": "crossings", "of": c.Of.Key(), "lo": c.Lo, "hi": c.Hi}
}

func (c Crossings) of() []dynamics.Observable { return []dynamics.Observable{c.Of} }

func (c Crossings) arrays(p plan) []array {
	return []array{counts("crossings", p.replicas), counts("upper", p.replicas)}
}

func (c Crossings) recorder(p plan) recorder {
	return &crossingCounts{NewCounter(c.Lo, c.Hi, p.layout.Replicas())}
}

type crossingCounts struct{ *Counter }

func (r *crossingCounts) observe(o *observer) { r.Add(o.value(0)[0][:len(r.side)]) }

func (r *crossingCounts) store(a []array, first int) {
	copy(a[0].counts[first:], r.Count)
	copy(a[1].counts[first:], r.Upper)
}

// Counter counts crossings.
type Counter struct {
	Count []uint32 // crossings of a replica
	Upper []uint32 // observations at which it was last above Hi

	lo, hi float64
	side   []int8 // −1 or 1: where the replica was last beyond a threshold; 0: it has not been
}

// NewCounter returns a counter for a number of replicas.
func NewCounter(lo, hi float64, replicas int) *Counter {
	return &Counter{
		Count: make([]uint32, replicas), Upper: make([]uint32, replicas),
		lo: lo, hi: hi, side: make([]int8, replicas),
	}
}

// Add counts the values u of all replicas.
func (c *Counter) Add(u []float64) {
	for k, s := range c.side {
		switch {
		case u[k] > c.hi:
			s = 1
		case u[k] < c.lo:
			s = -1
		}
		if s != c.side[k] {
			if c.side[k] != 0 {
				c.Count[k]++
			}
			c.side[k] = s
		}
		if s > 0 {
			c.Upper[k]++
		}
	}
}
