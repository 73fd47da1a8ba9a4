package plots

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// TestPalette checks that frequent colours stay as they are, and that rare ones change little.
func TestPalette(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 100, 100))
	frequent := color.RGBA{10, 20, 30, 255}
	for i := range 10000 {
		c := frequent
		if i%2 > 0 {
			c = color.RGBA{uint8(i / 50), uint8(i % 97), 200, 255}
		}
		m.SetRGBA(i%100, i/100, c)
	}
	p := paletted(m)
	if n := len(p.Palette); n > 256 || n < 64 {
		t.Errorf("%d colours", n)
	}
	for i := range 10000 {
		was, is := m.RGBAAt(i%100, i/100), p.At(i%100, i/100).(color.RGBA)
		r, g, b := int(was.R)-int(is.R), int(was.G)-int(is.G), int(was.B)-int(is.B)
		if r*r+g*g+b*b > 15*15 || was == frequent && is != was {
			t.Fatalf("%v becomes %v", was, is)
		}
	}
}

// TestPDFText reads the invisible text of a figure.
func TestPDFText(t *testing.T) {
	var c *searchable
	f := sample()
	f.Panels()[0].Title.Text = `slope of $10^{-4}$ and $\|\theta_1\|$`
	err := f.draw(func(w, h vg.Length) vg.Canvas {
		c = &searchable{Canvas: vgpdf.New(w, h)}
		return c
	})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(c.layer.String()) {
		_, hex, _ := strings.Cut(line, "<")
		text := ""
		for ; len(hex) >= 4 && hex[0] != '>'; hex = hex[4:] {
			var code int
			if _, err := fmt.Sscanf(hex[:4], "%X", &code); err != nil {
				t.Fatal(err)
			}
			text += string(c.runes[code-1])
		}
		all = append(all, text)
	}
	text := "\n" + strings.Join(all, "\n") + "\n"
	for _, want := range []string{
		"(a) slope of 10^−4 and ‖θ1‖", "ε(n)", "an error", "here", "series", "Altered: 5 % of it.",
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("there is no %q in %q", want, all)
		}
	}
	font := emptyFont(len(c.runes) + 1)
	if len(font)%4 != 0 || !strings.Contains(font, "glyf") {
		t.Errorf("a font of %d bytes", len(font))
	}
}
