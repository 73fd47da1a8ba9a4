package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Surface shows a function of two variables as a surface in three dimensions,
// in parallel projection, painted back to front. It fills one cell of a
// figure.
type Surface struct {
	Title, XLabel, YLabel, ZLabel string
	Grid                          Grid // NaN leaves holes
	Scale                         Scale
	// Z is the vertical axis, linear. The horizontal axes are those of Grid.
	Z Axis
	// Azimuth and Elevation of the viewer in degrees. If both are 0, they are -60 and 28: the x axis
	// runs to the right, the y axis backwards.
	Azimuth, Elevation float64

	curves []Line
}

const (
	surfaceHeight = 0.7 // of the box over its side
	surfaceMesh   = 30  // approximate number of grid lines in each direction
)

// Add draws curves on the surface: the lines through the points (X, Y), lifted to the height of the
// surface, without hidden parts. Markers and error bars are not drawn.
func (s *Surface) Add(lines ...Line) {
	for _, l := range lines {
		l.check()
	}
	s.curves = append(s.curves, lines...)
}

func (s *Surface) entries() []entry {
	var ps []Plotter
	for _, l := range s.curves {
		ps = append(ps, l)
	}
	return entries(ps)
}

func (s *Surface) tile(p *pen, letter string, legend bool) tile {
	s.Grid.check()
	t := &surfaceTile{Surface: s, pen: p, title: lettered(letter, s.Title)}
	t.scale = s.Scale.fit(s.Grid.Z)
	azimuth, elevation := s.Azimuth, s.Elevation
	if azimuth == 0 && elevation == 0 {
		azimuth, elevation = -60, 28
	}
	t.sa, t.ca = math.Sincos(azimuth * math.Pi / 180)
	t.se, t.ce = math.Sincos(elevation * math.Pi / 180)
	t.scaleAxes()
	return t
}

// scaleAxes sets the ranges, ticks and labels of the axes, and the back corner.
func (t *surfaceTile) scaleAxes() {
	s := t.Surface
	z := s.Z
	z.Log = false
	for k, e := range []struct {
		axis Axis
		v    []float64
	}{{Axis{}, s.Grid.X}, {Axis{}, s.Grid.Y}, {z, s.Grid.Z}} {
		x := newExtent(e.axis)
		for _, v := range e.v {
			x.add(v)
		}
		lo, hi := x.bounds(0)
		t.axes[k] = projection{min: lo, max: hi}
	}
	t.ticks[2] = s.Z.Ticks
	t.labels = [3]string{s.XLabel, s.YLabel, s.ZLabel}
	for k := range t.ticks {
		if t.ticks[k] == nil {
			var factor string
			t.ticks[k], factor = linearTicks(t.axes[k].min, t.axes[k].max, 5)
			if factor != "" {
				t.labels[k] += " (" + factor + ")"
			}
		}
	}
	// The back corner of the floor has the least depth.
	least := math.Inf(1)
	for _, x := range []float64{-.5, .5} {
		for _, y := range []float64{-.5, .5} {
			if _, _, d := t.project(space{x, y, 0}); d < least {
				t.bx, t.by, least = x, y, d
			}
		}
	}
}

// space is a point of the box [-1/2, 1/2]² × [-h/2, h/2] of height h.
type space struct{ x, y, z float64 }

type surfaceTile struct {
	*Surface
	*pen
	title          string
	scale          Scale
	axes           [3]projection
	ticks          [3][]Tick
	labels         [3]string
	sa, ca, se, ce float64
	bx, by         float64 // the back corner
	unit           vg.Length
	origin         vg.Point
}

// project returns coordinates on the screen, u to the right and v up, and the depth, which is
// larger for nearer points.
func (t *surfaceTile) project(p space) (u, v, depth float64) {
	right, near := -t.sa*p.x+t.ca*p.y, t.ca*p.x+t.sa*p.y
	return right, p.z*t.ce - near*t.se, near*t.ce + p.z*t.se
}

func (t *surfaceTile) screen(p space) vg.Point {
	u, v, _ := t.project(p)
	return pt(t.origin.X+t.unit*vg.Length(u), t.origin.Y+t.unit*vg.Length(v))
}

func (t *surfaceTile) box(x, y, z float64) space {
	h := math.Min(math.Max(t.axes[2].pos(z), 0), 1) // clipped to the box
	if math.IsNaN(z) {
		h = z
	}
	return space{t.axes[0].pos(x) - .5, t.axes[1].pos(y) - .5, (h - .5) * surfaceHeight}
}

