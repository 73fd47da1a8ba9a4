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
	// BlueRed diverges from white at 0.5, for signed values on a symmetric scale.
	BlueRed
)

// knots are equidistant colours, 0xRRGGBB, from the tables of matplotlib
// (Viridis, Plasma) and ColorBrewer (Blues, RdBu).
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
	BlueRed: {
		0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582,
		0xd6604d, 0xb2182b, 0x67001f,
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
