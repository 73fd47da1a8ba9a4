package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ticks returns the ticks in [lo, hi], at most max(room, 4) of them with a
// label, and the factor by which the labels have been divided (as the text
// to print at the end of the axis; empty for 1). There are at least two labels.
func ticks(lo, hi float64, log bool, room int) (ts []Tick, factor string) {
	room = max(room, 2)
	if log {
		if ts = logTicks(lo, hi, room); ts != nil {
			return ts, ""
		}
	}
	return linearTicks(lo, hi, room)
}

func labelled(ts []Tick) int {
	n := 0
	for _, t := range ts {
		if t.Label != "" {
			n++
		}
	}
	return n
}

// tolerance for a tick at the very end of an axis, as a fraction of its value.
const slack = 1e-9

// logTicks labels decades; where too few of them are visible, some of their
// multiples as well. It returns nil where the range is too short for that.
func logTicks(lo, hi float64, room int) []Tick {
	k0, k1 := int(math.Floor(math.Log10(lo)+slack)), int(math.Ceil(math.Log10(hi)-slack))
	first := int(math.Ceil(math.Log10(lo) - slack))
	last := int(math.Floor(math.Log10(hi) + slack))
	if decades := last - first + 1; decades >= 2 && math.Log10(hi/lo) >= 1.7 || decades >= 3 {
		// Skip evenly; 10^0 is one of the sequence.
		step := 1
		for _, s := range []int{1, 2, 3, 4, 5, 10, 20, 50, 100, 200} {
			n := 0
			for k := first; k <= last; k++ {
				if k%s == 0 {
					n++
				}
			}
			if n < 2 {
				break
			}
			if step = s; n <= room {
				break
			}
		}
		var ts []Tick
		for k := k0; k <= k1; k++ {
			for m := 1; m < 10; m++ {
				if m > 1 && decades > 2*room {
					break
				}
				v := decimal(m, k)
				if v < lo*(1-slack) || v > hi*(1+slack) {
					continue
				}
				t := Tick{Value: v}
				if m == 1 && k%step == 0 {
					t.Label = "$10^{" + strconv.Itoa(k) + "}$"
				}
				ts = append(ts, t)
			}
		}
		if labelled(ts) >= 2 {
			return ts
		}
	}
	for _, wanted := range []string{"125", "12357", "123456789"} {
		var ts []Tick
		for k := k0; k <= k1; k++ {
			for m := 1; m < 10; m++ {
				v := decimal(m, k)
				if v < lo*(1-slack) || v > hi*(1+slack) {
					continue
				}
				t := Tick{Value: v}
				if strings.ContainsRune(wanted, rune('0'+m)) {
					t.Label = mantissa(m, k, lo, hi)
				}
				ts = append(ts, t)
			}
		}
		if n := labelled(ts); n >= 2 && (n <= room || wanted == "125") {
			return thin(ts, room)
		}
	}
	return nil
}

// thin drops labels of a short logarithmic axis that do not fit: first those
// at 5, then those at 2.
func thin(ts []Tick, room int) []Tick {
	for _, m := range "52" {
		if labelled(ts) <= room {
			break
		}
		kept := append([]Tick(nil), ts...)
		for i, t := range kept {
			// the first digit that is not 0 of the label
			if strings.IndexRune(strings.TrimLeft(t.Label, "$0."), m) == 0 {
				kept[i].Label = ""
			}
		}
		if labelled(kept) < 2 {
			break
		}
		ts = kept
	}
	return ts
}

// decimal returns m·10^k, correctly rounded.
func decimal(m, k int) float64 {
	v, err := strconv.ParseFloat(fmt.Sprintf("%de%d", m, k), 64)
	if err != nil && !math.IsInf(v, 0) {
		return math.NaN()
	}
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

// linearTicks puts labels at multiples of 1, 2 or 5 times a power of ten, and
// minor ticks between them.
func linearTicks(lo, hi float64, room int) (ts []Tick, factor string) {
	width := hi - lo
	if !(width > 0) || math.IsInf(width, 0) {
		return nil, ""
	}
	k := int(math.Floor(math.Log10(width / float64(room))))
	m := 1
	for _, m = range []int{1, 2, 5, 10, 20, 50} {
		n := math.Floor(hi/decimal(m, k)+slack) - math.Ceil(lo/decimal(m, k)-slack) + 1
		if n <= float64(room) {
			break
		}
	}
	for m >= 10 {
		m, k = m/10, k+1
	}
	count := func() float64 {
		return math.Floor(hi/decimal(m, k)+slack) - math.Ceil(lo/decimal(m, k)-slack) + 1
	}
	for count() < 2 { // finer, even if it is crowded
		switch m {
		case 1:
			m, k = 5, k-1
		case 2:
			m = 1
		case 5:
			m = 2
		}
	}
	largest := math.Max(math.Abs(lo), math.Abs(hi))
	e := int(math.Floor(math.Log10(largest) + slack))
	shift := 0
	if e >= 5 || e <= -3 {
		shift = e
		factor = fmt.Sprintf(`$\times10^{%d}$`, e)
	}
	parts := map[int]int{1: 5, 2: 4, 5: 5}[m]
	step := decimal(m, k)
	i0 := math.Ceil(lo/step*float64(parts) - slack)
	i1 := math.Floor(hi/step*float64(parts) + slack)
	if i1-i0 > 1000 || math.Abs(i0) > 1e12 { // no room between floating point numbers
		parts = 1
		i0, i1 = math.Ceil(lo/step), math.Floor(hi/step)
		if i1-i0 > 1000 {
			return nil, ""
		}
	}
	for i := i0; i <= i1; i++ {
		t := Tick{Value: i / float64(parts) * step}
		if math.Mod(i, float64(parts)) == 0 {
			n := i / float64(parts) * float64(m) // the value is n·10^k
			v := n
			digits := shift - k
			if digits <= 0 {
				v, digits = n*math.Pow10(-digits), 0
			} else {
				v = n / math.Pow10(digits)
			}
			if v == 0 {
				v = 0 // not -0
			}
			t.Label = "$" + strconv.FormatFloat(v, 'f', digits, 64) + "$"
		}
		ts = append(ts, t)
		if i+1 == i {
			break
		}
	}
	return ts, factor
}
