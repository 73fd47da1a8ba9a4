package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// Log is a logarithmic scale. It places numbers that are not positive infinitely far down, where
// plot.LogScale panics.
type Log struct{}

// Normalize returns the position of x, from 0 at min to 1 at max.
func (Log) Normalize(min, max, x float64) float64 {
	if x <= 0 {
		return math.Inf(-1)
	}
	return math.Log(x/min) / math.Log(max/min)
}

// Ticks are at multiples of 1, 2 or 5 times a power of ten or, with Log, at powers of ten or their
// multiples, with at most Room labels, which are formulas.
type Ticks struct {
	Log  bool
	Room int // 0 is 6
}

// Ticks returns the ticks in [lo, hi].
func (t Ticks) Ticks(lo, hi float64) []plot.Tick {
	if t.Room == 0 {
		t.Room = 6
	}
	if t.Log {
		if ts := t.decades(lo, hi); len(ts) > 0 {
			return ts
		}
	}
	return t.linear(lo, hi)
}

func labelled(ts []plot.Tick) (n int) {
	for _, t := range ts {
		if t.Label != "" {
			n++
		}
	}
	return n
}

// slack is the relative tolerance for a tick at the end of an axis.
const slack = 1e-9

// decades labels powers of ten or, if the range is short, some of their multiples. It returns none
// if the range is too short for that.
func (t Ticks) decades(lo, hi float64) []plot.Tick {
	if ts := multiples(lo, hi, "1", 1, false); labelled(ts) >= 2 && hi/lo >= 50 {
		for step := 2; labelled(ts) > t.Room; step++ {
			ts = multiples(lo, hi, "1", step, false)
		}
		return ts
	}
	for _, digits := range []string{"123456789", "125", "12", "1"} {
		ts := multiples(lo, hi, digits, 1, lo >= 0.99e-3 && hi < 1e5)
		if n := labelled(ts); n >= 2 && n <= t.Room && (n <= 4 || len(digits) < 9) {
			return ts
		}
	}
	return nil
}

// multiples returns ticks at m·10^k in [lo, hi]. Ticks with m in digits and k a multiple of step
// have labels, as plain numbers or as powers of ten.
func multiples(lo, hi float64, digits string, step int, plain bool) (ts []plot.Tick) {
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	for k := first; k <= last; k++ {
		for m := 1; m < 10; m++ {
			q := plot.Tick{Value: decimal(m, k)}
			if q.Value < lo*(1-slack) || q.Value > hi*(1+slack) || m > 1 && last-first > 12 {
				continue
			}
			switch {
			case k%step != 0 || !strings.ContainsRune(digits, rune('0'+m)):
			case plain:
				q.Label = "$" + strconv.FormatFloat(q.Value, 'f', max(0, -k), 64) + "$"
			case m == 1:
				q.Label = fmt.Sprintf("$10^{%d}$", k)
			default:
				q.Label = fmt.Sprintf(`$%d\times10^{%d}$`, m, k)
			}
			ts = append(ts, q)
		}
	}
	return ts
}

// decimal returns m·10^k, correctly rounded.
func decimal(m, k int) float64 {
	v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", m, k), 64) // ±Inf if out of range
	return v
}

// linear labels multiples of 1, 2 or 5 times a power of ten, with minor ticks between them.
func (t Ticks) linear(lo, hi float64) (ts []plot.Tick) {
	if !(hi > lo) || math.IsInf(hi-lo, 0) {
		return nil
	}
	k0 := int(math.Floor(math.Log10((hi - lo) / float64(t.Room))))
	var m, k int
	step := 0.0
	for i := 0; ; i++ {
		m, k = []int{1, 2, 5}[i%3], k0+i/3
		step = decimal(m, k)
		if math.Floor(hi/step+slack)-math.Ceil(lo/step-slack) < float64(t.Room) {
			break
		}
	}
	shift, factor := 0, ""
	if e := int(math.Floor(math.Log10(max(math.Abs(lo), math.Abs(hi))) + slack)); e >= 5 || e <= -3 {
		shift, factor = e, fmt.Sprintf(`\times10^{%d}`, e)
	}
	parts := 5.0
	if m == 2 {
		parts = 4
	}
	first, last := math.Ceil(lo/step*parts-slack), math.Floor(hi/step*parts+slack)
	if math.Abs(first) > 1e12 { // ticks would be closer than floats
		return nil
	}
	for i := first; i <= last; i++ {
		q := plot.Tick{Value: i / parts * step}
		if i == 0 {
			q.Value, q.Label = 0, "$0$"
		} else if math.Mod(i, parts) == 0 {
			n := q.Value / math.Pow10(shift)
			q.Label = "$" + strconv.FormatFloat(n, 'f', max(0, shift-k), 64) + factor + "$"
		}
		ts = append(ts, q)
	}
	return ts
}
