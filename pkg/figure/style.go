package figure

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Dash is the pattern of a line. The zero value is a solid line.
type Dash int

const (
	Solid Dash = iota
	Dashed
	Dotted
	DashDotted
	DashDotDotted
	NoLine // draw no line, only markers
)

func (d Dash) pattern(width vg.Length) []vg.Length {
	k := max(width, 0.5)
	switch d {
	case Dashed:
		return []vg.Length{4 * k, 2.5 * k}
	case Dotted:
		return []vg.Length{1.2 * k, 1.8 * k}
	case DashDotted:
		return []vg.Length{5 * k, 2 * k, 1.2 * k, 2 * k}
	case DashDotDotted:
		return []vg.Length{5 * k, 2 * k, 1.2 * k, 2 * k, 1.2 * k, 2 * k}
	}
	return nil
}

// Style describes how a series is drawn. The zero value is a thin solid black line without markers.
type Style struct {
	Color  color.Color // of lines and markers; nil is black
	Width  vg.Length   // of lines; 0 is 0.8 pt
	Dash   Dash
	Marker Marker
	Hollow bool      // markers are outlines filled with white
	Size   vg.Length // radius of markers; 0 is 2.1 pt
	// Sign, where there is one, stands over the markers, and all but the sign is pale: the points are
	// not to be trusted.
	Sign Marker
	// Group names the part of the picture in this style, such as the points and curves of one time
	// step. An SVG file shows a group alone where the fragment of its address is the group's id.
	Group string
}

// ink returns the colour of the series.
func (s Style) ink() color.Color { return cmp.Or[color.Color](s.Color, color.Black) }

// color returns the colour of lines and markers.
func (s Style) color() color.Color {
	if s.Sign != NoMarker {
		return Tint(s.ink(), paleness)
	}
	return s.ink()
}

func (s Style) width() vg.Length {
	return cmp.Or(s.Width, 0.8)
}

func (s Style) size() vg.Length {
	return cmp.Or(s.Size, 2.1)
}

// Reference returns the style of the exact curve that belongs to a series of style s: the same
// colour, thin, dashed, without markers.
func (s Style) Reference() Style {
	return Style{Color: s.Color, Width: 0.6, Dash: Dashed, Group: s.Group}
}

// Guide returns the style of lines with which data are compared: thin, dark grey, dashed.
func Guide() Style { return Style{Color: guide, Width: 0.6, Dash: Dashed} }

// Level returns the style of the line at a value such as 0: thin, light grey, solid.
func Level() Style { return Style{Color: Grey(0.6), Width: 0.4} }

func (s Style) stroke(p *pen, path vg.Path) {
	if s.Dash != NoLine {
		p.stroke(path, s.color(), s.width(), s.Dash.pattern(s.width()))
	}
}

// Cycle returns the style of the i-th series, i ≥ 0, of an unordered set. The first eight differ in
// colour and in marker (full or hollow). The first six, after those of Okabe and Ito, also differ
// in lightness, each from all others, so that they can be told apart in grey, and with
// deuteranopia. Later ones repeat the colours with other markers and dashes.
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
	if i < 0 {
		panic("figure: Cycle: negative index")
	}
	n := len(colors)
	return Style{
		Color:  colors[i%n],
		Marker: marker(i),
		Hollow: hollow(i),
		Dash:   Dash(i / n % int(NoLine)),
	}
}

// Ramp returns the style of the i-th of n ordered series, such as a family of curves for decreasing
// time steps: colours of increasing luminance, and different markers, alternately full and hollow.
// It panics unless 0 ≤ i < n.
func Ramp(i, n int) Style {
	if i < 0 || i >= n {
		panic("figure: Ramp: index out of range")
	}
	t := 0.0
	if n > 1 {
		t = float64(i) / float64(n-1)
	}
	// The yellow end is invisible on white.
	return Style{
		Color: blend(Palette("plasma").Colors(), 0.02+0.74*t), Marker: marker(i), Hollow: hollow(i),
	}
}

// Tint returns c mixed with white: t = 0 is white, t = 1 is c. Tints are opaque: transparent
// colours print badly.
func Tint(c color.Color, t float64) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - t*(255-float64(v>>8)) + 0.5) }
	return color.RGBA{mix(r), mix(g), mix(b), 255}
}

// Grey returns the grey of the given level, 0 black to 1 white.
func Grey(level float64) color.Color {
	return color.Gray{Y: uint8(255*min(max(level, 0), 1) + 0.5)}
}

// Marker is the symbol at a data point. The zero value is none. The open ones, from Cross on, are
// also the signs over points that are not to be trusted: they differ in shape, not in colour.
type Marker int

const (
	NoMarker Marker = iota
	Circle
	Square
	Triangle
	Diamond
	nabla // triangle on its tip
	pentagon
	Cross    // ×
	Plus     // +
	Slash    // a slanted line
	Parallel // two horizontal lines
	Upward   // an arrow
)

// marker and hollow describe the i-th of the closed markers, which are alternately full and hollow
// and repeat after twelve.
func marker(i int) Marker { return Circle + Marker(i%6) }
func hollow(i int) bool   { return (i+i/6)%2 == 1 }

