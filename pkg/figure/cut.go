package figure

import "gonum.org/v1/plot/vg"

// Cut tells of a curve that leaves the frame at its upper side: an arrow at X that ends there, with
// a text beside it. It does not widen the axes.
type Cut struct {
	X     float64
	Text  string
	Row   int   // from the top, for several cuts whose texts would overlap
	Style Style // its colour
}

func (c Cut) check()              {}
func (c Cut) extend(x, y *extent) {}
func (c Cut) entry() entry        { return entry{} }

// cutText is the size of the text of a cut, cutLead the height of a row.
const (
	cutText = 7.5
	cutLead = 10
)

func (c Cut) plot(v *view) {
	o := v.at(c.X, v.y.max)
	if r := v.frame; !(o.X >= r.Min.X && o.X <= r.Max.X) {
		return
	}
	o.Y = v.frame.Max.Y - 2 - cutLead*vg.Length(c.Row)
	b := v.measure(c.Text, cutText)
	left := o.X + 4
	if left+b.w+1 > v.frame.Max.X {
		left = o.X - 4 - b.w
	}
	base := o.Y - 7
	v.fill(rect(left-1, base+b.bottom-1, left+b.w+1, base+b.top+1).Path(), Grey(1))
	v.text(c.Text, cutText, pt(left, base), 0, 0)
	ink := c.Style.color()
	v.line(ink, 0.9, pt(o.X, o.Y-8), pt(o.X, o.Y-3))
	v.fill(closed([]vg.Point{o, {X: o.X - 1.9, Y: o.Y - 4}, {X: o.X + 1.9, Y: o.Y - 4}}), ink)
}