func (t *surfaceTile) margins(size vg.Point) margins {
	return margins{2, 2, 2, t.headroom(t.title)}
}

// label is a text at an axis with its place.
type label struct {
	s    string
	size vg.Length
	at   vg.Point
	xa   vg.Length
	from vg.Point // the tick starts here, if tick is set
	tick bool
}

// outward returns the unit vector on the screen in the direction d.
func (t *surfaceTile) outward(d space) vg.Point {
	u, v, _ := t.project(d)
	n := math.Hypot(u, v)
	if n == 0 {
		return vg.Point{Y: -1}
	}
	return pt(vg.Length(u/n), vg.Length(v/n))
}

// zCorner returns the corner of the floor above which the z axis stands: the left one of the two
// that are neither front nor back.
func (t *surfaceTile) zCorner() (x, y float64) {
	a, b := t.screen(space{t.bx, -t.by, 0}), t.screen(space{-t.bx, t.by, 0})
	if b.X < a.X {
		return -t.bx, t.by
	}
	return t.bx, -t.by
}

// visibleTick returns the place of a tick on axis k, in [0, 1], and whether it has a label there.
func (t *surfaceTile) visibleTick(k int, q Tick) (pos float64, ok bool) {
	pos = t.axes[k].pos(q.Value)
	return pos, q.Label != "" && pos > -1e-9 && pos < 1+1e-9
}

// annotations returns the tick labels and the labels of the axes.
func (t *surfaceTile) annotations() []label {
	const h = surfaceHeight / 2
	fx, fy := -t.bx, -t.by
	out := t.floorAxis(0, func(s float64) space { return space{s - .5, fy, -h} }, space{y: fy})
	out = append(out,
		t.floorAxis(1, func(s float64) space { return space{fx, s - .5, -h} }, space{x: fx})...)
	zx, zy := t.zCorner()
	for _, q := range t.ticks[2] {
		pos, ok := t.visibleTick(2, q)
		if !ok {
			continue
		}
		p := t.screen(space{zx, zy, (pos - .5) * surfaceHeight})
		out = append(out, label{
			s: q.Label, size: tickSize, xa: 1, tick: true, from: p,
			at: pt(p.X-5, p.Y-0.5*capHeight*tickSize),
		})
	}
	top := t.screen(space{zx, zy, h})
	at := pt(top.X, top.Y+8)
	return append(out, label{s: t.labels[2], size: labelSize, xa: 0.5, at: at})
}

// floorAxis returns the labels of axis k, whose points are at(s) for s in [0, 1]. They lie beside
// the axis in the direction dir.
func (t *surfaceTile) floorAxis(k int, at func(s float64) space, dir space) []label {
	var out []label
	d := t.outward(dir)
	beside := func(s string, size vg.Length, p vg.Point, distance vg.Length) label {
		drop := 0.5 * capHeight * size * (1 - min(0, d.Y))
		return label{
			s: s, size: size, xa: 0.5 - 0.5*d.X,
			at: pt(p.X+distance*d.X, p.Y+distance*d.Y-drop),
		}
	}
	var widest vg.Length
	for _, q := range t.ticks[k] {
		pos, ok := t.visibleTick(k, q)
		if !ok {
			continue
		}
		widest = max(widest, t.measure(q.Label, tickSize).w)
		l := beside(q.Label, tickSize, t.screen(at(pos)), 5.5)
		l.tick, l.from = true, t.screen(at(pos))
		out = append(out, l)
	}
	abs := func(x vg.Length) vg.Length { return max(x, -x) }
	reach := 9 + widest*abs(d.X) + 11*abs(d.Y)
	return append(out, beside(t.labels[k], labelSize, t.screen(at(0.5)), reach))
}

