package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Histogram counts the one number of an observable in Bins bins of equal width on [Lo, Hi), for
// every replica. Values below Lo, and NaN, are counted apart, and so are those from Hi on.
type Histogram struct {
	Of     dynamics.Observable
	Lo, Hi float64
	Bins   int
}

// Key is "histogram", of, lo, hi and bins.
func (h Histogram) Key() spec.Key {
	return spec.Key{"is": "histogram", "of": h.Of.Key(), "lo": h.Lo, "hi": h.Hi, "bins": h.Bins}
}

func (h Histogram) of() []dynamics.Observable { return []dynamics.Observable{h.Of} }

func (h Histogram) arrays(p plan) []array { return []array{counts("counts", p.replicas, h.Bins+2)} }

func (h Histogram) recorder(p plan) recorder {
	return &binCounts{
		plan: p, axis: newAxis(h.Lo, h.Hi, h.Bins), side: h.Bins + 2,
		count: make([]uint32, p.layout.Replicas()*(h.Bins+2)),
	}
}

// axis finds bins. It counts replicas apart without a branch to mispredict.
type axis struct {
	lo, scale float64
	bins      int
	bin       [vec.Lanes]int32 // −1, …, bins
}

func newAxis(lo, hi float64, bins int) axis {
	return axis{lo: lo, scale: float64(bins) / (hi - lo), bins: bins}
}

// find finds the bins of the replicas in a row.
func (a *axis) find(x *vec.Row) { vec.Bin(&a.bin, x, a.lo, a.scale, a.bins) }

type binCounts struct {
	plan
	axis
	side  int
	count []uint32 // [replica of the state][bin]
}

func (r *binCounts) observe(o *observer) {
	r.find(&o.value(0)[0])
	at := 1
	for _, b := range r.bin[:r.layout.Replicas()] {
		r.count[at+int(b)]++
		at += r.side
	}
}

func (r *binCounts) store(a []array, first int) { copy(a[0].counts[first*r.side:], r.count) }
