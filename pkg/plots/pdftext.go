package plots

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// searchable is a PDF canvas with a layer of invisible text over the outlines of letters, in a font
// of empty glyphs. (The text of vgpdf itself has no Greek letters.)
type searchable struct {
	*vgpdf.Canvas
	layer bytes.Buffer // the operators that show the text
	runes []rune       // by their codes, from 1
}

// layerOf returns the canvas below c that collects text, or nil.
func layerOf(c vg.Canvas) *searchable {
	switch c := c.(type) {
	case *searchable:
		return c
	case *draw.Canvas:
		return layerOf(c.Canvas)
	case draw.Canvas:
		return layerOf(c.Canvas)
	}
	return nil
}

// write adds a line of text, turned about its left end at o. Each glyph is half an em wide; the
// line is stretched to the width of the outlines.
func (s *searchable) write(b box, size vg.Length, o vg.Point, angle float64) {
	text := []rune(strings.TrimSpace(b.text))
	if s == nil || len(text) == 0 {
		return
	}
	sin, cos := math.Sincos(angle)
	fmt.Fprintf(&s.layer, "%.3f %.3f %.3f %.3f %.2f %.2f Tm /T %.4g Tf %.1f Tz <", cos, sin, -sin, cos,
		o.X, o.Y, size, 100*b.w/(0.5*size*vg.Length(len(text))))
	for _, r := range text {
		if !slices.Contains(s.runes, r) {
			s.runes = append(s.runes, r)
		}
		fmt.Fprintf(&s.layer, "%04X", 1+slices.Index(s.runes, r))
	}
	s.layer.WriteString("> Tj\n")
}

// hexText returns s in UTF-16 and hexadecimal digits.
func hexText(s string) (out string) {
	for _, u := range utf16.Encode([]rune(s)) {
		out += fmt.Sprintf("%04X", u)
	}
	return out
}

// cmap maps the codes of the font to Unicode.
func (s *searchable) cmap() string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CMapName /T def /CMapType 2 def\n" +
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for i, r := range s.runes {
		fmt.Fprintf(&b, "1 beginbfchar <%04X> <%s> endbfchar\n", i+1, hexText(string(r)))
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end\n")
	return b.String()
}

// emptyFont returns a TrueType font of empty glyphs, half an em wide.
func emptyFont(glyphs int) string {
	words := func(ws ...int) (s string) {
		for _, w := range ws {
			s += string(binary.BigEndian.AppendUint16(nil, uint16(w)))
		}
		return s
	}
	zeros := func(n int) string { return strings.Repeat("\x00\x00", n) }
	tables := []string{
		"glyf", zeros(2),
		"head", words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000) + zeros(14) + words(8, 2, 0),
		"hhea", words(1, 0, 900, -200, 0, 500) + zeros(11) + words(1),
		"hmtx", words(500) + zeros(glyphs),
		"loca", zeros(glyphs + 1),
		"maxp", words(1, 0, glyphs) + zeros(13),
	}
	n := len(tables) / 2
	directory, content := words(1, 0, n, 64, 2, 32), ""
	for i := 0; i < len(tables); i += 2 {
		t, sum, at := tables[i+1], uint32(0), 12+16*n+len(content)
		content += t + zeros((len(t)%4)/2)
		for j := at - 12 - 16*n; j < len(content); j += 4 {
			sum += binary.BigEndian.Uint32([]byte(content[j:]))
		}
		directory += tables[i] + words(int(sum>>16), int(sum&0xffff), 0, at, 0, len(t))
	}
	return directory + content
}

var trailer = regexp.MustCompile(
	`(?s)trailer\n<<\n/Size (\d+)\n/Root (\d+) 0 R.*startxref\n(\d+)\n`)

// Objects of the files of vgpdf.
const (
	resources = 2
	page      = 3
)

// update returns the file with an incremental update that adds the text and, unless it is zero, the
// origin, which vgpdf cannot set.
func (s *searchable) update(file []byte, o Origin) []byte {
	m := trailer.FindSubmatch(file)
	size, err := strconv.Atoi(string(m[1]))
	if err != nil {
		panic("plots: " + err.Error()) // digits
	}
	var b bytes.Buffer
	b.Write(file)
	var refs strings.Builder
	object := func(number int, content string) {
		fmt.Fprintf(&refs, "%d 1\n%010d 00000 n \n", number, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", number, content)
	}
	stream := func(number int, keys, content string) {
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		w.Write([]byte(content)) // a Buffer has no errors
		w.Close()
		object(number, fmt.Sprintf("<< /Filter /FlateDecode /Length %d%s >>\nstream\n%s\nendstream",
			z.Len(), keys, z.String()))
	}
	changed := func(number int, old, new string) {
		_, content, _ := strings.Cut(string(file), fmt.Sprintf("\n%d 0 obj\n", number))
		content, _, _ = strings.Cut(content, "\nendobj")
		object(number, strings.Replace(content, old, new, 1))
	}
	info := "/Info " + strconv.Itoa(size) + " 0 R "
	if o == (Origin{}) {
		info = ""
	}
	layer := size + 1
	changed(resources, "/Font <<", fmt.Sprintf("/Font << /T %d 0 R", layer+1))
	changed(page, "/Contents 4 0 R", fmt.Sprintf("/Contents [4 0 R %d 0 R]", layer))
	fields := ""
	for _, t := range o.fields() {
		fields += fmt.Sprintf(" /%s <FEFF%s>", t[1], hexText(t[2]))
	}
	object(size, "<<"+fields+" >>")
	stream(layer, "", "BT 3 Tr\n"+s.layer.String()+"ET\n")
	object(layer+1, fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /Empty"+
		" /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", layer+2, layer+3))
	object(layer+2, fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Empty /DW 500"+
		" /CIDToGIDMap /Identity /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)"+
		" /Supplement 0 >> /FontDescriptor %d 0 R >>", layer+4))
	stream(layer+3, "", s.cmap())
	object(layer+4, fmt.Sprintf("<< /Type /FontDescriptor /FontName /Empty /Flags 4 /StemV 80"+
		" /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /FontBBox [0 -200 500 900]"+
		" /FontFile2 %d 0 R >>", layer+5))
	font := emptyFont(len(s.runes) + 1)
	stream(layer+5, fmt.Sprintf(" /Length1 %d", len(font)), font)
	at := b.Len()
	fmt.Fprintf(&b, "xref\n%strailer\n<< /Size %d /Root %s 0 R %s/Prev %s >>\n"+
		"startxref\n%d\n%%%%EOF\n",
		refs.String(), layer+6, m[2], info, m[3], at)
	return b.Bytes()
}
