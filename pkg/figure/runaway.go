package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Runaway marks points that are not results, such as runs that did not converge: by a grey cross
// over the hollow marker of Style if the point is inside the frame, by an arrow in the colour of
// Style at the upper side of the frame if it is above the frame, NaN or +Inf. Points do not widen
// the y axis, and arrows at the same x are stacked. The entry in the legend is grey, and comes
// last.
type Runaway struct {
	Name  string
	X, Y  []float64
	Style Style
}

func (r Runaway) check() { sameLength("Runaway: X and Y", r.X, r.Y) }

func (r Runaway) extend(x, y *extent) {
	for _, v := range r.X {
		x.add(v)
	}
}

func (r Runaway) plot(v *view) {
	for i := range r.X {
		o := v.at(r.X[i], r.Y[i])
		if math.IsNaN(float64(o.X)) || o.X < v.frame.Min.X || o.X > v.frame.Max.X {
			continue
		}
		if v.contains(o) {
			s := r.Style
			s.Hollow = true
			s.mark(v.pen, o)
			Style{Color: Grey(0.35), Marker: Cross, Size: s.size() + 1}.mark(v.pen, o)
			continue
		}
		if o.Y < v.frame.Min.Y {
			continue
		}
		k := int(math.Round(float64(o.X)))
		tip := pt(o.X, v.frame.Max.Y-1.5-8*vg.Length(v.arrows[k]))
		v.arrows[k]++
		arrow(v.pen, tip, r.Style.color())
	}
}

// arrow draws an upward arrow to tip, 7 pt long.
func arrow(p *pen, tip vg.Point, c color.Color) {
	p.line(c, 0.9, pt(tip.X, tip.Y-7), pt(tip.X, tip.Y-3))
	p.fill(closed([]vg.Point{tip, {X: tip.X - 1.8, Y: tip.Y - 4}, {X: tip.X + 1.8, Y: tip.Y - 4}}), c)
}

func (r Runaway) entry() entry {
	thumb := func(p *pen, b vg.Rectangle) {
		m := middle(b)
		Style{Color: Grey(0.35), Marker: Cross, Size: 3}.mark(p, pt(m.X-4.5, m.Y))
		arrow(p, pt(m.X+4.5, m.Y+3.5), Grey(0.35))
	}
	return entry{name: r.Name, thumb: thumb, last: true}
}