// place chooses unit and origin such that box and labels fill the frame.
func (t *surfaceTile) place(frame vg.Rectangle) {
	var lo, hi vg.Point
	corners := func() {
		inf := vg.Length(math.Inf(1))
		lo, hi = pt(inf, inf), pt(-inf, -inf)
		for k := range 8 {
			x, y, z := float64(k&1)-.5, float64(k>>1&1)-.5, float64(k>>2&1)-.5
			p := t.screen(space{x, y, z * surfaceHeight})
			lo.X, lo.Y, hi.X, hi.Y = min(lo.X, p.X), min(lo.Y, p.Y), max(hi.X, p.X), max(hi.Y, p.Y)
		}
	}
	t.unit, t.origin = 1, vg.Point{}
	corners()
	bare := hi.Sub(lo)
	size := frame.Size()
	t.unit = 0.7 * min(size.X/bare.X, size.Y/bare.Y)
	for range 4 {
		corners()
		box := hi.Sub(lo)
		for _, l := range t.annotations() {
			b := t.measure(l.s, l.size)
			lo.X, hi.X = min(lo.X, l.at.X-l.xa*b.w), max(hi.X, l.at.X+(1-l.xa)*b.w)
			lo.Y, hi.Y = min(lo.Y, l.at.Y+b.bottom), max(hi.Y, l.at.Y+b.top)
		}
		extra := hi.Sub(lo).Sub(box)
		t.unit = max(5, min((size.X-extra.X)/bare.X, (size.Y-extra.Y)/bare.Y))
		t.origin = t.origin.Add(middle(frame).Sub(lo.Add(hi).Scale(0.5)))
	}
}

func (t *surfaceTile) draw(frame vg.Rectangle) {
	t.place(frame)
	t.backdrop()
	t.paint()
	for _, l := range t.curves {
		t.curve(l)
	}
	t.frontAxes()
	t.head(t.title, middle(frame).X, frame)
}

func (t *surfaceTile) segment(c color.Color, w vg.Length, a, b space) {
	t.line(c, w, t.screen(a), t.screen(b))
}

// backdrop draws the grid on the floor and the two walls behind the surface.
func (t *surfaceTile) backdrop() {
	const h = surfaceHeight / 2
	c := Grey(0.8)
	const w = 0.35
	wall := func(k int, draw func(s float64)) {
		for _, q := range t.ticks[k] {
			if pos, ok := t.visibleTick(k, q); ok {
				draw(pos - .5)
			}
		}
		draw(-.5)
		draw(.5)
	}
	wall(0, func(x float64) {
		t.segment(c, w, space{x, -.5, -h}, space{x, .5, -h})
		t.segment(c, w, space{x, t.by, -h}, space{x, t.by, h})
	})
	wall(1, func(y float64) {
		t.segment(c, w, space{-.5, y, -h}, space{.5, y, -h})
		t.segment(c, w, space{t.bx, y, -h}, space{t.bx, y, h})
	})
	wall(2, func(s float64) {
		z := s * surfaceHeight
		t.segment(c, w, space{t.bx, -.5, z}, space{t.bx, .5, z})
		t.segment(c, w, space{-.5, t.by, z}, space{.5, t.by, z})
	})
}

// quad is a cell of the grid, with a depth to sort by.
type quad struct {
	i, j  int
	depth float64
}

// quads returns the cells of the grid without NaN at a corner, from back to front. Since z is a
// function of (x, y), their order on the floor is the exact order.
func (t *surfaceTile) quads() []quad {
	g := t.Grid
	var qs []quad
	for i := range len(g.X) - 1 {
		for j := range len(g.Y) - 1 {
			q := quad{i: i, j: j}
			whole := true
			for _, o := range cellCorners {
				p := t.box(g.X[i+o[0]], g.Y[j+o[1]], g.at(i+o[0], j+o[1]))
				whole = whole && !math.IsNaN(p.z)
				_, _, d := t.project(space{p.x, p.y, 0})
				q.depth += d
			}
			if whole {
				qs = append(qs, q)
			}
		}
	}
	slices.SortStableFunc(qs, func(a, b quad) int { return cmp.Compare(a.depth, b.depth) })
	return qs
}

// paint draws the surface with its mesh.
func (t *surfaceTile) paint() {
	g := t.Grid
	const mesh = surfaceMesh
	stepX, stepY := max(1, (len(g.X)+mesh-1)/mesh), max(1, (len(g.Y)+mesh-1)/mesh)
	for _, q := range t.quads() {
		var pts [4]vg.Point
		var z float64
		for k, o := range cellCorners {
			v := g.at(q.i+o[0], q.j+o[1])
			z += v / 4
			pts[k] = t.screen(t.box(g.X[q.i+o[0]], g.Y[q.j+o[1]], v))
		}
		c := t.scale.at(z)
		path := closed(pts[:])
		t.fill(path, c)
		t.stroke(path, c, 0.25, nil) // no hairlines between neighbours
		dark := func(v uint8) uint8 { return uint8(float64(v) * 0.55) }
		ink := color.RGBA{dark(c.R), dark(c.G), dark(c.B), 255}
		lines := [4]bool{
			q.j%stepY == 0,
			(q.i+1)%stepX == 0 || q.i+2 == len(g.X),
			(q.j+1)%stepY == 0 || q.j+2 == len(g.Y),
			q.i%stepX == 0,
		}
		for k, on := range lines {
			if on {
				t.line(ink, 0.2, pts[k], pts[(k+1)%4])
			}
		}
	}
}

