package figure

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Line is a series of points (X[i], Y[i]), with a line through them, markers
// and vertical error bars as Style and the other fields say. It is a plain
// curve if there are neither markers nor bars. A series without data has an
// entry in the legend only.
type Line struct {
	Name string // in the legend; empty for none
	X, Y []float64
	// Err, when not nil, holds half lengths: bars from Y-Err to Y+Err.
	Err []float64
	// Low and High, when not nil, hold the ends of the bars. Exclusive of Err.
	Low, High []float64
	Style     Style
}

func (l Line) check() {
	sameLength("Line", len(l.X), l.Y, l.Err, l.Low, l.High)
	if len(l.Y) != len(l.X) {
		panic("figure: Line: X without Y")
	}
	if l.Err != nil && (l.Low != nil || l.High != nil) {
		panic("figure: Line: both Err and Low or High")
	}
}

// bar returns the ends of the i-th error bar.
func (l Line) bar(i int) (lo, hi float64) {
	lo, hi = l.Y[i], l.Y[i]
	if l.Err != nil {
		lo, hi = lo-math.Abs(l.Err[i]), hi+math.Abs(l.Err[i])
	}
	if l.Low != nil {
		lo = l.Low[i]
	}
	if l.High != nil {
		hi = l.High[i]
	}
	if math.IsNaN(lo) {
		lo = l.Y[i]
	}
	if math.IsNaN(hi) {
		hi = l.Y[i]
	}
	return lo, hi
}

func (l Line) hasBars() bool { return l.Err != nil || l.Low != nil || l.High != nil }

func (l Line) extend(x, y *extent) {
	for i := range l.X {
		if !y.ok(l.Y[i]) || x.out(l.X[i]) {
			continue
		}
		x.add(l.X[i])
		y.add(l.Y[i])
		if l.hasBars() {
			lo, hi := l.bar(i)
			y.addTail(lo)
			y.add(hi)
		}
	}
}

func (l Line) plot(v *view) {
	pts := make([]vg.Point, len(l.X))
	for i := range pts {
		pts[i] = v.at(l.X[i], l.Y[i])
	}
	v.lines(l.Style, pts)
	const cap = 2.2
	for i, o := range pts {
		if !l.hasBars() {
			break
		}
		if math.IsNaN(l.Y[i]) || math.IsNaN(float64(o.X)) || o.X < v.frame.Min.X || o.X > v.frame.Max.X {
			continue
		}
		lo, hi := l.bar(i)
		if !(hi > lo) {
			continue
		}
		a, b := v.at(l.X[i], lo).Y, v.at(l.X[i], hi).Y
		if a > v.frame.Max.Y || b < v.frame.Min.Y || math.IsNaN(float64(a+b)) && !math.IsInf(float64(a), -1) {
			continue
		}
		c := l.Style.color()
		ya, yb := max(a, v.frame.Min.Y), min(b, v.frame.Max.Y)
		v.line(c, 0.6, vg.Point{X: o.X, Y: ya}, vg.Point{X: o.X, Y: yb})
		// An end without a cap goes on beyond the frame.
		if a >= v.frame.Min.Y {
			v.line(c, 0.6, vg.Point{X: o.X - cap, Y: a}, vg.Point{X: o.X + cap, Y: a})
		}
		if b <= v.frame.Max.Y {
			v.line(c, 0.6, vg.Point{X: o.X - cap, Y: b}, vg.Point{X: o.X + cap, Y: b})
		}
	}
	for _, o := range pts {
		if v.contains(o) {
			l.Style.mark(v.pen, o)
		}
	}
}

func (l Line) entry() entry { return entry{name: l.Name, thumb: sample(l.Style)} }

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

// Runaway marks points that are not results, such as runs that did not
// converge: a grey cross over the hollow marker of Style where the point lies on the
// axes, an arrow of the colour of Style at the upper frame where it lies above
// them or is NaN or +Inf. Points do not widen the y axis, and arrows at the
// same x are stacked. The entry in the legend is grey whatever the style, and comes last.
type Runaway struct {
	Name  string
	X, Y  []float64
	Style Style
}

func (r Runaway) check() {
	if len(r.X) != len(r.Y) {
		panic("figure: Runaway: X and Y differ in length")
	}
}

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
		tip := vg.Point{X: o.X, Y: v.frame.Max.Y - 1.5 - 8*vg.Length(v.arrows[k])}
		v.arrows[k]++
		arrow(v.pen, tip, r.Style.color())
	}
}

// arrow draws an arrow upwards to tip, 7 pt long.
func arrow(p *pen, tip vg.Point, c color.Color) {
	p.line(c, 0.9, vg.Point{X: tip.X, Y: tip.Y - 7}, vg.Point{X: tip.X, Y: tip.Y - 3})
	p.fill(closed([]vg.Point{tip, {X: tip.X - 1.8, Y: tip.Y - 4}, {X: tip.X + 1.8, Y: tip.Y - 4}}), c)
}

func (r Runaway) entry() entry {
	thumb := func(p *pen, b vg.Rectangle) {
		m := vg.Point{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y + b.Max.Y) / 2}
		Style{Color: Grey(0.35), Marker: Cross, Size: 3}.mark(p, vg.Point{X: m.X - 4.5, Y: m.Y})
		arrow(p, vg.Point{X: m.X + 4.5, Y: m.Y + 3.5}, Grey(0.35))
	}
	return entry{name: r.Name, thumb: thumb, last: true}
}
