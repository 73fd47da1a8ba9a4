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

// barBox is a colour bar for a frame of some height.
type barBox struct {
	side
	label  string
	scale  Scale
	levels []float64 // nil for continuous colours
	width  vg.Length // of the labels
}

// fit finds the colours that b explains; it returns nil if there are none.
func (b *Bar) fit(p *pen, ps []Plotter, height vg.Length) *barBox {
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
		var given []Tick
		if o.scale.Linear > 0 {
			given = o.scale.ticks()
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
			p.line(color.Black, frameLine, pt(r.Max.X, y), pt(r.Max.X-min(t.length(), 3), y))
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
