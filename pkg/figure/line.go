package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Line is a series of points (X[i], Y[i]), with a line through them, markers and vertical error
// bars, depending on Style and Err. Without markers and bars it is a plain curve. A series without
// data only appears in the legend.
type Line struct {
	Name string // in the legend; empty for no entry
	X, Y []float64
	// Err, when not nil, holds the half lengths of the error bars, from Y-Err to Y+Err.
	Err   []float64
	Style Style
}

func (l Line) check() {
	sameLength("Line: X and Y", l.X, l.Y)
	if l.Err != nil {
		sameLength("Line: X and Err", l.X, l.Err)
	}
}

// bar returns the ends of the i-th error bar, both Y[i] if there is none.
func (l Line) bar(i int) (lo, hi float64) {
	if l.Err == nil || math.IsNaN(l.Err[i]) {
		return l.Y[i], l.Y[i]
	}
	e := math.Abs(l.Err[i])
	return l.Y[i] - e, l.Y[i] + e
}

func (l Line) extend(x, y *extent) {
	for i := range l.X {
		if !y.ok(l.Y[i]) || x.out(l.X[i]) {
			continue
		}
		lo, hi := l.bar(i)
		x.add(l.X[i])
		y.add(l.Y[i])
		if y.ok(lo) {
			y.tail = min(y.tail, lo)
		}
		y.add(hi)
	}
}

func (l Line) plot(v *view) {
	pts := make([]vg.Point, len(l.X))
	for i := range pts {
		pts[i] = v.at(l.X[i], l.Y[i])
	}
	v.lines(l.Style, pts)
	for i := range pts {
		l.plotBar(v, i)
	}
	for _, o := range pts {
		if v.contains(o) {
			l.Style.mark(v.pen, o)
		}
	}
}

// plotBar draws the i-th error bar, clipped to the frame, with caps at the ends inside.
func (l Line) plotBar(v *view, i int) {
	lo, hi := l.bar(i)
	if !(hi > lo) {
		return
	}
	x, a, b := v.at(l.X[i], lo).X, v.at(l.X[i], lo).Y, v.at(l.X[i], hi).Y
	r := v.frame
	if !(x >= r.Min.X && x <= r.Max.X) || a > r.Max.Y || b < r.Min.Y {
		return
	}
	c := l.Style.color()
	ya, yb := max(a, r.Min.Y), min(b, r.Max.Y)
	v.line(c, errorLine, pt(x, ya), pt(x, yb))
	for _, y := range [2]vg.Length{a, b} {
		if y >= r.Min.Y && y <= r.Max.Y {
			v.line(c, errorLine, pt(x-errorCap, y), pt(x+errorCap, y))
		}
	}
}

func (l Line) entry() entry {
	return entry{name: l.Name, thumb: sample(l.Style), last: l.Style.Sign != NoSign}
}

// Ellipse returns the closed curve of the points z with
//
//	(z - (x, y))ᵀ C⁻¹ (z - (x, y)) = r²
//
// for the covariance C = cov, which must be symmetric and positive
// semi-definite: r standard deviations around (x, y).
func Ellipse(x, y float64, cov [2][2]float64, r float64, s Style) Line {
	// C = L Lᵀ with L lower triangular.
	a := math.Sqrt(math.Max(cov[0][0], 0))
	b := 0.0
	if a > 0 {
		b = cov[0][1] / a
	}
	c := math.Sqrt(math.Max(cov[1][1]-b*b, 0))
	const n = 128
	l := Line{X: make([]float64, n+1), Y: make([]float64, n+1), Style: s}
	for i := range l.X {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%n) / n)
		l.X[i] = x + r*a*cos
		l.Y[i] = y + r*(b*cos+c*sin)
	}
	return l
}
