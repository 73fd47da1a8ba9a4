package simulate

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Mean is the sum of every number of an observable over the whole run, for every replica.
type Mean struct {
	Of dynamics.Observable
	// Every is the time between two values that enter, for an observable that is expensive; less than
	// the time between two observations is that time.
	Every float64
}

// Key is "mean", of and every.
func (m Mean) Key() spec.Key {
	return spec.Key{"is": "mean", "of": m.Of.Key(), "every": m.Every}
}

func (m Mean) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

// stride is the number of observations of which one enters.
func (m Mean) stride(p plan) int {
	return int(max(1, min(math.Round(m.Every/p.every), float64(p.observed))))
}

func (m Mean) arrays(p plan) []array { return []array{values("sum", p.replicas, p.len)} }

func (m Mean) recorder(p plan) recorder {
	return &meanSum{plan: p, stride: m.stride(p), sum: vec.Rows(p.layout.Rows(p.len))}
}

type meanSum struct {
	plan
	stride, seen int
	sum          []vec.Row
}

func (r *meanSum) observe(o *observer) {
	if r.seen++; r.seen%r.stride == 0 {
		vec.AddScaled(r.sum, o.value(0), 1)
	}
}

func (r *meanSum) store(a []array, first int) { r.scatter(a[0].values, r.sum, first) }
