package figure

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Surface shows a function of two variables as a surface in three dimensions,
// in parallel projection, painted back to front. It fills one cell of a
// figure.
type Surface struct {
	Title, XLabel, YLabel, ZLabel string
	Grid                          Grid // NaN leaves holes
	Scale                         Scale
	Levels                        []float64 // if any, colours are those of [Contours]
	// Z is the vertical axis; only its bounds are used. The horizontal axes are those of Grid.
	Z Axis
	// Azimuth and Elevation of the viewer in degrees, the latter from -90 to 90. If both are 0, they
	// are -60 and 28: the x axis runs to the right, the y axis backwards.
	Azimuth, Elevation float64

	curves []Line
}

const (
	surfaceHeight = 0.7 // of the box over its side
	surfaceMesh   = 20  // most cells in each direction; lines of more would blacken the surface
)

// Add draws curves on the surface: the lines through the points (X, Y), lifted to the height of the
// surface, without hidden parts. Markers and error bars are not drawn.
func (s *Surface) Add(lines ...Line) {
	for _, l := range lines {
		l.check()
	}
	s.curves = append(s.curves, lines...)
}

func (s *Surface) content() []plot.Plotter {
	var ps []plot.Plotter
	for _, l := range s.curves {
		ps = append(ps, l)
	}
	return ps
}

func (s *Surface) tile(p *pen, letter string, legend bool) tile {
	s.Grid.check()
	t := &surfaceTile{Surface: s, pen: p, title: strings.TrimSpace(letter + " " + s.Title)}
	t.colors = s.Scale.fit(s.Grid.Z, s.Levels)
	azimuth, elevation := s.Azimuth, s.Elevation
	if azimuth == 0 && elevation == 0 {
		azimuth, elevation = -60, 28
	}
	t.sa, t.ca = math.Sincos(azimuth * math.Pi / 180)
	t.se, t.ce = math.Sincos(elevation * math.Pi / 180)
	t.bx, t.by = math.Copysign(.5, -t.ca), math.Copysign(.5, -t.sa)
	t.zx, t.zy = t.bx, -t.by
	if u, _, _ := t.project(space{t.zx, t.zy, 0}); u > 0 {
		t.zx, t.zy = -t.zx, -t.zy
	}
	t.axes[0].projection = Axis{}.over(s.Grid.X)
	t.axes[1].projection = Axis{}.over(s.Grid.Y)
	t.axes[2].projection = Axis{Min: s.Z.Min, Max: s.Z.Max}.over(s.Grid.Z)
	t.labels = [3]string{s.XLabel, s.YLabel, s.ZLabel}
	for k := range t.axes {
		a := &t.axes[k]
		a.ticks, a.factor = linearTicks(a.min, a.max, 5)
		a.ticks = slices.DeleteFunc(a.ticks, func(q plot.Tick) bool { return q.Label == "" })
		if a.factor != "" {
			t.labels[k] += " (" + a.factor + ")"
		}
	}
	return t
}

// space is a point of the box [-1/2, 1/2]² × [-h/2, h/2] of height h.
type space struct{ x, y, z float64 }

type surfaceTile struct {
	*Surface
	*pen
	title          string
	colors         colors
	axes           [3]side
	labels         [3]string
	sa, ca, se, ce float64 // sines and cosines of azimuth and elevation
	bx, by         float64 // the back corner of the floor
	zx, zy         float64 // below the z axis: the left one of the corners at the sides
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
	h := min(max(t.axes[2].pos(z), 0), 1) // clipped to the box
	return space{t.axes[0].pos(x) - .5, t.axes[1].pos(y) - .5, (h - .5) * surfaceHeight}
}

func (t *surfaceTile) margins(size vg.Point) margins {
	return margins{2, 2, 2, t.headroom(t.title)}
}

// edge returns the point of axis k at s, in [0, 1].
func (t *surfaceTile) edge(k int, s float64) space {
	switch k {
	case 0:
		return space{s - .5, -t.by, -surfaceHeight / 2}
	case 1:
		return space{-t.bx, s - .5, -surfaceHeight / 2}
	}
	return space{t.zx, t.zy, (s - .5) * surfaceHeight}
}

