package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Line is a series of points (X[i], Y[i]), with a line through them, markers and vertical error
// bars, depending on Style and Err. Without markers and bars it is a plain curve. A series without
// data only appears in the legend.
type Line struct {
	Name string // in the legend; empty for no entry
	X, Y []float64
	// Err, when not nil, holds the half lengths of the error bars, from Y-Err to Y+Err.
	Err   []float64
	Style Style
	// Stems, one from 0 to each point, stand in place of the line through the points, as for a
	// discrete distribution.
	Stems bool
	// Titles, when not nil, say what the points are. An SVG file shows them where one points.
	Titles []string
}

func (l Line) check() {
	sameLength("Line: X and Y", l.X, l.Y)
	if l.Err != nil {
		sameLength("Line: X and Err", l.X, l.Err)
	}
}

// bar returns the ends of the i-th error bar, both Y[i] if there is none.
func (l Line) bar(i int) (lo, hi float64) {
	if l.Err == nil || math.IsNaN(l.Err[i]) {
		return l.Y[i], l.Y[i]
	}
	e := math.Abs(l.Err[i])
	return l.Y[i] - e, l.Y[i] + e
}

func (l Line) extend(x, y *extent) {
	for i := range l.X {
		if !y.ok(l.Y[i]) || x.out(l.X[i]) {
			continue
		}
		lo, hi := l.bar(i)
		x.add(l.X[i])
		y.add(l.Y[i])
		if y.ok(lo) {
			y.tail = min(y.tail, lo)
		}
		y.add(hi)
	}
	if l.Stems {
		y.add(0)
		y.base = true
	}
}

// Plot draws the series.
func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(l, c, p)
	pts := make([]vg.Point, len(l.X))
	for i := range pts {
		pts[i] = v.at(l.X[i], l.Y[i])
	}
	if len(pts) == 0 {
		return
	}
	v.grouped(l.Style.Group, "", func() {
		if !l.Stems {
			v.lines(l.Style, pts)
		}
		for i, x := range l.X {
			if l.Stems && !math.IsNaN(x) && !math.IsNaN(l.Y[i]) {
				v.lines(l.Style, []vg.Point{v.clamped(x, 0), v.clamped(x, l.Y[i])})
			}
			l.plotBar(v, i)
		}
		for i, o := range pts {
			if v.contains(o) {
				v.grouped("", title(l.Titles, i), func() { l.Style.mark(v.pen, o) })
			}
		}
	})
}

func title(titles []string, i int) string {
	if i < len(titles) {
		return titles[i]
	}
	return ""
}

// plotBar draws the i-th error bar, clipped to the frame, with caps at the ends inside.
func (l Line) plotBar(v *view, i int) {
	lo, hi := l.bar(i)
	if !(hi > lo) {
		return
	}
	x, a, b := v.at(l.X[i], lo).X, v.at(l.X[i], lo).Y, v.at(l.X[i], hi).Y
	r := v.frame
	if !(x >= r.Min.X && x <= r.Max.X) || a > r.Max.Y || b < r.Min.Y {
		return
	}
	c := l.Style.color()
	ya, yb := max(a, r.Min.Y), min(b, r.Max.Y)
	v.line(c, errorLine, pt(x, ya), pt(x, yb))
	for _, y := range [2]vg.Length{a, b} {
		if y >= r.Min.Y && y <= r.Max.Y {
			v.line(c, errorLine, pt(x-errorCap, y), pt(x+errorCap, y))
		}
	}
}

func (l Line) entry() (string, bool) { return l.Name, l.Style.Sign != NoMarker }

// Thumbnail draws a piece of the line with a marker, or three stems.
func (l Line) Thumbnail(c *draw.Canvas) {
	if !l.Stems {
		l.Style.sample(c)
		return
	}
	p, r := penOf(c.Canvas), c.Rectangle
	for _, x := range []vg.Length{-3, -1, 2} {
		x += middle(r).X
		l.Style.stroke(p, open([]vg.Point{{X: x, Y: r.Min.Y}, {X: x, Y: r.Max.Y}}))
	}
}

func (s Style) sample(c *draw.Canvas) {
	p, r, m := penOf(c.Canvas), c.Rectangle, middle(c.Rectangle)
	s.stroke(p, open([]vg.Point{{X: r.Min.X, Y: m.Y}, {X: r.Max.X, Y: m.Y}}))
	s.mark(p, m)
}

// Ellipse returns the closed curve of the points z with
//
//	(z - (x, y))ᵀ C⁻¹ (z - (x, y)) = r²
//
// for the covariance C = cov, which must be symmetric and positive
// semi-definite: r standard deviations around (x, y).
func Ellipse(x, y float64, cov [2][2]float64, r float64, s Style) Line {
	// C = L Lᵀ with L lower triangular.
	a := math.Sqrt(math.Max(cov[0][0], 0))
	b := 0.0
	if a > 0 {
		b = cov[0][1] / a
	}
	c := math.Sqrt(math.Max(cov[1][1]-b*b, 0))
	const n = 72
	l := Line{X: make([]float64, n+1), Y: make([]float64, n+1), Style: s}
	for i := range l.X {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%n) / n)
		l.X[i] = x + r*a*cos
		l.Y[i] = y + r*(b*cos+c*sin)
	}
	return l
}

