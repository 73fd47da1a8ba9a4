package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Bounds are upper bounds Y[i] at X[i]: a bar with an arrow down. They are for values on a
// logarithmic axis that differ from 0 by no more than their noise. Lower bounds, with an arrow up,
// are for ratios to such values.
type Bounds struct {
	Name  string // in the legend, in grey, after the names of series
	X, Y  []float64
	Style Style // its colour, and its marker, which stands small on the bar
	// Shift moves the bounds along x on the page, so that those of several series stand side by side.
	Shift vg.Length
	Lower bool
}

func (b Bounds) check() { sameLength("Bounds: X and Y", b.X, b.Y) }

// extend leaves room for arrows down, on a logarithmic axis.
func (b Bounds) extend(x, y *extent) {
	Line{X: b.X, Y: b.Y}.extend(x, y)
	for i, v := range b.Y {
		if y.axis.Log && y.ok(v) && !x.out(b.X[i]) && !b.Lower {
			y.tail = min(y.tail, v/1.5)
		}
	}
}

func (b Bounds) plot(v *view) {
	for i := range b.X {
		if o := v.at(b.X[i], b.Y[i]); v.contains(o) {
			r := v.frame
			o.X = min(max(o.X+b.Shift, r.Min.X+boundCap), r.Max.X-boundCap)
			tip := min(max(o.Y+b.arrow(), r.Min.Y), r.Max.Y)
			bound(v.pen, o, tip, b.Style.color())
			s := b.Style
			s.Size = boundMarker
			s.mark(v.pen, o)
		}
	}
}

// arrow returns the height of the arrow's tip above the bar.
func (b Bounds) arrow() vg.Length {
	if b.Lower {
		return boundArrow
	}
	return -boundArrow
}

// bound draws a bar at o with an arrow to y = tip.
func bound(p *pen, o vg.Point, tip vg.Length, c color.Color) {
	neck := min(tip+boundHead, o.Y)
	if tip > o.Y {
		neck = max(tip-boundHead, o.Y)
	}
	p.line(c, 1, pt(o.X-boundCap, o.Y), pt(o.X+boundCap, o.Y))
	p.line(c, 0.9, o, pt(o.X, neck))
	p.fill(closed([]vg.Point{{X: o.X, Y: tip}, {X: o.X - 1.7, Y: neck}, {X: o.X + 1.7, Y: neck}}), c)
}

func (b Bounds) entry() entry {
	thumb := func(p *pen, r vg.Rectangle) {
		m := middle(r)
		bound(p, pt(m.X, m.Y-b.arrow()/2), m.Y+b.arrow()/2, guide)
	}
	return entry{name: b.Name, thumb: thumb, last: true}
}
