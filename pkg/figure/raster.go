package figure

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg"
)

// imager is a canvas that has an image of many small cells rather than a rectangle for each.
type imager interface {
	// image draws the part of img with the upper left corner (x, y), the width w and the height h,
	// in its pixels, so that it fills r. Pixels stay rectangles of one colour. The part may be
	// larger than the image, which is blank there.
	image(r vg.Rectangle, img image.Image, x, y, w, h float64)
}

// fewCells are drawn one by one.
const fewCells = 100

// raster draws the cells as an image if the canvas takes one, they are many and all of a size. It
// reports whether it did.
func (c Cells) raster(v *view) bool {
	canvas, ok := v.canvas.(imager)
	nx, ny := len(c.XEdges)-1, len(c.YEdges)-1
	if !ok || nx < 1 || ny < 1 || nx*ny <= fewCells {
		return false
	}
	left, right, ok := even(v.x, c.XEdges)
	bottom, top, ok2 := even(v.y, c.YEdges)
	if !ok || !ok2 {
		return false
	}
	img := image.NewNRGBA(image.Rect(0, 0, nx, ny))
	s := c.Scale.fit(c.Z)
	for j := range ny {
		for i := range nx {
			if c.blank(i, j) {
				continue
			}
			col, row := i, ny-1-j
			if left > right {
				col = nx - 1 - i
			}
			if bottom > top {
				row = j
			}
			img.Set(col, row, s.at(c.Z[j*nx+i]))
		}
	}
	left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
	w, h := float64(nx)/(right-left), float64(ny)/(top-bottom)
	canvas.image(v.frame, img, -left*w, (top-1)*h, w, h)
	return true
}

// even returns the places of the first and the last edge on an axis, from 0 to 1, and whether those
// in between are at equal distances.
func even(p projection, edges []float64) (first, last float64, ok bool) {
	n := len(edges) - 1
	first, last = p.pos(edges[0]), p.pos(edges[n])
	step := (last - first) / float64(n)
	for i, e := range edges {
		if !(math.Abs(p.pos(e)-first-float64(i)*step) < 1e-3*math.Abs(step)) {
			return 0, 0, false
		}
	}
	return first, last, true
}
