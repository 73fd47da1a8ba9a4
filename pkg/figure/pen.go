package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// canvas is the part of vg.Canvas that a pen needs.
type canvas interface {
	SetColor(color.Color)
	SetLineWidth(vg.Length)
	SetLineDash(pattern []vg.Length, offset vg.Length)
	Stroke(vg.Path)
	Fill(vg.Path)
}

// grouper is a canvas that groups the drawing between open and close. Either string
// may be empty: the name of all groups that belong together, and a title for this one.
type grouper interface {
	open(name, title string)
	close()
}

// grouped draws into a group if the canvas has groups and this one has a name or a title.
func (p *pen) grouped(name, title string, draw func()) {
	if g, ok := p.canvas.(grouper); ok && name+title != "" {
		g.open(name, title)
		defer g.close()
	}
	draw()
}

// writer is a canvas that keeps texts as texts. On others they are outlines.
type writer interface {
	// write writes the glyphs of a text whose origin is at at, turned about it by angle (radians).
	write(b box, at vg.Point, angle float64, c color.Color)
}

// pen draws on a canvas in page coordinates. It skips paths that are not finite, and keeps the
// first error.
type pen struct {
	canvas canvas
	set    *typesetter
	err    error
	strict bool // panics instead of keeping an error
}

func (p *pen) fail(err error) {
	if p.strict {
		panic("figure: " + err.Error())
	}
	if p.err == nil {
		p.err = err
	}
}

func finite(p vg.Point) bool {
	s := float64(p.X) + float64(p.Y)
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}

const far = 1e5

// drawable reports whether no part of a path is absurdly far from the page; the back ends are very
// slow on such paths.
func drawable(path vg.Path) bool {
	away := func(p vg.Point) bool { return !(max(p.X, -p.X, p.Y, -p.Y) < far) } // so is NaN
	for _, c := range path {
		if away(c.Pos) || slices.ContainsFunc(c.Control, away) {
			return false
		}
	}
	return true
}

// stroke draws path with a line of the given colour, width and dashes.
func (p *pen) stroke(path vg.Path, c color.Color, width vg.Length, dashes []vg.Length) {
	if len(path) == 0 || width <= 0 || !drawable(path) {
		return
	}
	p.canvas.SetColor(c)
	p.canvas.SetLineWidth(width)
	p.canvas.SetLineDash(dashes, 0)
	p.canvas.Stroke(path)
}

// fill fills path according to the nonzero winding rule.
func (p *pen) fill(path vg.Path, c color.Color) {
	if len(path) == 0 || !drawable(path) {
		return
	}
	p.canvas.SetColor(c)
	p.canvas.Fill(path)
}

func (p *pen) line(c color.Color, width vg.Length, pts ...vg.Point) {
	p.stroke(open(pts), c, width, nil)
}

// text draws s in black at the given size, with the point at lying xalign of its width from its
// left end (0: left, 1: right) and yalign of the cap height above its baseline (0: baseline, 0.5:
// middle of the capitals, 1: their top).
func (p *pen) text(s string, size vg.Length, at vg.Point, xalign, yalign vg.Length) {
	p.write(s, size, at, xalign, yalign, 0, color.Black)
}

// write is text in colour c, turned by angle (radians) about at.
func (p *pen) write(
	s string, size vg.Length, at vg.Point, xalign, yalign vg.Length, angle float64, c color.Color,
) {
	b := p.measure(s, size)
	o := pt(-xalign*b.w, -yalign*capHeight*size)
	b.ink = slices.Clone(b.ink)
	w, ok := p.canvas.(writer)
	place := func(v vg.Point) vg.Point { return turned(v.Add(o), at, angle) }
	for i, k := range b.ink {
		b.ink[i].at = k.at.Add(o)
		if !ok || k.key.r == 0 {
			p.fill(transformed(k.path, place), c)
		}
	}
	if ok && drawable(open([]vg.Point{at})) {
		w.write(b, at, angle, c)
	}
}

// turned returns v turned by angle (radians) about the origin, which is then moved to at.
func turned(v, at vg.Point, angle float64) vg.Point {
	if angle != 0 {
		sin, cos := math.Sincos(angle)
		v.X, v.Y = vg.Length(cos)*v.X-vg.Length(sin)*v.Y, vg.Length(sin)*v.X+vg.Length(cos)*v.Y
	}
	return v.Add(at)
}

// head writes the title of a cell, centred at x above r.
func (p *pen) head(title string, x vg.Length, r vg.Rectangle) {
	p.text(title, titleSize, pt(x, r.Max.Y+titleGap), 0.5, 0)
}

// headroom returns the height of a title, with a little room if there is none.
func (p *pen) headroom(title string) vg.Length {
	if title == "" {
		return 3
	}
	return titleGap + p.measure(title, titleSize).top
}

// measure typesets s. On an error, which the pen keeps, it returns an empty box.
func (p *pen) measure(s string, size vg.Length) box {
	b, err := p.set.layout(s, size)
	if err != nil {
		p.fail(err)
		return box{}
	}
	return b
}

// pt returns the point (x, y) of the page.
func pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

func open(pts []vg.Point) vg.Path {
	path := make(vg.Path, 0, len(pts)+1) // room to be closed
	for i, q := range pts {
		if i == 0 {
			path.Move(q)
		} else {
			path.Line(q)
		}
	}
	return path
}

func closed(pts []vg.Point) vg.Path {
	path := open(pts)
	if len(path) > 0 {
		path.Close()
	}
	return path
}

func rect(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: pt(x0, y0), Max: pt(x1, y1)}
}

// circle approximates a circle by four Bézier curves, since the back ends draw vg arcs differently.
func circle(m vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498
	at := func(x, y vg.Length) vg.Point { return pt(m.X+r*x, m.Y+r*y) }
	var p vg.Path
	p.Move(at(1, 0))
	p.CubeTo(at(1, k), at(k, 1), at(0, 1))
	p.CubeTo(at(-k, 1), at(-1, k), at(-1, 0))
	p.CubeTo(at(-1, -k), at(-k, -1), at(0, -1))
	p.CubeTo(at(k, -1), at(1, -k), at(1, 0))
	p.Close()
	return p
}

// flatten replaces curves by their control polygons, whose hulls contain them.
func flatten(path vg.Path) [][]vg.Point {
	var out [][]vg.Point
	for _, c := range path {
		if c.Type == vg.MoveComp {
			out = append(out, nil)
		}
		line := &out[len(out)-1]
		switch c.Type {
		case vg.CloseComp:
			*line = append(*line, (*line)[0])
		default:
			*line = append(append(*line, c.Control...), c.Pos)
		}
	}
	return out
}

// clipLine returns the parts of a polyline inside r. Points that are not
// finite break the line.
func clipLine(r vg.Rectangle, pts []vg.Point) [][]vg.Point {
	c := draw.Canvas{Rectangle: r}
	var out [][]vg.Point
	start := 0
	for i, p := range pts {
		if !finite(p) {
			out = append(out, c.ClipLinesXY(pts[start:i])...)
			start = i + 1
		}
	}
	return append(out, c.ClipLinesXY(pts[start:])...)
}

// clipPolygon returns the part of a polygon inside r.
func clipPolygon(r vg.Rectangle, pts []vg.Point) []vg.Point {
	c := draw.Canvas{Rectangle: r}
	return c.ClipPolygonXY(pts)
}

// view is a frame on the page with its axes.
type view struct {
	*pen
	frame vg.Rectangle
	x, y  projection
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
