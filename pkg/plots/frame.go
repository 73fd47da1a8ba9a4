package plots

import (
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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
	round := func(x float64) float64 {
		const digits = 6
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
		return x
	}
	axis := func(label string, a plot.Axis, from, to vg.Length) Axis {
		_, log := a.Scale.(Log)
		return Axis{
			label, round(a.Min), round(a.Max), round(float64(from)), round(float64(to)), log,
		}
	}
	return Frame{
		Title: p.Title.Text,
		X:     axis(p.X.Label.Text, d.X, at.Min.X/w, at.Max.X/w),
		Y:     axis(p.Y.Label.Text, d.Y, 1-at.Min.Y/h, 1-at.Max.Y/h),
	}
}
