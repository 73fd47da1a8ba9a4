package figure

import "gonum.org/v1/plot/vg"

// HLine is a horizontal line across the frame, by default a [Guide].
type HLine struct {
	Name  string
	Y     float64
	Style Style
}

func (l HLine) style() Style {
	if l.Style == (Style{}) {
		return Guide()
	}
	return l.Style
}

func (l HLine) check()              {}
func (l HLine) extend(x, y *extent) { y.add(l.Y) }
func (l HLine) entry() entry        { return entry{name: l.Name, thumb: sample(l.style())} }

func (l HLine) plot(v *view) {
	y := v.at(v.x.min, l.Y).Y
	v.lines(l.style(), []vg.Point{{X: v.frame.Min.X, Y: y}, {X: v.frame.Max.X, Y: y}})
}
