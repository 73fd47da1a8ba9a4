package figure

import (
	"bytes"
	"maps"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A cut stays in the frame, with its text on the side where there is room, and none of it is drawn
// beside the frame.
func TestCut(t *testing.T) {
	draw := func(x float64) (left, right vg.Length, any bool) {
		var c recorder.Canvas
		p := &pen{canvas: &c, set: newTypesetter()}
		frame := rect(10, 10, 110, 60)
		v := &view{pen: p, frame: frame, x: projection{max: 1}, y: projection{max: 1}}
		v.show(Cut{X: x, Text: "up to 86"})
		left, right = 1e9, -1e9
		for _, a := range c.Actions {
			f, ok := a.(*recorder.Fill)
			if !ok {
				continue
			}
			for _, line := range flatten(f.Path) {
				for _, q := range line {
					left, right, any = min(left, q.X), max(right, q.X), true
					if q.X < frame.Min.X || q.X > frame.Max.X || q.Y < frame.Min.Y || q.Y > frame.Max.Y {
						t.Errorf("at %g: %v is outside of the frame", x, q)
					}
				}
			}
		}
		if p.err != nil {
			t.Error(p.err)
		}
		return left, right, any
	}
	if left, right, _ := draw(0.3); left < 37 || right < 60 {
		t.Errorf("the text is not right of the arrow: from %g to %g", left, right)
	}
	if left, right, _ := draw(0.9); right > 103 || left > 80 {
		t.Errorf("the text is not left of the arrow: from %g to %g", left, right)
	}
	if _, _, any := draw(1.2); any {
		t.Error("a cut beside the frame is drawn")
	}
}

// The page has room for the labels and for a strip, and titles of a row are level.
func TestBeside(t *testing.T) {
	right := func(ps ...plot.Plotter) (frame vg.Rectangle, ink vg.Point) {
		t.Helper()
		f := New(1, 2)
		for i := range 2 {
			p := f.Panel(0, i)
			p.Title = "T"
			p.Add(Line{X: []float64{1, 2}, Y: []float64{1, 2}})
			if i == 1 {
				p.Add(ps...)
			}
		}
		var c recorder.Canvas
		pn := &pen{canvas: &c, set: newTypesetter()}
		tiles := []tile{f.cells[0].tile(pn, "", true), f.cells[1].tile(pn, "", true)}
		shareStrip(tiles)
		if a, b := tiles[0].(*panelTile), tiles[1].(*panelTile); len(a.keys) != len(b.keys) {
			t.Errorf("%T: strips of %d and %d rows", ps, len(a.keys), len(b.keys))
		}
		frames := f.layout(pn, tiles, vg.Rectangle{Max: vg.Point{X: 400, Y: 200}})
		var tops []vg.Length
		for i := range 2 {
			c.Actions = nil
			tiles[i].draw(frames[i])
			top := vg.Length(0)
			for _, line := range polylines(&c) {
				for _, p := range line {
					top, ink.X = max(top, p.Y), max(ink.X, p.X)
				}
			}
			tops = append(tops, top)
		}
		if math.Abs(float64(tops[0]-tops[1])) > 1e-9 {
			t.Errorf("%T: titles at %v", ps, tops)
		}
		ink.Y = tops[1]
		return frames[1], ink
	}
	plain, _ := right()
	strip := func(n int) (ps []plot.Plotter) {
		for i := range n {
			ps = append(ps, Strip{X: []float64{1}, Sign: Cross, Style: Cycle(i)},
				Strip{X: []float64{2}, Sign: Plus, Style: Cycle(i)})
		}
		return ps
	}
	for _, c := range []struct {
		ps   []plot.Plotter
		rows int
		wide bool
	}{
		{strip(1), 1, true},
		{strip(3), 3, true},
		{[]plot.Plotter{
			Strip{X: []float64{1}, Row: "a", Style: Cycle(0)},
			Strip{X: []float64{1}, Row: "a", Style: Cycle(1)},
		}, 1, true},
		{[]plot.Plotter{Strip{Style: Cycle(0)}, Strip{X: []float64{math.NaN()}}}, 0, false},
	} {
		frame, ink := right(c.ps...)
		if d := float64(plain.Max.Y - frame.Max.Y); math.Abs(d-stripRow*float64(c.rows)) > 1e-9 {
			t.Errorf("%+v: the frame is lower by %v", c.ps, d)
		}
		if wide := frame.Max.X < plain.Max.X-endGap; wide != c.wide {
			t.Errorf("%+v: the frame ends at %v, without them at %v", c.ps, frame.Max.X, plain.Max.X)
		}
		if ink.X > 400 || ink.Y > 200 {
			t.Errorf("%+v: ink to %v", c.ps, ink)
		}
	}
}

// Panels that share an axis show the data of all.
func TestShareY(t *testing.T) {
	var ps []*Panel
	for _, y := range [][]float64{{1, 10}, nil, {5, 1000}} {
		p := &Panel{}
		p.Y.Log = true
		p.Add(Line{X: make([]float64, len(y)), Y: y})
		ps = append(ps, p)
	}
	ShareY()
	ShareY(ps...)
	for _, p := range ps {
		lo, hi := p.Y.Min, p.Y.Max
		if lo != ps[0].Y.Min || hi != ps[0].Y.Max || !(0.5 < lo && lo < 1 && 1000 < hi && hi < 2000) {
			t.Errorf("%+v", p.Y)
		}
	}
	ps[0].Y.Min, ps[0].Y.Max = 2, math.NaN()
	if ShareY(ps...); ps[1].Y.Min != 2 || !(ps[1].Y.Max > 1000) {
		t.Errorf("with a fixed end: %+v", ps[1].Y)
	}
}

// Points of all panels are listed once, and leave a picture as it is.
func TestPoints(t *testing.T) {
	draw := func(points ...plot.Plotter) (*Figure, []byte) {
		f := New(1, 3) // a cell stays empty
		for i := range 2 {
			p := f.Panel(0, i)
			p.Add(Line{Name: "line", X: []float64{1, 2}, Y: []float64{1, 2}})
			p.Add(points...)
		}
		var b bytes.Buffer
		if err := f.SVG(&b); err != nil {
			t.Fatal(err)
		}
		return f, b.Bytes()
	}
	f, plain := draw()
	if len(f.Points()) != 0 {
		t.Errorf("got %q, want none", f.Points())
	}
	want := map[string]string{"n=1": "ok", "n=2": "diverged"}
	f, marked := draw(Point{Key: "n=1", Status: "ok"}, Point{Key: "n=2", Status: "diverged"})
	if !maps.Equal(f.Points(), want) {
		t.Errorf("got %q, want %q", f.Points(), want)
	}
	if !bytes.Equal(plain, marked) {
		t.Error("points are to be seen")
	}
}