// shapes are regular polygons with about the area of a circle of radius 1.
var shapes = [...]struct {
	corners int
	first   float64 // the angle of a corner
	radius  vg.Length
}{
	Square:   {4, math.Pi / 4, 1.25},
	Triangle: {3, math.Pi / 2, 1.45},
	Diamond:  {4, math.Pi / 2, 1.38},
	nabla:    {3, -math.Pi / 2, 1.45},
	pentagon: {5, math.Pi / 2, 1.22},
}

// polygon returns the corners of a closed marker at o.
func (m Marker) polygon(o vg.Point, r vg.Length) []vg.Point {
	n := shapes[m].corners
	r *= shapes[m].radius
	pts := make([]vg.Point, n)
	for i := range pts {
		sin, cos := math.Sincos(shapes[m].first + 2*math.Pi*float64(i)/float64(n))
		pts[i] = pt(o.X+r*vg.Length(cos), o.Y+r*vg.Length(sin))
	}
	return pts
}

func (s Style) mark(p *pen, o vg.Point) {
	r, c := s.size(), s.color()
	var path vg.Path
	switch m := s.Marker; {
	case m == Circle:
		path = circle(o, r)
	case m > Circle && m < Cross:
		path = closed(m.polygon(o, r))
	default:
		m.open(p, o, 0.95*r, 1, c)
	}
	if s.Hollow {
		p.fill(path, color.White)
	} else {
		p.fill(path, c)
	}
	p.stroke(path, c, 0.7, nil)
	s.Sign.open(p, o, signSize, signLine, s.ink())
}

// open draws an open marker at o, about 2r wide, with lines of the given width.
func (m Marker) open(p *pen, o vg.Point, r, width vg.Length, c color.Color) {
	stroke := func(x0, y0, x1, y1 vg.Length) {
		p.line(c, width, pt(o.X+r*x0, o.Y+r*y0), pt(o.X+r*x1, o.Y+r*y1))
	}
	switch m {
	case Cross:
		stroke(-1, -1, 1, 1)
		stroke(-1, 1, 1, -1)
	case Plus:
		stroke(-1.4, 0, 1.4, 0)
		stroke(0, -1.4, 0, 1.4)
	case Slash:
		stroke(-0.9, -1.5, 0.9, 1.5)
	case Parallel:
		stroke(-1.5, 0.45, 1.5, 0.45)
		stroke(-1.5, -0.45, 1.5, -0.45)
	case Upward:
		stroke(0, -1.3, 0, 0)
		p.fill(closed([]vg.Point{
			{X: o.X, Y: o.Y + 1.4*r}, {X: o.X - 0.8*r, Y: o.Y - 0.2*r}, {X: o.X + 0.8*r, Y: o.Y - 0.2*r},
		}), c)
	}
}

// Widths of figures. A figure is drawn at the width at which it is printed: one panel fits a column
// of a journal of two columns, panels side by side take both. No text is smaller than 7 pt there,
// but for sub- and superscripts.
const (
	singleColumn = 8.5 * vg.Centimeter
	DoubleColumn = 17.8 * vg.Centimeter
)

// defaultDPI is the resolution of PNG files.
const defaultDPI = 300

// Sizes of text, in points.
const (
	titleSize  = 9
	labelSize  = 9
	tickSize   = 8
	legendText = 8
	remarkSize = 7
	endSize    = 7.5 // of the labels at the ends of the rows of a strip
)

// Sizes on the page, in points.
const (
	pageMargin = 2
	cellGap    = 7   // between the labels of adjacent cells
	remarkLine = 8.4 // of a remark: 35 dots
)

// Sizes of a panel, in points.
const (
	frameLine = 0.5
	majorTick = 3.5
	minorTick = 2
	tickGap   = 3.5 // between frame and tick labels
	labelGap  = 4   // between tick labels and axis label
	titleGap  = 4.5 // between frame and title
	errorLine = 0.6
	errorCap  = 2.2 // half the width
)

// Sizes of a legend, in points.
const (
	legendLead  = 10.5 // from line to line
	legendThumb = 19
	legendSpace = 4 // between thumbnail and name
	legendPad   = 4
	legendCol   = 9 // between columns
	legendGap   = 5 // from frame
)

// Sizes of a colour bar, in points.
const (
	barGap   = 7
	barWidth = 8
)

// endGap is the distance between a frame and the labels at its right end, in points.
const endGap = 5

// Sizes of a strip, in points.
const (
	stripRow = 7.5 // the height of a row
	signSize = 2.1 // half the width of a sign, about
	signLine = 0.7 // over a marker
	loneLine = 1.1 // in a strip
)

// Sizes of an upper bound, in points.
const (
	boundCap   = 2.8 // half the width of the bar
	boundArrow = 8   // from the bar to the tip
	boundHead  = 3.4 // the height of the head

	boundMarker = 1.5 // its radius
)

// paleness is the part of its colour that a point keeps if it is not to be trusted.
const paleness = 0.4

// Colours of what belongs to no series.
var (
	guide     = Grey(0.35) // lines and signs
	stripFill = Grey(0.94)
	small     = Grey(0.25) // remarks
)
