package plots

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// recorded returns the lines that a plotter draws in a frame of 100 × 100 points, and the number of
// areas.
func recorded(
	q plot.Plotter, log bool, xmin, xmax, ymin, ymax float64,
) (lines []vg.Path, areas int) {
	p := NewPanel()
	p.Log(log, log)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = xmin, xmax, ymin, ymax
	var c recorder.Canvas
	q.Plot(draw.Canvas{Canvas: &c, Rectangle: rect(0, 0, 100, 100)}, p.Plot)
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.Stroke:
			lines = append(lines, a.Path)
		case *recorder.Fill:
			areas++
		}
	}
	return lines, areas
}

func TestLineBreaks(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		y     []float64
		log   bool
		lines int
	}{
		{"whole", []float64{1, 2, 3, 4}, false, 1},
		{"broken", []float64{1, 2, nan, 3}, false, 1},
		{"negative on a logarithmic axis", []float64{1, 2, -1, 3}, true, 1},
		{"leaves the frame and comes back", []float64{1, 20, 20, 1}, false, 2},
	} {
		l := Line{X: []float64{1, 2, 3, 4}, Y: c.y}
		if lines, _ := recorded(l, c.log, 1, 4, 1, 10); len(lines) != c.lines {
			t.Errorf("%s: %d lines, want %d", c.name, len(lines), c.lines)
		}
	}
}

// TestErrorBarEndsAtFrame checks that a bar which reaches below 0 on a logarithmic axis ends at the
// frame, without a cap there.
func TestErrorBarEndsAtFrame(t *testing.T) {
	l := Line{X: []float64{10}, Y: []float64{10}, Err: []float64{20}, Style: Style{Dash: NoLine}}
	lines, _ := recorded(l, true, 1, 100, 1, 100)
	if len(lines) != 2 { // the bar and the upper cap
		t.Fatalf("%d lines, want 2", len(lines))
	}
	if y := lines[0][0].Pos.Y; math.Abs(float64(y)) > 1e-6 {
		t.Errorf("the bar begins at %v, not at the frame", y)
	}
}

func TestPale(t *testing.T) {
	l := Line{X: []float64{5}, Y: []float64{5}, Err: []float64{1}}
	l.Style = Style{Dash: NoLine, Mark: Circle}
	bars, _ := recorded(l, false, 0, 10, 0, 10)
	l.Style.Pale = true
	pale, _ := recorded(l, false, 0, 10, 0, 10)
	if len(bars) != 4 || len(pale) != 1 { // the bar, its caps and the outline of the mark
		t.Errorf("%d lines for a result, %d for no result", len(bars), len(pale))
	}
}

func TestBoundsPoint(t *testing.T) {
	for _, bound := range []Bound{Upper, Lower} {
		b := Line{X: []float64{5, 50}, Y: []float64{5, 5}, Bound: bound}
		lines, areas := recorded(b, false, 0, 10, 0, 10)
		if len(lines) != 2 || areas != 1 {
			t.Fatalf("%d lines and %d heads, want only the point inside", len(lines), areas)
		}
		if up := lines[1][1].Pos.Y > lines[1][0].Pos.Y; up != (bound == Lower) {
			t.Errorf("bound %v: the arrow points up %v", bound, up)
		}
	}
}

