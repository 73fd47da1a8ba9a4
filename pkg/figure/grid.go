package figure

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Grid holds the values of a function of two variables at the nodes of a rectangular grid:
// Z[j*len(X)+i] at (X[i], Y[j]), with X and Y ascending.
type Grid struct {
	silent
	X, Y, Z []float64
}

// cellCorners are the nodes around cell (i, j), relative to (i, j).
var cellCorners = [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}}

func (g Grid) at(i, j int) float64 { return g.Z[j*len(g.X)+i] }

func (g Grid) check() {
	if len(g.Z) != len(g.X)*len(g.Y) {
		panic(fmt.Sprintf("figure: Grid: %d values on %d × %d nodes", len(g.Z), len(g.X), len(g.Y)))
	}
}

func (g Grid) extend(x, y *extent) {
	for _, v := range g.X {
		x.add(v)
	}
	for _, v := range g.Y {
		y.add(v)
	}
	tight(x)
	tight(y)
}

// tight fixes the bounds of an axis at the data: a heat map has no margin.
func tight(e *extent) {
	if e.min < e.max {
		if !e.fixMin {
			e.axis.Min, e.fixMin = e.min, true
		}
		if !e.fixMax {
			e.axis.Max, e.fixMax = e.max, true
		}
	}
}

// Cells is a heat map of rectangles: Z[j*(len(XEdges)-1)+i] between XEdges[i]
// and XEdges[i+1], YEdges[j] and YEdges[j+1]. Cells that are NaN stay blank.
type Cells struct {
	silent
	XEdges, YEdges []float64 // ascending
	Z              []float64
	Scale          Scale
}

// MatrixCells returns the cells of a matrix of nc columns, given row by row. The axes x and y are
// the numbers of columns and rows, from 1; set Y.Reverse of the panel to show the first row on top.
// It panics if the matrix is not rectangular.
func MatrixCells(a []float64, nc int, s Scale) Cells {
	if nc <= 0 || len(a)%nc != 0 {
		panic("figure: MatrixCells: the matrix is not rectangular")
	}
	c := Cells{Z: a, Scale: s}
	for i := range nc + 1 {
		c.XEdges = append(c.XEdges, float64(i)+0.5)
	}
	for j := range len(a)/nc + 1 {
		c.YEdges = append(c.YEdges, float64(j)+0.5)
	}
	return c
}

func (c Cells) check() {
	nx, ny := max(len(c.XEdges)-1, 0), max(len(c.YEdges)-1, 0)
	if len(c.Z) != nx*ny {
		panic(fmt.Sprintf("figure: Cells: %d values for %d × %d cells", len(c.Z), nx, ny))
	}
}

func (c Cells) extend(x, y *extent) { Grid{X: c.XEdges, Y: c.YEdges}.extend(x, y) }
func (c Cells) blank(i, j int) bool { return math.IsNaN(c.Z[j*(len(c.XEdges)-1)+i]) }

// Plot extends each cell a little over its neighbours to the right and above, which are painted
// later: adjacent rectangles would show hairline seams. Edges lie on pixels of a PNG of 300 dots
// per inch.
func (c Cells) Plot(canvas draw.Canvas, p *plot.Plot) {
	v := viewOf(c, canvas, p)
	if c.raster(v) {
		return
	}
	lapX, lapY := vg.Length(0.3), vg.Length(0.3)
	if v.x.reverse {
		lapX = -lapX
	}
	if v.y.reverse {
		lapY = -lapY
	}
	snap := func(l vg.Length) vg.Length {
		const pixel = 72.0 / defaultDPI
		return pixel * vg.Length(math.Round(float64(l/pixel)))
	}
	at := func(x, y float64) vg.Point {
		p := v.clamped(x, y)
		return pt(snap(p.X), snap(p.Y))
	}
	s := c.Scale.fit(c.Z, nil)
	nx, ny := len(c.XEdges)-1, len(c.YEdges)-1
	for j := range max(ny, 0) {
		for i := range nx {
			if c.blank(i, j) {
				continue
			}
			p, q := at(c.XEdges[i], c.YEdges[j]), at(c.XEdges[i+1], c.YEdges[j+1])
			right := i+1 < nx && !c.blank(i+1, j)
			if up := j+1 < ny && !c.blank(i, j+1); up && (!right || !c.blank(i+1, j+1)) {
				q.Y += lapY
			}
			if right {
				q.X += lapX
			}
			v.polygon(s.at(c.Z[j*nx+i]), []vg.Point{p, {X: q.X, Y: p.Y}, q, {X: p.X, Y: q.Y}})
		}
	}
}

// Contours fills the areas between the levels of a function with one colour each, the colour of the
// mean of the two levels. Levels are found by marching squares with linear interpolation.
type Contours struct {
	Grid
	Levels []float64 // ascending
	Scale  Scale
	Lines  Style // of the lines at the levels; none if its width is 0
}

