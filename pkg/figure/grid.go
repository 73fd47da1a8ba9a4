package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Grid holds the values of a function of two variables at the nodes of a
// rectangular grid: Z[j*len(X)+i] at (X[i], Y[j]). X and Y ascend.
type Grid struct {
	X, Y, Z []float64
}

// NewGrid evaluates f at the nodes of a grid.
func NewGrid(x, y []float64, f func(x, y float64) float64) Grid {
	g := Grid{X: x, Y: y, Z: make([]float64, 0, len(x)*len(y))}
	for _, v := range y {
		for _, u := range x {
			g.Z = append(g.Z, f(u, v))
		}
	}
	return g
}

func (g Grid) at(i, j int) float64 { return g.Z[j*len(g.X)+i] }

func (g Grid) checkGrid(what string) {
	if len(g.Z) != len(g.X)*len(g.Y) {
		panic(fmt.Sprintf("figure: %s: %d values on a grid of %d × %d nodes", what, len(g.Z), len(g.X), len(g.Y)))
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
	XEdges, YEdges []float64 // ascending
	Z              []float64
	Scale          Scale
}

// MatrixCells returns the cells of a matrix of nc columns, given row by row.
// Column and row numbers, from 1, are x and y; set Y.Reverse of the panel to
// have the first row on top. It panics if the matrix is not rectangular.
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

func (c Cells) extend(x, y *extent)         { Grid{X: c.XEdges, Y: c.YEdges}.extend(x, y) }
func (c Cells) entry() entry                { return entry{} }
func (c Cells) colours() (Scale, []float64) { return c.Scale, c.Z }
func (c Cells) scale() Scale                { return c.Scale.fit(c.Z) }
func (c Cells) blank(i, j int) bool         { return math.IsNaN(c.Z[j*(len(c.XEdges)-1)+i]) }

// plot paints each cell a little over its neighbours to the right and above,
// which then cover their part: touching rectangles would show hairline seams.
// Edges lie on the pixels of the PNG.
func (c Cells) plot(v *view) {
	lapX, lapY := vg.Length(0.3), vg.Length(0.3)
	if v.x.reverse {
		lapX = -lapX
	}
	if v.y.reverse {
		lapY = -lapY
	}
	snap := func(l vg.Length) vg.Length {
		const pixel = 72.0 / DPI
		return pixel * vg.Length(math.Round(float64(l/pixel)))
	}
	at := func(x, y float64) vg.Point {
		p := v.clamped(x, y)
		return vg.Point{X: snap(p.X), Y: snap(p.Y)}
	}
	s := c.scale()
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

// Contours fills the areas between the levels of a function with one colour
// each. The colour of the area between two levels is that of their mean.
type Contours struct {
	Grid
	Levels []float64 // ascending
	Scale  Scale
}

func (c Contours) check()                      { c.checkGrid("Contours") }
func (c Contours) extend(x, y *extent)         { c.Grid.extend(x, y) }
func (c Contours) entry() entry                { return entry{} }
func (c Contours) colours() (Scale, []float64) { return c.Scale, c.Z }

// plot fills {z ≥ level} for one level after the other, each as one path, so
// that there are no seams.
func (c Contours) plot(v *view) {
	s := c.Scale.fit(c.Z)
	for k := -1; k < len(c.Levels); k++ {
		lo, hi := s.Min, s.Max
		if k >= 0 {
			lo = c.Levels[k]
		}
		if k+1 < len(c.Levels) {
			hi = c.Levels[k+1]
		}
		level := lo
		if k < 0 {
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
	for k, o := range [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
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

// Isolines draws the level sets of a function, found by marching squares with
// linear interpolation, in the order of the grid.
type Isolines struct {
	Name string
	Grid
	Levels []float64
	Style  Style
}

func (l Isolines) check()              { l.checkGrid("Isolines") }
func (l Isolines) extend(x, y *extent) { l.Grid.extend(x, y) }
func (l Isolines) entry() entry        { return entry{name: l.Name, thumb: sample(l.Style)} }

func (l Isolines) plot(v *view) {
	for _, z := range l.Levels {
		for _, line := range l.Lines(z) {
			pts := make([]vg.Point, len(line))
			for i, q := range line {
				pts[i] = v.at(q[0], q[1])
			}
			v.lines(l.Style, pts)
		}
	}
}

// side is an edge of the grid: from node (i, j) to the right, or up.
type side struct {
	i, j int
	up   bool
}

// Lines returns the level set g = z as polylines of points (x, y); closed
// ones end at their first point. Cells with a NaN at a corner have none.
func (g Grid) Lines(z float64) [][][2]float64 {
	at := func(e side) [2]float64 {
		i1, j1 := e.i+1, e.j
		if e.up {
			i1, j1 = e.i, e.j+1
		}
		a, b := g.at(e.i, e.j), g.at(i1, j1)
		t := (z - a) / (b - a)
		return [2]float64{g.X[e.i] + t*(g.X[i1]-g.X[e.i]), g.Y[e.j] + t*(g.Y[j1]-g.Y[e.j])}
	}
	next := map[side][]side{} // looked up, never iterated
	var order []side
	link := func(a, b side) {
		for _, e := range [2]side{a, b} {
			if len(next[e]) == 0 {
				order = append(order, e)
			}
		}
		next[a] = append(next[a], b)
		next[b] = append(next[b], a)
	}
	for i := range len(g.X) - 1 {
		for j := range len(g.Y) - 1 {
			zs := [4]float64{g.at(i, j), g.at(i+1, j), g.at(i+1, j+1), g.at(i, j+1)}
			mean := (zs[0] + zs[1] + zs[2] + zs[3]) / 4
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				continue
			}
			k := 0
			for m, v := range zs {
				if v >= z {
					k |= 1 << m
				}
			}
			s, e, n, w := side{i, j, false}, side{i + 1, j, true}, side{i, j + 1, false}, side{i, j, true}
			switch k {
			case 1, 14:
				link(w, s)
			case 2, 13:
				link(s, e)
			case 3, 12:
				link(w, e)
			case 4, 11:
				link(e, n)
			case 6, 9:
				link(s, n)
			case 7, 8:
				link(w, n)
			case 5, 10: // a saddle: the mean decides which corners are joined
				if (mean >= z) == (k == 5) {
					link(w, n)
					link(s, e)
				} else {
					link(w, s)
					link(e, n)
				}
			}
		}
	}
	seen := map[side]bool{}
	var out [][][2]float64
	walk := func(e side) {
		first := e
		var line [][2]float64
		for found := true; found; {
			seen[e] = true
			line = append(line, at(e))
			found = false
			for _, f := range next[e] {
				if !seen[f] {
					e, found = f, true
					break
				}
			}
		}
		if len(line) > 2 && len(next[first]) == 2 {
			line = append(line, line[0])
		}
		out = append(out, line)
	}
	for _, e := range order { // open lines first, from their ends
		if !seen[e] && len(next[e]) == 1 {
			walk(e)
		}
	}
	for _, e := range order {
		if !seen[e] {
			walk(e)
		}
	}
	return out
}

// Bar is a colour bar, on the right of a panel or a surface.
type Bar struct {
	Label string
}

const (
	barGap   = 7
	barWidth = 8
)

// barBox is a colour bar for a frame of some height.
type barBox struct {
	label  string
	scale  Scale
	levels []float64
	ticks  []Tick
	factor string
	width  vg.Length // of the labels
}

// fit finds the colours that b explains; it returns nil if there are none.
func (b *Bar) fit(p *pen, ps []Plotter, height vg.Length) *barBox {
	for _, q := range ps {
		c, ok := q.(background)
		if !ok {
			continue
		}
		s, z := c.colours()
		var levels []float64
		if f, ok := q.(Contours); ok {
			levels = f.Levels
		}
		return b.box(p, s.fit(z), levels, height)
	}
	return nil
}

func (b *Bar) box(p *pen, s Scale, levels []float64, height vg.Length) *barBox {
	o := &barBox{label: b.Label, scale: s, levels: levels}
	o.ticks, o.factor = chooseTicks(p, projection{min: s.Min, max: s.Max, log: s.Log}, height, false)
	for _, t := range o.ticks {
		o.width = max(o.width, tickGap+p.measure(t.Label, tickSize).w)
	}
	o.width = max(o.width, p.measure(o.factor, tickSize).w-barWidth)
	if b.Label != "" {
		m := p.measure(b.Label, labelSize)
		o.width += labelGap + m.top - m.bottom
	}
	return o
}

// draw draws the bar to the right of a frame.
func (b *barBox) draw(p *pen, frame vg.Rectangle) {
	r := vg.Rectangle{
		Min: vg.Point{X: frame.Max.X + barGap, Y: frame.Min.Y},
		Max: vg.Point{X: frame.Max.X + barGap + barWidth, Y: frame.Max.Y},
	}
	h := r.Max.Y - r.Min.Y
	proj := projection{min: b.scale.Min, max: b.scale.Max, log: b.scale.Log}
	if b.levels != nil {
		for k := -1; k < len(b.levels); k++ {
			lo, hi := b.scale.Min, b.scale.Max
			if k >= 0 {
				lo = b.levels[k]
			}
			if k+1 < len(b.levels) {
				hi = b.levels[k+1]
			}
			t := min(max(proj.pos(lo), 0), 1)
			p.fill(rect(r.Min.X, r.Min.Y+h*vg.Length(t), r.Max.X, r.Max.Y), b.scale.at((lo+hi)/2))
		}
	} else {
		const n = 192
		for i := range n {
			// Each stripe goes up to the top; the next covers it. No seams.
			p.fill(rect(r.Min.X, r.Min.Y+h*vg.Length(i)/n, r.Max.X, r.Max.Y), b.scale.Palette.At((float64(i)+0.5)/n))
		}
	}
	p.stroke(rect(r.Min.X, r.Min.Y, r.Max.X, r.Max.Y), color.Black, frameLine, nil)
	w := vg.Length(0)
	for _, t := range b.ticks {
		y := r.Min.Y + h*vg.Length(proj.pos(t.Value))
		if y < r.Min.Y-0.01 || y > r.Max.Y+0.01 || !finite(vg.Point{Y: y}) {
			continue
		}
		l := min(tickLength(t), 3)
		p.line(color.Black, frameLine, vg.Point{X: r.Max.X, Y: y}, vg.Point{X: r.Max.X - l, Y: y})
		p.text(t.Label, tickSize, vg.Point{X: r.Max.X + tickGap, Y: y}, 0, 0.5, 0, color.Black)
		w = max(w, tickGap+p.measure(t.Label, tickSize).w)
	}
	if b.factor != "" {
		p.text(b.factor, tickSize, vg.Point{X: r.Min.X, Y: r.Max.Y + 3.5}, 0, 0, 0, color.Black)
	}
	if b.label != "" {
		m := p.measure(b.label, labelSize)
		p.text(b.label, labelSize, vg.Point{X: r.Max.X + w + labelGap + m.top, Y: (r.Min.Y + r.Max.Y) / 2}, 0.5, 0, math.Pi/2, color.Black)
	}
}