func TestSpans(t *testing.T) {
	nan, edges := math.NaN(), []float64{0.5, 1.5, 2.5}
	for _, c := range []struct {
		name   string
		q      plot.Plotter
		x, y   Limits
		log    bool
		lo, hi float64 // of y
	}{
		{"from the data", Line{X: []float64{1, 2}, Y: []float64{0, 100}}, Limits{},
			Limits{}, false, -5, 105},
		{"fixed", Line{X: []float64{1, 2}, Y: []float64{0, 100}}, Limits{}, From(0), false, 0, 105},
		{"what is seen", Line{X: []float64{1, 2}, Y: []float64{10, 100}}, UpTo(1.5),
			Limits{}, false, 5, 15},
		{"bars", Line{X: []float64{1}, Y: []float64{10}, Err: []float64{5}}, Limits{},
			Limits{}, false, 4.5, 15.5},
		{"pale", Line{X: []float64{1}, Y: []float64{10}, Err: []float64{5}, Style: Style{Pale: true}},
			Limits{}, Limits{}, false, 5, 15},
		{"logarithmic", Line{X: []float64{1, 2, 3}, Y: []float64{1, -1, 100}}, Limits{}, Limits{}, true,
			math.Pow(100, -0.05), math.Pow(100, 1.05)},
		{"no data", Line{X: []float64{1}, Y: []float64{nan}}, Limits{}, Limits{}, false, 0.55, 10.45},
		{"cells", Cells{XEdges: edges, YEdges: edges, Z: []float64{1, 2, 3, 4}}, Limits{},
			Limits{}, false, 0.5, 2.5},
	} {
		p := NewPanel()
		p.Log(false, c.log)
		p.XLim, p.YLim = c.x, c.y
		p.Add(c.q)
		_, y := p.spans()
		lo, hi, _ := y.ends()
		if math.Abs(lo-c.lo) > 1e-9*hi || math.Abs(hi-c.hi) > 1e-9*hi {
			t.Errorf("%s: [%g, %g], want [%g, %g]", c.name, lo, hi, c.lo, c.hi)
		}
	}
}

// TestContours compares the area of {x² + y² < 1} on a fine grid with π.
func TestContours(t *testing.T) {
	const n = 101
	var g Grid
	for i := range n {
		g.X = append(g.X, -1.5+3*float64(i)/(n-1))
	}
	g.Y = g.X
	for _, y := range g.Y {
		for _, x := range g.X {
			g.Z = append(g.Z, 1-x*x-y*y)
		}
	}
	area := 0.0
	for i := range n - 1 {
		for j := range n - 1 {
			part := g.above(0, math.Inf(1), i, j)
			for k, p := range part {
				q := part[(k+1)%len(part)]
				area += (p.x*q.y - q.x*p.y) / 2
			}
		}
	}
	if math.Abs(area-math.Pi) > 2e-3 {
		t.Errorf("the area is %.4f, want π", area)
	}
	s := Scale{Colors: []color.Color{color.Black, color.White}, Max: 1, Levels: []float64{0.5}}
	if s.at(0.1) != s.at(0.4) || s.at(0.4) == s.at(0.6) {
		t.Error("values on the same side of a level differ, or values on different sides agree")
	}
}

func TestPanics(t *testing.T) {
	one, two := []float64{1}, []float64{1, 2}
	for name, f := range map[string]func(){
		"line":  func() { NewPanel().Add(Line{X: one}) },
		"bars":  func() { NewPanel().Add(Line{X: one, Y: one, Err: two}) },
		"band":  func() { Band(one, nil, nil, nil) },
		"steps": func() { Steps(one, one) },
		"cells": func() { NewPanel().Add(Cells{XEdges: two, YEdges: two}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestEdgeNames: names at the same height move apart, and stay in the frame.
func TestEdgeNames(t *testing.T) {
	e := EdgeNames{Names: []Text{{Text: "x", Y: 1}, {Text: "x", Y: 5}, {Text: "x", Y: 5}}}
	p := NewPanel()
	p.X.Max, p.Y.Max = 1, 10
	var c recorder.Canvas
	e.Plot(draw.Canvas{Canvas: &c, Rectangle: rect(0, 0, 100, 100)}, p.Plot)
	var ys []float64
	for _, a := range c.Actions {
		if a, ok := a.(*recorder.Translate); ok {
			ys = append(ys, float64(a.Point.Y)+0.3*nameSize)
		}
	}
	want := []float64{10, 45.75, 54.25}
	for i, y := range ys {
		if len(ys) != 3 || math.Abs(y-want[i]) > 1e-9 {
			t.Fatalf("names at %g, want %g", ys, want)
		}
	}
}
