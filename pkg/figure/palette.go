package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/vg"
)

// Palette is a palette.Palette by its name:
//
//	viridis  from dark violet to yellow, with luminance growing evenly
//	plasma   from dark blue over red to yellow, with luminance growing
//	blues    from white to dark blue, for histograms, whose empty bins should be blank
//	signed   from orange over white at 0.5 to dark blue: signed values on a symmetric scale, where 0
//	         is blank, and the darker end is positive in print without colours too
type Palette string

// knots are equidistant colours, 0xRRGGBB, from the tables of matplotlib and, blues and signed,
// ColorBrewer.
var knots = map[Palette][]uint32{
	"viridis": {
		0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70,
		0x7ad151, 0xbddf26, 0xfde725,
	},
	"plasma": {
		0x0d0887, 0x41049d, 0x6a00a8, 0x8f0da4, 0xb12a90, 0xcc4778, 0xe16462, 0xf2844b,
		0xfca636, 0xfcce25, 0xf0f921,
	},
	"blues": {
		0xffffff, 0xdeebf7, 0xc6dbef, 0x9ecae1, 0x6baed6, 0x4292c6, 0x2171b5, 0x08519c,
		0x08306b,
	},
	"signed": {
		0xd94801, 0xf16913, 0xfd8d3c, 0xfdd0a2, 0xffffff, 0xc6dbef, 0x6baed6, 0x2171b5,
		0x08306b,
	},
}

// Colors returns the colours between which a [Scale] interpolates. It panics if there is no such
// palette.
func (p Palette) Colors() []color.Color {
	k, ok := knots[p]
	if !ok {
		panic(fmt.Sprintf("figure: no palette %q", string(p)))
	}
	out := make([]color.Color, len(k))
	for i, v := range k {
		out[i] = color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
	}
	return out
}

// blend returns the colour at t, which is clamped to [0, 1], between equidistant ones.
func blend(cs []color.Color, t float64) color.RGBA {
	if !(t > 0) { // NaN too
		t = 0
	}
	x := math.Min(t, 1) * float64(len(cs)-1)
	i := max(0, min(int(x), len(cs)-2))
	f := x - float64(i)
	mix := func(a, b uint32) uint8 {
		return uint8(float64(a) + f*(float64(b)-float64(a)) + 0.5)
	}
	r0, g0, b0 := rgb(cs[i])
	r1, g1, b1 := rgb(cs[min(i+1, len(cs)-1)])
	return color.RGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 255}
}

// Scale maps values to colours.
type Scale struct {
	Palette palette.Palette // interpolated; nil is viridis
	// Min and Max are the values at the ends of the palette. An end that is NaN is taken from the
	// data; if both are equal, both are.
	Min, Max float64
}

// fit returns the colours for values z. If there are levels, there is one between any two of them.
func (s Scale) fit(z, levels []float64) colors {
	c := colors{projection: Axis{Min: s.Min, Max: s.Max}.over(z), levels: levels}
	c.knots = cmp.Or[palette.Palette](s.Palette, Palette("viridis")).Colors()
	return c
}

// colors is a scale with its ends.
type colors struct {
	projection
	knots  []color.Color
	levels []float64
}

func (c colors) at(v float64) color.RGBA {
	if len(c.levels) > 0 {
		k, _ := slices.BinarySearch(c.levels, v)
		return c.between(k)
	}
	return blend(c.knots, c.pos(v))
}

// between returns the colour of the k-th interval, that of the mean of its ends.
func (c colors) between(k int) color.RGBA {
	lo, hi := c.interval(k)
	return blend(c.knots, c.pos((lo+hi)/2))
}

// interval returns the ends of the k-th of the intervals into which the levels divide the scale.
func (c colors) interval(k int) (lo, hi float64) {
	lo, hi = c.min, c.max
	if k > 0 {
		lo = c.levels[k-1]
	}
	if k < len(c.levels) {
		hi = c.levels[k]
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
	colors colors
	width  vg.Length // of the labels
}

// fit finds the colours that b explains; it returns nil if there are none.
func (b *Bar) fit(p *pen, ps []plot.Plotter, height vg.Length) *barBox {
	for _, q := range ps {
		o := &barBox{label: b.Label}
		switch q := q.(type) {
		case Cells:
			o.colors = q.Scale.fit(q.Z, nil)
		case Contours:
			o.colors = q.Scale.fit(q.Z, q.Levels)
		default:
			continue
		}
		o.side = newSide(p, nil, o.colors.projection, height, false)
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
	stripe := func(from, to vg.Length, c color.Color) {
		p.fill(rect(r.Min.X, r.Min.Y+from, r.Max.X, r.Min.Y+to).Path(), c)
	}
	if b.colors.levels == nil {
		const n = 192
		for i := range n {
			from, to := h*vg.Length(i)/n, h*vg.Length(min(i+3, n))/n
			stripe(from, to, blend(b.colors.knots, (float64(i)+0.5)/n))
		}
		return
	}
	for k := range len(b.colors.levels) + 1 {
		lo, _ := b.colors.interval(k)
		stripe(h*vg.Length(min(max(b.pos(lo), 0), 1)), h, b.colors.between(k))
	}
}
