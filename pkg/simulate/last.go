package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
)

// Last is an observable in the state in which every replica ends.
type Last struct{ Of dynamics.Observable }

func (l Last) key() spec.Key { return spec.Key{"is": "last", "of": l.Of.Key()} }

func (l Last) of() []dynamics.Observable { return []dynamics.Observable{l.Of} }

func (l Last) arrays(p plan) []*array { return []*array{values("last", p.replicas, p.len)} }

func (l Last) record(p plan, a []*array) recorder {
	return recorder{observe: func(o *observer, n int) {
		if n == p.observed {
			p.scatter(a[0].values, o.value(0), 0, 1, p.len)
		}
	}}
}
