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
		path := rect(r.Min.X+2, r.Min.Y+0.5, r.Max.X-2, r.Max.Y-0.5).Path()
		p.fill(path, fill)
		s.stroke(p, path)
	}
}
