package plots

import (
	"math"

	"gonum.org/v1/plot"
)

// Limits are the ends of an axis. An end that is NaN follows the data; if both are equal, both
// follow the data.
type Limits struct{ Lo, Hi float64 }

// From are the limits of an axis that begins at lo.
func From(lo float64) Limits { return Limits{Lo: lo, Hi: math.NaN()} }

// UpTo are the limits of an axis that ends at hi.
func UpTo(hi float64) Limits { return Limits{Lo: math.NaN(), Hi: hi} }

// span is the range of the data along an axis.
type span struct {
	Limits
	log      bool
	tight    bool // without room beyond the data
	min, max float64
}

func newSpan(l Limits, a plot.Axis) *span {
	if l.Lo == l.Hi {
		l = Limits{math.NaN(), math.NaN()}
	}
	_, log := a.Scale.(Log)
	return &span{Limits: l, log: log, min: math.Inf(1), max: math.Inf(-1)}
}

func (s *span) empty() bool { return s.min > s.max }

// has reports whether v has a place on the axis.
func (s *span) has(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && !(s.log && v <= 0) && !(v < s.Lo) && !(v > s.Hi)
}

func (s *span) add(v float64) {
	if s.has(v) {
		s.min, s.max = min(s.min, v), max(s.max, v)
	}
}

// ends returns the ends of the axis, and whether there are data.
func (s *span) ends() (lo, hi float64, ok bool) {
	lo, hi, ok = s.min, s.max, !s.empty()
	if !ok {
		lo, hi = 1, 10
	}
	const room = 0.05 // between the data and the ends, as a fraction of the range
	switch {
	case lo == hi && s.log:
		lo, hi = lo/2, hi*2
	case lo == hi:
		half := max(0.5*math.Abs(lo), 1e-9)
		lo, hi = lo-half, hi+half
	case s.tight:
	case s.log:
		r := math.Pow(hi/lo, room)
		lo, hi = lo/r, hi*r
	default:
		lo, hi = lo-room*(hi-lo), hi+room*(hi-lo)
	}
	if !math.IsNaN(s.Lo) {
		lo = s.Lo
	}
	if !math.IsNaN(s.Hi) {
		hi = s.Hi
	}
	if !(lo < hi) { // all data are beyond the fixed end
		if hi = 2 * lo; !s.log {
			hi = lo + 1
		}
	}
	return lo, hi, ok
}

// spans returns the ranges of the data of a panel.
func (p *Panel) spans() (x, y *span) {
	x, y = newSpan(p.XLim, p.X), newSpan(p.YLim, p.Y)
	for _, q := range p.plotters {
		if q, ok := q.(interface{ spans(x, y *span) }); ok {
			q.spans(x, y)
		}
	}
	return x, y
}

// ShareY gives panels a common y axis for the data of all panels, with the limits of the first.
func ShareY(ps ...*Panel) {
	var all *span
	for i, p := range ps {
		p.YLim = ps[0].YLim
		_, y := p.spans()
		if i == 0 {
			all = y
		}
		all.add(y.min)
		all.add(y.max)
	}
	for _, p := range ps {
		if lo, hi, ok := all.ends(); ok {
			p.YLim = Limits{lo, hi}
		}
	}
}
