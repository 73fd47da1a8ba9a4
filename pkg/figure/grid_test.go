package figure

import (
	"image"
	"image/color"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// TestLevelCircle: the level sets of x² + y² are circles, to second order in the spacing of the
// grid, closed, one for each level.
func TestLevelCircle(t *testing.T) {
	x := span(-2, 2, 81)
	g := gridOf(x, x, func(x, y float64) float64 { return -x*x - y*y })
	h := x[1] - x[0]
	for _, r := range []float64{0.5, 1, 1.7} {
		lines := g.outlines(-r * r)
		if len(lines) != 1 {
			t.Fatalf("r = %g: %d lines", r, len(lines))
		}
		l := lines[0]
		if l[0] != l[len(l)-1] {
			t.Errorf("r = %g: not closed", r)
		}
		var length float64
		for i, p := range l {
			// Along an edge the linear interpolation of x² is off by at most h²/8.
			if d := math.Abs(p[0]*p[0] + p[1]*p[1] - r*r); d > h*h/4+1e-12 {
				t.Errorf("r = %g: (%g, %g) is off by %g", r, p[0], p[1], d)
			}
			if i > 0 {
				length += math.Hypot(p[0]-l[i-1][0], p[1]-l[i-1][1])
			}
		}
		if want := 2 * math.Pi * r; math.Abs(length-want) > 0.01*want {
			t.Errorf("r = %g: length %g, want %g", r, length, want)
		}
	}
	if n := len(g.outlines(9)); n != 0 {
		t.Errorf("%d lines above the maximum", n)
	}
}

// TestLevelSaddle: xy ≥ c is in two parts for c > 0 and one for c < 0.
func TestLevelSaddle(t *testing.T) {
	// An even number of nodes puts the saddle point inside a cell.
	x := span(-1, 1, 20)
	g := gridOf(x, x, func(x, y float64) float64 { return x * y })
	for c, parts := range map[float64]int{0.002: 2, 0.2: 2, -0.002: 1, -0.2: 1} {
		lines := g.outlines(c)
		if len(lines) != parts {
			t.Fatalf("c = %g: %d parts", c, len(lines))
		}
		for _, l := range lines {
			for _, p := range l {
				border := math.Abs(p[0]) == 1 || math.Abs(p[1]) == 1
				if parts == 2 && p[0]*l[0][0] < 0 {
					t.Errorf("c = %g: the part changes sides at (%g, %g)", c, p[0], p[1])
				}
				if !border && math.Abs(p[0]*p[1]-c) > 1e-12 { // xy is linear along grid lines
					t.Errorf("c = %g: %g at (%g, %g)", c, p[0]*p[1], p[0], p[1])
				}
			}
		}
	}
}

func TestLevelDeterministicAndNaN(t *testing.T) {
	x := span(0, 1.4, 60)
	g := gridOf(x, x, bumps)
	if !reflect.DeepEqual(g.outlines(0.4), g.outlines(0.4)) {
		t.Error("two calls differ")
	}
	for i := range g.Z {
		if i%60 < 30 {
			g.Z[i] = math.NaN()
		}
	}
	for _, l := range g.outlines(0.4) {
		for _, p := range l {
			if math.IsNaN(p[0]+p[1]) || p[0] < x[30]-1e-12 {
				t.Fatalf("line through (%g, %g)", p[0], p[1])
			}
		}
	}
}

// TestContoursArea: the lines around what is above a level have its area on their left, with the
// edges of the grid and without holes.
func TestContoursArea(t *testing.T) {
	x := span(-1, 1, 101)
	bowl := gridOf(x, x, func(x, y float64) float64 { return x*x + y*y })
	hill := gridOf(x, x, func(x, y float64) float64 { return 1 - x*x - y*y })
	for _, c := range []struct {
		g           Grid
		level, want float64
	}{
		{hill, 0.2, math.Pi * 0.8}, {hill, 0.75, math.Pi / 4}, {hill, bottom / 2, 4}, {hill, 2, 0},
		{bowl, 0.5, 4 - math.Pi/2}, {bowl, 0, 4},
	} {
		var sum float64
		for _, line := range c.g.outlines(c.level) {
			for i, p := range line[1:] {
				sum += (line[i][0]*p[1] - p[0]*line[i][1]) / 2
			}
		}
		if math.Abs(sum-c.want) > 2e-3*c.want {
			t.Errorf("level %g: area %g, want %g", c.level, sum, c.want)
		}
	}
}

func TestLift(t *testing.T) {
	f := func(x, y float64) float64 { return 1 + 2*x - y + 3*x*y }
	g := gridOf(span(0, 2, 5), span(-1, 1, 4), f)
	for _, p := range [][2]float64{{0, -1}, {2, 1}, {0.3, 0.1}, {1.5, -1}, {0.5, 1. / 3}} {
		if got, want := g.lift(p[0], p[1]), f(p[0], p[1]); math.Abs(got-want) > 1e-12 {
			t.Errorf("lift(%g, %g) = %g, want %g", p[0], p[1], got, want)
		}
	}
	if v := g.lift(2.1, 0); !math.IsNaN(v) {
		t.Errorf("outside: %g", v)
	}
}

func TestMatrixCells(t *testing.T) {
	c := MatrixCells([]float64{1, 2, 3, 4, 5, 6}, 3, Scale{})
	if !reflect.DeepEqual(c.XEdges, []float64{.5, 1.5, 2.5, 3.5}) ||
		!reflect.DeepEqual(c.YEdges, []float64{.5, 1.5, 2.5}) {
		t.Errorf("edges %v, %v", c.XEdges, c.YEdges)
	}
}

// images is a canvas that keeps an image.
type images struct {
	recorder.Canvas
	img image.Image
}

func (c *images) image(_ vg.Rectangle, img image.Image) { c.img = img }

func (c *images) color(x, y int) color.Color { return c.img.At(x, y) }

// TestJointDensities: what is drawn integrates to the probability within the edges.
func TestJointDensities(t *testing.T) {
	xe, ye := []float64{0, 1, 3}, []float64{-1, 0, 0.5, 2}
	mass := []float64{.05, .1, .15, .1, .2, .1}
	c := NewJoint(xe, ye, mass).Center.plotters[0].(Cells)
	var all float64
	for k := range 3 {
		for i := range 2 {
			all += c.Z[k*2+i] * (xe[i+1] - xe[i]) * (ye[k+1] - ye[k])
		}
	}
	if math.Abs(all-0.7) > 1e-12 || mass[0] != .05 {
		t.Errorf("integral %g, want 0.7; first mass %g", all, mass[0])
	}
}

// TestVisible: a ridge hides what is behind it, and nothing in front of it.
func TestVisible(t *testing.T) {
	x := span(0, 1, 81)
	ridge := func(x, y float64) float64 { return math.Exp(-math.Pow((y-.5)/.05, 2)) }
	s := &Surface{Grid: gridOf(x, x, ridge), Azimuth: -90, Elevation: 20}
	tile := s.tile(&pen{set: newTypesetter()}, "", false).(*surfaceTile)
	tile.unit = 100
	for _, c := range []struct {
		y    float64
		want bool
	}{{0.1, true}, {0.3, true}, {0.5, true}, {0.6, false}, {0.75, false}} {
		if _, ok := tile.visible(0.5, c.y); ok != c.want {
			t.Errorf("y = %g: visible %v", c.y, ok)
		}
	}
	if _, ok := tile.visible(0.5, 1.2); ok {
		t.Error("a point outside the grid is visible")
	}
}

// TestProjection: seen from above, the map is a rotation; from the side,
// height is height.
func TestProjection(t *testing.T) {
	x := span(0, 1, 3)
	slope := gridOf(x, x, func(x, y float64) float64 { return x })
	s := &Surface{Grid: slope, Azimuth: -90, Elevation: 90}
	tile := s.tile(&pen{set: newTypesetter()}, "", false).(*surfaceTile)
	for _, p := range []space{{.5, 0, 0}, {0, .5, .2}, {-.3, .1, -.1}} {
		if u, v, d := tile.project(p); math.Abs(u-p.x) > 1e-12 || math.Abs(v-p.y) > 1e-12 ||
			math.Abs(d-p.z) > 1e-12 {
			t.Errorf("from above: %v is at (%g, %g), depth %g", p, u, v, d)
		}
	}
	s.Elevation = 0
	tile = s.tile(&pen{set: newTypesetter()}, "", false).(*surfaceTile)
	if u, v, d := tile.project(space{.1, .2, .3}); math.Abs(u-.1) > 1e-12 || math.Abs(v-.3) > 1e-12 ||
		math.Abs(d+.2) > 1e-12 {
		t.Errorf("from the front: (%g, %g), depth %g", u, v, d)
	}
}

// TestSurfaceFits: box and labels stay in the frame.
func TestSurfaceFits(t *testing.T) {
	x := span(0, 1.4, 21)
	s := &Surface{XLabel: `$\theta_1$`, YLabel: `$\theta_2$`, ZLabel: `$\Sigma_{11}$`,
		Grid: gridOf(x, x, bumps)}
	for _, size := range []vg.Point{{X: 200, Y: 160}, {X: 120, Y: 200}, {X: 300, Y: 120}} {
		var k recorder.Canvas
		p := &pen{set: newTypesetter(), canvas: &k}
		tile := s.tile(p, "", false)
		tile.draw(vg.Rectangle{Max: size})
		for _, line := range polylines(&k) {
			for _, q := range line {
				if q.X < -2 || q.Y < -2 || q.X > size.X+2 || q.Y > size.Y+2 {
					t.Fatalf("size %v: ink at %v", size, q)
				}
			}
		}
		if p.err != nil {
			t.Error(p.err)
		}
	}
}
