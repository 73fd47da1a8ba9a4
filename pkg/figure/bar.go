package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Bar is a colour bar, on the right of a panel.
type Bar struct {
	Label string
}

const (
	barGap   = 7
	barWidth = 8
)

// barBox is a colour bar for a frame of some height.
type barBox struct {
	label  string
	scale  Scale
	levels []float64 // nil for continuous colours
	ticks  []Tick
	factor string
	width  vg.Length // of the labels
}

// background is a plotter that fills the frame, which a legend may cover.
type background interface{ colours() (Scale, []float64) }

// fit finds the colours that b explains; it returns nil if there are none.
func (b *Bar) fit(p *pen, ps []Plotter, height vg.Length) *barBox {
	for _, q := range ps {
		c, ok := q.(background)
		if !ok {
			continue
		}
		s, z := c.colours()
		o := &barBox{label: b.Label, scale: s.fit(z)}
		if f, ok := q.(Contours); ok {
			o.levels = f.Levels
		}
		o.ticks, o.factor = chooseTicks(p, nil, o.scale.projection(), height, false)
		for _, t := range o.ticks {
			o.width = max(o.width, tickGap+p.measure(t.Label, tickSize).w)
		}
		o.width = max(o.width, p.measure(o.factor, tickSize).w-barWidth)
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
	r := vg.Rectangle{
		Min: pt(frame.Max.X+barGap, frame.Min.Y),
		Max: pt(frame.Max.X+barGap+barWidth, frame.Max.Y),
	}
	b.paint(p, r)
	p.stroke(rect(r.Min.X, r.Min.Y, r.Max.X, r.Max.Y), color.Black, frameLine, nil)
	w := vg.Length(0)
	proj := b.scale.projection()
	for _, t := range b.ticks {
		y := r.Min.Y + (r.Max.Y-r.Min.Y)*vg.Length(proj.pos(t.Value))
		if !within(y, r.Min.Y, r.Max.Y) {
			continue
		}
		from := pt(r.Max.X, y)
		p.line(color.Black, frameLine, from, pt(r.Max.X-min(t.length(), 3), y))
		at := pt(r.Max.X+tickGap, y)
		p.text(t.Label, tickSize, at, 0, 0.5)
		w = max(w, tickGap+p.measure(t.Label, tickSize).w)
	}
	if b.factor != "" {
		at := pt(r.Min.X, r.Max.Y+3.5)
		p.text(b.factor, tickSize, at, 0, 0)
	}
	if b.label != "" {
		m := p.measure(b.label, labelSize)
		at := pt(r.Max.X+w+labelGap+m.top, (r.Min.Y+r.Max.Y)/2)
		p.write(b.label, labelSize, at, 0.5, 0, math.Pi/2, color.Black)
	}
}

// paint fills r with the colours from bottom to top. Each stripe extends to the top and the next
// one covers the rest of it, so that there are no seams.
func (b *barBox) paint(p *pen, r vg.Rectangle) {
	h := r.Max.Y - r.Min.Y
	if b.levels == nil {
		const n = 192
		for i := range n {
			stripe := rect(r.Min.X, r.Min.Y+h*vg.Length(i)/n, r.Max.X, r.Max.Y)
			p.fill(stripe, b.scale.Palette.at((float64(i)+0.5)/n))
		}
		return
	}
	for k := range len(b.levels) + 1 {
		lo, hi := b.scale.interval(b.levels, k)
		t := min(max(b.scale.projection().pos(lo), 0), 1)
		p.fill(rect(r.Min.X, r.Min.Y+h*vg.Length(t), r.Max.X, r.Max.Y), b.scale.at((lo+hi)/2))
	}
}