// Bounds are upper bounds Y[i] at X[i]: a bar with an arrow down. They are for values on a
// logarithmic axis that differ from 0 by no more than their noise. Lower bounds, with an arrow up,
// are for ratios to such values.
type Bounds struct {
	Name  string // in the legend, in grey, after the names of series
	X, Y  []float64
	Style Style // its colour, and its marker, which stands small on the bar
	Lower bool
	// Titles are those of [Line].
	Titles []string
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

// Plot draws the bars and arrows.
func (b Bounds) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(b, c, p)
	for i := range b.X {
		if o := v.at(b.X[i], b.Y[i]); v.contains(o) {
			r := v.frame
			o.X = min(max(o.X, r.Min.X+boundCap), r.Max.X-boundCap)
			tip := min(max(o.Y+b.arrow(), r.Min.Y), r.Max.Y)
			v.grouped(b.Style.Group, title(b.Titles, i), func() {
				bound(v.pen, o, tip, b.Style.color())
				s := b.Style
				s.Size = boundMarker
				s.mark(v.pen, o)
			})
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

func (b Bounds) entry() (string, bool) { return b.Name, true }

// Thumbnail draws a bar with an arrow.
func (b Bounds) Thumbnail(c *draw.Canvas) {
	m := middle(c.Rectangle)
	bound(penOf(c.Canvas), pt(m.X, m.Y-b.arrow()/2), m.Y+b.arrow()/2, guide)
}

// HLine is a horizontal line across the frame, by default a [Guide].
type HLine struct {
	Name  string
	Y     float64
	Style Style
}

func (l HLine) style() Style { return cmp.Or(l.Style, Guide()) }

func (l HLine) extend(_, y *extent)   { y.add(l.Y) }
func (l HLine) entry() (string, bool) { return l.Name, false }

// Thumbnail draws a piece of the line.
func (l HLine) Thumbnail(c *draw.Canvas) { l.style().sample(c) }

// Plot draws the line.
func (l HLine) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(l, c, p)
	y := v.at(v.x.min, l.Y).Y
	v.lines(l.style(), []vg.Point{{X: v.frame.Min.X, Y: y}, {X: v.frame.Max.X, Y: y}})
}

// Band shades the area between two curves.
type Band struct {
	Name      string
	X         []float64
	Low, High []float64
	Fill      color.Color // nil is light grey
}

func (b Band) check() { sameLength("Band: X, Low and High", b.X, b.Low, b.High) }

func (b Band) fill() color.Color {
	return cmp.Or(b.Fill, Grey(0.86))
}

func (b Band) extend(x, y *extent) {
	Line{X: b.X, Y: b.Low}.extend(x, y)
	Line{X: b.X, Y: b.High}.extend(x, y)
}

// Plot fills the area.
func (b Band) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(b, c, p)
	var up, down []vg.Point
	end := func() {
		slices.Reverse(down)
		v.polygon(b.fill(), append(up, down...))
		up, down = nil, nil
	}
	for i, x := range b.X {
		if math.IsNaN(x) || math.IsNaN(b.Low[i]) || math.IsNaN(b.High[i]) {
			end()
			continue
		}
		up = append(up, v.clamped(x, b.High[i]))
		down = append(down, v.clamped(x, b.Low[i]))
	}
	end()
}

func (b Band) entry() (string, bool) { return b.Name, false }

// Thumbnail draws a piece of the area.
func (b Band) Thumbnail(c *draw.Canvas) { swatch(c, b.fill(), Style{Dash: NoLine}) }

// Histogram is a step function: Heights[i] between Edges[i] and Edges[i+1].
type Histogram struct {
	Name    string
	Edges   []float64 // ascending
	Heights []float64 // one fewer than Edges
	Style   Style
	Fill    color.Color // below the steps; nil for none
	// Sideways draws the heights along x, as in the right margin of a joint
	// histogram.
	Sideways bool
}

func (h Histogram) check() {
	if len(h.Edges) != len(h.Heights)+1 && len(h.Edges)+len(h.Heights) > 0 {
		panic("figure: Histogram: there must be one more edge than heights")
	}
}

func (h Histogram) extend(x, y *extent) {
	if h.Sideways {
		x, y = y, x
	}
	for _, e := range h.Edges {
		x.add(e)
	}
	for i, v := range h.Heights {
		if !(x.out(h.Edges[i]) && x.out(h.Edges[i+1])) {
			y.add(v)
		}
	}
	if len(h.Heights) > 0 {
		y.add(0)
		y.base = true
	}
}

// Plot draws the steps.
func (h Histogram) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(h, c, p)
	at := func(e, z float64) vg.Point {
		if math.IsNaN(z) {
			z = 0
		}
		if h.Sideways {
			return v.clamped(z, e)
		}
		return v.clamped(e, z)
	}
	if len(h.Heights) == 0 {
		return
	}
	n := len(h.Heights)
	pts := []vg.Point{at(h.Edges[0], 0)}
	for i, z := range h.Heights {
		pts = append(pts, at(h.Edges[i], z), at(h.Edges[i+1], z))
	}
	pts = append(pts, at(h.Edges[n], 0))
	if h.Fill != nil {
		v.polygon(h.Fill, pts)
	}
	v.lines(h.Style, pts)
}

func (h Histogram) entry() (string, bool) { return h.Name, false }

// Thumbnail draws a piece of the line, or of the area.
func (h Histogram) Thumbnail(c *draw.Canvas) {
	if h.Fill == nil {
		h.Style.sample(c)
		return
	}
	swatch(c, h.Fill, h.Style)
}

func swatch(c *draw.Canvas, fill color.Color, s Style) {
	p, r := penOf(c.Canvas), c.Rectangle
	path := rect(r.Min.X+2, r.Min.Y+0.5, r.Max.X-2, r.Max.Y-0.5).Path()
	p.fill(path, fill)
	s.stroke(p, path)
}