// lift returns the height of the surface at a point by bilinear
// interpolation; it is NaN outside the grid.
func (g Grid) lift(x, y float64) float64 {
	find := func(v []float64, x float64) (int, float64) {
		if len(v) < 2 || !(x >= v[0] && x <= v[len(v)-1]) {
			return -1, 0
		}
		k, _ := slices.BinarySearch(v, x)
		k = min(max(k-1, 0), len(v)-2)
		return k, (x - v[k]) / (v[k+1] - v[k])
	}
	i, a := find(g.X, x)
	j, b := find(g.Y, y)
	if i < 0 || j < 0 {
		return math.NaN()
	}
	return (1-b)*((1-a)*g.at(i, j)+a*g.at(i+1, j)) + b*((1-a)*g.at(i, j+1)+a*g.at(i+1, j+1))
}

// curve draws the visible parts of a line on the surface.
func (t *surfaceTile) curve(l Line) {
	var run []vg.Point
	end := func() {
		if len(run) > 1 {
			l.Style.stroke(t.pen, open(run))
		}
		run = nil
	}
	for i := 1; i < len(l.X); i++ {
		dx := t.axes[0].pos(l.X[i]) - t.axes[0].pos(l.X[i-1])
		dy := t.axes[1].pos(l.Y[i]) - t.axes[1].pos(l.Y[i-1])
		n := 1 + int(100*math.Hypot(dx, dy))
		if n < 1 || n > 10000 {
			end()
			continue
		}
		for k := range n {
			s := float64(k) / float64(n)
			x, y := l.X[i-1]+s*(l.X[i]-l.X[i-1]), l.Y[i-1]+s*(l.Y[i]-l.Y[i-1])
			if p, ok := t.visible(x, y); ok {
				run = append(run, p)
			} else {
				end()
			}
		}
	}
	if n := len(l.X); n > 0 {
		if p, ok := t.visible(l.X[n-1], l.Y[n-1]); ok {
			run = append(run, p)
		}
	}
	end()
}

// visible returns the place on the screen of the point of the surface above (x, y), and whether it
// is visible: whether the ray from it to the viewer stays above the surface.
func (t *surfaceTile) visible(x, y float64) (vg.Point, bool) {
	z := t.Grid.lift(x, y)
	if math.IsNaN(z) {
		return vg.Point{}, false
	}
	p := t.box(x, y, z)
	d := space{t.ca * t.ce, t.sa * t.ce, t.se}
	ds := 0.5 / float64(max(len(t.Grid.X), len(t.Grid.Y)))
	for s := 2 * ds; ; s += ds {
		q := space{p.x + s*d.x, p.y + s*d.y, p.z + s*d.z}
		if math.Abs(q.x) > .5 || math.Abs(q.y) > .5 || q.z > surfaceHeight/2 || s > 3 {
			return t.screen(p), true
		}
		u := t.axes[0].inverse(q.x + .5)
		v := t.axes[1].inverse(q.y + .5)
		if w := t.Grid.lift(u, v); !math.IsNaN(w) && t.box(u, v, w).z > q.z+0.004*surfaceHeight {
			return vg.Point{}, false
		}
	}
}

func (t *surfaceTile) frontAxes() {
	const h = surfaceHeight / 2
	fx, fy := -t.bx, -t.by
	black := color.Black
	t.segment(black, frameLine, space{-.5, fy, -h}, space{.5, fy, -h})
	t.segment(black, frameLine, space{fx, -.5, -h}, space{fx, .5, -h})
	zx, zy := t.zCorner()
	t.segment(black, frameLine, space{zx, zy, -h}, space{zx, zy, h})
	for _, l := range t.annotations() {
		if l.tick {
			d := pt(l.at.X-l.from.X, l.at.Y+0.5*capHeight*tickSize-l.from.Y)
			n := vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
			if n > 0 {
				t.line(black, frameLine, l.from, l.from.Add(d.Scale(2.8/n)))
			}
		}
		t.text(l.s, l.size, l.at, l.xa, 0)
	}
}
