package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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
	// Signed runs from orange over white at 0.5 to dark blue, for signed values on a symmetric scale: 0
	// is blank, and the darker end is positive in print without colours too.
	Signed
)

// knots are equidistant colours, 0xRRGGBB, from the tables of matplotlib
// (Viridis, Plasma) and ColorBrewer (Blues, Signed).
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
	Signed: {
		0xd94801, 0xf16913, 0xfd8d3c, 0xfdd0a2, 0xffffff, 0xc6dbef, 0x6baed6, 0x2171b5,
		0x08306b,
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

// Bar is a colour bar, on the right of a panel.
type Bar struct {
	Label string
}

// barBox is a colour bar for a frame of some height.
type barBox struct {
	side
	label  string
	scale  Scale
	levels []float64 // nil for continuous colours
	width  vg.Length // of the labels
}

// fit finds the colours that b explains; it returns nil if there are none.
func (b *Bar) fit(p *pen, ps []plot.Plotter, height vg.Length) *barBox {
	for _, q := range ps {
		o := &barBox{label: b.Label}
		switch q := q.(type) {
		case Cells:
			o.scale = q.Scale.fit(q.Z)
		case Contours:
			o.scale, o.levels = q.Scale.fit(q.Z), q.Levels
		default:
			continue
		}
		var given plot.Ticker
		if o.scale.Linear > 0 {
			given = plot.ConstantTicks(o.scale.ticks())
		}
		o.side = newSide(p, given, o.scale.projection(), height, false)
		o.width = max(o.room, p.measure(o.factor, tickSize).w-barWidth)
		if b.Label != "" {
			m := p.measure(b.Label, labelSize)
			o.width += labelGap + m.top - m.bottom
		}
		return o
	}
	return nil
}

// draw draws the bar to the right of a frame.
func (b *barBox) draw(p *pen, frame vg.Rectangle) {
	r := rect(frame.Max.X+barGap, frame.Min.Y, frame.Max.X+barGap+barWidth, frame.Max.Y)
	b.paint(p, r)
	p.stroke(r.Path(), color.Black, frameLine, nil)
	for _, t := range b.ticks {
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(b.pos(t.Value))
		if within(y, r.Min.Y, r.Max.Y) {
			p.line(color.Black, frameLine, pt(r.Max.X, y), pt(r.Max.X-min(tickLength(t), 3), y))
			p.text(t.Label, tickSize, pt(r.Max.X+tickGap, y), 0, 0.5)
		}
	}
	p.text(b.factor, tickSize, pt(r.Min.X, r.Max.Y+3.5), 0, 0)
	at := pt(r.Max.X+b.room+labelGap+p.measure(b.label, labelSize).top, (r.Min.Y+r.Max.Y)/2)
	p.write(b.label, labelSize, at, 0.5, 0, math.Pi/2, color.Black)
}

// paint fills r with the colours from bottom to top. Each stripe extends beyond its end, where the
// next ones cover it, so that there are no seams.
func (b *barBox) paint(p *pen, r vg.Rectangle) {
	h := r.Max.Y - r.Min.Y
	if b.levels == nil {
		const n = 192
		for i := range n {
			from, to := h*vg.Length(i)/n, h*vg.Length(min(i+3, n))/n
			stripe := rect(r.Min.X, r.Min.Y+from, r.Max.X, r.Min.Y+to)
			p.fill(stripe.Path(), b.scale.Palette.at((float64(i)+0.5)/n))
		}
		return
	}
	for k := range len(b.levels) + 1 {
		lo, hi := b.scale.interval(b.levels, k)
		t := min(max(b.pos(lo), 0), 1)
		stripe := rect(r.Min.X, r.Min.Y+h*vg.Length(t), r.Max.X, r.Max.Y)
		p.fill(stripe.Path(), b.scale.at((lo+hi)/2))
	}
}
