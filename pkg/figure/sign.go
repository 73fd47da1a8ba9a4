package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Sign marks points that are no results. Signs differ in shape, not in colour: over a pale marker
// they say why a point is doubtful ([Style]), in a [Strip] why there is none. The zero value is
// none.
type Sign int

const (
	NoSign   Sign = iota
	Times         // a cross, ×
	Plus          // a cross, +
	Slash         // a slanted line
	Parallel      // two horizontal lines
	Upward        // an arrow
)

// draw draws the sign at o with lines of the given width.
func (s Sign) draw(p *pen, o vg.Point, c color.Color, width vg.Length) {
	const r = signSize
	stroke := func(x0, y0, x1, y1 vg.Length) {
		p.line(c, width, pt(o.X+x0, o.Y+y0), pt(o.X+x1, o.Y+y1))
	}
	switch s {
	case Times:
		stroke(-r, -r, r, r)
		stroke(-r, r, r, -r)
	case Plus:
		stroke(-1.4*r, 0, 1.4*r, 0)
		stroke(0, -1.4*r, 0, 1.4*r)
	case Slash:
		stroke(-0.9*r, -1.5*r, 0.9*r, 1.5*r)
	case Parallel:
		stroke(-1.5*r, 0.45*r, 1.5*r, 0.45*r)
		stroke(-1.5*r, -0.45*r, 1.5*r, -0.45*r)
	case Upward:
		stroke(0, -1.3*r, 0, 0)
		p.fill(closed([]vg.Point{
			{X: o.X, Y: o.Y + 1.4*r}, {X: o.X - 0.8*r, Y: o.Y - 0.2*r}, {X: o.X + 0.8*r, Y: o.Y - 0.2*r},
		}), c)
	}
}
