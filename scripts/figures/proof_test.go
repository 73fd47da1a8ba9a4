package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adl/pkg/files"
)

// paint writes a picture of one colour.
func paint(t *testing.T, path string, c color.Color) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 1004, 500))
	for i := range 1004 * 500 {
		img.Set(i%1004, i/1004, c)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(path, func(w io.Writer) error { return png.Encode(w, img) }); err != nil {
		t.Fatal(err)
	}
}

// middle returns the size and the colour in the middle of a picture.
func middle(t *testing.T, path string) (image.Point, color.RGBA) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	s := img.Bounds().Size()
	return s, color.RGBAModel.Convert(img.At(s.X/2, s.Y/2)).(color.RGBA)
}

func TestProof(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "new")
	red, white := color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	paint(t, filepath.Join(dir, "fig03.png"), red)
	paint(t, filepath.Join(dir, "quick", "fig03.png"), white)
	paint(t, filepath.Join(dir, "quick", "fig07.png"), white)
	text := filepath.Join(t.TempDir(), "text.png")
	if err := os.WriteFile(text, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		code   int
		output string // a part
	}{
		{nil, 0, "quick/fig07.png: "},
		{[]string{"-profile", "paper", "fig07"}, 2, "proof: no picture fig07.png in " + dir},
		{[]string{"-profile", "paper"}, 0, "fig03-grey.png"},
		{[]string{"fig99"}, 2, "no picture fig99.png"},
		{[]string{"none.png"}, 1, "none.png"},
		{[]string{text}, 1, "text.png: expected a PNG image"},
		{[]string{"-x"}, 2, "-x"},
	} {
		var b bytes.Buffer
		args := append([]string{"-figures", dir, "-out", out}, c.args...)
		code := run(append([]string{"proof"}, args...), &b, &b)
		if code != c.code || !strings.Contains(b.String(), c.output) {
			t.Errorf("%q: exit %d, %s", c.args, code, &b)
		}
	}
	// 0.2126 and the first column of the matrix, encoded
	for suffix, want := range map[string]color.RGBA{
		"grey": {127, 127, 127, 255}, "deuteranopia": {163, 144, 0, 255}, "column": red,
	} {
		size, got := middle(t, filepath.Join(out, "fig03-"+suffix+".png"))
		if got != want || suffix == "column" && size != image.Pt(502, 250) {
			t.Errorf("%s: %v, %v", suffix, size, got)
		}
		if _, got := middle(t, filepath.Join(out, "fig07-"+suffix+".png")); got != white {
			t.Errorf("%s: white is %v", suffix, got)
		}
	}
}
