package figure

import "math"

// Axis is one of the two axes of a panel. Its zero value is linear and takes
// its range from the data.
type Axis struct {
	Log     bool
	Reverse bool // from Max to Min
	// Min and Max bound the axis. A bound that is NaN or infinite, or on a
	// logarithmic axis not positive, is taken from the data with a little
	// room; so are both where they are equal. If Min > Max they are swapped.
	Min, Max float64
	// Ticks, when not nil, replaces the automatic ticks. Ticks without a
	// label are minor.
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
	// tail is the lowest end of an error bar, which stretches a logarithmic
	// axis by a decade at most.
	tail float64
	// base is set where bars stand on the axis: no room below it.
	base bool
}

func (e *extent) reset(a Axis) {
	if a.Min > a.Max {
		a.Min, a.Max = a.Max, a.Min
	}
	*e = extent{axis: a, min: math.Inf(1), max: math.Inf(-1), tail: math.Inf(1)}
	if a.Min != a.Max {
		e.fixMin, e.fixMax = e.ok(a.Min), e.ok(a.Max)
	}
}

// ok reports whether v has a place on the axis.
func (e *extent) ok(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!e.axis.Log || v > 0)
}

// out reports whether v lies outside the bounds that are fixed, or nowhere.
func (e *extent) out(v float64) bool {
	return !e.ok(v) || e.fixMin && v < e.axis.Min || e.fixMax && v > e.axis.Max
}

func (e *extent) add(v float64) {
	if e.ok(v) {
		e.min, e.max = math.Min(e.min, v), math.Max(e.max, v)
	}
}

func (e *extent) addTail(v float64) {
	if e.ok(v) {
		e.tail = math.Min(e.tail, v)
	}
}

// bounds returns the range of the axis with room pad, a fraction of the
// range, at the ends that come from the data.
func (e *extent) bounds(pad float64) (lo, hi float64) {
	lo, hi = e.min, e.max
	if lo > hi { // no data
		lo, hi = 0, 1
		if e.axis.Log {
			lo, hi = 0.1, 1
		}
		pad = 0
	}
	if e.tail < lo {
		if e.axis.Log {
			lo = math.Max(e.tail, lo/10)
		} else {
			lo = e.tail
		}
	}
	if e.fixMin {
		lo = e.axis.Min
	}
	if e.fixMax {
		hi = e.axis.Max
	}
	if !(lo < hi) { // one value, or a fixed bound beyond the data
		switch {
		case e.axis.Log && e.fixMax && !e.fixMin:
			lo = hi / 10
		case e.axis.Log && e.fixMin && !e.fixMax:
			hi = lo * 10
		case e.axis.Log:
			lo, hi = lo/2, hi*2
		case e.fixMax && !e.fixMin:
			lo = hi - math.Max(1, math.Abs(hi))
		case e.fixMin && !e.fixMax:
			hi = lo + math.Max(1, math.Abs(lo))
		default:
			w := 0.5 * math.Abs(lo)
			if w == 0 {
				w = 1
			}
			lo, hi = lo-w, hi+w
		}
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

// projection maps an axis to [0, 1].
type projection struct {
	min, max     float64
	log, reverse bool
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
