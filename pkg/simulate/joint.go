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

func (j Joint) key() spec.Key {
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

func (j Joint) arrays(p plan) []*array {
	return []*array{counts("counts", p.groups, (j.Bins+2)*(j.Bins+2))}
}

func (j Joint) record(p plan, a []*array) recorder {
	x, y := newAxis(j.Lo[0], j.Hi[0], j.Bins), newAxis(j.Lo[1], j.Hi[1], j.Bins)
	side := j.Bins + 2
	count := a[0].counts[p.first*side*side:] // [replica][bin of x][bin of y]
	return recorder{observe: func(o *observer, _ int) {
		x.find(&o.value(0)[0])
		y.find(&o.value(1)[0])
		for k := range p.layout.Replicas() {
			count[(k*side+int(x.bin[k]+1))*side+int(y.bin[k]+1)]++
		}
	}}
}
