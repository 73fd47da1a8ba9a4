package figure

import "gonum.org/v1/plot/vg"

// pt returns the point (x, y) of the page.
func pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

func open(pts []vg.Point) vg.Path {
	var path vg.Path
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

func rect(x0, y0, x1, y1 vg.Length) vg.Path {
	return closed([]vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
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
	var cur []vg.Point
	for _, c := range path {
		switch c.Type {
		case vg.MoveComp:
			if len(cur) > 0 {
				out = append(out, cur)
			}
			cur = []vg.Point{c.Pos}
		case vg.LineComp:
			cur = append(cur, c.Pos)
		case vg.CurveComp:
			cur = append(append(cur, c.Control...), c.Pos)
		case vg.CloseComp:
			if len(cur) > 0 {
				cur = append(cur, cur[0])
			}
		}
	}
	if len(cur) > 0 {
		out = append(out, cur)
	}
	return out
}

// clipLine returns the parts of a polyline inside r. Points that are not
// finite break the line.
func clipLine(r vg.Rectangle, pts []vg.Point) [][]vg.Point {
	var out [][]vg.Point
	var cur []vg.Point
	end := func() {
		if len(cur) > 1 {
			out = append(out, cur)
		}
		cur = nil
	}
	for i := 1; i < len(pts); i++ {
		if !finite(pts[i-1]) || !finite(pts[i]) {
			end()
			continue
		}
		a, b, ok := clipSegment(r, pts[i-1], pts[i])
		if !ok {
			end()
			continue
		}
		if len(cur) > 0 && cur[len(cur)-1] != a {
			end()
		}
		if len(cur) == 0 {
			cur = append(cur, a)
		}
		cur = append(cur, b)
	}
	end()
	return out
}

// clipSegment is the algorithm of Liang and Barsky.
func clipSegment(r vg.Rectangle, a, b vg.Point) (vg.Point, vg.Point, bool) {
	t0, t1 := vg.Length(0), vg.Length(1)
	d := b.Sub(a)
	for _, e := range [4][2]vg.Length{
		{-d.X, a.X - r.Min.X}, {d.X, r.Max.X - a.X},
		{-d.Y, a.Y - r.Min.Y}, {d.Y, r.Max.Y - a.Y},
	} {
		p, q := e[0], e[1]
		switch {
		case p == 0:
			if q < 0 {
				return a, b, false
			}
		case p < 0:
			t0 = max(t0, q/p)
		default:
			t1 = min(t1, q/p)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	from, to := a, b
	if t0 > 0 {
		from = a.Add(d.Scale(t0))
	}
	if t1 < 1 {
		to = a.Add(d.Scale(t1))
	}
	return from, to, true
}

// clipPolygon is the algorithm of Sutherland and Hodgman.
func clipPolygon(r vg.Rectangle, pts []vg.Point) []vg.Point {
	sides := [4]func(vg.Point) vg.Length{
		func(p vg.Point) vg.Length { return p.X - r.Min.X },
		func(p vg.Point) vg.Length { return r.Max.X - p.X },
		func(p vg.Point) vg.Length { return p.Y - r.Min.Y },
		func(p vg.Point) vg.Length { return r.Max.Y - p.Y },
	}
	for _, in := range sides {
		var out []vg.Point
		for i, a := range pts {
			b := pts[(i+1)%len(pts)]
			da, db := in(a), in(b)
			if da >= 0 {
				out = append(out, a)
			}
			if (da >= 0) != (db >= 0) {
				out = append(out, a.Add(b.Sub(a).Scale(da/(da-db))))
			}
		}
		pts = out
	}
	return pts
}