// outward returns the unit vector on the screen in which the labels of axis k lie beside it.
func (t *surfaceTile) outward(k int) vg.Point {
	if k == 2 {
		return vg.Point{X: -1}
	}
	d := space{y: -t.by}
	if k == 1 {
		d = space{x: -t.bx}
	}
	u, v, _ := t.project(d)
	n := math.Hypot(u, v)
	if n == 0 {
		return vg.Point{Y: -1}
	}
	return pt(vg.Length(u/n), vg.Length(v/n))
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

// annotations returns the tick labels and the labels of the axes.
func (t *surfaceTile) annotations() []label {
	var out []label
	for k, a := range t.axes {
		d := t.outward(k)
		beside := func(s string, size vg.Length, pos float64, distance vg.Length, tick bool) {
			p := t.screen(t.edge(k, pos))
			drop := 0.5 * capHeight * size * (1 - min(0, d.Y))
			out = append(out, label{
				s: s, size: size, xa: 0.5 - 0.5*d.X, from: p, tick: tick,
				at: pt(p.X+distance*d.X, p.Y+distance*d.Y-drop),
			})
		}
		gap := vg.Length(5.5)
		if k == 2 {
			gap = 5
		}
		var widest vg.Length
		for _, q := range a.ticks {
			widest = max(widest, t.measure(q.Label, tickSize).w)
			beside(q.Label, tickSize, a.pos(q.Value), gap, true)
		}
		if k == 2 {
			top := t.screen(t.edge(k, 1))
			out = append(out, label{s: t.labels[k], size: labelSize, xa: 0.5, at: pt(top.X, top.Y+8)})
			continue
		}
		reach := 9 + widest*max(d.X, -d.X) + 11*max(d.Y, -d.Y)
		beside(t.labels[k], labelSize, 0.5, reach, false)
	}
	return out
}

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

// backdrop draws the grid on the floor and the two walls behind the surface.
func (t *surfaceTile) backdrop() {
	const h = surfaceHeight / 2
	line := func(a, b space) { t.line(Grey(0.8), 0.35, t.screen(a), t.screen(b)) }
	each := func(k int, draw func(s float64)) {
		for _, q := range t.axes[k].ticks {
			draw(t.axes[k].pos(q.Value) - .5)
		}
		draw(-.5)
		draw(.5)
	}
	each(0, func(x float64) {
		line(space{x, -.5, -h}, space{x, .5, -h})
		line(space{x, t.by, -h}, space{x, t.by, h})
	})
	each(1, func(y float64) {
		line(space{-.5, y, -h}, space{.5, y, -h})
		line(space{t.bx, y, -h}, space{t.bx, y, h})
	})
	each(2, func(s float64) {
		z := s * surfaceHeight
		line(space{t.bx, -.5, z}, space{t.bx, .5, z})
		line(space{-.5, t.by, z}, space{.5, t.by, z})
	})
}

// paint draws the cells of the grid without NaN at a corner, from back to front. Neighbours of one
// colour that turn the same way on the screen are one path.
func (t *surfaceTile) paint() {
	g := t.Grid.thin(surfaceMesh)
	var path vg.Path
	var ground color.RGBA
	turned := false
	flush := func() {
		dark := func(v uint8) uint8 { return uint8(float64(v) * 0.55) }
		t.fill(path, ground)
		t.stroke(path, color.RGBA{dark(ground.R), dark(ground.G), dark(ground.B), 255}, 0.2, nil)
		path = nil
	}
	nx, ny := len(g.X)-1, len(g.Y)-1
	for j := range max(ny, 0) {
		if t.sa < 0 {
			j = ny - 1 - j
		}
		for i := range max(nx, 0) {
			if t.ca < 0 {
				i = nx - 1 - i
			}
			var pts [4]vg.Point
			z := 0.0
			for k, o := range cellCorners {
				at := g.at(i+o[0], j+o[1])
				z += at / 4
				pts[k] = t.screen(t.box(g.X[i+o[0]], g.Y[j+o[1]], at))
			}
			if math.IsNaN(z) {
				continue
			}
			p, q := pts[2].Sub(pts[0]), pts[3].Sub(pts[1])
			c, turn := t.colors.at(z), p.X*q.Y < p.Y*q.X
			if len(path) > 0 && (c != ground || turn != turned) {
				flush()
			}
			ground, turned = c, turn
			path = append(path, closed(pts[:])...)
		}
	}
	flush()
}

// thin returns the grid, or one with the same bounds and n cells in a direction that has more.
func (g Grid) thin(n int) Grid {
	few := func(x []float64) []float64 {
		if len(x) <= n+1 {
			return x
		}
		y := make([]float64, n+1)
		for k := range y {
			s := float64(k) / float64(n)
			y[k] = (1-s)*x[0] + s*x[len(x)-1]
		}
		return y
	}
	h := Grid{X: few(g.X), Y: few(g.Y)}
	if len(h.X) == len(g.X) && len(h.Y) == len(g.Y) {
		return g
	}
	for _, y := range h.Y {
		for _, x := range h.X {
			h.Z = append(h.Z, g.lift(x, y))
		}
	}
	return h
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
	add := func(x, y float64) {
		if p, ok := t.visible(x, y); ok {
			run = append(run, p)
		} else {
			end()
		}
	}
	for i := range l.X {
		if i > 0 {
			dx := t.axes[0].pos(l.X[i]) - t.axes[0].pos(l.X[i-1])
			dy := t.axes[1].pos(l.Y[i]) - t.axes[1].pos(l.Y[i-1])
			n := min(1+int(50*math.Hypot(dx, dy)), 10000)
			for k := 1; k < n; k++ {
				s := float64(k) / float64(n)
				add(l.X[i-1]+s*(l.X[i]-l.X[i-1]), l.Y[i-1]+s*(l.Y[i]-l.Y[i-1]))
			}
		}
		add(l.X[i], l.Y[i])
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
	for k := range t.axes {
		t.line(color.Black, frameLine, t.screen(t.edge(k, 0)), t.screen(t.edge(k, 1)))
	}
	for _, l := range t.annotations() {
		if l.tick {
			d := pt(l.at.X-l.from.X, l.at.Y+0.5*capHeight*tickSize-l.from.Y)
			n := vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
			if n > 0 {
				t.line(color.Black, frameLine, l.from, l.from.Add(d.Scale(2.8/n)))
			}
		}
		t.text(l.s, l.size, l.at, l.xa, 0)
	}
}
