package figure

import (
	"encoding/binary"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"gonum.org/v1/plot/vg"
)

// vector is the common part of the canvases of PDF and SVG. They write coordinates in hundredths
// of a point.
type vector struct {
	set   *typesetter
	fonts [3]subset // by variant
	color color.Color
	width vg.Length
	dash  []vg.Length
}

func newVector(set *typesetter) vector {
	v := vector{set: set, color: color.Black, width: 1}
	for i := range v.fonts {
		v.fonts[i].v = variant(i)
	}
	return v
}

func (v *vector) SetColor(c color.Color)                 { v.color = c }
func (v *vector) SetLineWidth(w vg.Length)               { v.width = w }
func (v *vector) SetLineDash(d []vg.Length, _ vg.Length) { v.dash = slices.Clone(d) }

// dashes returns the pattern of the line.
func (v *vector) dashes() string {
	var b []byte
	for i, d := range v.dash {
		if i > 0 {
			b = append(b, ' ')
		}
		b = number(b, hundredths(d))
	}
	return string(b)
}

// hundredths rounds a length. A length in the middle up to the last bits, which depend on the
// machine, is rounded up.
func hundredths(l vg.Length) int { return int(math.Floor(float64(l)*100 + 0.5 + 1e-6)) }

// number appends hundredths as a decimal number, without what can be left out.
func number(b []byte, h int) []byte {
	if h < 0 {
		b, h = append(b, '-'), -h
	}
	if h >= 100 || h == 0 {
		b = strconv.AppendInt(b, int64(h/100), 10)
	}
	if h %= 100; h > 0 {
		b = append(b, '.', '0'+byte(h/10))
		if h%10 > 0 {
			b = append(b, '0'+byte(h%10))
		}
	}
	return b
}

// rgb returns the components of an opaque colour, from 0 to 255.
func rgb(c color.Color) (r, g, b uint32) {
	r, g, b, _ = c.RGBA()
	return r >> 8, g >> 8, b >> 8
}

// A piece is a part of a text with one font, size and baseline.
type piece struct {
	font  *subset
	size  vg.Length
	at    vg.Point    // of the first glyph
	x     []vg.Length // of every glyph, relative to the first
	runes []rune
	codes []int // of the glyphs in the font
}

// pieces divides the glyphs of a text. Other shapes are left out.
func (v *vector) pieces(b box) []*piece {
	var out []*piece
	var last *piece
	for _, k := range b.ink {
		if k.key.r == 0 {
			continue
		}
		f := &v.fonts[k.key.v]
		g := v.set.glyphs[k.key]
		if k.key.r == '|' { // one for texts and formulas
			g = bar()
		}
		if last == nil || last.font != f || !near(last.size, k.size) || !near(last.at.Y, k.at.Y) ||
			k.at.X < last.at.X {
			last = &piece{font: f, size: k.size, at: k.at}
			out = append(out, last)
		}
		last.x = append(last.x, k.at.X-last.at.X)
		last.runes = append(last.runes, k.key.r)
		last.codes = append(last.codes, f.use(k.key.r, g.w, g.ink[0].path))
	}
	return out
}

func near(a, b vg.Length) bool { return max(a-b, b-a) < 1e-6 }

// used are the fonts that have glyphs.
func (v *vector) used() []*subset {
	var out []*subset
	for i := range v.fonts {
		if len(v.fonts[i].runes) > 0 {
			out = append(out, &v.fonts[i])
		}
	}
	return out
}

// unitsPerEm are those of Liberation Serif, so that its outlines keep their coordinates.
const unitsPerEm = 2048

// The extent of a line of Liberation Serif, in units.
const ascent, descent = 1825, -443

// subset is a TrueType font of the glyphs that a drawing uses, in the order of their first use,
// from 1: glyph 0 is empty. It has outlines and widths, but no hints, no kerning and no features.
type subset struct {
	v      variant
	runes  []rune
	index  map[rune]int
	glyphs []outline
}

// outline is a glyph in units of the font.
type outline struct {
	width    int
	contours [][]vertex
}

// vertex is a point of a contour: an end of its lines and quadratic curves, or a control point. The
// end that is missing between two control points is in their middle.
type vertex struct {
	x, y int
	on   bool
}

// use returns the number of a glyph, of the given width and with the outline path at size 1.
func (s *subset) use(r rune, width vg.Length, path vg.Path) int {
	if i, ok := s.index[r]; ok {
		return i
	}
	if s.index == nil {
		s.index = map[rune]int{}
		s.glyphs = []outline{{width: unitsPerEm / 2}}
	}
	s.glyphs = append(s.glyphs, outline{width: units(width), contours: contours(path)})
	s.runes = append(s.runes, r)
	s.index[r] = len(s.runes)
	return len(s.runes)
}

