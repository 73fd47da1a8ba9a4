package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Moments is the sums of x and x² of every number x of an observable, for every replica and block
// of time.
type Moments struct{ Of dynamics.Observable }

func (m Moments) key() spec.Key { return spec.Key{"is": "moments", "of": m.Of.Key()} }

func (m Moments) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

func (m Moments) arrays(p plan) []*array {
	return []*array{
		values("s1", p.len, p.blocks, p.replicas), values("s2", p.len, p.blocks, p.replicas),
	}
}

func (m Moments) record(p plan, a []*array) recorder {
	rows, per := p.layout.Rows(p.len), p.observed/p.blocks
	s1, s2 := vec.Rows(p.blocks*rows), vec.Rows(p.blocks*rows) // [block][row]
	return recorder{
		rows: [][]vec.Row{s1, s2},
		observe: func(o *observer, n int) {
			x, at := o.value(0), (n-1)/per*rows
			vec.AddScaled(s1[at:at+rows], x, 1)
			for i := range x {
				vec.AccumulateProduct(&s2[at+i], &x[i], &x[i])
			}
		},
		store: func() {
			for b := range p.blocks {
				for k, s := range [][]vec.Row{s1, s2} {
					p.scatter(a[k].values, s[b*rows:], b*p.replicas, p.blocks*p.replicas, 1)
				}
			}
		},
	}
}
