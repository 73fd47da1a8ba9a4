package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// view is a frame on the page with its axes.
type view struct {
	*pen
	frame vg.Rectangle
	x, y  projection
}

func newView(p *pen, frame vg.Rectangle, x, y projection) *view {
	return &view{pen: p, frame: frame, x: x, y: y}
}

func (v *view) at(x, y float64) vg.Point {
	s := v.frame.Size()
	return pt(
		v.frame.Min.X+s.X*vg.Length(v.x.pos(x)),
		v.frame.Min.Y+s.Y*vg.Length(v.y.pos(y)),
	)
}

// clamped is at for corners of areas: it moves infinite and distant points to a large finite
// distance.
func (v *view) clamped(x, y float64) vg.Point {
	p := v.at(x, y)
	const far = 1e4
	return pt(max(-far, min(far, p.X)), max(-far, min(far, p.Y)))
}

// contains reports whether a marker centred at p belongs in the frame.
func (v *view) contains(p vg.Point) bool {
	const e = 1e-3
	r := v.frame
	return p.X >= r.Min.X-e && p.X <= r.Max.X+e && p.Y >= r.Min.Y-e && p.Y <= r.Max.Y+e
}

// lines strokes a polyline, clipped to the frame.
func (v *view) lines(s Style, pts []vg.Point) {
	for _, c := range clipLine(v.frame, pts) {
		s.stroke(v.pen, open(c))
	}
}

// polygon fills a polygon, clipped to the frame.
func (v *view) polygon(c color.Color, pts []vg.Point) {
	v.fill(closed(clipPolygon(v.frame, pts)), c)
}
