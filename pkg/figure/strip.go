package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

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

// rows returns the rows of a panel's strip, from the bottom, of the strips that have signs on the
// x axis.
func rows(ps []Plotter, x projection) (rs []row) {
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
			for _, v := range s.X {
				if t := x.pos(v); t >= 0 && t <= 1 {
					s.Sign.draw(p, pt(frame.Min.X+frame.Size().X*vg.Length(t), y), s.Style.ink(), loneLine)
				}
			}
		}
		if r.label == "" {
			r.style.mark(p, pt(box.Max.X+endGap+r.style.size(), y))
		} else {
			p.text(r.label, endSize, pt(box.Max.X+endGap, y), 0, 0.5)
		}
	}
	p.stroke(box.Path(), color.Black, frameLine, nil)
}
