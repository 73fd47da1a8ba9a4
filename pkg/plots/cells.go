package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Grid holds the values of a function of two variables at the nodes of a rectangular grid:
// Z[j*len(X)+i] at (X[i], Y[j]), with X and Y ascending.
type Grid struct{ X, Y, Z []float64 }

// cellCorners are the nodes around cell (i, j), relative to (i, j).
var cellCorners = [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}}

func (g Grid) at(i, j int) float64 { return g.Z[j*len(g.X)+i] }

func (g Grid) check() {
	if len(g.Z) != len(g.X)*len(g.Y) {
		panic(fmt.Sprintf("plots: Grid: %d values on %d × %d nodes", len(g.Z), len(g.X), len(g.Y)))
	}
}

func (g Grid) spans(x, y *span) {
	for _, v := range g.X {
		x.add(v)
	}
	for _, v := range g.Y {
		y.add(v)
	}
	x.tight, y.tight = true, true
}

// Cells is a heat map of rectangles: Z[j*(len(XEdges)-1)+i] between XEdges[i] and XEdges[i+1],
// YEdges[j] and YEdges[j+1]. Cells with Z = NaN are blank.
type Cells struct {
	XEdges, YEdges []float64 // ascending
	Z              []float64
	Scale          Scale
}

func (c Cells) check() {
	if nx, ny := len(c.XEdges)-1, len(c.YEdges)-1; len(c.Z) != nx*ny {
		panic(fmt.Sprintf("plots: Cells: %d values for %d × %d cells", len(c.Z), nx, ny))
	}
}

func (c Cells) spans(x, y *span) { Grid{X: c.XEdges, Y: c.YEdges}.spans(x, y) }
func (c Cells) scale() Scale     { return c.Scale }

// Plot makes each cell overlap the neighbours that are drawn later, to avoid seams.
func (c Cells) Plot(canvas draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&canvas)
	at := func(tr func(float64) vg.Length, edges []float64, k int) (lo, hi vg.Length) {
		lo, hi = tr(edges[k]), tr(edges[k+1])
		if k+2 < len(edges) {
			hi += 0.3 * vg.Length(math.Copysign(1, float64(hi-lo)))
		}
		return lo, hi
	}
	nx := len(c.XEdges) - 1
	for k, z := range c.Z {
		if math.IsNaN(z) {
			continue
		}
		x0, x1 := at(trX, c.XEdges, k%nx)
		y0, y1 := at(trY, c.YEdges, k/nx)
		canvas.FillPolygon(c.Scale.at(z), canvas.ClipPolygonXY([]vg.Point{
			{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1},
		}))
	}
}

// Contours fills the areas between the levels of its scale with one colour each. (plotter.Contour
// takes its lines from a map, so their order varies from run to run.)
type Contours struct {
	Grid
	Scale Scale
	Lines bool  // draws the lines between the areas
	Zero  Style // of the line at 0, if it has a width
}

func (c Contours) scale() Scale { return c.Scale }

// Plot fills {z ≥ level} for each level in turn, as one path without seams, except for cells that
// are wholly above the next level.
func (c Contours) Plot(canvas draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&canvas)
	levels := slices.Concat([]float64{math.Inf(-1)}, c.Scale.Levels, []float64{math.Inf(1)})
	for k, level := range levels[:len(levels)-1] {
		var areas, lines vg.Path
		for n := range (len(c.X) - 1) * (len(c.Y) - 1) {
			part := c.above(level, levels[k+1], n%(len(c.X)-1), n/(len(c.X)-1))
			var pts []vg.Point
			for _, q := range part {
				pts = append(pts, pt(trX(q.x), trY(q.y)))
			}
			areas = append(areas, closed(canvas.ClipPolygonXY(pts)...)...)
			for m, q := range part {
				if next := (m + 1) % len(part); c.Lines && q.cut && part[next].cut {
					lines.Move(pts[m])
					lines.Line(pts[next])
				}
			}
		}
		fill(canvas, c.Scale.at(level), areas)
		line := draw.LineStyle{Color: Grey(0.5), Width: 0.35}
		if level == 0 && c.Zero.Width > 0 {
			line = c.Zero.line()
		}
		stroke(canvas, line, lines)
	}
}

// vertex is a corner of a part of a cell. A contour line joins two consecutive vertices that are
// cut from edges of the cell.
type vertex struct {
	x, y float64
	cut  bool
}

// above returns the part of cell (i, j) where the linear interpolation along its edges is at least
// z; it is empty if the cell is wholly above next.
func (g Grid) above(z, next float64, i, j int) (part []vertex) {
	least := math.Inf(1)
	for k, o := range cellCorners {
		to := cellCorners[(k+1)%4]
		i0, j0, i1, j1 := i+o[0], j+o[1], i+to[0], j+to[1]
		a, b := g.at(i0, j0), g.at(i1, j1)
		least = min(least, a)
		if a >= z {
			part = append(part, vertex{g.X[i0], g.Y[j0], false})
		}
		if (a >= z) != (b >= z) {
			t := (z - a) / (b - a)
			x, y := g.X[i0]+t*(g.X[i1]-g.X[i0]), g.Y[j0]+t*(g.Y[j1]-g.Y[j0])
			part = append(part, vertex{x, y, true})
		}
	}
	if least >= next {
		return nil
	}
	return part
}