// units is a length at size 1 in units of the font.
func units(l vg.Length) int { return int(math.Round(float64(l) * unitsPerEm)) }

// contours returns a closed path of lines and quadratic curves as the contours of a glyph. It
// panics if there are other curves.
func contours(path vg.Path) [][]vertex {
	var out [][]vertex
	var c []vertex
	for _, p := range path {
		end := vertex{units(p.Pos.X), units(p.Pos.Y), true}
		switch {
		case p.Type == vg.MoveComp:
			c = []vertex{end}
		case p.Type == vg.LineComp:
			c = append(c, end)
		case p.Type == vg.CurveComp && len(p.Control) == 1:
			c = append(c, vertex{units(p.Control[0].X), units(p.Control[0].Y), false}, end)
		case p.Type == vg.CloseComp:
			if n := len(c); n > 1 && c[n-1] == c[0] {
				c = c[:n-1]
			}
			out = append(out, slices.DeleteFunc(slices.Clone(c), implied(c)))
		default:
			panic("figure: a glyph with curves that are not quadratic")
		}
	}
	return out
}

// implied returns a function that reports, called for one vertex of c after the other, whether it
// is in the middle of two control points.
func implied(c []vertex) func(vertex) bool {
	i := -1
	return func(v vertex) bool {
		i++
		a, b := c[(i+len(c)-1)%len(c)], c[(i+1)%len(c)]
		dx, dy := 2*v.x-a.x-b.x, 2*v.y-a.y-b.y
		return v.on && !a.on && !b.on && max(dx, -dx, dy, -dy) <= 1
	}
}

// extremes is the rectangle around points of a glyph.
type extremes struct{ x0, y0, x1, y1 int }

func (e extremes) union(o extremes) extremes {
	return extremes{min(e.x0, o.x0), min(e.y0, o.y0), max(e.x1, o.x1), max(e.y1, o.y1)}
}

func (o outline) extremes() extremes {
	var e extremes
	for i, v := range slices.Concat(o.contours...) {
		if i == 0 {
			e = extremes{v.x, v.y, v.x, v.y}
		}
		e = e.union(extremes{v.x, v.y, v.x, v.y})
	}
	return e
}

// data returns the outline as table glyf has it.
func (o outline) data() []byte {
	if len(o.contours) == 0 {
		return nil
	}
	e := o.extremes()
	b := be16(nil, len(o.contours), e.x0, e.y0, e.x1, e.y1)
	n := 0
	for _, c := range o.contours {
		n += len(c)
		b = be16(b, n-1)
	}
	b = be16(b, 0) // no hints
	var flags, xs, ys []byte
	var last vertex
	for _, v := range slices.Concat(o.contours...) {
		flag := byte(0)
		if v.on {
			flag = 1
		}
		fx, fy := byte(0), byte(0)
		xs, fx = difference(xs, v.x-last.x)
		ys, fy = difference(ys, v.y-last.y)
		flags = append(flags, flag|fx<<1|fy<<2)
		last = v
	}
	return slices.Concat(b, flags, xs, ys)
}

// difference appends a coordinate relative to the last one, and returns its flags: bit 0 if it is a
// byte, bit 3 if that is positive, or if there is none because it is 0.
func difference(b []byte, d int) ([]byte, byte) {
	switch {
	case d == 0:
		return b, 8
	case d > 0 && d < 256:
		return append(b, byte(d)), 1 | 8
	case d < 0 && d > -256:
		return append(b, byte(-d)), 1
	}
	return be16(b, d), 0
}

func be16(b []byte, v ...int) []byte {
	for _, x := range v {
		b = binary.BigEndian.AppendUint16(b, uint16(x))
	}
	return b
}

func be32(b []byte, v ...int) []byte {
	for _, x := range v {
		b = binary.BigEndian.AppendUint32(b, uint32(x))
	}
	return b
}

