package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Bars is a discrete distribution: a vertical line from zero to Y[i] at each X[i].
type Bars struct {
	Name  string
	X, Y  []float64
	Style Style
}

func (b Bars) check() { sameLength("Bars: X and Y", b.X, b.Y) }

// ends returns the series of the upper ends, which carry the markers.
func (b Bars) ends() Line {
	s := b.Style
	s.Dash = NoLine
	return Line{X: b.X, Y: b.Y, Style: s}
}

func (b Bars) extend(x, y *extent) {
	b.ends().extend(x, y)
	y.add(0)
	y.base = true
}

func (b Bars) plot(v *view) {
	for i, x := range b.X {
		if !math.IsNaN(b.Y[i]) && !math.IsNaN(x) {
			v.lines(b.Style, []vg.Point{v.clamped(x, 0), v.clamped(x, b.Y[i])})
		}
	}
	b.ends().plot(v)
}

func (b Bars) entry() entry { return entry{name: b.Name, thumb: sample(b.Style)} }
