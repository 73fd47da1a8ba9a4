package figure

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// The arrow of a bound points the right way, as far as the frame goes.
func TestBounds(t *testing.T) {
	frame := vg.Rectangle{Min: vg.Point{X: 0, Y: 100}, Max: vg.Point{X: 100, Y: 200}}
	unit := projection{min: 0, max: 1}
	ink := func(b Bounds) (low, high, left, right vg.Length) {
		var c recorder.Canvas
		b.plot(newView(&pen{canvas: &c}, frame, unit, unit))
		low, left, high, right = 1e9, 1e9, -1e9, -1e9
		for _, line := range polylines(&c) {
			for _, p := range line {
				low, high = min(low, p.Y), max(high, p.Y)
				left, right = min(left, p.X), max(right, p.X)
			}
		}
		return low, high, left, right
	}
	for _, c := range []struct {
		y         float64
		lower     bool
		low, high vg.Length
	}{
		{0.5, false, 150 - boundArrow, 150}, {0.5, true, 150, 150 + boundArrow},
		{0.03, false, 100, 103}, {0.97, true, 197, 200}, {1.1, false, 1e9, -1e9},
	} {
		low, high, _, _ := ink(Bounds{X: []float64{0.5}, Y: []float64{c.y}, Lower: c.lower})
		if math.Abs(float64(low-c.low)) > 1e-9 || math.Abs(float64(high-c.high)) > 1e-9 {
			t.Errorf("%+v: ink from %v to %v", c, low, high)
		}
	}
	_, _, left, _ := ink(Bounds{X: []float64{0.5}, Y: []float64{0.5}})
	_, _, moved, _ := ink(Bounds{X: []float64{0.5}, Y: []float64{0.5}, Shift: 3})
	_, _, edge, _ := ink(Bounds{X: []float64{0.01}, Y: []float64{0.5}, Shift: -3})
	if moved-left != 3 || edge < frame.Min.X {
		t.Errorf("shifts: %v, %v, %v", left, moved, edge)
	}
}

// A logarithmic axis has room for the arrow, and no infinite or negative bound counts.
func TestBoundsAxis(t *testing.T) {
	p := &Panel{}
	p.Y.Log = true
	p.Add(
		Line{X: []float64{1, 2}, Y: []float64{1, 10}},
		Bounds{X: []float64{1, 1, 1}, Y: []float64{0.3, -1, math.Inf(1)}},
	)
	_, y := p.extents()
	if lo, hi := y.bounds(0); math.Abs(lo-0.2) > 1e-12 || hi != 10 {
		t.Errorf("the axis is from %v to %v", lo, hi)
	}
}
