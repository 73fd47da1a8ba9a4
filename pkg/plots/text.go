package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	stdfnt "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// box is a piece of typeset text: outlines relative to the left end of its baseline, its advance
// width, the extent of its ink and its characters.
type box struct {
	text           string
	w, top, bottom vg.Length
	path           vg.Path
	skew           vg.Length // how far the top of the last glyph leans to the right
	space          vg.Length // around an operator, over the size
}

func pt(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

func rect(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: pt(x0, y0), Max: pt(x1, y1)}
}

func fill(c vg.Canvas, clr color.Color, path vg.Path) {
	c.SetColor(clr)
	c.Fill(path)
}

func stroke(c draw.Canvas, sty draw.LineStyle, path vg.Path) {
	c.SetLineStyle(sty)
	c.Stroke(path)
}

// closed returns the path of a polygon.
func closed(pts ...vg.Point) (path vg.Path) {
	for i, q := range pts {
		if i == 0 {
			path.Move(q)
		} else {
			path.Line(q)
		}
	}
	if len(pts) > 0 {
		path.Close()
	}
	return path
}

// moved returns a path moved by d.
func moved(path vg.Path, d vg.Point) (out vg.Path) {
	for _, c := range path {
		c.Pos = c.Pos.Add(d)
		controls := c.Control
		c.Control = nil
		for _, q := range controls {
			c.Control = append(c.Control, q.Add(d))
		}
		out = append(out, c)
	}
	return out
}

// add adds o to b at (dx, dy), without changing the width.
func (b *box) add(o box, dx, dy vg.Length) {
	b.text += o.text
	if len(o.path) > 0 {
		b.path = append(b.path, moved(o.path, pt(dx, dy))...)
		b.top, b.bottom = max(b.top, o.top+dy), min(b.bottom, o.bottom+dy)
	}
}

// append adds o at the end of b.
func (b *box) append(o box) {
	b.add(o, b.w, 0)
	b.w += o.w
}

// glyph returns the outline of a character in Liberation Serif.
func (p *parser) glyph(r rune, italic bool, size vg.Length) box {
	style := stdfnt.StyleNormal
	if italic {
		style = stdfnt.StyleItalic
	}
	serif := font.Font{Typeface: "Liberation", Variant: "Serif", Style: style}
	face := font.DefaultCache.Lookup(serif, size).Face
	em := fixed.Int26_6(face.UnitsPerEm())
	var buf sfnt.Buffer
	idx, err1 := face.GlyphIndex(&buf, r)
	adv, err2 := face.GlyphAdvance(&buf, idx, em, stdfnt.HintingNone)
	segs, err3 := face.LoadGlyph(&buf, idx, em, nil)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return p.fail("glyph %q: %v", r, err)
	}
	if idx == 0 {
		return p.fail("no glyph for %q", r)
	}
	unit := size / vg.Length(em)
	at := func(q fixed.Point26_6) vg.Point { // y runs down in fonts
		return pt(vg.Length(q.X), -vg.Length(q.Y)).Scale(unit)
	}
	bounds := segs.Bounds()
	b := box{text: string(r), w: vg.Length(adv) * unit}
	b.top, b.bottom = at(bounds.Min).Y, at(bounds.Max).Y
	for i, s := range segs {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				b.path.Close()
			}
			b.path.Move(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			b.path.Line(at(s.Args[0]))
		default: // Liberation has no cubic curves
			b.path.QuadTo(at(s.Args[0]), at(s.Args[1]))
		}
	}
	if len(segs) > 0 {
		b.path.Close()
	}
	return b
}

// layout sets one line of text with the formulas in it. It panics with a textError if it cannot.
func layout(s string, size vg.Length) box {
	p := &parser{text: s, s: []rune(s), size: size}
	return p.line()
}

// textError is the panic of a text that cannot be typeset.
type textError string

func (e textError) Error() string { return string(e) }

// catch recovers from a textError.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case textError:
		*err = r
	default:
		panic(r)
	}
}

// CheckText returns an error if a text, with the formulas in it, cannot be typeset.
func CheckText(s string) (err error) {
	defer catch(&err)
	layout(s, 1)
	return nil
}

// Formulas is a text.Handler for texts with formulas between dollar signs. It fills outlines of
// Liberation Serif, whatever the font. Its methods panic with an error if a text cannot be typeset.
type Formulas struct{}

// Cache returns the fonts of gonum/plot.
func (Formulas) Cache() *font.Cache { return font.DefaultCache }

// Extents returns the extents of the font at its size.
func (Formulas) Extents(f font.Font) font.Extents {
	return font.Extents{Ascent: 0.9 * f.Size, Descent: 0.2 * f.Size, Height: 1.2 * f.Size}
}

// Lines returns the lines of a text.
func (Formulas) Lines(s string) []string { return strings.Split(s, "\n") }

// Box returns the size of a line: its width, its height above and its depth below the baseline.
func (h Formulas) Box(s string, f font.Font) (width, height, depth vg.Length) {
	b, e := layout(s, f.Size), h.Extents(f)
	return b.w, max(e.Ascent, b.top), max(e.Descent, -b.bottom)
}

// Draw writes the lines, aligned as the style says.
func (h Formulas) Draw(c vg.Canvas, s string, sty text.Style, at vg.Point) {
	c.Push()
	defer c.Pop()
	c.SetColor(cmp.Or[color.Color](sty.Color, color.Black))
	c.Translate(at)
	c.Rotate(sty.Rotation)
	e := h.Extents(sty.Font)
	y := sty.Height(s)*vg.Length(sty.YAlign) - e.Ascent + sty.Font.Size
	for _, line := range slices.Backward(h.Lines(s)) {
		b := layout(line, sty.Font.Size)
		o := pt(vg.Length(sty.XAlign)*b.w, y)
		c.Fill(moved(b.path, o))
		sin, cos := math.Sincos(sty.Rotation)
		x, y0 := vg.Length(cos)*o.X-vg.Length(sin)*o.Y, vg.Length(sin)*o.X+vg.Length(cos)*o.Y
		layerOf(c).write(b, sty.Font.Size, at.Add(pt(x, y0)), sty.Rotation)
		y += e.Height
	}
}
