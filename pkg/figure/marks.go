package figure

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Text is an annotation. It does not widen the axes, and is left out if (X, Y) is outside the
// frame.
type Text struct {
	silent
	// X and Y are data coordinates, or fractions of the frame if Relative.
	X, Y     float64
	Relative bool
	Text     string
	// XAlign and YAlign are the fractions of the text to the left of and below (X, Y): at 0 it
	// starts there, at 0.5 it is centred, at 1 it ends there.
	XAlign, YAlign float64
	Size           vg.Length // 0 is 8 pt
}

// Plot draws the text.
func (t Text) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(t, c, p)
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
	silent
	X     float64
	Text  string
	Row   int   // from the top, for several cuts whose texts would overlap
	Style Style // its colour
}

// cutText is the size of the text of a cut, cutLead the height of a row.
const (
	cutText = 7.5
	cutLead = 10
)

// Plot draws the arrow and the text.
func (q Cut) Plot(c draw.Canvas, p *plot.Plot) {
	v := viewOf(q, c, p)
	o := v.at(q.X, v.y.max)
	if r := v.frame; !(o.X >= r.Min.X && o.X <= r.Max.X) {
		return
	}
	o.Y = v.frame.Max.Y - 2 - cutLead*vg.Length(q.Row)
	b := v.measure(q.Text, cutText)
	left := o.X + 4
	if left+b.w+1 > v.frame.Max.X {
		left = o.X - 4 - b.w
	}
	base := o.Y - 7
	v.fill(rect(left-1, base+b.bottom-1, left+b.w+1, base+b.top+1).Path(), Grey(1))
	v.text(q.Text, cutText, pt(left, base), 0, 0)
	ink := q.Style.color()
	v.line(ink, 0.9, pt(o.X, o.Y-8), pt(o.X, o.Y-3))
	v.fill(closed([]vg.Point{o, {X: o.X - 1.9, Y: o.Y - 4}, {X: o.X + 1.9, Y: o.Y - 4}}), ink)
}

// Strip marks points that have no place on the y axis, such as runs without a stationary state. It
// stands above the frame of the panel, with a row for each series that has such points.
type Strip struct {
	Name string // of the sign in the legend, after the names of series
	X    []float64
	Sign Marker
	// Style is that of the series. Its colour is that of the signs, and its marker stands at the right
	// end of the row, unless Row is set.
	Style Style
	// Row names the series at the right end of its row. Strips with the same Row, or without one and
	// with the same style, share a row.
	Row string
}

// Plot draws nothing, since a strip stands beside the frame of a [Panel], which draws it.
func (s Strip) Plot(draw.Canvas, *plot.Plot) {}

func (s Strip) extend(x, y *extent) {
	for _, v := range s.X {
		x.add(v)
	}
}

func (s Strip) entry() (string, bool) { return s.Name, true }

// Thumbnail draws the sign.
func (s Strip) Thumbnail(c *draw.Canvas) {
	s.Sign.open(penOf(c.Canvas), middle(c.Rectangle), signSize, loneLine, guide)
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
						o := pt(frame.Min.X+frame.Size().X*vg.Length(t), y)
						s.Sign.open(p, o, signSize, loneLine, s.Style.ink())
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
type Point struct {
	silent
	Key, Status string
}

// Plot draws nothing.
func (Point) Plot(draw.Canvas, *plot.Plot) {}

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
