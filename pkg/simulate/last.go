package simulate

import (
	"slices"

	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Last is an observable in the state in which every replica ends.
type Last struct{ Of dynamics.Observable }

// Key is "last" and of.
func (l Last) Key() spec.Key { return spec.Key{"is": "last", "of": l.Of.Key()} }

func (l Last) of() []dynamics.Observable { return []dynamics.Observable{l.Of} }

func (l Last) arrays(p plan) []array { return []array{values("last", p.replicas, p.len)} }

func (l Last) recorder(p plan) recorder { return &lastValue{plan: p} }

type lastValue struct {
	plan
	seen int
	x    []vec.Row
}

func (r *lastValue) observe(o *observer) {
	if r.seen++; r.seen == r.observed {
		r.x = slices.Clone(o.value(0))
	}
}

func (r *lastValue) store(a []array, first int) { r.scatter(a[0].values, r.x, first) }
