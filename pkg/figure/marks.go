package figure

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
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

// Sign marks points that are no results. Signs differ in shape, not in colour: over a pale marker
// they say why a point is doubtful ([Style]), in a [Strip] why there is none. The zero value is
// none.
type Sign int

const (
	NoSign   Sign = iota
	Times         // a cross, ×
	Plus          // a cross, +
	Slash         // a slanted line
	Parallel      // two horizontal lines
	Upward        // an arrow
)

// draw draws the sign at o with lines of the given width.
func (s Sign) draw(p *pen, o vg.Point, c color.Color, width vg.Length) {
	const r = signSize
	stroke := func(x0, y0, x1, y1 vg.Length) {
		p.line(c, width, pt(o.X+x0, o.Y+y0), pt(o.X+x1, o.Y+y1))
	}
	switch s {
	case Times:
		stroke(-r, -r, r, r)
		stroke(-r, r, r, -r)
	case Plus:
		stroke(-1.4*r, 0, 1.4*r, 0)
		stroke(0, -1.4*r, 0, 1.4*r)
	case Slash:
		stroke(-0.9*r, -1.5*r, 0.9*r, 1.5*r)
	case Parallel:
		stroke(-1.5*r, 0.45*r, 1.5*r, 0.45*r)
		stroke(-1.5*r, -0.45*r, 1.5*r, -0.45*r)
	case Upward:
		stroke(0, -1.3*r, 0, 0)
		p.fill(closed([]vg.Point{
			{X: o.X, Y: o.Y + 1.4*r}, {X: o.X - 0.8*r, Y: o.Y - 0.2*r}, {X: o.X + 0.8*r, Y: o.Y - 0.2*r},
		}), c)
	}
}

// Strip marks points that have no place on the y axis, such as runs without a stationary state. It
// stands above the frame of the panel, with a row for each series that has such points.
type Strip struct {
	Name string // of the sign in the legend, after the names of series
	X    []float64
	Sign Sign
	// Style is that of the series. Its colour is that of the signs, and its marker stands at the right
	// end of the row, unless Row is set.
	Style Style
	// Row names the series at the right end of its row. Strips with the same Row, or without one and
	// with the same style, share a row.
	Row string
}

func (s Strip) check()       {}
func (s Strip) plot(v *view) {}

func (s Strip) extend(x, y *extent) {
	for _, v := range s.X {
		x.add(v)
	}
}

func (s Strip) entry() entry {
	thumb := func(p *pen, r vg.Rectangle) {
		s.Sign.draw(p, middle(r), guide, loneLine)
	}
	return entry{name: s.Name, thumb: thumb, last: true}
}

// row is a row of the strip of a panel.
type row struct {
	label string
	style Style
	signs []Strip
}

// rows returns the rows of a panel's strip, from the bottom: some that are given, without signs,
// and those of the strips that have signs on the x axis.
func rows(given []row, ps []plot.Plotter, x projection) []row {
	rs := slices.Clone(given)
	for _, q := range ps {
		s, ok := q.(Strip)
		if !ok || !s.visible(x) {
			continue
		}
		k := 0
		for k < len(rs) && (rs[k].label != s.Row || s.Row == "" && rs[k].style != s.Style) {
			k++
		}
		if k == len(rs) {
			rs = append(rs, row{label: s.Row, style: s.Style})
		}
		rs[k].signs = append(rs[k].signs, s)
	}
	return rs
}

func (s Strip) visible(x projection) bool {
	for _, v := range s.X {
		if t := x.pos(v); t >= 0 && t <= 1 {
			return true
		}
	}
	return false
}

// stripHeight is the height of n rows.
func stripHeight(n int) vg.Length { return stripRow * vg.Length(n) }

// rowsWidth returns the width of the names of rows, right of the frame.
func rowsWidth(p *pen, rs []row) (w vg.Length) {
	for _, r := range rs {
		if r.label == "" {
			w = max(w, 2*r.style.size())
		} else {
			w = max(w, p.measure(r.label, endSize).w)
		}
	}
	return w
}

// drawRows draws the strip on top of the frame.
func drawRows(p *pen, rs []row, frame vg.Rectangle, x projection) {
	if len(rs) == 0 {
		return
	}
	box := rect(frame.Min.X, frame.Max.Y, frame.Max.X, frame.Max.Y+stripHeight(len(rs)))
	p.fill(box.Path(), stripFill)
	for k, r := range rs {
		y := box.Min.Y + stripRow*(vg.Length(k)+0.5)
		for _, s := range r.signs {
			p.grouped(s.Style.Group, s.Name, func() {
				for _, v := range s.X {
					if t := x.pos(v); t >= 0 && t <= 1 {
						s.Sign.draw(p, pt(frame.Min.X+frame.Size().X*vg.Length(t), y), s.Style.ink(), loneLine)
					}
				}
			})
		}
		if r.label == "" {
			r.style.mark(p, pt(box.Max.X+endGap+r.style.size(), y))
		} else {
			p.text(r.label, endSize, pt(box.Max.X+endGap, y), 0, 0.5)
		}
	}
	p.stroke(box.Path(), color.Black, frameLine, nil)
}

// Point tells that a panel shows a simulated point, and what came of it. It draws nothing.
type Point struct{ Key, Status string }

func (Point) check()              {}
func (Point) extend(x, y *extent) {}
func (Point) plot(v *view)        {}
func (Point) entry() entry        { return entry{} }

// Points returns the status of every [Point] that the figure shows, by its key.
func (f *Figure) Points() map[string]string {
	all := map[string]string{}
	for _, c := range f.cells {
		if c == nil {
			continue
		}
		for _, q := range c.content() {
			if p, ok := q.(Point); ok {
				all[p.Key] = p.Status
			}
		}
	}
	return all
}
