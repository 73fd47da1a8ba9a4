package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
