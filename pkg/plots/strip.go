package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Strip marks points that have no place on the y axis, such as runs without a stationary state. It
// stands above the frame of a panel, in a row that is named.
type Strip struct {
	Name   string // of the mark in the legend
	Row    string // strips of the same row share it
	X      []float64
	Mark   Mark
	Color  color.Color
	Status string // as in [Line]
}

func (s Strip) name() string                          { return s.Name }
func (s Strip) marks() (string, []float64, []float64) { return s.Status, s.X, nil }

func (s Strip) spans(x, y *span) {
	for _, v := range s.X {
		x.add(v)
	}
}

func (s Strip) glyph() draw.GlyphStyle {
	return Style{Color: s.Color, Mark: s.Mark}.glyph()
}

// Plot draws nothing: all strips of a panel are drawn together.
func (s Strip) Plot(draw.Canvas, *plot.Plot) {}

// Thumbnail draws the mark.
func (s Strip) Thumbnail(c *draw.Canvas) {
	s.Color = Grey(0.35)
	c.DrawGlyph(s.glyph(), c.Center())
}

// strips returns the strips of a panel with points on its x axis.
func (p *Panel) strips() (ss []Strip) {
	x, _ := p.spans()
	for _, q := range p.plotters {
		if s, ok := q.(Strip); ok && slices.ContainsFunc(s.X, x.has) {
			ss = append(ss, s)
		}
	}
	return ss
}

// strip is what stands above the frame of a panel.
type strip struct {
	rows   []string // from the bottom
	strips []Strip
}

// stripOf returns the strip of a panel: all panels of a row of the figure have the same rows.
func stripOf(p *Panel, row []cell) strip {
	s := strip{strips: p.strips()}
	for _, q := range row {
		q, ok := q.(*Panel)
		if !ok {
			continue
		}
		for _, t := range q.strips() {
			if !slices.Contains(s.rows, t.Row) {
				s.rows = append(s.rows, t.Row)
			}
		}
	}
	return s
}

const (
	stripRow = 9 // the height of a row
	rowGap   = 4 // from the frame to a name
)

func (s strip) height() vg.Length { return stripRow * vg.Length(len(s.rows)) }

// draw draws the rows on top of the frame c.
func (s strip) draw(c draw.Canvas, d *drawing) {
	if len(s.strips) == 0 {
		return // beside panels that have some
	}
	box := rect(c.Min.X, c.Max.Y, c.Max.X, c.Max.Y+s.height())
	c.SetColor(Grey(0.94))
	c.Fill(box.Path())
	trX, _ := d.Transforms(&c)
	name := Text{Size: nameSize, XAlign: 1} // at the right end, or at the left one if marks are there
	at := c.Max.X - rowGap
	for _, q := range s.strips {
		y := c.Max.Y + stripRow*(vg.Length(slices.Index(s.rows, q.Row))+0.5)
		for _, v := range q.X {
			if x := trX(v); c.ContainsX(x) {
				c.DrawGlyphNoClip(q.glyph(), pt(x, y))
				if x > c.X(0.6) {
					name.XAlign, at = 0, c.Min.X+rowGap
				}
			}
		}
	}
	for i, row := range s.rows {
		name.Text = row
		name.write(c, pt(at, c.Max.Y+stripRow*(vg.Length(i)+0.5)-3.2))
	}
	c.SetLineStyle(draw.LineStyle{Color: color.Black, Width: frameLine})
	c.Stroke(box.Path())
}
