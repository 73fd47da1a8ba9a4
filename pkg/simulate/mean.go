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

func (m Mean) key() spec.Key {
	return spec.Key{"is": "mean", "of": m.Of.Key(), "every": m.Every}
}

func (m Mean) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

// stride is the number of observations of which one enters.
func (m Mean) stride(p plan) int {
	return int(max(1, min(math.Round(m.Every/p.every), float64(p.observed))))
}

func (m Mean) arrays(p plan) []*array { return []*array{values("sum", p.replicas, p.len)} }

func (m Mean) record(p plan, a []*array) recorder {
	stride, sum := m.stride(p), vec.Rows(p.layout.Rows(p.len))
	return recorder{
		observe: func(o *observer, n int) {
			if n%stride == 0 {
				vec.AddScaled(sum, o.value(0), 1)
			}
		},
		store: func() { p.scatter(a[0].values, sum, 0, 1, p.len) },
	}
}
