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
	z0, z1, z2, z3 := g.at(i, j), g.at(i+1, j), g.at(i+1, j+1), g.at(i, j+1)
	mean := (z0 + z1 + z2 + z3) / 4
	if math.IsNaN(mean) || math.IsInf(mean, 0) {
		return
	}
	w, s, e, n := edge{i, j, true}, edge{i, j, false}, edge{i + 1, j, true}, edge{i, j + 1, false}
	var crossed []edge
	for _, q := range [4]struct {
		edge
		a, b float64 // at its ends
	}{{w, z0, z3}, {s, z0, z1}, {e, z1, z2}, {n, z3, z2}} {
		if (q.a >= z) != (q.b >= z) {
			crossed = append(crossed, q.edge)
		}
	}
	switch {
	case len(crossed) == 2:
		l.join(crossed[0], crossed[1])
	case len(crossed) == 0:
	case (mean >= z) == (z0 >= z): // a saddle: the mean decides which corners are connected
		l.join(w, n)
		l.join(s, e)
	default:
		l.join(w, s)
		l.join(e, n)
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
	for _, closed := range []bool{false, true} {
		for _, e := range l.order {
			if !seen[e] && (closed || len(l.next[e]) == 1) {
				walk(e)
			}
		}
	}
	return out
}
