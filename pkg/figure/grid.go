package figure

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// Grid holds the values of a function of two variables at the nodes of a rectangular grid:
// Z[j*len(X)+i] at (X[i], Y[j]), with X and Y ascending.
type Grid struct {
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

func (g Grid) entry() entry { return entry{} }

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
func (c Cells) entry() entry        { return entry{} }
func (c Cells) blank(i, j int) bool { return math.IsNaN(c.Z[j*(len(c.XEdges)-1)+i]) }

// plot extends each cell a little over its neighbours to the right and above, which are painted
// later: adjacent rectangles would show hairline seams. Edges lie on pixels of a PNG of 300 dots
// per inch.
func (c Cells) plot(v *view) {
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
	s := c.Scale.fit(c.Z)
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

// Contours fills the areas between the levels of a function with one colour each. The area between
// two levels has the colour of their mean.
type Contours struct {
	Grid
	Levels []float64 // ascending
	Scale  Scale
}

// plot fills {z ≥ level} for each level in turn, as one path, so that there are no seams.
func (c Contours) plot(v *view) {
	s := c.Scale.fit(c.Z)
	for k := range len(c.Levels) + 1 {
		lo, hi := s.interval(c.Levels, k)
		level := lo
		if k == 0 {
			level = math.Inf(-1)
		}
		var path vg.Path
		for j := range len(c.Y) - 1 {
			for i := range len(c.X) - 1 {
				pts := clipPolygon(v.frame, above(c.Grid, v, i, j, level))
				path = append(path, closed(pts)...)
			}
		}
		v.fill(path, s.at((lo+hi)/2))
	}
}

// above returns the part of a cell of the grid where z ≥ level.
func above(g Grid, v *view, i, j int, level float64) []vg.Point {
	type corner struct {
		p vg.Point
		z float64
	}
	var cs [4]corner
	for k, o := range cellCorners {
		cs[k] = corner{v.clamped(g.X[i+o[0]], g.Y[j+o[1]]), g.at(i+o[0], j+o[1])}
		if math.IsNaN(cs[k].z) {
			return nil
		}
	}
	var pts []vg.Point
	for k, a := range cs {
		b := cs[(k+1)%4]
		if a.z >= level {
			pts = append(pts, a.p)
		}
		if (a.z >= level) != (b.z >= level) {
			t := vg.Length((level - a.z) / (b.z - a.z))
			pts = append(pts, a.p.Add(b.p.Sub(a.p).Scale(t)))
		}
	}
	if len(pts) < 3 {
		return nil
	}
	return pts
}
