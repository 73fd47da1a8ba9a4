package plots

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Joint is a histogram of two variables in Center, with marginal panels above and on the right. It
// fills one cell of a figure. The margins share the axes of the centre; in Right, the density is
// along x.
type Joint struct {
	Title              string
	Center, Top, Right *Panel
}

// NewJoint returns an empty joint histogram.
func NewJoint() *Joint {
	return &Joint{Center: NewPanel(), Top: NewPanel(), Right: NewPanel()}
}

func (j *Joint) panels() []*Panel { return []*Panel{j.Center, j.Top, j.Right} }

// margins is the height of the margins over the centre's.
const margins = 0.28

func (j *Joint) draw(c draw.Canvas, letter string) {
	size := c.Size().Scale(0.6)
	center := j.Center.drawing("", size, 0)
	above := j.Top.drawing("", pt(size.X, margins*size.Y), 0)
	beside := j.Right.drawing("", pt(margins*size.X, size.Y), 0)
	above.X.Min, above.X.Max, above.x = center.X.Min, center.X.Max, nil
	beside.Y.Min, beside.Y.Max, beside.y = center.Y.Min, center.Y.Max, nil

	// The frames share the room that the labels leave.
	const gap = 4
	x, y := center.margins(size)
	left, _ := above.margins(size)
	_, below := beside.margins(size)
	corner := c.Min.Add(pt(max(x[0], left[0]), max(y[1], below[1])))
	side := min(c.Max.X-3-corner.X, c.Max.Y-head-corner.Y)
	d := margins * (side - gap) / (1 + margins)
	frame := func(dx, dy, w, h vg.Length) draw.Canvas {
		r := rect(0, 0, w, h).Add(corner.Add(pt(dx, dy)))
		return draw.Canvas{Canvas: c.Canvas, Rectangle: r}
	}
	s := side - d - gap
	center.draw(frame(0, 0, s, s))
	above.draw(frame(0, s+gap, s, d))
	beside.draw(frame(s+gap, 0, d, s))
	title := strings.TrimSpace(letter + j.Title)
	Text{Text: title, Size: labelSize, XAlign: 0.5}.write(c, corner.Add(pt(s/2, side+4)))
}
