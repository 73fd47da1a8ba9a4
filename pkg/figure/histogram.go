package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

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

func (h Histogram) plot(v *view) {
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

func (h Histogram) entry() entry {
	if h.Fill == nil {
		return entry{name: h.Name, thumb: sample(h.Style)}
	}
	return entry{name: h.Name, thumb: swatch(h.Fill, h.Style)}
}

func swatch(fill color.Color, s Style) func(p *pen, r vg.Rectangle) {
	return func(p *pen, r vg.Rectangle) {
		path := rect(r.Min.X+2, r.Min.Y+0.5, r.Max.X-2, r.Max.Y-0.5)
		p.fill(path, fill)
		if s.Dash != NoLine {
			p.stroke(path, s.color(), s.width(), s.Dash.pattern(s.width()))
		}
	}
}

// Bars is a discrete distribution: bars or stems from zero to Y[i] at X[i].
type Bars struct {
	Name  string
	X, Y  []float64
	Err   []float64 // half lengths of error bars, or nil
	Width float64   // of the bars in units of x; 0 draws stems
	Style Style
	Fill  color.Color // of bars; nil is a tint of the colour of Style
}

func (b Bars) check() {
	sameLength("Bars", len(b.X), b.Y, b.Err)
	if len(b.Y) != len(b.X) {
		panic("figure: Bars: X without Y")
	}
}

func (b Bars) fill() color.Color {
	if b.Fill == nil {
		return Tint(b.Style.color(), 0.35)
	}
	return b.Fill
}

func (b Bars) extend(x, y *extent) {
	b.line().extend(x, y)
	for i, v := range b.X {
		if y.ok(b.Y[i]) {
			x.add(v - b.Width/2)
			x.add(v + b.Width/2)
		}
	}
	y.add(0)
	y.base = true
}

func (b Bars) line() Line {
	s := b.Style
	s.Dash = NoLine
	return Line{X: b.X, Y: b.Y, Err: b.Err, Style: s}
}

func (b Bars) plot(v *view) {
	for i, x := range b.X {
		if math.IsNaN(b.Y[i]) || math.IsNaN(x) {
			continue
		}
		if b.Width > 0 {
			p, q := v.clamped(x-b.Width/2, 0), v.clamped(x+b.Width/2, b.Y[i])
			corners := []vg.Point{p, {X: q.X, Y: p.Y}, q, {X: p.X, Y: q.Y}}
			v.polygon(b.fill(), corners)
			v.lines(b.Style, append(corners, p))
			continue
		}
		s := b.Style
		if s.Width == 0 {
			s.Width = 1.2
		}
		v.lines(s, []vg.Point{v.clamped(x, 0), v.clamped(x, b.Y[i])})
	}
	b.line().plot(v)
}

func (b Bars) entry() entry {
	if b.Width > 0 {
		return entry{name: b.Name, thumb: swatch(b.fill(), b.Style)}
	}
	return entry{name: b.Name, thumb: sample(b.Style)}
}

// Band shades the area between two curves.
type Band struct {
	Name      string
	X         []float64
	Low, High []float64
	Fill      color.Color // nil is light grey
}

func (b Band) check() {
	if len(b.Low) != len(b.X) || len(b.High) != len(b.X) {
		panic("figure: Band: X, Low and High differ in length")
	}
}

func (b Band) fill() color.Color {
	if b.Fill == nil {
		return Grey(0.86)
	}
	return b.Fill
}

func (b Band) extend(x, y *extent) {
	Line{X: b.X, Y: b.Low}.extend(x, y)
	Line{X: b.X, Y: b.High}.extend(x, y)
}

func (b Band) plot(v *view) {
	var up, down []vg.Point
	end := func() {
		for i := len(down) - 1; i >= 0; i-- {
			up = append(up, down[i])
		}
		if len(up) > 2 {
			v.polygon(b.fill(), up)
		}
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

func (b Band) entry() entry { return entry{name: b.Name, thumb: swatch(b.fill(), Style{Dash: NoLine})} }
