package figure

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"image/color"
	"math"
	"strings"
	"unicode/utf16"

	"gonum.org/v1/plot/vg"
)

// pdfDate is the date in all PDF files. That of their making would make them differ.
const pdfDate = "D:20000101000000Z"

// pdfCanvas collects the content of a page.
type pdfCanvas struct {
	vector
	w, h    vg.Length
	content []byte

	fill, line, pen string // the operators that are in force
}

func newPDF(w, h vg.Length, set *typesetter) page {
	return &pdfCanvas{vector: newVector(set), w: w, h: h}
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	c.operator(&c.line, colorOperator(c.color, "G", "RG"))
	c.operator(&c.pen, fmt.Sprintf("%s w [%s] 0 d", number(nil, hundredths(c.width)), c.dashes()))
	c.path(p, "S")
}

func (c *pdfCanvas) Fill(p vg.Path) {
	c.operator(&c.fill, colorOperator(c.color, "g", "rg"))
	c.path(p, "f")
}

// operator emits an operator unless it is in force.
func (c *pdfCanvas) operator(state *string, op string) {
	if *state != op {
		*state = op
		c.content = append(append(c.content, op...), '\n')
	}
}

// colorOperator sets a colour: one is the operator for greys, three for others.
func colorOperator(c color.Color, one, three string) string {
	r, g, b := rgb(c)
	level := func(v uint32) string {
		switch v {
		case 0:
			return "0"
		case 255:
			return "1"
		}
		return strings.TrimRight(fmt.Sprintf("%.3f", float64(v)/255), "0")[1:]
	}
	if r == g && g == b {
		return level(r) + " " + one
	}
	return level(r) + " " + level(g) + " " + level(b) + " " + three
}

// point appends the coordinates of a point.
func (c *pdfCanvas) point(p vg.Point) {
	c.content = append(number(c.content, hundredths(p.X)), ' ')
	c.content = append(number(c.content, hundredths(p.Y)), ' ')
}

func (c *pdfCanvas) path(path vg.Path, paint string) {
	add := func(operator byte, pts ...vg.Point) {
		for _, p := range pts {
			c.point(p)
		}
		c.content = append(c.content, operator, '\n')
	}
	var last vg.Point
	for _, p := range path {
		switch {
		case p.Type == vg.MoveComp:
			add('m', p.Pos)
		case p.Type == vg.LineComp:
			add('l', p.Pos)
		case p.Type == vg.CurveComp && len(p.Control) == 1: // as a cubic one
			third := func(a vg.Point) vg.Point {
				return pt((a.X+2*p.Control[0].X)/3, (a.Y+2*p.Control[0].Y)/3)
			}
			add('c', third(last), third(p.Pos), p.Pos)
		case p.Type == vg.CurveComp:
			add('c', p.Control[0], p.Control[1], p.Pos)
		case p.Type == vg.CloseComp:
			add('h')
		default:
			panic("figure: arcs cannot be drawn")
		}
		last = p.Pos
	}
	c.content = append(append(c.content, paint...), '\n')
}

// write writes a text in glyphs of the fonts. Where these do not tell how it is read, it says so.
func (c *pdfCanvas) write(b box, at vg.Point, angle float64, col color.Color) {
	plain := ""
	for _, k := range b.ink {
		if k.key.r != 0 {
			plain += string(k.key.r)
		}
	}
	if plain == "" {
		return
	}
	c.operator(&c.fill, colorOperator(col, "g", "rg"))
	if plain != b.read {
		c.content = fmt.Appendf(c.content, "/Span <</ActualText <FEFF%s>>> BDC\n", hex16(b.read))
	}
	c.content = append(c.content, "BT\n"...)
	sin, cos := math.Sincos(angle)
	rotation := "1 0 0 1"
	if angle != 0 {
		rotation = fmt.Sprintf("%s %s %s %s", short(cos), short(sin), short(-sin), short(cos))
	}
	for _, p := range c.pieces(b) {
		size := number(nil, hundredths(p.size))
		c.content = fmt.Appendf(c.content, "/F%d %s Tf %s ", p.font.v, size, rotation)
		c.point(turned(p.at, at, angle))
		c.content = append(c.content, "Tm "...)
		c.show(p)
	}
	c.content = append(c.content, "ET\n"...)
	if plain != b.read {
		c.content = append(c.content, "EMC\n"...)
	}
}

// short is a cosine with four decimals.
func short(x float64) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", x), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// show shows the glyphs of a piece, each at its place: where it is not the one that their widths
// give, there is a correction in thousandths of the size.
func (c *pdfCanvas) show(p *piece) {
	c.content = append(c.content, "[<"...)
	at := 0
	for i, code := range p.codes {
		want := int(math.Floor(float64(p.x[i]/p.size)*1000 + 0.5 + 1e-6))
		if d := at - want; d > 1 || d < -1 {
			c.content = fmt.Appendf(c.content, ">%d<", d)
			at = want
		}
		c.content = fmt.Appendf(c.content, "%04X", code)
		at += p.font.thousandths(code)
	}
	c.content = append(c.content, ">]TJ\n"...)
}

// thousandths is the width of a glyph in thousandths of the size.
func (s *subset) thousandths(code int) int {
	return (s.glyphs[code].width*1000 + unitsPerEm/2) / unitsPerEm
}

// hex16 is UTF-16 in hexadecimal digits.
func hex16(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}

