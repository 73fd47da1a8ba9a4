package plots

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a legend, in points.
const (
	lead      = 10.5 // from line to line
	thumb     = 19
	thumbGap  = 4 // between thumbnail and name
	columnGap = 9
	legendPad = 4
)

// legend is a box of names in columns.
type legend struct {
	entries []Line
	rows    int
	columns []vg.Length // their widths
}

// newLegend returns the legend of panels, with each name once, in as few rows as the width allows.
func newLegend(ps []*Panel, width vg.Length) (l legend) {
	seen := map[string]bool{"": true}
	for _, p := range ps {
		for _, q := range p.plotters {
			if e, ok := q.(Line); ok && !seen[e.Name] {
				seen[e.Name] = true
				l.entries = append(l.entries, e)
			}
		}
	}
	slices.SortStableFunc(l.entries, func(a, b Line) int { return a.late() - b.late() })
	for l.rows = 1; ; l.rows++ {
		l.columns = nil
		for es := range slices.Chunk(l.entries, l.rows) {
			w := vg.Length(0)
			for _, e := range es {
				w = max(w, thumb+thumbGap+layout(e.Name, nameSize).w)
			}
			l.columns = append(l.columns, w)
		}
		if l.width() <= width || l.rows >= len(l.entries) {
			return l
		}
	}
}

// late is 1 for the last entries of a legend: rows above the frame, bounds and pale marks. It is 0
// for others.
func (l Line) late() int {
	if l.Row != "" || l.Bound != 0 || l.Style.Pale {
		return 1
	}
	return 0
}

func (l legend) width() vg.Length {
	w := vg.Length(2*legendPad - columnGap)
	for _, c := range l.columns {
		w += c + columnGap
	}
	return w
}

func (l legend) height() vg.Length { return lead*vg.Length(l.rows) + 2*legendPad - 2 }

// draw draws the legend with its lower left corner at o.
func (l legend) draw(c draw.Canvas, o vg.Point) {
	box := rect(o.X, o.Y, o.X+l.width(), o.Y+l.height()).Path()
	stroke(c, draw.LineStyle{Color: Grey(0.5), Width: 0.4}, box)
	x := o.X + legendPad
	for i, e := range l.entries {
		y := o.Y + l.height() - legendPad + 1 - lead*(vg.Length(i%l.rows)+0.5)
		e.Thumbnail(&draw.Canvas{Canvas: c.Canvas, Rectangle: rect(x, y-3.5, x+thumb, y+3.5)})
		Text{Text: e.Name}.write(c, pt(x+thumb+thumbGap, y-3.4))
		if i%l.rows == l.rows-1 {
			x += l.columns[i/l.rows] + columnGap
		}
	}
}

// remark returns the lines of the remark, at most as wide as the page.
func (f *Figure) remark() (lines []string) {
	escape := strings.NewReplacer(`$`, `\$`, `%`, `\%`, `\`, `\\`)
	for _, word := range strings.Fields(escape.Replace(f.Remark)) {
		if n := len(lines) - 1; n >= 0 {
			longer := lines[n] + " " + word
			if layout(longer, nameSize).w < f.Width-2*margin {
				lines[n] = longer
				continue
			}
		}
		lines = append(lines, word)
	}
	if len(lines) > 5 {
		lines = append(lines[:4], "…")
	}
	return lines
}
