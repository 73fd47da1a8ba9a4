package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"adl/pkg/linalg"
)

// Frame is the place of a panel on the page, for marks that others add to a picture.
type Frame struct {
	Title string `json:"title"`
	X     Axis   `json:"x"`
	Y     Axis   `json:"y"`
}

// Axis is an axis of a Frame: its label, its ends, and their places in parts of the width of the
// page, from the left, or of its height, from the top; with six significant digits.
type Axis struct {
	Label string  `json:"label"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Log   bool    `json:"log"`
}

// frame is the Frame of a drawn panel in a rectangle of a page.
func (p *Panel) frame(d *drawing, at vg.Rectangle, w, h vg.Length) Frame {
	axis := func(label string, a plot.Axis, from, to vg.Length) Axis {
		_, log := a.Scale.(Log)
		const digits = 6
		x := linalg.Rounded([]float64{a.Min, a.Max, float64(from), float64(to)}, digits)
		return Axis{label, x[0], x[1], x[2], x[3], log}
	}
	return Frame{
		Title: p.Title.Text,
		X:     axis(p.X.Label.Text, d.X, at.Min.X/w, at.Max.X/w),
		Y:     axis(p.Y.Label.Text, d.Y, 1-at.Min.Y/h, 1-at.Max.Y/h),
	}
}
