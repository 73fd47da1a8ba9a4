package plots

import (
	"bytes"
	"image/png"
	"testing"
)

// A mark where the frames say that it is covers the pixel there.
func TestFrames(t *testing.T) {
	f := New(1, 2)
	f.DPI, f.Remark = 100, "A line of text."
	for i, title := range []string{"linear", "logarithmic"} {
		p := f.Panel(0, i)
		p.Label(title, "$x$", "$y$")
		p.Log(i == 1, i == 1)
		p.Add(Line{X: []float64{2, 9}, Y: []float64{3, 7}, Style: Style{Mark: Square, Size: 6}})
	}
	var b bytes.Buffer
	if err := f.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	place := func(a Axis, x float64, pixels int) int {
		var at float64
		if a.Log {
			at = Log{}.Normalize(a.Min, a.Max, x)
		} else {
			at = (x - a.Min) / (a.Max - a.Min)
		}
		return int((a.From + at*(a.To-a.From)) * float64(pixels))
	}
	if len(f.Frames) != 2 {
		t.Fatalf("%d frames", len(f.Frames))
	}
	for i, frame := range f.Frames {
		if frame.Title != f.Panels()[i].Title.Text || frame.X.Label != "$x$" || frame.Y.Log != (i == 1) {
			t.Errorf("frame %d is %+v", i, frame)
		}
		for _, p := range [][2]float64{{2, 3}, {9, 7}} {
			x, y := place(frame.X, p[0], img.Bounds().Dx()), place(frame.Y, p[1], img.Bounds().Dy())
			if r, _, _, _ := img.At(x, y).RGBA(); r > 0x1000 {
				t.Errorf("no mark at %v of panel %d, at pixel %d, %d", p, i, x, y)
			}
		}
	}
}
