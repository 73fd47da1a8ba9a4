package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Marker is the symbol at a data point. The zero value is none.
type Marker int

const (
	NoMarker Marker = iota
	Circle
	Square
	Triangle
	Diamond
	Nabla // triangle on its tip
	Pentagon
	Cross
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
	Nabla:    {3, -math.Pi / 2, 1.45},
	Pentagon: {5, math.Pi / 2, 1.22},
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
	const edge = 0.7
	defer s.Sign.draw(p, o, s.ink(), signLine)
	switch s.Marker {
	case NoMarker:
		return
	case Cross:
		d := 0.95 * r
		p.line(c, 1, pt(o.X-d, o.Y-d), pt(o.X+d, o.Y+d))
		p.line(c, 1, pt(o.X-d, o.Y+d), pt(o.X+d, o.Y-d))
		return
	}
	var path vg.Path
	if s.Marker == Circle {
		path = circle(o, r)
	} else {
		path = closed(s.Marker.polygon(o, r))
	}
	if s.Hollow {
		p.fill(path, color.White)
	} else {
		p.fill(path, c)
	}
	p.stroke(path, c, edge, nil)
}
