package simulate

import (
	"math"

	"adl/pkg/dynamics"
	"adl/pkg/estimate"
	"adl/pkg/spec"
	"adl/pkg/vec"
)

// Mean is the sum of every number of an observable over the whole run, for every replica.
type Mean struct {
	Of dynamics.Observable
	// Every is the time between two values in the sum, for an expensive observable. It is at least the
	// time between two observations.
	Every float64
}

func (m Mean) key() spec.Key {
	return spec.Key{"is": "mean", "of": m.Of.Key(), "every": m.Every}
}

func (m Mean) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

// stride is the number of observations per value in the sum.
func (m Mean) stride(p plan) int {
	return int(max(1, min(math.Round(m.Every/p.every), float64(p.observed))))
}

func (m Mean) arrays(p plan) []*array { return []*array{values("sum", p.replicas, p.len)} }

func (m Mean) record(p plan, a []*array, of []*bound) recorder {
	stride, sum := m.stride(p), vec.Rows(p.layout.Rows(p.len))
	return recorder{
		rows: [][]vec.Row{sum},
		observe: func(n int) {
			if n%stride == 0 {
				vec.AddScaled(sum, of[0].value(), 1)
			}
		},
		store: func() { p.scatter(a[0].values, sum, 0, 1, p.len) },
	}
}

// Moments are the sums of x and x² of every number x of an observable, for every replica and block
// of time.
type Moments struct{ Of dynamics.Observable }

func (m Moments) key() spec.Key { return spec.Key{"is": "moments", "of": m.Of.Key()} }

func (m Moments) of() []dynamics.Observable { return []dynamics.Observable{m.Of} }

func (m Moments) arrays(p plan) []*array {
	return []*array{
		values("s1", p.len, p.blocks, p.replicas), values("s2", p.len, p.blocks, p.replicas),
	}
}

func (m Moments) record(p plan, a []*array, of []*bound) recorder {
	rows, per := p.layout.Rows(p.len), p.observed/p.blocks
	s1, s2 := vec.Rows(p.blocks*rows), vec.Rows(p.blocks*rows) // [block][row]
	return recorder{
		rows: [][]vec.Row{s1, s2},
		observe: func(n int) {
			x, at := of[0].value(), (n-1)/per*rows
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

// Histogram counts an observable of one number in Bins bins of equal width on [Lo, Hi), for every
// replica. One extra cell counts values below Lo and NaN, another values from Hi on.
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

func (h Histogram) record(p plan, a []*array, of []*bound) recorder {
	x, side := newAxis(h.Lo, h.Hi, h.Bins), h.Bins+2
	count := a[0].counts[p.first*side:]
	return recorder{observe: func(int) {
		x.find(&of[0].value()[0])
		at := 1
		for _, b := range x.bin[:p.layout.Replicas()] {
			count[at+int(b)]++
			at += side
		}
	}}
}

// axis finds bins.
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

// Joint counts the pairs (x, y) of two observables of one number each in Bins×Bins cells on [Lo[0],
// Hi[0])×[Lo[1], Hi[1]), for every replica. Values outside have extra cells as in Histogram.
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

func (j Joint) record(p plan, a []*array, of []*bound) recorder {
	x, y := newAxis(j.Lo[0], j.Hi[0], j.Bins), newAxis(j.Lo[1], j.Hi[1], j.Bins)
	side := j.Bins + 2
	count := a[0].counts[p.first*side*side:] // [replica][bin of x][bin of y]
	return recorder{observe: func(int) {
		x.find(&of[0].value()[0])
		y.find(&of[1].value()[0])
		for k := range p.layout.Replicas() {
			count[(k*side+int(x.bin[k]+1))*side+int(y.bin[k]+1)]++
		}
	}}
}

// Crossings counts, for every replica, how often an observable of one number goes from below Lo to
// above Hi and back, and the observations for which it was last above Hi. Moving about one
// threshold does not count.
type Crossings struct {
	Of     dynamics.Observable
	Lo, Hi float64
}

func (c Crossings) key() spec.Key {
	return spec.Key{"is": "crossings", "of": c.Of.Key(), "lo": c.Lo, "hi": c.Hi}
}

func (c Crossings) of() []dynamics.Observable { return []dynamics.Observable{c.Of} }

func (c Crossings) arrays(p plan) []*array {
	return []*array{counts("crossings", p.replicas), counts("upper", p.replicas)}
}

func (c Crossings) record(p plan, a []*array, of []*bound) recorder {
	n := p.layout.Replicas()
	count, upper := a[0].counts[p.first:], a[1].counts[p.first:]
	side := make([]int8, n) // −1 or 1: last beyond Lo or Hi; 0: not yet beyond either
	return recorder{side: side, observe: func(int) {
		for k, x := range of[0].value()[0][:n] {
			s := side[k]
			switch {
			case x > c.Hi:
				s = 1
			case x < c.Lo:
				s = -1
			}
			if side[k]*s < 0 {
				count[k]++
			}
			if side[k] = s; s > 0 {
				upper[k]++
			}
		}
	}}
}

// Last is the value of an observable at the end of every replica.
type Last struct{ Of dynamics.Observable }

func (l Last) key() spec.Key { return spec.Key{"is": "last", "of": l.Of.Key()} }

func (l Last) of() []dynamics.Observable { return []dynamics.Observable{l.Of} }

func (l Last) arrays(p plan) []*array { return []*array{values("last", p.replicas, p.len)} }

func (l Last) record(p plan, a []*array, of []*bound) recorder {
	return recorder{observe: func(n int) {
		if n == p.observed {
			p.scatter(a[0].values, of[0].value(), 0, 1, p.len)
		}
	}}
}
