package figure

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

// A remark of any text stands below the page in a few lines, and moves nothing else.
func TestRemark(t *testing.T) {
	draw := func(remark string) (width, height int, below, above []byte) {
		t.Helper()
		f := New(1, 1)
		f.Remark = remark
		f.Panel(0, 0).Add(Line{X: []float64{1, 2}, Y: []float64{1, 2}})
		var b, pdf bytes.Buffer
		if err := f.PNG(&b); err != nil {
			t.Fatal(err)
		}
		if err := f.PDF(&pdf); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		s := img.Bounds().Size()
		for y := range s.Y {
			for x := range s.X {
				r, _, _, _ := img.At(x, y).RGBA()
				if y < 700 {
					above = append(above, byte(r>>8))
				} else {
					below = append(below, byte(r>>8))
				}
			}
		}
		return s.X, s.Y, below, above
	}
	w0, h0, _, above0 := draw("")
	last := h0
	for _, c := range []struct {
		remark string
		lines  int
	}{
		{"Altered: T = 640", 1},
		{`sigma_theta = $1, 50 % of \x^2 {, 日本 and` + "\x01\n\ttab", 1},
		{strings.Repeat("n = [1, 2, 5] ", 10), 2},
		{strings.Repeat("x", 150), 3},
		{strings.Repeat("long ", 1000), remarkMost},
		{strings.Repeat("x", 10000), remarkMost},
	} {
		w, h, below, above := draw(c.remark)
		// 300 dots per inch of 72 points
		if w != w0 || abs(float64(h-h0)-remarkLine*float64(c.lines)*300/72) > 1 {
			t.Errorf("%.20q: %d × %d, without %d × %d", c.remark, w, h, w0, h0)
		}
		if !bytes.Equal(above[:w*600], above0[:w*600]) {
			t.Errorf("%.20q: the panel has moved", c.remark)
		}
		if len(bytes.Trim(below, "\xff")) == 0 || h < last {
			t.Errorf("%.20q: nothing is below", c.remark)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
