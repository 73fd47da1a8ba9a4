package figure

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
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
	Ticks plot.Ticker
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
	other        plot.Normalizer // of a plot's axis, in place of these
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
	if p.other != nil {
		if p.reverse {
			return p.other.Normalize(p.max, p.min, v)
		}
		return p.other.Normalize(p.min, p.max, v)
	}
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

// ticks returns the ticks in [lo, hi], at least two and at most max(room, 4) of them with labels,
// and the factor by which the labels are divided, as the text at the end of the axis, empty for 1.
func ticks(lo, hi float64, log bool, room int) (ts []plot.Tick, factor string) {
	if log {
		if ts = logTicks(lo, hi, room); ts != nil {
			return ts, ""
		}
	}
	return linearTicks(lo, hi, room)
}

func labelled(ts []plot.Tick) int {
	n := 0
	for _, t := range ts {
		if t.Label != "" {
			n++
		}
	}
	return n
}

// slack is the relative tolerance for a tick at the end of an axis.
const slack = 1e-9

// logTicks labels decades; if too few of them are visible, some of their multiples as well. It
// returns nil if the range is too short for that.
func logTicks(lo, hi float64, room int) []plot.Tick {
	first := int(math.Ceil(math.Log10(lo) - slack))
	last := int(math.Floor(math.Log10(hi) + slack))
	if n := last - first + 1; n >= 2 && math.Log10(hi/lo) >= 1.7 || n >= 3 {
		step := decadeStep(first, last, room)
		ts := multiples(lo, hi, n <= 2*room, func(m, k int) string {
			if m == 1 && k%step == 0 {
				return "$10^{" + strconv.Itoa(k) + "}$"
			}
			return ""
		})
		if labelled(ts) >= 2 {
			return ts
		}
	}
	var crowded []plot.Tick // the sparsest ticks so far that are too many
	for _, digits := range []string{"125", "12", "1", "12357", "123456789"} {
		ts := multiples(lo, hi, true, func(m, k int) string {
			if strings.ContainsRune(digits, rune('0'+m)) {
				return mantissa(m, k, lo, hi)
			}
			return ""
		})
		switch n := labelled(ts); {
		case n >= 2 && n <= room:
			return ts
		case n >= 2 && len(digits) <= 3:
			crowded = ts
		case crowded != nil:
			return crowded
		}
	}
	return crowded
}

// decadeStep returns the step from one labelled decade to the next; 10^0 is one of the sequence.
func decadeStep(first, last, room int) int {
	step := 1
	for _, s := range []int{1, 2, 3, 4, 5, 10, 20, 50, 100, 200} {
		n := multiplesIn(float64(first), float64(last), float64(s))
		if n < 2 {
			break
		}
		if step = s; n <= float64(room) {
			break
		}
	}
	return step
}

// multiplesIn returns the number of multiples of step in [lo, hi].
func multiplesIn(lo, hi, step float64) float64 {
	return math.Floor(hi/step+slack) - math.Ceil(lo/step-slack) + 1
}

// multiples returns ticks at m·10^k in [lo, hi] with their labels, for m = 1 only unless minor.
func multiples(lo, hi float64, minor bool, label func(m, k int) string) []plot.Tick {
	k0 := int(math.Floor(math.Log10(lo) + slack))
	k1 := int(math.Ceil(math.Log10(hi) - slack))
	var ts []plot.Tick
	for k := k0; k <= k1; k++ {
		for m := 1; m < 10; m++ {
			if m > 1 && !minor {
				break
			}
			if v := decimal(m, k); v >= lo*(1-slack) && v <= hi*(1+slack) {
				ts = append(ts, plot.Tick{Value: v, Label: label(m, k)})
			}
		}
	}
	return ts
}

// decimal returns m·10^k, correctly rounded.
func decimal(m, k int) float64 {
	v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, k), 64) // ±Inf if out of range
	return v
}

func mantissa(m, k int, lo, hi float64) string {
	switch {
	case lo >= 0.99e-3 && hi < 1e5:
		return "$" + strconv.FormatFloat(decimal(m, k), 'f', max(0, -k), 64) + "$"
	case m == 1:
		return fmt.Sprintf("$10^{%d}$", k)
	}
	return fmt.Sprintf(`$%d\times10^{%d}$`, m, k)
}

// linearTicks puts labels at multiples of 1, 2 or 5 times a power of ten, and minor ticks between
// them.
func linearTicks(lo, hi float64, room int) (ts []plot.Tick, factor string) {
	width := hi - lo
	if !(width > 0) || math.IsInf(width, 0) {
		return nil, ""
	}
	m, k := linearStep(lo, hi, room)
	shift := 0
	largest := math.Max(math.Abs(lo), math.Abs(hi))
	if e := int(math.Floor(math.Log10(largest) + slack)); e >= 5 || e <= -3 {
		shift = e
		factor = fmt.Sprintf(`$\times10^{%d}$`, e)
	}
	parts := 5.0
	if m == 2 {
		parts = 4
	}
	step := decimal(m, k)
	i0 := math.Ceil(lo/step*parts - slack)
	i1 := math.Floor(hi/step*parts + slack)
	if i1-i0 > 1000 || math.Abs(i0) > 1e12 { // ticks would be closer than floats
		return nil, ""
	}
	for i := i0; i <= i1; i++ {
		t := plot.Tick{Value: i / parts * step}
		if math.Mod(i, parts) == 0 {
			t.Label = shifted(i/parts*float64(m), k, shift)
		}
		ts = append(ts, t)
	}
	return ts, factor
}

// linearStep returns the step m·10^k, with m = 1, 2 or 5, for at most room labels in [lo, hi], but
// at least two.
func linearStep(lo, hi float64, room int) (m, k int) {
	i := 3 * int(math.Floor(math.Log10((hi-lo)/float64(room))))
	step := func() (m, k int) {
		k = int(math.Floor(float64(i) / 3))
		return [...]int{1, 2, 5}[i-3*k], k
	}
	count := func() float64 { return multiplesIn(lo, hi, decimal(step())) }
	for count() > float64(room) {
		i++
	}
	for count() < 2 { // even if crowded
		i--
	}
	return step()
}

// shifted writes n·10^(k-shift).
func shifted(n float64, k, shift int) string {
	digits := shift - k
	if digits <= 0 {
		n, digits = n*math.Pow10(-digits), 0
	} else {
		n /= math.Pow10(digits)
	}
	if n == 0 {
		n = 0 // not -0
	}
	return "$" + strconv.FormatFloat(n, 'f', digits, 64) + "$"
}
