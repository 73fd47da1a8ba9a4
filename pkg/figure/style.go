package figure

import (
	"cmp"
	"image/color"

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
	// no results.
	Sign Sign
}

// ink returns the colour of the series.
func (s Style) ink() color.Color { return cmp.Or[color.Color](s.Color, color.Black) }

// color returns the colour of lines and markers.
func (s Style) color() color.Color {
	if s.Sign != NoSign {
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
	return Style{Color: s.Color, Width: 0.6, Dash: Dashed}
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
	return Style{Color: Plasma.at(0.02 + 0.74*t), Marker: marker(i), Hollow: hollow(i)}
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
