package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
)

// Crossings counts, for every replica, how often the one number u of an observable goes from below
// Lo to above Hi or back, and the observations at which it was last above Hi rather than below Lo.
// The gap between the two keeps a walk about one threshold from counting.
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
	n := p.layout.Replicas()
	return &crossingCounts{
		lo: c.Lo, hi: c.Hi, side: make([]int8, n), count: make([]uint32, n), upper: make([]uint32, n),
	}
}

type crossingCounts struct {
	lo, hi float64
	side   []int8 // −1 or 1: where the replica was last beyond a threshold; 0: it has not been
	count  []uint32
	upper  []uint32
}

func (r *crossingCounts) observe(o *observer) {
	u := &o.value(0)[0]
	for k, s := range r.side {
		switch {
		case u[k] > r.hi:
			s = 1
		case u[k] < r.lo:
			s = -1
		}
		if s != r.side[k] {
			if r.side[k] != 0 {
				r.count[k]++
			}
			r.side[k] = s
		}
		if s > 0 {
			r.upper[k]++
		}
	}
}

func (r *crossingCounts) store(a []array, first int) {
	copy(a[0].counts[first:], r.count)
	copy(a[1].counts[first:], r.upper)
}
