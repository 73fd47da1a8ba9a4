package figure

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

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
