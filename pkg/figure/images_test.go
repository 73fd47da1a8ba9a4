package figure

import (
	"image"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// images is a canvas that keeps an image.
type images struct {
	recorder.Canvas
	img  image.Image
	part [4]float64
}

func (c *images) image(_ vg.Rectangle, img image.Image, x, y, w, h float64) {
	c.img, c.part = img, [4]float64{x, y, w, h}
}

func (c *images) color(x, y int) color.Color { return c.img.At(x, y) }
