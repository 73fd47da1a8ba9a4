package plots

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dash is the pattern of a line. The zero value is a solid line.
type Dash int

const (
	Solid Dash = iota
	Dashed
	Dotted
	NoLine // draw no line, only marks
)

// Style says how a series is drawn. The zero value is a thin solid black line without marks.
type Style struct {
	Color color.Color // of lines and marks; nil is black
	Width vg.Length   // of lines; 0 is 0.8 pt
	Dash  Dash
	Mark  Mark
	Core  Mark      // inside a mark that is not open: white or, in a pale mark, of its colour
	Size  vg.Length // radius of marks; 0 is 2.1 pt
	// Pale is for points that are not results: a tint of the colour, hollow marks, no error bars.
	Pale bool
}

func (s Style) color() color.Color {
	c := cmp.Or[color.Color](s.Color, color.Black)
	if s.Pale {
		return Tint(c, 0.6)
	}
	return c
}

func (s Style) line() draw.LineStyle {
	l := draw.LineStyle{Color: s.color(), Width: cmp.Or(s.Width, 0.8)}
	k := max(l.Width, 0.5)
	switch s.Dash {
	case Dashed:
		l.Dashes = []vg.Length{4 * k, 2.5 * k}
	case Dotted:
		l.Dashes = []vg.Length{1.2 * k, 1.8 * k}
	}
	return l
}

func (s Style) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{
		Color: s.color(), Radius: cmp.Or(s.Size, 2.1), Shape: shape{s.Mark, s.Core, s.Pale},
	}
}

// Theory returns the style of the exact or predicted curve of a series: thin and dashed.
func (s Style) Theory() Style { return Style{Color: s.Color, Width: 0.6, Dash: Dashed} }

// Theory is the style of theory without a series.
func Theory() Style { return Style{Color: Grey(0.35)}.Theory() }

// Level is the style of the line at a value such as 0.
func Level() Style { return Style{Color: Grey(0.6), Width: 0.4} }

// Mark is the symbol at a point. The zero value is no symbol.
type Mark int

const (
	NoMark Mark = iota
	Circle
	Square
	Triangle
	Diamond
	Nabla // a triangle on its tip
	Pentagon
	Cross // ×
	Plus  // +
	Bar   // −
	Up    // an arrow
	Stems // upright lines, in a legend
)

// polygons have about the area of a circle of radius 1.
var polygons = [...]struct {
	corners       int
	first, radius float64
}{
	Square: {4, math.Pi / 4, 1.25}, Triangle: {3, math.Pi / 2, 1.45}, Diamond: {4, math.Pi / 2, 1.38},
	Nabla: {3, -math.Pi / 2, 1.45}, Pentagon: {5, math.Pi / 2, 1.22},
}

// strokes are the lines of open marks, each from (0, 1) to (2, 3) in radii.
var strokes = map[Mark][][4]vg.Length{
	Cross: {{-1, -1, 1, 1}, {-1, 1, 1, -1}},
	Plus:  {{-1.4, 0, 1.4, 0}, {0, -1.4, 0, 1.4}},
	Bar:   {{-1.6, 0, 1.6, 0}},
	Up:    {{0, -1.4, 0, 1.4}, {-0.8, 0.2, 0, 1.4}, {0.8, 0.2, 0, 1.4}},
	Stems: {{-1, -1.4, -1, 1.4}, {0.2, -1.4, 0.2, 1.4}, {1, -1.4, 1, 1.4}},
}

// shape is a draw.GlyphDrawer of a mark.
type shape struct {
	mark, core Mark
	hollow     bool
}

// DrawGlyph draws the mark.
func (s shape) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, o vg.Point) {
	r, ground, inside := sty.Radius, sty.Color, color.Color(color.White)
	if s.hollow {
		ground, inside = inside, ground
	}
	var path vg.Path
	switch {
	case s.mark == NoMark:
		return
	case s.mark == Circle:
		path.Move(pt(o.X+r, o.Y))
		path.Arc(o, r, 0, 2*math.Pi)
		path.Close()
	case s.mark < Cross:
		g := polygons[s.mark]
		var pts []vg.Point
		for i := range g.corners {
			sin, cos := math.Sincos(g.first + 2*math.Pi*float64(i)/float64(g.corners))
			pts = append(pts, o.Add(pt(vg.Length(cos), vg.Length(sin)).Scale(r*vg.Length(g.radius))))
		}
		path = closed(pts...)
	default:
		for _, l := range strokes[s.mark] {
			c.StrokeLine2(draw.LineStyle{Color: sty.Color, Width: min(1, 0.7*r)},
				o.X+r*l[0], o.Y+r*l[1], o.X+r*l[2], o.Y+r*l[3])
		}
		return
	}
	fill(c, ground, path)
	stroke(*c, draw.LineStyle{Color: sty.Color, Width: 0.7}, path)
	shape{mark: s.core}.DrawGlyph(c, draw.GlyphStyle{Color: inside, Radius: 0.42 * r}, o)
}

// Cycle returns the style of the i-th series, i ≥ 0, of an unordered set. The first eight differ in
// colour. The first six, adapted from Okabe and Ito, also differ in mark and in lightness.
func Cycle(i int) Style {
	colors := [...]color.RGBA{
		{0, 90, 155, 255},    // blue
		{214, 134, 0, 255},   // orange
		{0, 0, 0, 255},       // black
		{0, 136, 96, 255},    // green
		{112, 14, 74, 255},   // wine
		{105, 192, 236, 255}, // sky blue
		{190, 70, 0, 255},    // vermilion
		{84, 52, 0, 255},     // brown
	}
	return Style{Color: colors[i%len(colors)], Mark: Circle + Mark(i%6)}
}

// Between returns the colour at t on the way through colours: t = 0 is the first, t = 1 the last.
func Between(colors []color.Color, t float64) color.Color {
	x := min(max(t, 0), 1) * float64(len(colors)-1)
	i := min(int(x), len(colors)-2)
	return mix(colors[i], colors[i+1], x-float64(i))
}

// mix returns the colour at t on the way from a to b.
func mix(a, b color.Color, t float64) color.RGBA {
	at := func(a, b uint32) uint8 { return uint8((float64(a)+t*(float64(b)-float64(a)))/257 + 0.5) }
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	return color.RGBA{at(r0, r1), at(g0, g1), at(b0, b1), 255}
}

// Tint returns c mixed with white: t = 0 is white, t = 1 is c. Tints are opaque: transparent
// colours print badly.
func Tint(c color.Color, t float64) color.Color { return mix(color.White, c, t) }

// Grey returns the grey of the given level, 0 black to 1 white.
func Grey(level float64) color.Color { return color.Gray{Y: uint8(255*level + 0.5)} }
