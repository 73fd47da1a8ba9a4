package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/spec"
)

// Joint counts the pairs (x, y) of two observables of one number each in Bins×Bins cells on
// [Lo[0], Hi[0])×[Lo[1], Hi[1]), with cells for what lies outside as in Histogram, for every
// replica.
type Joint struct {
	X, Y   dynamics.Observable
	Lo, Hi [2]float64
	Bins   int
}

// Key is "joint", x, y, lo, hi and bins.
func (j Joint) Key() spec.Key {
	return spec.Key{
		"is": "joint", "x": j.X.Key(), "y": j.Y.Key(), "lo": j.Lo, "hi": j.Hi, "bins": j.Bins,
	}
}

// Axes are the edges and centres of the bins of X and Y, as empty histograms.
func (j Joint) Axes() (x, y *estimate.Histogram) {
	return &estimate.Histogram{Bins: j.Bins, Lo: j.Lo[0], Hi: j.Hi[0]},
		&estimate.Histogram{Bins: j.Bins, Lo: j.Lo[1], Hi: j.Hi[1]}
}

func (j Joint) of() []dynamics.Observable { return []dynamics.Observable{j.X, j.Y} }

func (j Joint) arrays(p plan) []array {
	return []array{counts("counts", p.replicas, (j.Bins+2)*(j.Bins+2))}
}

func (j Joint) recorder(p plan) recorder {
	side := j.Bins + 2
	return &cellCounts{
		plan: p, side: side, x: newAxis(j.Lo[0], j.Hi[0], j.Bins), y: newAxis(j.Lo[1], j.Hi[1], j.Bins),
		count: make([]uint32, p.layout.Replicas()*side*side),
	}
}

type cellCounts struct {
	plan
	side  int
	x, y  axis
	count []uint32 // [replica of the state][bin of x][bin of y]
}

func (r *cellCounts) observe(o *observer) {
	r.x.find(&o.value(0)[0])
	r.y.find(&o.value(1)[0])
	at := 0
	for k := range r.layout.Replicas() {
		r.count[at+int(r.x.bin[k]+1)*r.side+int(r.y.bin[k]+1)]++
		at += r.side * r.side
	}
}

func (r *cellCounts) store(a []array, first int) {
	copy(a[0].counts[first*r.side*r.side:], r.count)
}
