package figure

import (
	"image"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// NewPDF returns a canvas that writes a PDF file of one page, of width w and height h, as
// [Figure.PDF] does. With
//
//	draw.RegisterFormat("pdf", figure.NewPDF)
//
// gonum/plot writes its PDF files so, with Greek letters and with formulas set by [Formulas]. All
// letters are those of Liberation Serif.
func NewPDF(w, h vg.Length) vg.CanvasWriterTo { return onPage(newPDF, w, h) }

// NewSVG is [NewPDF] for SVG files.
func NewSVG(w, h vg.Length) vg.CanvasWriterTo { return onPage(newSVG, w, h) }

func onPage(open func(w, h vg.Length, set *typesetter) page, w, h vg.Length) *sheet {
	set := newTypesetter()
	return newSheet(&pen{canvas: open(w, h, set), set: set}, w, h)
}

// sheet is a vg.Canvas on a pen, for which it applies the transformations. Plotters of
// others draw on it.
type sheet struct {
	pen  *pen
	w, h vg.Length
	inks
	saved []inks
}

// inks is the state that Push saves. A point (x, y) is drawn at (ax + cy + e, bx + dy + f).
type inks struct {
	color            color.Color
	width            vg.Length
	dash             []vg.Length
	a, b, c, d, e, f vg.Length
}

func newSheet(p *pen, w, h vg.Length) *sheet {
	return &sheet{pen: p, w: w, h: h, inks: inks{color: color.Black, width: 1, a: 1, d: 1}}
}

func (s *sheet) Size() (w, h vg.Length)                 { return s.w, s.h }
func (s *sheet) SetLineWidth(w vg.Length)               { s.width = w }
func (s *sheet) SetLineDash(d []vg.Length, _ vg.Length) { s.dash = slices.Clone(d) }
func (s *sheet) Push()                                  { s.saved = append(s.saved, s.inks) }
func (s *sheet) Translate(p vg.Point)                   { o := s.at(p); s.e, s.f = o.X, o.Y }
func (s *sheet) at(p vg.Point) vg.Point                 { return s.along(p).Add(pt(s.e, s.f)) }

// along is at without the shift.
func (s *sheet) along(p vg.Point) vg.Point { return pt(s.a*p.X+s.c*p.Y, s.b*p.X+s.d*p.Y) }

// plain reports whether there is no transformation.
func (s *sheet) plain() bool {
	return s.a == 1 && s.d == 1 && s.b == 0 && s.c == 0 && s.e == 0 && s.f == 0
}

// SetColor sets the colour of lines and areas; nil is black.
func (s *sheet) SetColor(c color.Color) {
	if s.color = c; c == nil {
		s.color = color.Black
	}
}

// Pop panics if there was no Push.
func (s *sheet) Pop() {
	n := len(s.saved) - 1
	s.inks, s.saved = s.saved[n], s.saved[:n]
}

func (s *sheet) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	x, y := s.along(pt(vg.Length(cos), vg.Length(sin))), s.along(pt(-vg.Length(sin), vg.Length(cos)))
	s.a, s.b, s.c, s.d = x.X, x.Y, y.X, y.Y
}

func (s *sheet) Scale(x, y float64) {
	s.a, s.b, s.c, s.d = s.a*vg.Length(x), s.b*vg.Length(x), s.c*vg.Length(y), s.d*vg.Length(y)
}

// Stroke draws lines of a width that Scale does not change, as vgimg does.
func (s *sheet) Stroke(p vg.Path) { s.pen.stroke(s.path(p), s.color, s.width, s.dash) }
func (s *sheet) Fill(p vg.Path)   { s.pen.fill(s.path(p), s.color) }

// path returns a path on the page, with curves in place of arcs.
func (s *sheet) path(p vg.Path) vg.Path {
	var out vg.Path
	for _, c := range p {
		switch c.Type {
		case vg.ArcComp:
			for _, q := range arc(c) {
				out = append(out, s.component(q))
			}
			if out[0].Type == vg.LineComp { // the path begins with the arc
				out[0].Type = vg.MoveComp
			}
		default:
			out = append(out, s.component(c))
		}
	}
	return out
}

func (s *sheet) component(c vg.PathComp) vg.PathComp {
	c.Pos, c.Control = s.at(c.Pos), slices.Clone(c.Control)
	for i, q := range c.Control {
		c.Control[i] = s.at(q)
	}
	return c
}

// arc returns a line to the start of an arc, and the arc in Bézier curves of an eighth of a turn.
func arc(c vg.PathComp) []vg.PathComp {
	at := func(angle float64, r vg.Length) vg.Point {
		sin, cos := math.Sincos(angle)
		return pt(r*vg.Length(cos), r*vg.Length(sin))
	}
	n := max(1, int(math.Ceil(math.Abs(c.Angle)/(math.Pi/4)-1e-9)))
	step := c.Angle / float64(n)
	k := vg.Length(4. / 3 * math.Tan(step/4))
	out := []vg.PathComp{{Type: vg.LineComp, Pos: c.Pos.Add(at(c.Start, c.Radius))}}
	for i := range n {
		from, to := c.Start+step*float64(i), c.Start+step*float64(i+1)
		p, q := c.Pos.Add(at(from, c.Radius)), c.Pos.Add(at(to, c.Radius))
		out = append(out, vg.PathComp{Type: vg.CurveComp, Pos: q, Control: []vg.Point{
			p.Add(at(from+math.Pi/2, k*c.Radius)), q.Sub(at(to+math.Pi/2, k*c.Radius)),
		}})
	}
	return out
}

// FillString writes a text as it is, without formulas.
func (s *sheet) FillString(f font.Face, at vg.Point, text string) {
	scale := math.Sqrt(math.Abs(float64(s.a*s.d - s.b*s.c)))
	angle := math.Atan2(float64(s.b), float64(s.a))
	s.pen.write(s.pen.set.literal(text), f.Font.Size*vg.Length(scale), s.at(at), 0, 0, angle, s.color)
}

// DrawImage draws the pixels of an image as rectangles.
func (s *sheet) DrawImage(r vg.Rectangle, img image.Image) {
	b, size := img.Bounds(), r.Size()
	w, h := size.X/vg.Length(b.Dx()), size.Y/vg.Length(b.Dy())
	for j := range b.Dy() {
		for i := range b.Dx() {
			c := img.At(b.Min.X+i, b.Min.Y+j)
			if _, _, _, a := c.RGBA(); a == 0 {
				continue
			}
			x, y := r.Min.X+w*vg.Length(i), r.Max.Y-h*vg.Length(j+1)
			s.pen.fill(s.path(rect(x, y, x+w, y+h).Path()), c)
		}
	}
}

// WriteTo writes the file. It returns an error if a text could not be typeset.
func (s *sheet) WriteTo(w io.Writer) (int64, error) {
	if s.pen.err != nil {
		return 0, s.pen.err
	}
	n, err := w.Write(s.pen.canvas.(page).file(Origin{}))
	return int64(n), err
}