// pdfText is a text string of a PDF.
func pdfText(s string) string {
	for _, r := range s {
		if r < ' ' || r > '~' {
			return "<FEFF" + hex16(s) + ">"
		}
	}
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s) + ")"
}

// pdfFile collects the objects of a file.
type pdfFile struct {
	bytes.Buffer
	offsets []int
	packer  *zlib.Writer // of all streams, since it takes a megabyte
}

func newPDFFile() *pdfFile {
	z, err := zlib.NewWriterLevel(nil, zlib.BestCompression)
	if err != nil {
		panic("figure: " + err.Error()) // there is such a level
	}
	return &pdfFile{packer: z}
}

// object adds an object and returns its number.
func (f *pdfFile) object(format string, args ...any) int {
	f.offsets = append(f.offsets, f.Len())
	fmt.Fprintf(f, "%d 0 obj\n", len(f.offsets))
	fmt.Fprintf(f, format, args...)
	f.WriteString("\nendobj\n")
	return len(f.offsets)
}

// stream adds a stream, compressed unless raw, with more entries for its dictionary.
func (f *pdfFile) stream(data []byte, raw bool, entries string) int {
	if !raw {
		var b bytes.Buffer // takes everything
		f.packer.Reset(&b)
		f.packer.Write(data)
		f.packer.Close()
		data, entries = b.Bytes(), entries+"/Filter /FlateDecode "
	}
	return f.object("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

// next is the number of the next object but n.
func (f *pdfFile) next(n int) int { return len(f.offsets) + 1 + n }

// font adds the objects of a font and returns the number of the one that stands for it.
func (f *pdfFile) font(s *subset) int {
	name, tables := s.postscript(), s.outlines()
	var all extremes
	var widths, codes strings.Builder
	for i, o := range s.glyphs {
		all = all.union(o.extremes())
		if i > 0 {
			fmt.Fprintf(&widths, " %d", s.thousandths(i))
			fmt.Fprintf(&codes, "<%04X> <%s>\n", i, hex16(string(s.runes[i-1])))
		}
	}
	const scale = 1000.0 / unitsPerEm
	em := func(v int) int { return int(math.Round(float64(v) * scale)) }
	file := assemble(tables)
	data := f.stream(file, false, fmt.Sprintf("/Length1 %d ", len(file)))
	descriptor := f.object("<</Type /FontDescriptor /FontName /%s /Flags %d /FontBBox [%d %d %d %d] "+
		"/ItalicAngle %d /Ascent %d /Descent %d /CapHeight %d /StemV %d /FontFile2 %d 0 R>>",
		name, 4|2|bit(s.v == italic, 64), em(all.x0), em(all.y0), em(all.x1), em(all.y1),
		-bit(s.v == italic, 16), em(ascent), em(descent), int(1000*capHeight),
		[]int{80, 80, 140}[s.v], data)
	unicode := f.stream([]byte(cmapOf(codes.String(), len(s.runes))), false, "")
	descendant := f.object("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo "+
		"<</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor %d 0 R "+
		"/CIDToGIDMap /Identity /W [1 [%s]]>>", name, descriptor, strings.TrimSpace(widths.String()))
	return f.object("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H "+
		"/DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>", name, descendant, unicode)
}

// cmapOf is the table of the n characters of a font, in blocks of at most 100.
func cmapOf(codes string, n int) string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
		"/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	lines := strings.SplitAfter(codes, "\n")[:n]
	for len(lines) > 0 {
		k := min(100, len(lines))
		fmt.Fprintf(&b, "%d beginbfchar\n%sendbfchar\n", k, strings.Join(lines[:k], ""))
		lines = lines[k:]
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.String()
}

// file returns the PDF file of the page. It has no dates but pdfDate.
func (c *pdfCanvas) file(o Origin) []byte {
	f := newPDFFile()
	f.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	var fonts strings.Builder
	for _, s := range c.used() {
		fmt.Fprintf(&fonts, "/F%d %d 0 R ", s.v, f.font(s))
	}
	content := f.stream(c.content, false, "")
	page := f.object("<</Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s] /Resources <</Font <<%s>>>> "+
		"/Contents %d 0 R>>", f.next(1), number(nil, hundredths(c.w)), number(nil, hundredths(c.h)),
		strings.TrimSpace(fonts.String()), content)
	pages := f.object("<</Type /Pages /Kids [%d 0 R] /Count 1>>", page)
	metadata, title := "", ""
	if o != (Origin{}) {
		metadata = fmt.Sprintf("/Metadata %d 0 R ", f.stream(o.packet(), true, "/Type /Metadata "+
			"/Subtype /XML "))
		title = fmt.Sprintf("/Title %s /Subject %s /Creator %s ", pdfText(o.title()),
			pdfText(o.description()), pdfText(software))
	}
	catalog := f.object("<</Type /Catalog /Pages %d 0 R %s/Lang (en) "+
		"/ViewerPreferences <</DisplayDocTitle true>>>>", pages, metadata)
	info := f.object("<<%s/CreationDate (%s) /ModDate (%[2]s)>>", title, pdfDate)
	sum := sha256.Sum256(f.Bytes())
	start, n := f.Len(), len(f.offsets)+1
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", n)
	for _, at := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(f, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R /ID [<%x> <%[4]x>]>>\n"+
		"startxref\n%[5]d\n%%%%EOF\n", n, catalog, info, sum[:16], start)
	return f.Bytes()
}
