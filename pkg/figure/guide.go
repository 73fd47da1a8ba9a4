package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// VLine is a vertical line across the frame, by default thin, grey and dashed.
type VLine struct {
	Name  string
	X     float64
	Style Style
}

// HLine is a horizontal line across the frame, by default thin, grey and
// dashed.
type HLine struct {
	Name  string
	Y     float64
	Style Style
}

func guide(s Style) Style {
	if s == (Style{}) {
		return Style{Color: Grey(0.35), Width: 0.6, Dash: Dashed}
	}
	return s
}

func (l VLine) check()              {}
func (l VLine) extend(x, y *extent) { x.add(l.X) }
func (l VLine) entry() entry        { return entry{name: l.Name, thumb: sample(guide(l.Style))} }
func (l VLine) plot(v *view) {
	x := v.at(l.X, v.y.min).X
	v.lines(guide(l.Style), []vg.Point{{X: x, Y: v.frame.Min.Y}, {X: x, Y: v.frame.Max.Y}})
}

func (l HLine) check()              {}
func (l HLine) extend(x, y *extent) { y.add(l.Y) }
func (l HLine) entry() entry        { return entry{name: l.Name, thumb: sample(guide(l.Style))} }
func (l HLine) plot(v *view) {
	y := v.at(v.x.min, l.Y).Y
	v.lines(guide(l.Style), []vg.Point{{X: v.frame.Min.X, Y: y}, {X: v.frame.Max.X, Y: y}})
}

// Text is an annotation. It does not widen the axes, and is left out if
// (X, Y) is not within the frame.
type Text struct {
	// X and Y are data coordinates, or fractions of the frame if Relative.
	X, Y     float64
	Relative bool
	Text     string
	// XAlign and YAlign are the part of the text left of and below (X, Y):
	// 0 starts there, 0.5 centres, 1 ends there.
	XAlign, YAlign float64
	Size           vg.Length   // 0 is 8 pt
	Color          color.Color // nil is black
}

func (t Text) check()              {}
func (t Text) extend(x, y *extent) {}
func (t Text) entry() entry        { return entry{} }
func (t Text) plot(v *view) {
	o := v.at(t.X, t.Y)
	if t.Relative {
		s := v.frame.Size()
		o = v.frame.Min.Add(vg.Point{X: s.X * vg.Length(t.X), Y: s.Y * vg.Length(t.Y)})
	}
	if !v.contains(o) {
		return
	}
	size, c := t.Size, t.Color
	if size <= 0 {
		size = 8
	}
	if c == nil {
		c = color.Black
	}
	v.text(t.Text, size, o, vg.Length(t.XAlign), vg.Length(t.YAlign), 0, c)
}
