package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Band shades the area between two curves.
type Band struct {
	Name      string
	X         []float64
	Low, High []float64
	Fill      color.Color // nil is light grey
}

func (b Band) check() { sameLength("Band: X, Low and High", b.X, b.Low, b.High) }

func (b Band) fill() color.Color {
	return cmp.Or(b.Fill, Grey(0.86))
}

func (b Band) extend(x, y *extent) {
	Line{X: b.X, Y: b.Low}.extend(x, y)
	Line{X: b.X, Y: b.High}.extend(x, y)
}

func (b Band) plot(v *view) {
	var up, down []vg.Point
	end := func() {
		slices.Reverse(down)
		v.polygon(b.fill(), append(up, down...))
		up, down = nil, nil
	}
	for i, x := range b.X {
		if math.IsNaN(x) || math.IsNaN(b.Low[i]) || math.IsNaN(b.High[i]) {
			end()
			continue
		}
		up = append(up, v.clamped(x, b.High[i]))
		down = append(down, v.clamped(x, b.Low[i]))
	}
	end()
}

func (b Band) entry() entry {
	return entry{name: b.Name, thumb: swatch(b.fill(), Style{Dash: NoLine})}
}
