package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Surface shows a function of two variables as a surface in three dimensions, in parallel
// projection, painted back to front. It fills one cell of a figure.
type Surface struct {
	Title, XLabel, YLabel string
	Grid                  Grid
	Scale                 Scale
	ZLim                  Limits // of the vertical axis
	// Curves are drawn over the surface: the lines through the points (X, Y), lifted to its height.
	Curves []Line
}

const (
	surfaceHeight = 0.7 // height of the box over its side
	surfaceMesh   = 28  // maximum of cells in each direction; more would blacken the surface
)

// The surface is seen from this azimuth and elevation, with the largest x and y at the back.
var (
	sinA, cosA = math.Sincos(-112 * math.Pi / 180)
	sinE, cosE = math.Sincos(48 * math.Pi / 180)
)

func (s *Surface) panels() []*Panel { return nil }

// scene is a surface in its place on the page.
type scene struct {
	draw.Canvas
	axes [3]plot.Axis
	unit vg.Length // the side of the box
}

func (s *Surface) draw(c draw.Canvas, letter string) {
	s.Grid.check()
	title := Text{Text: letter + s.Title, Size: labelSize, XAlign: 0.5}
	title.write(c, pt(c.Center().X, c.Max.Y-labelSize))

	t := &scene{Canvas: draw.Crop(c, 14, -2, 14, -head)}
	size := t.Size()
	width, height := cosA+sinA, surfaceHeight*cosE-(cosA+sinA)*sinE // of the box of side 1
	t.unit = min(size.X/vg.Length(-width), size.Y/vg.Length(height))
	x, y := s.Grid.X, s.Grid.Y // ascending
	for k, lim := range []Limits{{x[0], x[len(x)-1]}, {y[0], y[len(y)-1]}, s.ZLim} {
		t.axes[k] = plot.Axis{Min: lim.Lo, Max: lim.Hi, Scale: plot.LinearScale{}}
		t.axis(k, []string{s.XLabel, s.YLabel, ""}[k])
	}
	t.paint(s.Grid, s.Scale)
	for _, l := range s.Curves {
		var pts []vg.Point
		for i, x := range l.X {
			if z := s.Grid.lift(x, l.Y[i]); !math.IsNaN(z) {
				pts = append(pts, t.at(x, l.Y[i], z))
			}
		}
		t.StrokeLines(l.Style.line(), pts)
	}
}

// box returns the place on the page of a point of the box [0, 1]³.
func (t *scene) box(x, y, z float64) vg.Point {
	x, y, z = x-.5, y-.5, (z-.5)*surfaceHeight
	right, near := -sinA*x+cosA*y, cosA*x+sinA*y
	up := z*cosE - near*sinE
	return t.Center().Add(pt(vg.Length(right), vg.Length(up)).Scale(t.unit))
}

// at returns the place on the page of a point.
func (t *scene) at(x, y, z float64) vg.Point {
	h := min(max(t.axes[2].Norm(z), 0), 1)
	return t.box(t.axes[0].Norm(x), t.axes[1].Norm(y), h)
}

// axis draws an axis on the left of the box, with its ticks and label, and the lines from its ticks
// on the floor and the walls behind the surface.
func (t *scene) axis(k int, label string) {
	wall := func(s float64) []vg.Point {
		switch k {
		case 0:
			return []vg.Point{t.box(s, 0, 0), t.box(s, 1, 0), t.box(s, 1, 1)}
		case 1:
			return []vg.Point{t.box(0, s, 0), t.box(1, s, 0), t.box(1, s, 1)}
		}
		return []vg.Point{t.box(0, 1, s), t.box(1, 1, s), t.box(1, 0, s)}
	}
	first, last := wall(0), wall(1)
	out := first[0].Sub(first[1])
	out = out.Scale(1 / vg.Length(math.Hypot(float64(out.X), float64(out.Y))))
	write := func(s string, size vg.Length, from vg.Point) {
		from.Y -= 0.4*size - 0.35*size*out.Y
		Text{Text: s, Size: size, XAlign: 0.5 - 0.5*float64(out.X)}.write(t.Canvas, from)
	}
	grey := draw.LineStyle{Color: Grey(0.8), Width: 0.35}
	t.StrokeLines(grey, first, last)
	for _, q := range (Ticks{Room: 4}).Ticks(t.axes[k].Min, t.axes[k].Max) {
		if !q.IsMinor() {
			line := wall(t.axes[k].Norm(q.Value))
			t.StrokeLines(grey, line)
			t.StrokeLines(frameStyle, []vg.Point{line[0], line[0].Add(out.Scale(3))})
			write(q.Label, tickSize, line[0].Add(out.Scale(5)))
		}
	}
	t.StrokeLines(frameStyle, []vg.Point{first[0], last[0]})
	write(label, labelSize, first[0].Add(last[0]).Scale(0.5).Add(out.Scale(17)))
}

// paint draws the surface in cells, from back to front.
func (t *scene) paint(g Grid, s Scale) {
	n := min(len(g.X), len(g.Y), surfaceMesh+1)
	xs := floats.Span(make([]float64, n), t.axes[0].Min, t.axes[0].Max)
	ys := floats.Span(make([]float64, n), t.axes[1].Min, t.axes[1].Max)
	for j := n - 2; j >= 0; j-- {
		for i := n - 2; i >= 0; i-- {
			var pts []vg.Point
			mean := 0.0
			for _, o := range cellCorners {
				x, y := xs[i+o[0]], ys[j+o[1]]
				z := g.lift(x, y)
				mean += z / 4
				pts = append(pts, t.at(x, y, z))
			}
			ground, cell := s.at(mean), closed(pts...)
			fill(t, ground, cell)
			stroke(t.Canvas, draw.LineStyle{Color: mix(color.Black, ground, 0.55), Width: 0.2}, cell)
		}
	}
}

// lift returns the value at a point by bilinear interpolation, NaN outside the grid.
func (g Grid) lift(x, y float64) float64 {
	find := func(v []float64, x float64) (k int, part float64) {
		k, _ = slices.BinarySearch(v, x)
		k = min(max(k-1, 0), len(v)-2)
		return k, (x - v[k]) / (v[k+1] - v[k])
	}
	i, a := find(g.X, x)
	j, b := find(g.Y, y)
	if a < 0 || a > 1 || b < 0 || b > 1 {
		return math.NaN()
	}
	return (1-b)*((1-a)*g.at(i, j)+a*g.at(i+1, j)) + b*((1-a)*g.at(i, j+1)+a*g.at(i+1, j+1))
}
