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

func (h Histogram) key() spec.Key {
	return spec.Key{"is": "histogram", "of": h.Of.Key(), "lo": h.Lo, "hi": h.Hi, "bins": h.Bins}
}

func (h Histogram) of() []dynamics.Observable { return []dynamics.Observable{h.Of} }

func (h Histogram) arrays(p plan) []*array {
	return []*array{counts("counts", p.groups, h.Bins+2)}
}

func (h Histogram) record(p plan, a []*array) recorder {
	x, side := newAxis(h.Lo, h.Hi, h.Bins), h.Bins+2
	count := a[0].counts[p.first*side:]
	return recorder{observe: func(o *observer, _ int) {
		x.find(&o.value(0)[0])
		at := 1
		for _, b := range x.bin[:p.layout.Replicas()] {
			count[at+int(b)]++
			at += side
		}
	}}
}

// axis finds bins. It counts replicas apart without a branch to mispredict.
type axis struct {
	lo, scale float64
	bins      int
	bin       [vec.Lanes]int32 // −1, …, bins
}

func newAxis(lo, hi float64, bins int) *axis {
	return &axis{lo: lo, scale: float64(bins) / (hi - lo), bins: bins}
}

// find finds the bins of the replicas in a row.
func (a *axis) find(x *vec.Row) { vec.Bin(&a.bin, x, a.lo, a.scale, a.bins) }
