package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sameLength panics if slices differ in length.
func sameLength(what string, slices ...[]float64) {
	for _, s := range slices {
		if len(s) != len(slices[0]) {
			panic("plots: " + what + " differ in length")
		}
	}
}

// Line is a series: a line through (X[i], Y[i]) with marks, and error bars Y[i] ± Err[i]. A point
// without a place on the axes, such as NaN, breaks the line.
type Line struct {
	Name      string // in the legend
	X, Y, Err []float64
	Style     Style
	Fill      color.Color // of the polygon of the points; nil for none
	Bound     Bound       // draws bars with arrows, and no line
	// Row, unless it is empty, names a row above the frame for points without a Y, such as runs
	// without a stationary state.
	Row    string
	Status string // of simulated points, for [Figure.Painted]; "" if not simulated
}

// Bound says whether values are bounds, and gives the direction of their arrows.
type Bound int

const (
	Upper Bound = -1
	Lower Bound = 1
)

func (l Line) check() {
	if l.Row == "" {
		sameLength("Line: X and Y", l.X, l.Y)
	}
	if l.Err != nil {
		sameLength("Line: Y and Err", l.Y, l.Err)
	}
}

func (l Line) spans(x, y *span) {
	for i, at := range l.X {
		x.add(at)
		if !x.has(at) || l.Row != "" {
			continue
		}
		v := l.Y[i]
		if y.log && l.Bound == Upper {
			y.add(v / 1.6) // room for the arrow
		}
		if y.add(v); l.Err == nil || l.Style.Pale || !y.has(v) {
			continue
		}
		low := v - l.Err[i]
		if y.log { // by half a decade at most
			low = max(low, 0.3*v)
		}
		y.add(low)
		y.add(v + l.Err[i])
	}
}

// pieces returns the points in the plot. A point without a place ends a piece.
func (l Line) pieces(c *draw.Canvas, p *plot.Plot) (all [][]vg.Point) {
	trX, trY := p.Transforms(c)
	var pts []vg.Point
	for i, x := range l.X {
		q := pt(trX(x), trY(l.Y[i]))
		if at := float64(q.X + q.Y); !math.IsNaN(at) && !math.IsInf(at, 0) {
			pts = append(pts, q)
		} else if len(pts) > 0 {
			all, pts = append(all, pts), nil
		}
	}
	return append(all, pts)
}

// Plot draws the line, and error bars or arrows below the marks. The panel draws the rows above the
// frame.
func (l Line) Plot(c draw.Canvas, p *plot.Plot) {
	if l.Row != "" {
		return
	}
	for _, pts := range l.pieces(&c, p) {
		if l.Fill != nil {
			c.FillPolygon(l.Fill, c.ClipPolygonXY(pts))
		}
		if l.Style.Dash != NoLine && l.Bound == 0 {
			c.StrokeLines(l.Style.line(), c.ClipLinesXY(pts)...)
		}
	}
	trX, trY := p.Transforms(&c)
	for i, x := range l.X {
		y := l.Y[i]
		at := pt(trX(x), trY(y))
		if !c.Contains(at) {
			continue
		}
		if l.Bound != 0 {
			l.arrow(c, at)
			continue
		}
		if l.Err != nil && !l.Style.Pale && l.Err[i] > 0 {
			l.bar(c, at.X, trY(y-l.Err[i]), trY(y+l.Err[i]))
		}
		c.DrawGlyph(l.Style.glyph(), at)
	}
}

// arrow draws a bound.
func (l Line) arrow(c draw.Canvas, o vg.Point) {
	sty, up := draw.LineStyle{Color: l.Style.color(), Width: 0.9}, vg.Length(l.Bound)
	c.StrokeLine2(sty, o.X-2.8, o.Y, o.X+2.8, o.Y)
	c.StrokeLine2(sty, o.X, o.Y, o.X, o.Y+up*5)
	c.FillPolygon(sty.Color, []vg.Point{
		{X: o.X, Y: o.Y + up*8}, {X: o.X - 1.7, Y: o.Y + up*4.6}, {X: o.X + 1.7, Y: o.Y + up*4.6},
	})
	l.Style.Size = 1.5
	c.DrawGlyphNoClip(l.Style.glyph(), o)
}

// bar draws an error bar with caps. A bar that leaves the frame ends there without a cap.
func (l Line) bar(c draw.Canvas, x, low, high vg.Length) {
	sty := draw.LineStyle{Color: l.Style.color(), Width: 0.6}
	c.StrokeLine2(sty, x, max(low, c.Min.Y), x, min(high, c.Max.Y))
	for _, y := range []vg.Length{low, high} {
		if r := cmp.Or(l.Style.Size, 2.1); c.ContainsY(y) {
			c.StrokeLine2(sty, x-r, y, x+r, y)
		}
	}
}

// Thumbnail draws a piece of the area, a bound, or a piece of the line with a mark.
func (l Line) Thumbnail(c *draw.Canvas) {
	m := c.Center()
	switch {
	case l.Row != "":
		l.Style.Color = Grey(0.35)
	case l.Bound != 0:
		if l.Style.Mark != NoMark {
			l.Style = Style{Color: Grey(0.35)}
		}
		l.arrow(*c, m.Sub(pt(0, 4*vg.Length(l.Bound))))
		return
	case l.Fill != nil:
		path := rect(c.Min.X+2, c.Min.Y+0.5, c.Max.X-2, c.Max.Y-0.5).Path()
		fill(c, l.Fill, path)
		stroke(*c, l.Style.line(), path)
	case l.Style.Dash != NoLine:
		c.StrokeLine2(l.Style.line(), c.Min.X, m.Y, c.Max.X, m.Y)
	}
	c.DrawGlyph(l.Style.glyph(), m)
}

