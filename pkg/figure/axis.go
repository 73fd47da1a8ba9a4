package figure

import (
	"cmp"
	"math"
)

// Axis is one of the two axes of a panel. Its zero value is linear and takes
// its range from the data.
type Axis struct {
	Log     bool
	Reverse bool // runs from Max to Min
	// Min and Max bound the axis. A bound that is NaN or infinite, or not positive on a logarithmic
	// axis, is taken from the data, with a little room. If both are equal, both are taken from the
	// data; if Min > Max, they are swapped.
	Min, Max float64
	// Ticks, when not nil, replaces the automatic ticks. Ticks without labels are minor.
	Ticks []Tick
}

// Tick is a mark on an axis.
type Tick struct {
	Value float64
	Label string
}

// extent gathers the range of the data along one axis.
type extent struct {
	axis           Axis
	fixMin, fixMax bool
	min, max       float64 // of the data
	// tail is the lowest end of an error bar; it extends a logarithmic axis by at most a decade.
	tail float64
	// base is set if bars stand on the axis: there is no room below it.
	base bool
}

func newExtent(a Axis) *extent {
	if a.Min > a.Max {
		a.Min, a.Max = a.Max, a.Min
	}
	e := &extent{axis: a, min: math.Inf(1), max: math.Inf(-1), tail: math.Inf(1)}
	if a.Min != a.Max {
		e.fixMin, e.fixMax = e.ok(a.Min), e.ok(a.Max)
	}
	return e
}

// ok reports whether v has a place on the axis.
func (e *extent) ok(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!e.axis.Log || v > 0)
}

// out reports whether v has no place on the axis or lies outside its fixed bounds.
func (e *extent) out(v float64) bool {
	return !e.ok(v) || e.fixMin && v < e.axis.Min || e.fixMax && v > e.axis.Max
}

func (e *extent) add(v float64) {
	if e.ok(v) {
		e.min, e.max = math.Min(e.min, v), math.Max(e.max, v)
	}
}

// bounds returns the range of the axis. Ends that come from the data get room, the fraction pad of
// the range.
func (e *extent) bounds(pad float64) (lo, hi float64) {
	lo, hi = e.min, e.max
	if lo > hi { // no data
		lo, hi = 0, 1
		if e.axis.Log {
			lo, hi = 0.1, 1
		}
		pad = 0
	}
	tail := e.tail
	if e.axis.Log {
		tail = max(tail, lo/10)
	}
	if e.base && lo < 0 && lo > -1e-9*hi { // rounding
		lo = 0
	}
	lo = min(lo, tail)
	if e.fixMin {
		lo = e.axis.Min
	}
	if e.fixMax {
		hi = e.axis.Max
	}
	if !(lo < hi) {
		lo, hi = e.widen(lo, hi)
	}
	if pad == 0 {
		return lo, hi
	}
	p := projection{min: lo, max: hi, log: e.axis.Log}
	a, b := p.inverse(-pad), p.inverse(1+pad)
	if !e.fixMin && !(e.base && lo == 0) && e.ok(a) {
		lo = a
	}
	if !e.fixMax && e.ok(b) {
		hi = b
	}
	return lo, hi
}

// widen returns a range around lo, which is not below hi. If a bound is fixed and all data are
// beyond it, the range ends there.
func (e *extent) widen(lo, hi float64) (float64, float64) {
	if e.fixMax {
		lo = hi
	}
	a, b := lo/2, lo*2
	if !e.axis.Log {
		w := cmp.Or(0.5*math.Abs(lo), 1)
		a, b = lo-w, lo+w
	}
	if e.fixMin {
		a = lo
	}
	if e.fixMax {
		b = lo
	}
	return a, b
}

// projection maps an axis to [0, 1].
type projection struct {
	min, max     float64
	log, reverse bool
	linear       float64 // see Scale.Linear
}

// projection returns the axis with the range of the data in e and the room pad.
func (a Axis) projection(e *extent, pad float64) projection {
	p := projection{log: a.Log, reverse: a.Reverse}
	p.min, p.max = e.bounds(pad)
	return p
}

// over returns the axis with the range of v.
func (a Axis) over(v []float64) projection {
	e := newExtent(a)
	for _, x := range v {
		e.add(x)
	}
	return a.projection(e, 0)
}

func (p projection) pos(v float64) float64 {
	if p.reverse {
		p.reverse = false
		return 1 - p.pos(v)
	}
	if p.log {
		if v <= 0 {
			return math.Inf(-1)
		}
		return (math.Log(v) - math.Log(p.min)) / (math.Log(p.max) - math.Log(p.min))
	}
	if p.linear > 0 {
		a, b := math.Asinh(p.min/p.linear), math.Asinh(p.max/p.linear)
		return (math.Asinh(v/p.linear) - a) / (b - a)
	}
	// Halves, so that the difference of large bounds stays finite.
	return (v/2 - p.min/2) / (p.max/2 - p.min/2)
}

func (p projection) inverse(t float64) float64 {
	if p.reverse {
		t = 1 - t
	}
	if p.log {
		return math.Exp(math.Log(p.min) + t*(math.Log(p.max)-math.Log(p.min)))
	}
	return p.min + t*(p.max-p.min)
}
