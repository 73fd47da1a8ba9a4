package figure

import (
	"image/color"
	"math"
)

// Palette maps [0, 1] to colours.
type Palette int

const (
	// Viridis runs from dark violet to yellow, with luminance growing evenly.
	Viridis Palette = iota
	// Plasma runs from dark blue over red to yellow, with luminance growing.
	Plasma
	// Blues runs from white to dark blue, for histograms, whose empty bins should be blank.
	Blues
	// Cividis runs from dark blue over grey at 0.5 to yellow, with luminance growing: signed values on
	// a symmetric scale keep their sign in print without colours.
	Cividis
)

// knots are equidistant colours, 0xRRGGBB, from the tables of matplotlib
// (Viridis, Plasma, Cividis) and ColorBrewer (Blues).
var knots = [...][]uint32{
	Viridis: {
		0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70,
		0x7ad151, 0xbddf26, 0xfde725,
	},
	Plasma: {
		0x0d0887, 0x41049d, 0x6a00a8, 0x8f0da4, 0xb12a90, 0xcc4778, 0xe16462, 0xf2844b,
		0xfca636, 0xfcce25, 0xf0f921,
	},
	Blues: {
		0xffffff, 0xdeebf7, 0xc6dbef, 0x9ecae1, 0x6baed6, 0x4292c6, 0x2171b5, 0x08519c,
		0x08306b,
	},
	Cividis: {
		0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173, 0x8a8678, 0xa59c74, 0xc3b369,
		0xe1cc55, 0xfee838,
	},
}

// at returns the colour at t, which is clamped to [0, 1].
func (p Palette) at(t float64) color.RGBA {
	k := knots[p]
	if !(t > 0) { // NaN too
		t = 0
	}
	x := math.Min(t, 1) * float64(len(k)-1)
	i := min(int(x), len(k)-2)
	f := x - float64(i)
	mix := func(shift uint) uint8 {
		a, b := float64(k[i]>>shift&255), float64(k[i+1]>>shift&255)
		return uint8(a + f*(b-a) + 0.5)
	}
	return color.RGBA{mix(16), mix(8), mix(0), 255}
}

// Scale maps values to colours.
type Scale struct {
	Palette Palette
	// Min and Max are the values at the ends of the palette. An end that is NaN is taken from the
	// data; if both are equal, both are.
	Min, Max float64
	// Linear, when positive, makes the scale linear up to about ±Linear and logarithmic beyond, for
	// values of either sign and of many sizes: the colour follows arsinh(v/Linear).
	Linear float64
}

// fit returns s with its ends set.
func (s Scale) fit(z []float64) Scale {
	p := Axis{Min: s.Min, Max: s.Max}.over(z)
	s.Min, s.Max = p.min, p.max
	return s
}

func (s Scale) projection() projection {
	return projection{min: s.Min, max: s.Max, linear: s.Linear}
}

func (s Scale) at(v float64) color.RGBA { return s.Palette.at(s.projection().pos(v)) }

// interval returns the ends of the k-th of the len(levels)+1 intervals into which levels divide s.
func (s Scale) interval(levels []float64, k int) (lo, hi float64) {
	lo, hi = s.Min, s.Max
	if k > 0 {
		lo = levels[k-1]
	}
	if k < len(levels) {
		hi = levels[k]
	}
	return lo, hi
}
