package figure

import (
	"cmp"

	"gonum.org/v1/plot/vg"
)

// Text is an annotation. It does not widen the axes, and is left out if (X, Y) is outside the
// frame.
type Text struct {
	// X and Y are data coordinates, or fractions of the frame if Relative.
	X, Y     float64
	Relative bool
	Text     string
	// XAlign and YAlign are the fractions of the text to the left of and below (X, Y): at 0 it
	// starts there, at 0.5 it is centred, at 1 it ends there.
	XAlign, YAlign float64
	Size           vg.Length // 0 is 8 pt
}

func (t Text) check()              {}
func (t Text) extend(x, y *extent) {}
func (t Text) entry() entry        { return entry{} }

func (t Text) plot(v *view) {
	o := v.at(t.X, t.Y)
	if t.Relative {
		s := v.frame.Size()
		o = v.frame.Min.Add(pt(s.X*vg.Length(t.X), s.Y*vg.Length(t.Y)))
	}
	if !v.contains(o) {
		return
	}
	v.text(t.Text, cmp.Or(t.Size, 8), o, vg.Length(t.XAlign), vg.Length(t.YAlign))
}
