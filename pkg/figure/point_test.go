package figure

import (
	"bytes"
	"maps"
	"testing"
)

// Points of all panels are listed once, and leave a picture as it is.
func TestPoints(t *testing.T) {
	draw := func(points ...Plotter) (*Figure, []byte) {
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
	f, marked := draw(Point{"n=1", "ok"}, Point{"n=2", "diverged"})
	if !maps.Equal(f.Points(), want) {
		t.Errorf("got %q, want %q", f.Points(), want)
	}
	if !bytes.Equal(plain, marked) {
		t.Error("points are to be seen")
	}
}
