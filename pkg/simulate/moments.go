package simulate

import (
	"adl/pkg/dynamics"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Moments is the sums of x and x² of every number x of an observable, for every replica and block
// of time.
type Moments struct{ Of dynamics.Observable }

// Key is "moments" and of.
func (m Moments) Key() spec.Key { return spec.Key{"is": "moments", "of": m.Of.Key()} }

func (m Moments) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

func (m Moments) arrays(p plan) []array {
	return []array{
		values("s1", p.len, p.blocks, p.replicas), values("s2", p.len, p.blocks, p.replicas),
	}
}

func (m Moments) recorder(p plan) recorder {
	rows := p.layout.Rows(p.len)
	r := &momentSums{plan: p, per: p.observed / p.blocks}
	for range p.blocks {
		r.s1, r.s2 = append(r.s1, vec.Rows(rows)), append(r.s2, vec.Rows(rows))
	}
	return r
}

type momentSums struct {
	plan
	per, seen int         // observations in a block, and so far
	s1, s2    [][]vec.Row // [block]
}

func (r *momentSums) observe(o *observer) {
	b, x := r.seen/r.per, o.value(0)
	vec.AddScaled(r.s1[b], x, 1)
	for i := range x {
		vec.AccumulateProduct(&r.s2[b][i], &x[i], &x[i])
	}
	r.seen++
}

func (r *momentSums) store(a []array, first int) {
	for i := range r.len {
		for b := range r.blocks {
			for k := range r.layout.Replicas() {
				row, lane := r.layout.At(i, k)
				at := (i*r.blocks+b)*r.replicas + first + k
				a[0].values[at], a[1].values[at] = r.s1[b][row][lane], r.s2[b][row][lane]
			}
		}
	}
}