// Plot fills {z ≥ level} for each level in turn, as one path, so that there are no seams.
func (c Contours) Plot(canvas draw.Canvas, p *plot.Plot) {
	v := viewOf(c, canvas, p)
	s := c.Scale.fit(c.Z, c.Levels)
	for k := range len(c.Levels) + 1 {
		level := bottom / 2
		if k > 0 {
			level = c.Levels[k-1]
		}
		var path, lines vg.Path
		for _, line := range c.outlines(level) {
			var pts []vg.Point
			for _, q := range line {
				p := v.clamped(q[0], q[1])
				if n := len(pts); n > 1 && (p.X == pts[n-1].X && p.X == pts[n-2].X ||
					p.Y == pts[n-1].Y && p.Y == pts[n-2].Y) {
					pts = pts[:n-1] // a straight edge of the grid
				}
				pts = append(pts, p)
			}
			around := closed(clipPolygon(v.frame, pts))
			path = append(path, around...)
			if len(line) > 6 { // a line about one or two nodes would be a speck
				lines = append(lines, around...)
			}
		}
		v.fill(path, s.between(k))
		if k > 0 && c.Lines.Width > 0 {
			c.Lines.stroke(v.pen, lines)
		}
	}
}

// bottom is below all values of a grid, and its half too.
const bottom = -math.MaxFloat64 / 16

// outlines returns closed lines around {g ≥ z}, which is on their left. They are the level set of
// the grid with a margin of no width around it, at the bottom.
func (g Grid) outlines(z float64) [][][2]float64 {
	if len(g.Z) == 0 {
		return nil
	}
	widen := func(x []float64) []float64 { return slices.Concat(x[:1], x, x[len(x)-1:]) }
	w := Grid{X: widen(g.X), Y: widen(g.Y)}
	w.Z = make([]float64, len(w.X)*len(w.Y))
	for k := range w.Z {
		w.Z[k] = bottom
		i, j := k%len(w.X)-1, k/len(w.X)-1
		if i >= 0 && i < len(g.X) && j >= 0 && j < len(g.Y) && !math.IsNaN(g.at(i, j)) {
			w.Z[k] = min(max(g.at(i, j), bottom/4), -bottom)
		}
	}
	next := map[edge]edge{}
	var order []edge
	for i := range len(w.X) - 1 {
		for j := range len(w.Y) - 1 {
			order = append(order, w.join(next, i, j, z)...)
		}
	}
	var lines [][][2]float64
	for _, first := range order {
		var line [][2]float64
		for e, ok := first, true; ok; {
			line = append(line, w.crossing(e, z))
			at := e
			e, ok = next[at]
			delete(next, at)
		}
		if len(line) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}

// edge is one of the grid: from node (i, j) to the right, or up.
type edge struct {
	i, j int
	up   bool
}

// join adds the parts of the level set g = z in cell (i, j), each from the edge at which it enters
// the cell to the one at which it leaves it, with the larger values on the left. It returns these
// edges in a fixed order.
func (g Grid) join(next map[edge]edge, i, j int, z float64) (crossed []edge) {
	edges := [4]edge{{i, j, false}, {i + 1, j, true}, {i, j + 1, false}, {i, j, true}}
	var inside [4]bool
	mean := 0.0
	for k, o := range cellCorners {
		v := g.at(i+o[0], j+o[1])
		inside[k], mean = v >= z, mean+v
	}
	step := 1
	if mean/4 < z { // at a saddle the mean decides which corners are connected
		step = 3
	}
	crosses := func(k int) bool { return inside[k%4] != inside[(k+1)%4] }
	for k := range edges {
		if inside[k] && crosses(k) {
			to := k + step
			for !crosses(to) {
				to += step
			}
			next[edges[k]] = edges[to%4]
		}
	}
	for _, k := range [4]int{3, 0, 1, 2} {
		if crosses(k) {
			crossed = append(crossed, edges[k])
		}
	}
	return crossed
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

// imager is a canvas that has an image of many small cells rather than a rectangle for each.
type imager interface {
	// image draws img so that it fills r. Its pixels stay rectangles of one colour.
	image(r vg.Rectangle, img image.Image)
}

// fewCells are drawn one by one.
const fewCells = 100

// raster draws the cells as an image if the canvas takes one, and they are many, all of a size, and
// fill the frame. It reports whether it did.
func (c Cells) raster(v *view) bool {
	canvas, ok := v.canvas.(imager)
	nx, ny := len(c.XEdges)-1, len(c.YEdges)-1
	if !ok || nx < 1 || ny < 1 || nx*ny <= fewCells || !fills(v.x, c.XEdges) || !fills(v.y, c.YEdges) {
		return false
	}
	img := image.NewNRGBA(image.Rect(0, 0, nx, ny))
	s := c.Scale.fit(c.Z, nil)
	for j := range ny {
		for i := range nx {
			if c.blank(i, j) {
				continue
			}
			col, row := i, ny-1-j
			if v.x.pos(c.XEdges[0]) > 0.5 {
				col = nx - 1 - i
			}
			if v.y.pos(c.YEdges[0]) > 0.5 {
				row = j
			}
			img.Set(col, row, s.at(c.Z[j*nx+i]))
		}
	}
	canvas.image(v.frame, img)
	return true
}

// fills reports whether edges are at equal distances from one end of an axis to the other.
func fills(p projection, edges []float64) bool {
	n := float64(len(edges) - 1)
	first, last := p.pos(edges[0]), p.pos(edges[len(edges)-1])
	step := (last - first) / n
	for i, e := range edges {
		if !(math.Abs(p.pos(e)-first-float64(i)*step) < 1e-3*math.Abs(step)) {
			return false
		}
	}
	return max(math.Abs(min(first, last)), math.Abs(max(first, last)-1)) < 1e-6/n
}
