package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Crossings counts, for every replica, how often the one number u of an observable goes from below
// Lo to above Hi and back, and the observations at which it was last above Hi. The gap between the
// two keeps a walk about one threshold from counting.
type Crossings struct {
	Of     dynamics.Observable
	Lo, Hi float64
}

func (c Crossings) key() spec.Key {
	return spec.Key{"is": "crossings", "of": c.Of.Key(), "lo": c.Lo, "hi": c.Hi}
}

func (c Crossings) of() []dynamics.Observable { return []dynamics.Observable{c.Of} }

func (c Crossings) arrays(p plan) []*array {
	return []*array{counts("crossings", p.replicas), counts("upper", p.replicas)}
}

func (c Crossings) record(p plan, a []*array) recorder {
	n := p.layout.Replicas()
	counter := Counter{
		Lo: c.Lo, Hi: c.Hi, Count: a[0].counts[p.first:][:n], Upper: a[1].counts[p.first:][:n],
	}
	return recorder{observe: func(o *observer, _ int) { counter.Add(o.value(0)[0][:n]) }}
}

// Counter counts the crossings of up to vec.Lanes replicas.
type Counter struct {
	Lo, Hi float64
	Count  []uint32 // crossings of a replica
	Upper  []uint32 // observations at which it was last above Hi

	side [vec.Lanes]int8 // −1 or 1: where it was last beyond a threshold; 0: it has not been
}

// Add counts the values u of all replicas.
func (c *Counter) Add(u []float64) {
	for k, x := range u {
		s := c.side[k]
		switch {
		case x > c.Hi:
			s = 1
		case x < c.Lo:
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
