package plots

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// strips returns the lines drawn as rows above the frame that have points on the x axis.
func (p *Panel) strips() (ls []Line) {
	x, _ := p.spans()
	for _, q := range p.plotters {
		if l, ok := q.(Line); ok && l.Row != "" && slices.ContainsFunc(l.X, x.has) {
			ls = append(ls, l)
		}
	}
	return ls
}

// stripRows returns the names of the rows above a panel, from the bottom.
func (p *Panel) stripRows() (names []string) {
	for _, l := range p.strips() {
		if !slices.Contains(names, l.Row) {
			names = append(names, l.Row)
		}
	}
	return names
}

const (
	stripRow = 9 // the height of a row
	rowGap   = 4 // from the frame to a name; it is twice as far from a mark
)

// stripHeight returns the height of the rows above the frame.
func (d *drawing) stripHeight() vg.Length { return stripRow * vg.Length(len(d.rows)) }

// drawStrips draws the rows on top of the frame c.
func (d *drawing) drawStrips(c draw.Canvas) {
	if len(d.strips) == 0 {
		return
	}
	box := rect(c.Min.X, c.Max.Y, c.Max.X, c.Max.Y+d.stripHeight()).Path()
	fill(c, Grey(0.94), box)
	trX, _ := d.Transforms(&c)
	var marks []vg.Length
	for _, q := range d.strips {
		y := c.Max.Y + stripRow*(vg.Length(slices.Index(d.rows, q.Row))+0.5)
		for _, v := range q.X {
			if x := trX(v); c.ContainsX(x) {
				c.DrawGlyphNoClip(q.Style.glyph(), pt(x, y))
				marks = append(marks, x)
			}
		}
	}
	width := vg.Length(0)
	for _, row := range d.rows {
		width = max(width, d.X.Tick.Label.Width(row))
	}
	at, align := place(c, marks, width)
	for i, row := range d.rows {
		name := Text{Text: row, XAlign: align}
		name.write(c, pt(at, c.Max.Y+stripRow*(vg.Length(i)+0.5)-3.2))
	}
	stroke(c, frameStyle, box)
}

// place returns where to write names of some width, of rows with marks at some x, and their
// alignment: at the left end of the frame or, if marks are there, beside the last mark or in the
// widest gap.
func place(c draw.Canvas, marks []vg.Length, width vg.Length) (at vg.Length, align float64) {
	slices.Sort(marks)
	switch n := len(marks); {
	case n == 0 || marks[0] >= min(c.X(0.3), c.Min.X+width+3*rowGap):
		return c.Min.X + rowGap, 0
	case marks[n-1] <= c.X(0.7):
		return marks[n-1] + 2*rowGap, 0
	}
	widest := vg.Length(0)
	for i := range marks[1:] {
		if gap := marks[i+1] - marks[i]; gap > widest {
			widest, at = gap, marks[i]+gap/2
		}
	}
	return at, 0.5
}