// Steps returns the corners of a step function: heights[i] between edges[i] and edges[i+1].
func Steps(edges, heights []float64) (x, y []float64) {
	if len(edges) != len(heights)+1 {
		panic(fmt.Sprintf("plots: Steps: %d edges for %d heights", len(edges), len(heights)))
	}
	x, y = append(x, edges[0]), append(y, 0)
	for i, h := range heights {
		x, y = append(x, edges[i], edges[i+1]), append(y, h, h)
	}
	return append(x, edges[len(heights)]), append(y, 0)
}

// Band returns the area between two curves. It panics if the slices differ in length.
func Band(x, low, high []float64, fill color.Color) Line {
	sameLength("Band: x, low and high", x, low, high)
	l := Line{X: slices.Clone(x), Y: slices.Clone(high), Style: Style{Dash: NoLine}, Fill: fill}
	for i, v := range slices.Backward(x) {
		l.X, l.Y = append(l.X, v), append(l.Y, low[i])
	}
	return l
}

// Ellipse returns the line at r standard deviations of a normal distribution of mean (x, y) and
// covariance cov.
func Ellipse(x, y float64, cov [2][2]float64, r float64, s Style) Line {
	a := math.Sqrt(cov[0][0])
	b := cov[0][1] / a
	d := math.Sqrt(max(cov[1][1]-b*b, 0))
	const n = 72
	l := Line{X: make([]float64, n+1), Y: make([]float64, n+1), Style: s}
	for i := range l.X {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%n) / n)
		l.X[i], l.Y[i] = x+r*a*cos, y+r*(b*cos+d*sin)
	}
	return l
}

// Rule is a line across the frame at y = At or, if Vertical, at x = At, with a text at its end. It
// does not widen the axes.
type Rule struct {
	At       float64
	Vertical bool
	Text     string
	Style    Style
}

// Plot draws the line, and the text above it or to the left of it.
func (r Rule) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	from, to := pt(c.Min.X, trY(r.At)), pt(c.Max.X, trY(r.At))
	text := to.Add(pt(-3, 2))
	if r.Vertical {
		from, to = pt(trX(r.At), c.Min.Y), pt(trX(r.At), c.Max.Y)
		text = to.Sub(pt(3, nameSize+2))
	}
	if c.Contains(from) {
		c.StrokeLine2(r.Style.line(), from.X, from.Y, to.X, to.Y)
		Text{Text: r.Text, XAlign: 1}.write(c, text)
	}
}

// EdgeNames are names of curves inside the left edge of the frame: each at its Y, or as near as the
// others allow. They do not widen the axes.
type EdgeNames struct{ Names []Text }

// Plot draws the names, a little darker than their colours. Those that would overlap move apart.
func (e EdgeNames) Plot(c draw.Canvas, p *plot.Plot) {
	_, trY := p.Transforms(&c)
	names := slices.Clone(e.Names)
	slices.SortStableFunc(names, func(a, b Text) int { return cmp.Compare(a.Y, b.Y) })
	var ys []vg.Length
	for _, t := range names {
		ys = append(ys, trY(t.Y))
	}
	const apart = nameSize + 0.5
	for range 100 {
		for i := range ys {
			ys[i] = min(max(ys[i], c.Min.Y+apart*0.7), c.Max.Y-apart*0.7)
			if i > 0 && ys[i]-ys[i-1] < apart {
				m := (ys[i] + ys[i-1]) / 2
				ys[i-1], ys[i] = m-apart/2, m+apart/2
			}
		}
	}
	for i, t := range names {
		t.Color = mix(color.Black, cmp.Or[color.Color](t.Color, color.Black), 0.85)
		t.write(c, pt(c.Min.X+4, ys[i]-0.3*nameSize))
	}
}

// Text is an annotation. It does not widen the axes, and is not drawn if it is outside the frame.
type Text struct {
	// X and Y are data coordinates, or fractions of the frame if Relative.
	X, Y     float64
	Relative bool
	Text     string
	Color    color.Color // nil is black
	XAlign   float64     // the fraction of the text to the left of X
	Shift    vg.Point    // displacement of the text, in points
	Size     vg.Length   // 0 is 8 pt
}

// Plot draws the text with its baseline at Y.
func (t Text) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	if t.Relative {
		trX, trY = c.X, c.Y
	}
	if at := pt(trX(t.X), trY(t.Y)); c.Contains(at) {
		t.write(c, at.Add(t.Shift))
	}
}

func (t Text) write(c draw.Canvas, o vg.Point) {
	if t.Text == "" {
		return
	}
	c.FillText(text.Style{
		Color: t.Color, Font: font.Font{Size: cmp.Or(t.Size, nameSize)},
		XAlign: draw.XAlignment(-t.XAlign), Handler: Formulas{},
	}, o, t.Text)
}