// outlines returns the tables that draw the glyphs, which is all that a PDF needs.
func (s *subset) outlines() map[string][]byte {
	var glyf, loca, hmtx []byte
	var all extremes
	widest, points, contours, least := 0, 0, 0, 0
	for _, o := range s.glyphs {
		e := o.extremes()
		loca = be16(loca, len(glyf)/2)
		glyf = append(glyf, o.data()...)
		glyf = append(glyf, make([]byte, -len(glyf)&3)...)
		hmtx = be16(hmtx, o.width, e.x0)
		all = all.union(e)
		widest, least = max(widest, o.width), min(least, o.width-e.x1)
		contours = max(contours, len(o.contours))
		points = max(points, len(slices.Concat(o.contours...)))
	}
	loca = be16(loca, len(glyf)/2)
	n := len(s.glyphs)
	bold, slanted := bit(s.v == bold, 1), bit(s.v == italic, 2)
	head := be32(nil, 0x10000, 0x10000, 0, 0x5F0F3CF5)
	head = be16(head, 3, unitsPerEm, 0, 0, 0, 0, 0, 0, 0, 0) // no dates
	head = be16(head, all.x0, all.y0, all.x1, all.y1, bold|slanted, 6, 2, 0, 0)
	hhea := be16(be32(nil, 0x10000), ascent, descent, 0, widest, all.x0, least, all.x1, 1)
	maxp := be16(be32(nil, 0x10000), n, points, contours, 0, 0, 2)
	return map[string][]byte{
		"glyf": glyf, "loca": loca, "hmtx": hmtx, "head": head,
		"hhea": be16(hhea, 0, 0, 0, 0, 0, 0, 0, n),
		"maxp": append(maxp, make([]byte, 16)...),
	}
}

func bit(set bool, b int) int {
	if set {
		return b
	}
	return 0
}

// tables returns all tables that a browser wants in a font of the given name.
func (s *subset) tables(name string) map[string][]byte {
	t := s.outlines()
	cmap := be16(nil, 0, 1, 3, 10)
	cmap = be32(cmap, 12)
	cmap = be16(cmap, 12, 0)
	cmap = be32(cmap, 16+12*len(s.runes), 0, len(s.runes))
	for _, r := range slices.Sorted(slices.Values(s.runes)) {
		cmap = be32(cmap, int(r), int(r), s.index[r])
	}
	first, last := slices.Min(s.runes), slices.Max(s.runes)
	os2 := be16(nil, 0, unitsPerEm/2, []int{400, 400, 700}[s.v], 5, 0)
	os2 = append(os2, make([]byte, 22+10+16)...)
	os2 = append(os2, "    "...)
	os2 = be16(os2, []int{0x40, 1, 0x20}[s.v], min(int(first), 0xFFFF), min(int(last), 0xFFFF))
	t["OS/2"] = be16(os2, ascent, descent, 0, ascent, -descent)
	style := []string{"Regular", "Italic", "Bold"}[s.v]
	records := []struct {
		id   int
		text string
	}{{1, name}, {2, style}, {4, name + " " + style}, {6, name + "-" + style}}
	head, text := be16(nil, 0, len(records), 6+12*len(records)), []byte(nil)
	for _, r := range records {
		u := utf16.Encode([]rune(r.text))
		head = be16(head, 3, 1, 0x409, r.id, 2*len(u), len(text))
		for _, c := range u {
			text = be16(text, int(c))
		}
	}
	t["cmap"], t["name"] = cmap, append(head, text...)
	t["post"] = append(be32(nil, 0x30000), make([]byte, 28)...)
	return t
}

// assemble returns a font file.
func assemble(tables map[string][]byte) []byte {
	names := slices.Sorted(maps.Keys(tables))
	n, log := len(names), 0
	for 2<<log <= n {
		log++
	}
	b := be16(be32(nil, 0x10000), n, 16<<log, log, 16*n-16<<log)
	at, head := len(b)+16*n, 0
	var body []byte
	for _, name := range names {
		t := tables[name]
		if name == "head" {
			head = at + len(body)
		}
		b = append(b, name...)
		b = be32(b, int(checksum(t)), at+len(body), len(t))
		body = append(body, t...)
		body = append(body, make([]byte, -len(body)&3)...)
	}
	b = append(b, body...)
	binary.BigEndian.PutUint32(b[head+8:], 0xB1B0AFBA-checksum(b))
	return b
}

func checksum(b []byte) uint32 {
	var sum uint32
	b = append(slices.Clone(b), make([]byte, -len(b)&3)...)
	for ; len(b) > 0; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	return sum
}

// postscript is the font's name in a PDF, with the six letters that mark a subset.
func (s *subset) postscript() string {
	h := uint64(14695981039346656037) // FNV-1a
	for _, r := range s.runes {
		h = (h ^ uint64(r)) * 1099511628211
	}
	var b strings.Builder
	for range 6 {
		b.WriteByte('A' + byte(h>>32%26))
		h = h*6364136223846793005 + 1
	}
	return fmt.Sprintf("%s+LiberationSerif%s", &b, []string{"", "-Italic", "-Bold"}[s.v])
}
