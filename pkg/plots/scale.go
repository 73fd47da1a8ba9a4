package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Blues are colours from white to dark blue.
func Blues() []color.Color {
	return append([]color.Color{color.White}, brewer.Blues[9].Color[1:]...)
}

// Scale maps values to colours.
type Scale struct {
	Colors   []color.Color // to interpolate between, from Min to Max
	Min, Max float64
	// Levels, if any, are ascending. All values between two neighbouring levels have the same colour.
	Levels []float64
}

func (s Scale) pos(v float64) float64 { return (v - s.Min) / (s.Max - s.Min) }

// at returns the colour of a value or, with levels, of the middle of the interval that holds it.
func (s Scale) at(v float64) color.Color {
	if len(s.Levels) > 0 {
		ends := slices.Concat([]float64{s.Min}, s.Levels, []float64{s.Max})
		k, found := slices.BinarySearch(s.Levels, v)
		if found {
			k++
		}
		v = (ends[k] + ends[k+1]) / 2
	}
	return Between(s.Colors, s.pos(v))
}

// colorBar is a colour bar on the right of a frame. It may be nil.
type colorBar struct {
	Scale
	label string
	ticks []plot.Tick
}

// Sizes of a colour bar, in points.
const (
	barGap   = 7
	barWidth = 8
	barTicks = 3 // between the bar and the labels of its ticks
)

// bar returns the colour bar of a panel, nil if it has none.
func (p *Panel) bar() *colorBar {
	for _, q := range p.plotters {
		if s, ok := q.(interface{ scale() Scale }); ok && p.Bar != "" {
			s := s.scale()
			return &colorBar{s, p.Bar, Ticks{Room: 6}.Ticks(s.Min, s.Max)}
		}
	}
	return nil
}

// width returns the room that the bar and its labels need.
func (b *colorBar) width() (w vg.Length) {
	if b == nil {
		return 0
	}
	for _, t := range b.ticks {
		w = max(w, layout(t.Label, tickSize).w)
	}
	return w + barGap + barWidth + barTicks + labelSize + 4
}

// draw draws the bar. Each stripe extends to the upper end, and later stripes cover it, to avoid
// seams.
func (b *colorBar) draw(c draw.Canvas, d *drawing) {
	if b == nil {
		return
	}
	r := rect(c.Max.X+barGap, c.Min.Y, c.Max.X+barGap+barWidth, c.Max.Y)
	at := func(v float64) vg.Length { return r.Min.Y + r.Size().Y*vg.Length(b.pos(v)) }
	lows := append([]float64{b.Min}, b.Levels...)
	if len(b.Levels) == 0 {
		lows = floats.Span(make([]float64, 129), b.Min, b.Max)[:128]
	}
	for _, v := range lows {
		stripe := rect(r.Min.X, max(at(v), r.Min.Y), r.Max.X, r.Max.Y)
		fill(c, b.at(v+(b.Max-b.Min)/256), stripe.Path())
	}
	stroke(c, frameStyle, r.Path())
	for _, t := range b.ticks {
		if y := at(t.Value); t.Label != "" && c.ContainsY(y) {
			c.StrokeLine2(frameStyle, r.Max.X, y, r.Max.X-3, y)
			Text{Text: t.Label}.write(c, pt(r.Max.X+barTicks, y-3.4))
		}
	}
	c.FillText(d.Y.Label.TextStyle, pt(c.Max.X+b.width()-2, c.Center().Y), b.label)
}
