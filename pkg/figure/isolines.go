package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Isolines draws the level sets of a function, found by marching squares with linear
// interpolation, in the order of the grid.
type Isolines struct {
	Grid
	Levels []float64
	Style  Style
}

func (l Isolines) plot(v *view) {
	for _, z := range l.Levels {
		for _, line := range l.level(z) {
			pts := make([]vg.Point, len(line))
			for i, q := range line {
				pts[i] = v.at(q[0], q[1])
			}
			v.lines(l.Style, pts)
		}
	}
}

// edge is one of the grid: from node (i, j) to the right, or up.
type edge struct {
	i, j int
	up   bool
}

// level returns the level set g = z as polylines of points (x, y); closed ones end at their first
// point. Cells with NaN at a corner are skipped.
func (g Grid) level(z float64) [][][2]float64 {
	l := links{next: map[edge][]edge{}}
	for i := range len(g.X) - 1 {
		for j := range len(g.Y) - 1 {
			l.addCell(g, i, j, z)
		}
	}
	var lines [][][2]float64
	for _, edges := range l.chains() {
		line := make([][2]float64, len(edges))
		for k, e := range edges {
			line[k] = g.crossing(e, z)
		}
		lines = append(lines, line)
	}
	return lines
}

// crossing returns the point of an edge where the linear interpolation of g equals z.
func (g Grid) crossing(e edge, z float64) [2]float64 {
	i1, j1 := e.i+1, e.j
	if e.up {
		i1, j1 = e.i, e.j+1
	}
	a, b := g.at(e.i, e.j), g.at(i1, j1)
	t := (z - a) / (b - a)
	return [2]float64{g.X[e.i] + t*(g.X[i1]-g.X[e.i]), g.Y[e.j] + t*(g.Y[j1]-g.Y[e.j])}
}

// links joins the edges that a level set crosses, in pairs of one cell each.
type links struct {
	next  map[edge][]edge // looked up, never iterated
	order []edge          // in which the edges were found
}

func (l *links) join(a, b edge) {
	for _, e := range [2]edge{a, b} {
		if len(l.next[e]) == 0 {
			l.order = append(l.order, e)
		}
	}
	l.next[a] = append(l.next[a], b)
	l.next[b] = append(l.next[b], a)
}

// addCell joins the edges of cell (i, j) that the level set g = z crosses.
func (l *links) addCell(g Grid, i, j int, z float64) {
	zs := [4]float64{g.at(i, j), g.at(i+1, j), g.at(i+1, j+1), g.at(i, j+1)}
	mean := (zs[0] + zs[1] + zs[2] + zs[3]) / 4
	if math.IsNaN(mean) || math.IsInf(mean, 0) {
		return
	}
	k := 0
	for m, v := range zs {
		if v >= z {
			k |= 1 << m
		}
	}
	s, e := edge{i, j, false}, edge{i + 1, j, true}
	n, w := edge{i, j + 1, false}, edge{i, j, true}
	switch k {
	case 1, 14:
		l.join(w, s)
	case 2, 13:
		l.join(s, e)
	case 3, 12:
		l.join(w, e)
	case 4, 11:
		l.join(e, n)
	case 6, 9:
		l.join(s, n)
	case 7, 8:
		l.join(w, n)
	case 5, 10: // a saddle: the mean decides which corners are connected
		if (mean >= z) == (k == 5) {
			l.join(w, n)
			l.join(s, e)
		} else {
			l.join(w, s)
			l.join(e, n)
		}
	}
}

// chains returns the lines of joined edges: first the open ones, from their ends, then the closed
// ones, which end with their first edge.
func (l *links) chains() [][]edge {
	seen := map[edge]bool{}
	var out [][]edge
	walk := func(e edge) {
		first := e
		var line []edge
		for found := true; found; {
			seen[e] = true
			line = append(line, e)
			found = false
			for _, f := range l.next[e] {
				if !seen[f] {
					e, found = f, true
					break
				}
			}
		}
		if len(line) > 2 && len(l.next[first]) == 2 {
			line = append(line, first)
		}
		out = append(out, line)
	}
	for _, e := range l.order {
		if !seen[e] && len(l.next[e]) == 1 {
			walk(e)
		}
	}
	for _, e := range l.order {
		if !seen[e] {
			walk(e)
		}
	}
	return out
}
